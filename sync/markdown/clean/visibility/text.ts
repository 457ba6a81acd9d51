/** Visibility of a text by its appearance. */
import type { Appearance } from './appearance.ts';
import { distance, LEAST_CONTRAST, type Colour } from './colours.ts';
import type { Ground } from './ground.ts';

const LEAST_SIZE = 3;
/** An opacity with which black on white is not seen. */
export const LEAST_OPACITY = LEAST_CONTRAST / 255;

/** True for an appearance that shows nothing: for certain, or if the site is as light as most are. */
export function isUnseen(appearance: Appearance, length: number, screenWidth: number): 'certain' | 'presumed' | false {
  const { fontSize, scale, isVisible, indent, isOneLine, isOutlined: hasOutline, opacity, ground } = appearance;
  if (!isVisible || fontSize * scale < LEAST_SIZE) return 'certain';
  const width = length * fontSize * WIDTH_OF_LETTER;
  if (indent <= -FAR_INDENT && -indent >= Math.min(width, screenWidth * 3)) return 'certain';
  if (isOneLine && indent >= screenWidth) return 'certain';
  if (hasOutline) return false;
  const ink = appearance.fill ?? appearance.ink;
  const painted = ink && ground ? blended(ink, ground, appearance.blend) : ink;
  const contrast = painted && ground ? distance(painted, ground) : 255;
  if (contrast * (ink?.alpha ?? 1) * opacity > LEAST_CONTRAST) return false;
  return contrast <= LEAST_CONTRAST && ground?.presumed ? 'presumed' : 'certain';
}

const FAR_INDENT = 100;
export const WIDTH_OF_LETTER = 0.55;

/** Modes that lighten or darken (Compositing 1, 10); others leave the text as it is. */
function blended(ink: Colour, ground: Ground, mode: string): Colour {
  if (ground.presumed) return ink;
  const mix = (index: 0 | 1 | 2) => {
    const [above, below] = [ink.rgb[index] / 255, ground.rgb[index] / 255];
    if (mode === 'screen') return 255 * (above + below - above * below);
    if (mode === 'multiply') return 255 * above * below;
    if (mode === 'lighten' || mode === 'color-dodge') return 255 * Math.max(above, below);
    return mode === 'darken' || mode === 'color-burn' ? 255 * Math.min(above, below) : ink.rgb[index];
  };
  return { rgb: [mix(0), mix(1), mix(2)], alpha: ink.alpha };
}
