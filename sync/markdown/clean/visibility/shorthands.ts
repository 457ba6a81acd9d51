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
    'mask-repeat': parts.find(({ text }) => REPEATS.has(text))?.text ?? 'repeat',
    'mask-position': parts.some(({ text }) => text === 'no-repeat') ? maskPosition(parts) : 'initial',
    'mask-image':
      parts
        .filter(isImage)
        .map(({ source }) => source)
        .join(', ') || 'none',
  }),
  '-webkit-text-stroke': (parts, isColour) => ({
    '-webkit-text-stroke-width': parts.find(isLength)?.text ?? '0',
    '-webkit-text-stroke-color': textOf(parts.find(isColour) ?? { text: 'currentcolor', source: 'currentcolor' }),
  }),
  offset: (parts) => ({
    'offset-path': parts.filter(({ args }) => args !== undefined).map(textOf)[0] ?? 'none',
    'offset-distance': textOf(parts.findLast(isLength) ?? ZERO),
  }),
  flex: (parts) => {
    const [first] = parts;
    if (first?.text === 'none' || first?.text === 'auto') {
      const factor = first.text === 'none' ? '0' : '1';
      return { 'flex-grow': factor, 'flex-shrink': factor, 'flex-basis': 'auto' };
    }
    const isFactor = ({ text }: Component) => /^\d*\.?\d+$/.test(text);
    const basis = parts.find((part, index) => (index === 2 || !isFactor(part)) && lengthOr([part]));
    const [grow, shrink] = parts.filter((part) => part !== basis && isFactor(part));
    return { 'flex-grow': grow?.text ?? '1', 'flex-shrink': shrink?.text ?? '1', 'flex-basis': textOf(basis ?? ZERO) };
  },
  'flex-flow': (parts) => ({
    'flex-direction': parts.find(({ text }) => /^(?:row|column)/.test(text))?.text ?? 'row',
    'flex-wrap': parts.find(({ text }) => /wrap/.test(text))?.text ?? 'nowrap',
  }),
  columns: (parts) => ({
    'column-count': parts.find(({ text }) => /^\d+$/.test(text))?.text ?? 'auto',
    'column-width': textOf(parts.find(isLength) ?? { text: 'auto', source: 'auto' }),
  }),
  'grid-template': gridTemplate,
  grid: gridTemplate,
  container: (parts) => ({ 'container-type': parts.find(({ text }) => text.endsWith('size'))?.text ?? 'normal' }),
  animation: (parts) => {
    const animations = commaSeparated(parts);
    const each = (pattern: RegExp, initial: string, index = 0) =>
      animations
        .map((one) => one.filter(({ text, args }) => !args && pattern.test(text))[index]?.source ?? initial)
        .join(', ');
    return {
      'animation-name': each(ANIMATION_NAME, 'none'),
      'animation-fill-mode': each(/^(?:forwards|backwards|both)$/, 'none'),
      'animation-iteration-count': each(/^(?:infinite|\d*\.?\d+)$/, '1'),
      'animation-direction': each(/^(?:alternate(?:-reverse)?|reverse)$/, 'normal'),
      // The first time is the duration.
      'animation-delay': each(/^-?\d*\.?\d+m?s$/, '0s', 1),
      'animation-play-state': each(/^paused$/, 'running'),
    };
  },
});

const REPEATS = words('repeat repeat-x repeat-y no-repeat space round');

/** The lengths before the slash of a `mask`. */
function maskPosition(parts: readonly Component[]): string {
  const slash = parts.findIndex(({ text, args }) => text === '/' && !args);
  return (
    parts
      .slice(0, slash < 0 ? undefined : slash)
      .filter(isLength)
      .slice(0, 2)
      .map(textOf)
      .join(' ') || 'initial'
  );
}

const ZERO: Component = { text: '0px', source: '0px' };

/** Rows and columns; those of a template of areas are left open. */
function gridTemplate(parts: readonly Component[]): Longhands {
  const slash = parts.findIndex(({ text, args }) => text === '/' && !args);
  const [rows, columns] = slash < 0 ? [parts, []] : [parts.slice(0, slash), parts.slice(slash + 1)];
  const written = (list: readonly Component[]) =>
    list.length === 0 || list.some(({ source }) => /^["']|^auto-flow$|^dense$/.test(source))
      ? 'none'
      : list.map(textOf).join(' ');
  return { 'grid-template-rows': written(rows), 'grid-template-columns': written(columns) };
}

/** The size after the slash of a `mask`. */
function maskSize(parts: readonly Component[]): Longhands {
  const slash = parts.findIndex(({ text, args }) => text === '/' && !args);
  const sizes = slash < 0 ? [] : parts.slice(slash + 1, slash + 3).filter(isLength);
  return sizes.length === 0 ? {} : { 'mask-size': sizes.map(textOf).join(' ') };
}

/** Names, but for the keywords of an animation. */
const ANIMATION_NAME =
  /^(?!(?:none|forwards|backwards|both|infinite|normal|reverse|alternate|alternate-reverse|running|paused|linear|ease|ease-in|ease-out|ease-in-out|step-start|step-end|auto)$)[a-z_-][\w-]*$/;

/** The longhands of each shorthand. */
export const LONGHANDS: ReadonlyMap<string, readonly string[]> = table<readonly string[]>({
  margin: SIDES.map((side) => `margin-${side}`),
  padding: SIDES.map((side) => `padding-${side}`),
  inset: SIDES,
  overflow: ['overflow-x', 'overflow-y'],
  background: ['background-color', 'background-image', 'background-clip'],
  font: ['font-size', 'line-height', 'font-size-adjust'],
  mask: ['mask-image', 'mask-size', 'mask-position', 'mask-repeat'],
  '-webkit-text-stroke': ['-webkit-text-stroke-width', '-webkit-text-stroke-color'],
  offset: ['offset-path', 'offset-distance'],
  flex: ['flex-grow', 'flex-shrink', 'flex-basis'],
  'flex-flow': ['flex-direction', 'flex-wrap'],
  columns: ['column-count', 'column-width'],
  'grid-template': ['grid-template-rows', 'grid-template-columns'],
  grid: ['grid-template-rows', 'grid-template-columns'],
  container: ['container-type'],
  animation: ['name', 'fill-mode', 'iteration-count', 'direction', 'delay', 'play-state'].map(
    (name) => `animation-${name}`,
  ),
});
