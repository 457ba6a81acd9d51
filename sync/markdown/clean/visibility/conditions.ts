/** The conditions of at-rules: media queries (Media Queries 4), size queries of containers, and `@supports`. */
import { commaSeparated, componentsOf, type Component } from './css.ts';
import { lengthOf } from './lengths.ts';
import { expand, isRead } from './properties.ts';

/** A screen that a page is looked at on. */
export type Screen = { readonly width: number; readonly height: number; readonly dark: boolean };

/** On a desk, in a hand, on a lap, and on a desk in the dark: what is hidden on all of them is hidden. */
export const SCREENS = {
  wide: { width: 1280, height: 850, dark: false },
  medium: { width: 820, height: 1180, dark: false },
  narrow: { width: 390, height: 844, dark: false },
  dark: { width: 1280, height: 850, dark: true },
} as const satisfies Readonly<Record<string, Screen>>;

/** Features with one value on every screen here; the first is what they have without a value, if that is true. */
const DISCRETE = new Map(
  Object.entries({
    'prefers-reduced-motion': 'no-preference',
    'prefers-contrast': 'no-preference',
    'prefers-reduced-transparency': 'no-preference',
    'prefers-reduced-data': 'no-preference',
    'forced-colors': 'none',
    'inverted-colors': 'none',
    hover: 'hover',
    'any-hover': 'hover',
    pointer: 'fine',
    'any-pointer': 'fine',
    scripting: 'enabled',
    update: 'fast',
    'display-mode': 'browser',
    'color-gamut': 'srgb',
    'dynamic-range': 'standard',
    'overflow-block': 'scroll',
    'overflow-inline': 'scroll',
  }),
);

/** True when an at-rule's contents apply on a screen: `@media …` or `@supports …`; any other one's do. */
export function applies(prelude: string, screen: Screen): boolean {
  const [, name = '', condition = ''] = /^@([\w-]+)\s*(.*)$/s.exec(prelude) ?? [];
  switch (name.toLowerCase()) {
    case 'media':
      return mediaApplies(condition, screen);
    case 'supports':
      return condition.length <= LONGEST && holds(componentsOf(condition), isSupported);
    default:
      return true;
  }
}

