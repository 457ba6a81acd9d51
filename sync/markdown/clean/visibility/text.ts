/** Visibility of a text by its appearance. */
import { FAR_INDENT, type Appearance } from './appearance.ts';
import { distance, LEAST_CONTRAST, type Colour } from './colours.ts';
import type { Ground } from './ground.ts';

const LEAST_SIZE = 3;
/** An opacity with which black on white is not seen. */
export const LEAST_OPACITY = LEAST_CONTRAST / 255;

/** True for an appearance that shows nothing: for certain, or if the site is as light as most are. */
export function isUnseen(appearance: Appearance, length: number, screenWidth: number): 'certain' | 'presumed' | false {
  const {
    fontSize,
    scale,
    isVisible,
    indent,
    isOneLine,
    isRight,
    isOutlined: hasOutline,
    opacity,
    ground,
  } = appearance;
  if (!isVisible || fontSize * scale < LEAST_SIZE) return 'certain';
  const width = length * fontSize * WIDTH_OF_LETTER;
  if (indent <= -FAR_INDENT && !isRight && -indent >= Math.min(width, screenWidth * 3)) return 'certain';
  if (isOneLine && indent >= screenWidth) return 'certain';
  if (hasOutline) return false;
  const ink = appearance.fill ?? appearance.ink;
  const contrast = contrastOf(appearance, ink, ground);
  if (contrast * (ink?.alpha ?? 1) * opacity > LEAST_CONTRAST) return false;
  return contrast <= LEAST_CONTRAST && ground?.presumed ? 'presumed' : 'certain';
}

/** Distance by which a text stands out from its ground, in 0…255; what is not known is taken to stand out. */
function contrastOf({ blend, paint }: Appearance, ink: Colour | undefined, ground: Ground | undefined): number {
  // Colours that the theme gives are neither black nor white for certain; some modes do away with any.
  const own = ink ?? (blend === 'normal' ? undefined : GREY);
  if (!own || !ground) return 255;
  const painted = paint ? paint(own) : own;
  const below = paint && ground.isPainted ? paint(ground) : ground;
  const mixed = blended(painted, ground, blend);
  return ink || mixed !== painted ? distance(mixed, below) : 255;
}

const GREY: Colour = { rgb: [128, 128, 128], alpha: 1 };
export const WIDTH_OF_LETTER = 0.55;

const MODES = new Set(['screen', 'multiply', 'lighten', 'color-dodge', 'darken', 'color-burn']);

/** Modes that lighten or darken (Compositing 1, 10); others leave the text as it is. */
function blended(ink: Colour, ground: Ground, mode: string): Colour {
  if (ground.presumed || !MODES.has(mode)) return ink;
  const mix = (index: 0 | 1 | 2) => {
    const [above, below] = [ink.rgb[index] / 255, ground.rgb[index] / 255];
    if (mode === 'screen') return 255 * (above + below - above * below);
    if (mode === 'multiply') return 255 * above * below;
    if (mode === 'lighten' || mode === 'color-dodge') return 255 * Math.max(above, below);
    return 255 * Math.min(above, below);
  };
  return { rgb: [mix(0), mix(1), mix(2)], alpha: ink.alpha };
}
