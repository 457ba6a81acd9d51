/** Builders let people lay out a block once for wide and once for narrow screens: a reader of the text wants it once. */
import { attribute, elementsBelow, isElement, isText, textOf } from '../parse/html.ts';
import type { StyleSheets } from './style-sheets.ts';
import { elementBefore } from '../walk/structure.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../parse/tree.ts';

type Device = 'wide' | 'narrow';

/** Classes that hide an element on one kind of screen. */
const HIDDEN_ON: readonly (readonly [RegExp, Device])[] = [
  [
    /(?:^|\s)(?:elementor-hidden-(?:desktop|laptop|widescreen)|vc_hidden-(?:lg|md)|hidden-(?:lg|md|desktop)|d-(?:md|lg|sm)-none|fusion-no-large-visibility|visible-(?:xs|sm|phone|mobile)|hide-(?:on-)?desktop|(?:only-mobile|mobile-only|show-on-mobile|show-mobile|mobile-version|solo-movil)|is-hidden-desktop|uagb-hide-desk|kt-hide-desktop|md:hidden|lg:hidden|fl-visible-(?:mobile|medium-mobile))(?:\s|$)/i,
    'wide',
  ],
  [
    /(?:^|\s)(?:elementor-hidden-(?:phone|mobile)|vc_hidden-(?:xs|sm)|hidden-(?:xs|sm|phone|mobile)|d-none|fusion-no-small-visibility|visible-(?:lg|md|desktop)|hide-(?:on-)?(?:mobile|phone)|(?:only-desktop|desktop-only|show-on-desktop|show-desktop|desktop-version|solo-escritorio)|is-hidden-mobile|uagb-hide-mob|kt-hide-mobile|fl-visible-(?:desktop|large|desktop-medium))(?:\s|$)/i,
    'narrow',
  ],
];
const ALIKE = 0.85;
const MOST_CANDIDATES = 400;

type Candidate = {
  readonly element: HtmlElement;
  readonly hiddenOn: ReadonlySet<Device>;
  readonly words: ReadonlySet<string>;
};

/** Of every pair that no screen shows together and that says the same, the elements to leave out: the narrow screen's. */
export function responsiveDuplicates(
  root: HtmlParent,
  elements: readonly HtmlElement[],
  sheets: StyleSheets,
): ReadonlySet<HtmlElement> {
  const candidates: Candidate[] = [];
  const known = new Set<HtmlElement>();
  const hiddenOn = (element: HtmlElement) => devicesOf(element, sheets);
  const consider = (element: HtmlElement) => {
    if (known.has(element)) return;
    known.add(element);
    candidates.push({ element, hiddenOn: hiddenOn(element), words: wordsOf(element) });
  };
  const isHalf = (element: HtmlElement) => hiddenOn(element).size === 1;
  for (const element of elements.some(isHalf) ? elementsBelow(root, isHalf) : []) {
    if (candidates.length >= MOST_CANDIDATES || !isHalf(element)) continue;
    consider(element);
    for (const sibling of [element.prev, element.next]) if (sibling && isElement(sibling)) consider(sibling);
  }
  const dropped = new Set<HtmlElement>();
  for (const one of candidates) {
    if (!one.hiddenOn.has('wide') || one.words.size === 0) continue;
    const twin = candidates.find(
      (other) =>
        other !== one && !other.hiddenOn.has('wide') && !dropped.has(other.element) && areAlike(one.words, other.words),
    );
    if (twin) dropped.add(one.element);
  }
  for (const strip of tabStrips(elements)) dropped.add(strip);
  for (const repetition of repetitions(elements)) dropped.add(repetition);
  return dropped;
}

/** Sections and rows of builders that keep in a style sheet elsewhere on which screens each is shown. */
const ROW =
  /(?:^|\s)(?:et_pb_section|et_pb_row|et_pb_row_inner|elementor-section|e-con|wpb_row|vc_row|fl-row|fusion-fullwidth|fusion-builder-row|brxe-section|brxe-container|ct-section|bde-section|thrv-page-section)(?:\s|$)/;