/** True when all conditions of `@container` hold for a box, which is given in place of the screen. */
export function isContained(
  conditions: readonly string[] | undefined,
  box: Screen,
  custom: Readonly<Record<string, string>> = {},
): boolean {
  return (
    conditions?.every((condition) =>
      mediaApplies(condition.replace(/^(?!not\b|style\b)[\w-]+\s+(?=\(|not\b|style\b)/, ''), box, custom),
    ) ?? true
  );
}

/** True for `style(--name: value)` of a container that has such a custom property (CSS Conditional 5, 5.4). */
export function hasStyle(args: readonly Component[], custom: Readonly<Record<string, string>>): boolean {
  const [name, colon, ...value] = args;
  if (!name?.source.startsWith('--')) return false;
  const set = custom[name.source];
  const written = (parts: readonly Component[]) => parts.map(({ source }) => source).join(' ');
  return set !== undefined && (!colon || written(componentsOf(set)) === written(value));
}

/** True when a list of media queries fits a screen; one that is absurdly long fits none. */
export function mediaApplies(list: string, screen: Screen, custom: Readonly<Record<string, string>> = {}): boolean {
  if (list.trim() === '') return true;
  if (list.length > LONGEST) return false;
  return commaSeparated(componentsOf(list)).some((query) =>
    holds(query, (component) =>
      component.args
        ? component.text === 'style'
          ? hasStyle(component.args, custom)
          : hasFeature(component.args, screen)
        : component.text === 'all' || component.text === 'screen',
    ),
  );
}

const LONGEST = 2000;

/** A condition of `not`, `and` and `or`, whose innermost parts a function judges. */
function holds(components: readonly Component[], judge: (component: Component) => boolean): boolean {
  let result: boolean | undefined;
  let isNegative = false;
  let isOr = false;
  // Of a media query, `not` negates all that follows.
  const negatesAll = components[0]?.text === 'not' && !components[0].args && components[1]?.args === undefined;
  for (const component of negatesAll ? components.slice(1) : components) {
    if (!component.args && /^(?:only|and|or|not)$/.test(component.text)) {
      isOr = component.text === 'or';
      if (component.text === 'not') isNegative = true;
      continue;
    }
    const isGroup = component.text === '' && component.args?.some(({ args, text }) => args && text === '');
    const found = (isGroup ? holds(component.args ?? [], judge) : judge(component)) !== isNegative;
    result = result === undefined ? found : isOr ? result || found : result && found;
    isNegative = false;
  }
  return (result ?? false) !== negatesAll;
}

/** Features that Chromium has, as far as names tell. */
function isSupported({ text, args = [], source }: Component): boolean {
  if (text === 'font-format' || text === 'font-tech') return true;
  if (text === 'selector') return (source.match(/(?<!\\):[\w-]+/g) ?? []).every(isKnownPseudo);
  const [name, , ...value] = args;
  if (!name || !PROPERTY.test(name.text) || args.some((part) => /^-(?:moz|ms|o)-/.test(part.text))) return false;
  const isKnown = isRead(name.text) && !name.text.startsWith('--') && name.text !== 'all';
  return !isKnown || expand(name.text, value.map((part) => part.source).join(' ')) !== undefined;
}

export const isKnownPseudo = (pseudo: string) => PSEUDO.test(pseudo.toLowerCase());

/** Pseudo-classes and pseudo-elements that Chromium knows. */
const PSEUDO =
  /^:(?:-webkit-.+|hover|focus(?:-visible|-within)?|active|visited|target.*|is|where|not|has|nth-.+|(?:first|last|only)-(?:child|of-type|letter|line)|empty|root|scope|checked|disabled|enabled|required|optional|(?:user-)?(?:in)?valid|(?:in|out-of)-range|read-(?:only|write)|placeholder(?:-shown)?|default|indeterminate|lang|dir|(?:any-)?link|defined|modal|open|popover-open|fullscreen|autofill|any-link|local-link|past|future|playing|paused|muted|buffering|stalled|seeking|volume-locked|state|active-view-transition.*|has-slotted|interest-.*|host.*|before|after|marker|selection|backdrop|part|slotted|file-selector-button|view-transition.*|picture-in-picture|details-content)$/;

/** Beginnings of the names of CSS properties. */
const PROPERTY =
  /^(?:--|-webkit-|(?:accent|align|all|anchor|animation|appearance|aspect|backdrop|backface|background|block|border|bottom|box|break|caption|caret|clear|clip|color|column|contain|content|counter|cursor|direction|display|empty|field|fill|filter|flex|float|font|gap|grid|hang|height|hyphen|image|inline|inset|interpolate|isolation|justify|left|letter|line|list|margin|marker|mask|math|max|min|mix|object|offset|opacity|order|orphans|outline|overflow|overscroll|padding|page|paint|perspective|place|pointer|position|print|quotes|resize|right|rotate|row|ruby|scale|scroll|scrollbar|shape|speak|stroke|tab|table|text|top|touch|transform|transition|translate|unicode|user|vertical|view|visibility|white|widows|width|will|word|writing|z|zoom)(?:-|$))/;

function hasFeature(args: readonly Component[], screen: Screen): boolean {
  const words = args.map(({ text }) => text);
  const comparisons = words.flatMap((word, index) => (/^[<>=]$/.test(word) ? [index] : []));
  if (comparisons.length > 0) return inRange(args, screen);
  const [name = '', , value] = words;
  const bound = /^(?:-webkit-)?(min|max)-(?:device-)?(.+)$/.exec(name);
  const actual = featureOf(bound?.[2] ?? name.replace(/^device-/, ''), screen);
  if (typeof actual === 'number') {
    const asked = amountOf(args[2], screen);
    if (asked === undefined) return value === undefined && actual !== 0;
    if (bound?.[1] === 'min') return actual >= asked;
    return bound ? actual <= asked : actual === asked;
  }
  if (actual === undefined) return false;
  return value === undefined ? !/^(?:no-preference|none)$/.test(actual) : actual === value;
}

function featureOf(name: string, screen: Screen): number | string | undefined {
  switch (name) {
    case 'width':
    case 'inline-size':
      return screen.width;
    case 'height':
    case 'block-size':
      return screen.height;
    case 'aspect-ratio':
      return screen.width / screen.height;
    case 'orientation':
      return screen.width > screen.height ? 'landscape' : 'portrait';
    case 'prefers-color-scheme':
      return screen.dark ? 'dark' : 'light';
    case 'color':
      return 8;
    case 'monochrome':
    case 'grid':
    case 'color-index':
      return 0;
    case 'resolution':
    case 'device-pixel-ratio':
    case 'pixel-ratio':
      return 1;
    default:
      return DISCRETE.get(name);
  }
}

/** `width >= 600px`, `400px < width < 900px` (Media Queries 4, 2.4.3). */
function inRange(args: readonly Component[], screen: Screen): boolean {
  const sides: Component[] = [];
  const signs: string[] = [];
  for (const part of args) {
    if (!/^[<>=]$/.test(part.text)) sides.push(part);
    else if (signs.length < sides.length) signs.push(part.text);
    else signs.push(`${signs.pop() ?? ''}${part.text}`);
  }
  const amounts = sides.map((side) => {
    const feature = side.args ? undefined : featureOf(side.text, screen);
    return typeof feature === 'number' ? feature : amountOf(side, screen);
  });
  return signs.every((sign, index) => {
    const [left, right] = [amounts[index], amounts[index + 1]];
    if (left === undefined || right === undefined) return false;
    if (sign.includes('=') && left === right) return true;
    return sign.startsWith('<') ? left < right : sign.startsWith('>') && left > right;
  });
}

function amountOf(component: Component | undefined, { width, height }: Screen): number | undefined {
  const plain = /^\d*\.?\d+(?:dppx|x|dpi)?$/.exec(component?.text ?? '')?.[0];
  if (plain !== undefined) return Number.parseFloat(plain) / (plain.endsWith('dpi') ? 96 : 1);
  return lengthOf(component, { fontSize: 16, rootFontSize: 16, width, height, whole: undefined });
}
