/** Classifies check and cross icons by their names: classes, files, ligatures, code points and outlines. */
import { anyClass, askedOfClasses, namesIn } from '../parse/class-names.ts';
import { attribute, elementsBelow, isText } from '../parse/html.ts';
import type { HtmlElement } from '../parse/tree.ts';
import ICONS from '../words/icons.json' with { type: 'json' };

/** Meaning of an icon. `contrast` is a minus: a cross if its list has checks, otherwise a bullet. */
export type Meaning = '✓' | '✗' | 'contrast';

const words = (list: string | readonly string[]): ReadonlySet<string> => new Set([list].flat().join(' ').split(' '));

// Prefixes of icon fonts and of icon widgets.
const FAMILIES = words(ICONS.families);
// Words for the shape or style of a sign, without meaning.
const SHAPES = words(ICONS.shapes);
const [YES, NO, MINUS] = [words(ICONS.yes), words(ICONS.no), words(ICONS.minus)];
// Names that need the prefix of an icon font. Without a prefix, they are controls or utilities.
const NEEDS_FAMILY = words(ICONS.needsFamily);
// Words with a meaning after any prefix: `tablepress-cross`.
const PLAIN = words(ICONS.afterPrefix);

// Classifies a name such as `fa-times-circle`, `dashicons-yes-alt` or `red-cross.svg`.
function meaningOfName(name: string): Meaning | undefined {
  const parts = name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).flatMap((part) => part.toLowerCase() || []);
  const hasFamily = FAMILIES.has(parts[0] ?? '') || /icons?$/.test(parts[0] ?? '');
  const rest = parts
    .map((part) => part.replace(/(?<=.)(?:circle|square)d?$/, ''))
    .filter(
      (part, index) => !SHAPES.has(part) && !/^\d+$/.test(part) && !(hasFamily && (index === 0 || FAMILIES.has(part))),
    );
  // `fa-cross` of Font Awesome is a Christian cross.
  if (name === 'fa-cross') return undefined;
  const isNegated = rest.length === 2 && rest[0] === 'not';
  const isPrefixed = !hasFamily && rest.length === 2 && PLAIN.has(rest[1] ?? '');
  const word = rest.length === 1 || isNegated || isPrefixed ? (rest.at(-1) ?? '') : '';
  if (!hasFamily && NEEDS_FAMILY.has(word) && !isNegated) return undefined;
  if (MINUS.has(word)) return 'contrast';
  if (NO.has(word) || (isNegated && (YES.has(word) || word === 'allowed'))) return '✗';
  return YES.has(word) ? '✓' : undefined;
}

const meaningOfClasses = askedOfClasses((classes) => {
  for (const name of classes) {
    const meaning = meaningOfName(name);
    if (meaning) return meaning;
  }
  return '';
});

const LETTER_MEANINGS = meanings(ICONS.letters);
// Private-use code points of Font Awesome, which several icon fonts of WordPress share.
const CODE_POINTS = meanings(ICONS.codePoints);

function meanings(signs: Readonly<Record<Meaning, string>>): ReadonlyMap<string, Meaning> {
  return new Map(
    (['✓', '✗', 'contrast'] as const).flatMap((meaning) =>
      signs[meaning].split(' ').map((sign) => [sign, meaning] as const),
    ),
  );
}

// Icon fonts with the name of the icon as text (ligatures of Material), or with ordinary letters (ETmodules of Divi).
const isGlyphFont = anyClass(/^(?:material-(?:icons|symbols)|mat-icon)|^(?:et-pb-icon|et_font_icon|et-pb-fa-icon)$/);

/** Tests for an element whose text is the code or the name of an icon. */
export const isGlyph = (element: HtmlElement): boolean => isGlyphFont(element.classes);

/** Returns the mark of a single code point of an icon font; `undefined` for ordinary text. */
export const markOfSign = (sign: string): string | undefined => {
  const meaning = CODE_POINTS.get(sign);
  return meaning === 'contrast' ? undefined : meaning;
};

