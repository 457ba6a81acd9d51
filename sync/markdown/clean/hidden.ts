import { attribute, isElement } from '../parse/html.ts';
import type { StyleSheets } from './style-sheets.ts';
import type { HtmlElement } from '../parse/tree.ts';

/** What stands around an element, as far as it decides whether somebody can see it. */
export type Surroundings = {
  /** Classes, ids and roles of the elements around, nearest first. */
  readonly names: string;
  /** The background colour that an inline style around it sets. */
  readonly ground: string | undefined;
  /** Ids that a button or link of the page opens. */
  readonly opened: ReadonlySet<string>;
  readonly sheets: StyleSheets;
};

const OFF_SCREEN =
  /(?:^|;)\s*(?:left|right|top|bottom|margin-left|margin-top|text-indent)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|%)/i;
const ZERO = /(?:^|;)\s*(?:width|height)\s*:\s*[01](?:px|em|rem|%)?\s*(?:!important\s*)?(?:;|$)/i;
/** Grids, sliders and the like become visible when their script has laid them out. */
const SHOWN_LATER =
  /isotope|masonry|grid|portfolio|gallery|load|\brs-|sr7|\bn2-|smartslider|\bls-|sticky|parallax|scroll/i;

/** Inline styles with which nobody sees what is in the element. */
const UNSEEN: readonly ((style: string, element: HtmlElement, names: string) => boolean)[] = [
  (style) => /(?:^|;)\s*display\s*:\s*none/i.test(style),
  (style) => /(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)/i.test(style),
  (style, _, names) =>
    /(?:^|;)\s*opacity\s*:\s*0*\.?0+\s*(?:!important\s*)?(?:;|$)/i.test(style) && !SHOWN_LATER.test(names),
  (style) => OFF_SCREEN.test(style) && /position\s*:\s*(?:absolute|fixed)|text-indent/i.test(style),
  // A frame keeps its proportions by a box without height and with padding.
  (style) => ZERO.test(style) && /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i.test(style) && !/padding/i.test(style),
  (style) => /(?:^|;)\s*clip\s*:\s*rect\(\s*[01](?:px)?\b/i.test(style),
  (style) => /(?:^|;)\s*clip-path\s*:\s*inset\(\s*(?:50|100)%/i.test(style),
  // Columns are set in a box of size 0 to lose the gaps between them; only text that stands in it directly is not seen.
  (style, element) =>
    /(?:^|;)\s*font-size\s*:\s*0(?:px|em|rem|%|pt)?\s*(?:!important\s*)?(?:;|$)/i.test(style) &&
    !element.children.some(isElement),
  (style) =>
    /(?:^|;)\s*color\s*:\s*(?:transparent|rgba\([^)]*,\s*0\s*\))/i.test(style) && !/background-clip/i.test(style),
];

/** What opens by a click, by time or by scrolling: accordions, tabs, sliders, things that fade in. */
const OPENED =
  /tab|accordion|toggle|collaps|faq|panel|spoiler|expand|answer|respuesta|details|question|callout|slide|carousel|rev_|tp-|swiper|slick|\bwow\b|\baos\b|anim|fade|reveal|appear|viewport|waypoint/i;
const PART_OF_TEXT = /^(?:span|i|b|em|strong|small|svg|sup|sub|u|font)$/;

/** Whether nobody who looks at the page sees this element, whatever they open. */
export function isHiddenFromAll(element: HtmlElement, around: Surroundings): boolean {
  const style = attribute(element, 'style');
  const names = `${namesOf(element)} ${around.names}`;
  if (isSameColour(element, style, around.ground)) return true;
  if (attribute(element, 'aria-hidden') === 'true' && !isPrice(element, names) && !OPENED.test(names)) return true;
  const isHidden =
    ('hidden' in element.attribs && attribute(element, 'hidden') !== 'until-found') ||
    (style !== '' && UNSEEN.some((isUnseen) => isUnseen(style, element, names))) ||
    around.sheets.hides(element);
  return (
    isHidden && !OPENED.test(names) && !around.opened.has(attribute(element, 'id')) && !('data-aos' in element.attribs)
  );
}

/** Signs and icons within a text, which are kept from those who listen to it. */
export function isDecoration(element: HtmlElement, { names }: Pick<Surroundings, 'names'>): boolean {
  return (
    attribute(element, 'aria-hidden') === 'true' &&
    PART_OF_TEXT.test(element.name) &&
    !isPrice(element, `${namesOf(element)} ${names}`)
  );
}

/** Prices are kept from those who listen only because they are told them in other words. */
function isPrice(element: HtmlElement, names: string): boolean {
  return /^(?:del|ins)$/.test(element.name) || /(?:^|[\s_-])(?:price|amount)(?:[\s_-]|$)/i.test(names);
}

/** Class, id and role of an element. */
export function namesOf(element: HtmlElement): string {
  return `${attribute(element, 'class')} ${attribute(element, 'id')} ${attribute(element, 'role')}`.trim();
}

/** The ground that inline styles lay under an element's text; `undefined` where a picture or a class may have laid another. */
export function groundOf(element: HtmlElement, around: string | undefined): string | undefined {
  const style = attribute(element, 'style');
  if (/url\(|gradient/i.test(style)) return undefined;
  const background = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;]+)/i.exec(style)?.[1];
  if (background !== undefined) return colour(background);
  return attribute(element, 'class') === '' ? around : undefined;
}

/** The ids that something on the page opens. */
export function openedIds(elements: Iterable<HtmlElement>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const element of elements) {
    for (const id of attribute(element, 'aria-controls').split(/\s+/)) ids.add(id);
    for (const name of ['data-target', 'data-bs-target', 'data-toggle-target', 'href']) {
      const target = attribute(element, name);
      if (target.startsWith('#')) ids.add(target.slice(1));
    }
  }
  ids.delete('');
  return ids;
}

function isSameColour(element: HtmlElement, style: string, around: string | undefined): boolean {
  const slug = /(?:^|\s)has-([\w-]+)-background-color(?:\s|$)/.exec(attribute(element, 'class'))?.[1];
  if (slug && attribute(element, 'class').split(/\s+/).includes(`has-${slug}-color`)) return true;
  const text = /(?:^|;)\s*color\s*:\s*([^;]+)/i.exec(style)?.[1];
  if (text === undefined) return false;
  const ground = groundOf(element, around);
  return ground !== undefined && colour(text) === ground;
}

const NAMED: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000', red: '#ff0000', transparent: '' };

/** A colour in one spelling; `undefined` when it is not known to be one. */
function colour(value: string): string | undefined {
  const text = value
    .replace(/!important/i, '')
    .trim()
    .toLowerCase();
  const named = NAMED[text];
  if (named !== undefined) return named || undefined;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  const parts = /^rgba?\(\s*(\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})(?:[,\s/]+1(?:\.0+)?)?\s*\)$/.exec(text);
  return parts
    ? `#${parts
        .slice(1)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    : undefined;
}
