import type { Custom } from './variables.ts';

/** The colours of WordPress's own palette (`wp-includes/theme.json`). */
export const PALETTE: Custom = {
  '--wp--preset--color--black': '#000000',
  '--wp--preset--color--cyan-bluish-gray': '#abb8c3',
  '--wp--preset--color--white': '#ffffff',
  '--wp--preset--color--pale-pink': '#f78da7',
  '--wp--preset--color--vivid-red': '#cf2e2e',
  '--wp--preset--color--luminous-vivid-orange': '#ff6900',
  '--wp--preset--color--luminous-vivid-amber': '#fcb900',
  '--wp--preset--color--light-green-cyan': '#7bdcb5',
  '--wp--preset--color--vivid-green-cyan': '#00d084',
  '--wp--preset--color--pale-cyan-blue': '#8ed1fc',
  '--wp--preset--color--vivid-cyan-blue': '#0693e3',
  '--wp--preset--color--vivid-purple': '#9b51e0',
};