// Segments of outlines without white space and commas, for drawings without a name: Font Awesome 5 to 7, Feather,
// Material, Heroicons, Bootstrap Icons. Plugins inline these files without their classes.
const OUTLINES = (['✓', '✗', 'contrast'] as const).map(
  (mark) => [mark, new RegExp(ICONS.outlines[mark].join('|'))] as const,
);

// Maximum number of characters that are searched in an outline. Larger drawings are not icons.
const MAX_OUTLINE = 700;

function meaningOfOutline(svg: HtmlElement, drawingOf: DrawingOf): Meaning | undefined {
  const shapes = [...elementsBelow(svg)].filter(({ name }) => /^(?:path|polyline|line|use)$/.test(name));
  if (shapes.length === 0 || shapes.length > 3) return undefined;
  for (const shape of shapes) {
    const target = attribute(shape, 'href') || attribute(shape, 'xlink:href');
    const id = target.split('#').at(-1) ?? '';
    const drawing = target.startsWith('#') ? drawingOf(id) : undefined;
    const drawn = drawing && (meaningOfIcon(drawing) ?? meaningOfOutline(drawing, () => undefined));
    const named = shape.name === 'use' ? (meaningOfName(id) ?? drawn) : undefined;
    if (named) return named;
    const outline = (attribute(shape, 'd') || attribute(shape, 'points')).slice(0, MAX_OUTLINE).replace(/[\s,]+/g, '');
    if (outline === '') continue;
    const known = OUTLINES.find(([, part]) => part.test(outline));
    if (known) return known[0];
  }
  const lines = shapes.filter(({ name }) => name === 'line');
  const ends = lines.map((line) => ['x1', 'y1', 'x2', 'y2'].map((name) => attribute(line, name)));
  const isCross = ends.length === 2 && ends.every(([x1, y1, x2, y2]) => x1 !== x2 && y1 !== y2);
  return isCross ? '✗' : undefined;
}

/** Finds the drawing that a `use` element references by its id (SVG 2, 5.6). */
export type DrawingOf = (id: string) => HtmlElement | undefined;

/** Returns the meaning of an icon; `undefined` for unknown icons, and for elements with content. */
export function meaningOfIcon(element: HtmlElement, drawingOf: DrawingOf = () => undefined): Meaning | undefined {
  const { name, classes } = element;
  if (name === 'img') {
    if (attribute(element, 'alt').trim() !== '') return undefined;
    const sources = ['data-src', 'data-lazy-src', 'src'].map((source) => attribute(element, source));
    const file = sources.find((source) => /\.(?:svg|png|gif|webp|jpe?g|avif)(?:$|\?)/i.test(source)) ?? '';
    return meaningOfName(`icon-${/([^/]+)\.\w+(?:\?.*)?$/.exec(file)?.[1] ?? ''}`);
  }
  const text = name === 'svg' ? '' : textOfSole(element);
  if (text === undefined) return undefined;
  if (text !== '') {
    if (CODE_POINTS.has(text)) return CODE_POINTS.get(text);
    if (!isGlyph(element)) return undefined;
    return LETTER_MEANINGS.get(text) ?? meaningOfName(`icon-${text}`);
  }
  const drawn = Object.values(element.attribs).find((value) => CODE_POINTS.has(value));
  if (drawn !== undefined) return CODE_POINTS.get(drawn);
  const named = namesIn(
    ['data-icon', 'data-name', 'data-id', 'uk-icon'].map((key) => attribute(element, key)).join(' '),
  );
  const meaning = meaningOfClasses(classes) || named.map((each) => meaningOfName(`icon-${each}`)).find(Boolean);
  if (meaning || name !== 'svg') return meaning || undefined;
  // Kadence names a drawing by the classes of the `span` around it.
  const { parent } = element;
  const isNamedAround = parent?.name === 'span' && parent.children.length === 1;
  return (isNamedAround && meaningOfClasses(parent.classes)) || meaningOfOutline(element, drawingOf);
}

// Text of an element without child elements; otherwise `undefined`.
function textOfSole({ children }: HtmlElement): string | undefined {
  const [first] = children;
  if (!first) return '';
  return children.length === 1 && isText(first) ? first.data.trim() : undefined;
}
