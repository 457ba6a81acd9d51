/** Shorthands of CSS, as far as one of their longhands decides whether a text is seen. */
import { commaSeparated, type Component } from './css.ts';
import { isFontSize, isLength, lengthOr, SIDES, VALID, words } from './longhands.ts';

/** A part as it is written. */
export const textOf = (part: Component) => (part.args ? part.source : part.text);

/** A table without the names that every object has. */
export function table<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}

export type Longhands = Readonly<Record<string, string>>;
type Shorthand = (
  parts: readonly Component[],
  isColour: (part: Component | undefined) => boolean,
  value: string,
) => Longhands | undefined;

function sides(prefix: string, names: readonly string[] = SIDES): Shorthand {
  return (parts) => {
    if (parts.length > names.length || !parts.every((part) => lengthOr([part]))) return undefined;
    const [first = parts[0], second = first, third = first, fourth = second] = parts;
    return Object.fromEntries(
      [first, second, third, fourth]
        .slice(0, names.length)
        .flatMap((part, index) => (part ? [[`${prefix}${names[index] ?? ''}`, textOf(part)]] : [])),
    );
  };
}

const isImage = ({ text, args }: Component) =>
  (args !== undefined && /gradient$|^(?:-webkit-)?image|^cross-fade$|^url$|^src$/.test(text)) ||
  text.startsWith('url(');
const BACKGROUND =
  words(`none repeat repeat-x repeat-y no-repeat space round scroll fixed local top right bottom left center
  cover contain auto text border-box padding-box content-box border-area / ,`);

/** Longhand values of each shorthand; none, where it is not valid. */
export const SHORTHANDS: ReadonlyMap<string, Shorthand> = table({
  margin: sides('margin-'),
  padding: sides('padding-'),
  inset: sides(''),
  'margin-inline': sides('margin-', ['left', 'right']),
  'margin-block': sides('margin-', ['top', 'bottom']),
  'padding-inline': sides('padding-', ['left', 'right']),
  'padding-block': sides('padding-', ['top', 'bottom']),
  'inset-inline': sides('', ['left', 'right']),
  'inset-block': sides('', ['top', 'bottom']),
  overflow: (parts) => {
    const isValid = VALID.get('overflow-x');
    if (parts.length > 2 || !isValid?.(parts)) return undefined;
    return { 'overflow-x': parts[0]?.text ?? '', 'overflow-y': (parts[1] ?? parts[0])?.text ?? '' };
  },
  background: (parts, isColour) => {
    const isKnown = (part: Component) => isColour(part) || isImage(part) || BACKGROUND.has(part.text) || isLength(part);
    if (!parts.every(isKnown)) return undefined;
    const colour = commaSeparated(parts).at(-1)?.find(isColour);
    return {
      'background-color': colour ? textOf(colour) : 'transparent',
      'background-image':
        parts
          .filter(isImage)
          .map(({ source }) => source)
          .join(', ') || 'none',
      'background-clip': parts.some(({ text }) => text === 'text') ? 'text' : 'border-box',
    };
  },
  font: (parts) => {
    const size = parts.findIndex(isFontSize);
    const found = parts[size];
    if (!found) return undefined;
    const hasHeight = parts[size + 1]?.text === '/';
    if (parts.length <= size + (hasHeight ? 3 : 1)) return undefined;
    const height = hasHeight ? parts[size + 2] : undefined;
    return {
      'font-size': textOf(found),
      'line-height': height ? textOf(height) : 'normal',
      'font-size-adjust': 'none',
    };
  },
  mask: (parts) => ({
    ...maskSize(parts),
    'mask-image':
      parts
        .filter(isImage)
        .map(({ source }) => source)
        .join(', ') || 'none',
  }),
  '-webkit-text-stroke': (parts) => ({ '-webkit-text-stroke-width': parts.find(isLength)?.text ?? '0' }),
  animation: (parts) => ({
    'animation-name':
      parts
        .filter(({ text, args }) => !args && /^[a-z_-][\w-]*$/.test(text) && !ANIMATION.has(text))
        .map(({ source }) => source)
        .join(', ') || 'none',
    'animation-fill-mode': parts.find(({ text }) => /^(?:forwards|backwards|both)$/.test(text))?.text ?? 'none',
    'animation-iteration-count': parts.some(({ text }) => text === 'infinite') ? 'infinite' : '1',
  }),
});

/** The size after the slash of a `mask`. */
function maskSize(parts: readonly Component[]): Longhands {
  const slash = parts.findIndex(({ text, args }) => text === '/' && !args);
  const sizes = slash < 0 ? [] : parts.slice(slash + 1, slash + 3).filter(isLength);
  return sizes.length === 0 ? {} : { 'mask-size': sizes.map(textOf).join(' ') };
}

const ANIMATION =
  words(`none forwards backwards both infinite normal reverse alternate alternate-reverse running paused linear
  ease ease-in ease-out ease-in-out step-start step-end auto`);

/** The longhands of each shorthand. */
export const LONGHANDS: ReadonlyMap<string, readonly string[]> = table<readonly string[]>({
  margin: SIDES.map((side) => `margin-${side}`),
  padding: SIDES.map((side) => `padding-${side}`),
  inset: SIDES,
  overflow: ['overflow-x', 'overflow-y'],
  background: ['background-color', 'background-image', 'background-clip'],
  font: ['font-size', 'line-height', 'font-size-adjust'],
  mask: ['mask-image', 'mask-size'],
  animation: ['animation-name', 'animation-fill-mode', 'animation-iteration-count'],
});
