/** Properties that affect visibility, as longhands in physical directions of left-to-right text. */
import { splitAt } from './values.ts';

const LONGHANDS: ReadonlySet<string> = new Set(
  `display visibility opacity filter content-visibility font-size zoom width height max-width max-height min-width
  min-height overflow-x overflow-y line-height padding-top padding-right padding-bottom padding-left clip clip-path
  position float left right top bottom margin-left margin-top text-indent white-space transform translate scale rotate
  color background-color background-image background-clip -webkit-text-fill-color text-shadow
  -webkit-text-stroke-width animation-name z-index backdrop-filter`.split(/\s+/),
);

const ALIASES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  '-webkit-clip-path': 'clip-path',
  '-webkit-filter': 'filter',
  '-webkit-backdrop-filter': 'backdrop-filter',
  '-webkit-transform': 'transform',
  '-webkit-background-clip': 'background-clip',
  '-webkit-text-stroke': '-webkit-text-stroke-width',
  '-webkit-animation-name': 'animation-name',
  'block-size': 'height',
  'inline-size': 'width',
  'max-block-size': 'max-height',
  'max-inline-size': 'max-width',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'margin-inline-start': 'margin-left',
  'margin-block-start': 'margin-top',
});

const SHORTHANDS: ReadonlySet<string> = new Set(
  'font overflow inset margin padding background animation -webkit-animation'.split(' '),
);

// Properties that write or decorate text. Their values are case-sensitive.
const WRITING: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  content: 'content',
  'text-decoration': 'text-decoration-line',
  'text-decoration-line': 'text-decoration-line',
});

/** Tests for a property that may affect visibility, including custom properties. */
export const isDecisive = (name: string): boolean =>
  name.startsWith('--') || LONGHANDS.has(name) || name in ALIASES || SHORTHANDS.has(name) || name in WRITING;

// Valid values. Browsers ignore a declaration with an invalid value (CSS Syntax 3, 2.2).
const KNOWN: Readonly<Record<string, RegExp>> = Object.assign(Object.create(null), {
  display:
    /^(?:none|contents|(?:inline-?)?(?:block|flex|grid|table)|inline|inline-flex|inline-grid|flow-root|list-item|table-[a-z-]+|(?:-webkit-|-ms-)\S+|block flow\S*)$/,
  visibility: /^(?:visible|hidden|collapse)$/,
  opacity: /^[+-]?[\d.]+(?:e[+-]?\d+)?%?$|^calc\(/,
});
const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$|var\(/;

/** Expands a declaration to longhands with values. */
export function longhandsOf(name: string, given: string): readonly (readonly [string, string])[] {
  if (name.startsWith('--')) return [[name, given]];
  const writing = WRITING[name];
  if (writing !== undefined) return [[writing, given]];
  const value = given.toLowerCase();
  const property = ALIASES[name] ?? name;
  if (LONGHANDS.has(property)) {
    const isKnown = KNOWN[property]?.test(value) !== false || WIDE.test(value);
    // Ignore values with the prefix of a different browser engine.
    return isKnown && value !== '' && !/^-(?:moz|ms)-/.test(value) ? [[property, value]] : [];
  }
  switch (property) {
    case 'overflow': {
      const [x = value, y = x] = splitAt(value, ' ');
      return [
        ['overflow-x', x],
        ['overflow-y', y],
      ];
    }
    case 'inset':
      return sides(value, ['top', 'right', 'bottom', 'left']);
    case 'margin':
      return sides(value, ['margin-top', '', '', 'margin-left']);
    case 'padding':
      return sides(value, ['padding-top', 'padding-right', 'padding-bottom', 'padding-left']);
    case 'font': {
      const size = splitAt(value.replace(/\s*\/\s*/, '/'), ' ').find(
        (part) => /^(?:[\d.]|calc|min|max|clamp)/.test(part) && !/^[1-9]00$/.test(part),
      );
      return size === undefined ? [] : [['font-size', size.split('/')[0] ?? size]];
    }
    case 'background':
      return backgroundOf(value);
    default:
      return [['animation-name', value === '' ? 'none' : value]];
  }
}

function sides(value: string, names: readonly string[]): readonly (readonly [string, string])[] {
  const [top = value, right = top, bottom = top, left = right] = splitAt(value, ' ');
  return [top, right, bottom, left].flatMap((side, at) => (names[at] ? [[names[at], side] as const] : []));
}

function backgroundOf(value: string): readonly (readonly [string, string])[] {
  if (value.startsWith('var('))
    return [
      ['background-image', 'none'],
      ['background-color', value],
    ];
  const hasImage = /url\(|gradient\(|image|element\(|var\(/.test(value);
  const colour = splitAt(value, ' ').find(
    (part) =>
      /^(?:#|rgb|hsl|[a-z]+$)/.test(part) &&
      !/^(?:none|url|repeat|no-repeat|center|top|left|right|bottom|fixed|scroll|cover|contain)/.test(part),
  );
  return [
    ['background-image', hasImage ? value : 'none'],
    ['background-color', colour ?? (value === 'none' || hasImage ? 'transparent' : value)],
    ['background-clip', /\btext\b/.test(value) ? 'text' : 'border-box'],
  ];
}

// Values that may hide an element, alone or combined. Most declarations cannot hide an element.
const HIDING: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      ['display', /^none$/],
      ['visibility', /^(?:hidden|collapse)$/],
      ['content-visibility', /^hidden$/],
      ['filter', /opacity|blur/],
      ['font-size', /^(?:0|\.|[0-3](?:\.\d+)?(?:px|pt)|[0-2]?\d(?:\.\d+)?%|calc|min|max|clamp)|v[wh]/],
      ['line-height', /^0/],
      ['clip clip-path', /\(/],
      ['opacity zoom', /^(?:-|\+?0|\.[0-2]|[0-2]?\d%|calc|\d?\.?\d*e-)/],
      ['width height max-width max-height', /^[-+]?(?:0|\.\d|1px|calc|min|max|clamp)/],
      ['left right top bottom margin-left margin-top text-indent', /\d{3}|v[wh]|\d\dr?em|calc/],
      ['transform translate scale rotate', /matrix|rotate[xy]|[xy]\b|\b0?\.?0\d?\b|\d{3}|v[wh]/],
    ] as const
  ).flatMap(([names, pattern]) => names.split(' ').map((name) => [name, pattern] as const)),
);
const COLOUR = /^(?:color|background-color|-webkit-text-fill-color)$/;

export function mayHide(property: string, value: string, judgesColours: boolean): boolean {
  if (COLOUR.test(property)) return judgesColours;
  const pattern = HIDING.get(property);
  return pattern !== undefined && (pattern.test(value) || value.includes('var('));
}