/** Shorter rows may repeat on purpose: a button above and below. */
const LEAST_REPEATED = 60;

/** Rows that say letter by letter what the row just before them says: no reader is shown both. */
function repetitions(elements: readonly HtmlElement[]): HtmlElement[] {
  const repeated: HtmlElement[] = [];
  let compared = 0;
  for (const element of elements) {
    const before = ROW.test(attribute(element, 'class')) ? elementBefore(element) : undefined;
    if (!before || !ROW.test(attribute(before, 'class')) || firstText(before) !== firstText(element)) continue;
    if (++compared > MOST_CANDIDATES) break;
    const text = lettersOf(element);
    if (text.length >= LEAST_REPEATED && text === lettersOf(before)) repeated.push(element);
  }
  return repeated;
}

function firstText(element: HtmlElement): string {
  let node: HtmlNode | undefined = element;
  const stack: HtmlNode[] = [];
  for (; node; node = stack.pop()) {
    if (isText(node)) {
      if (node.data.trim() !== '') return node.data.trim();
    } else if (!/^(?:script|style)$/.test(node.name)) for (const child of node.children.toReversed()) stack.push(child);
  }
  return '';
}

/** Its text without white space, and the files of its images. */
function lettersOf(element: HtmlElement): string {
  const images = [...elementsBelow(element)].filter((inner) => inner.name === 'img');
  return [textOf(element), ...images.map((image) => attribute(image, 'src'))].join('').replace(/\s+/g, '');
}

/** Tabs that have their titles in a row for wide screens, and each again above its text: by the class of either. */
const TABS: readonly (readonly [strip: string, title: string])[] = [
  ['elementor-tabs-wrapper', 'elementor-tab-mobile-title'],
  ['vc_tta-tabs-container', 'vc_tta-panel-title'],
  ['nav', 'fusion-mobile-tab-nav'],
];

/** Rows of titles that stand again above the texts: there they say what these are about. */
function tabStrips(elements: readonly HtmlElement[]): HtmlElement[] {
  const strips: HtmlElement[] = [];
  const folded = (titled: readonly HtmlElement[]) => titled.map(textOf).join('').replace(/\s+/g, '');
  const widgets = new Set<HtmlParent>();
  for (const element of elements) {
    const title = TABS.find(([strip]) => hasClass(element, strip))?.[1];
    const widget = element.parent;
    if (title === undefined || !widget || hasClass(element, title) || widgets.has(widget)) continue;
    widgets.add(widget);
    if (widgets.size > MOST_CANDIDATES) break;
    const titles = [...elementsBelow(widget)].filter((inner) => hasClass(inner, title));
    if (titles.length > 0 && folded(titles) === folded([element])) strips.push(element);
  }
  return strips;
}

function hasClass(element: HtmlElement, name: string): boolean {
  const classes = attribute(element, 'class');
  return classes.includes(name) && classes.split(/\s+/).includes(name);
}

const NONE: ReadonlySet<Device> = new Set();

function devicesOf(element: HtmlElement, sheets: StyleSheets): ReadonlySet<Device> {
  const classes = attribute(element, 'class');
  if (classes === '' && attribute(element, 'id') === '') return NONE;
  const devices = new Set<Device>();
  for (const device of ['wide', 'narrow'] as const) if (sheets.hidesOn(element, device)) devices.add(device);
  if (classes !== '') for (const [pattern, device] of HIDDEN_ON) if (pattern.test(classes)) devices.add(device);
  return devices;
}

function wordsOf(element: HtmlElement): ReadonlySet<string> {
  const words = new Set<string>();
  for (const inner of [element, ...elementsBelow(element)]) {
    if (inner.name === 'img') words.add(attribute(inner, 'src'));
    for (const child of inner.children) {
      if (!isText(child)) continue;
      for (const [word] of child.data.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) words.add(word);
    }
  }
  return words;
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < ALIKE * Math.max(a.size, b.size)) return false;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared) >= ALIKE;
}
