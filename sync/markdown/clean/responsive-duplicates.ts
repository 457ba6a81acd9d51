/** Blocks that an author laid out once for wide and once for narrow screens: a reader of the text wants them once. */
import { allBuilders } from '../builders.ts';
import { classMatcher, type ClassMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText } from '../parse/html.ts';
import type { HtmlElement, HtmlParent } from '../parse/tree.ts';
import type { Visibility } from '../visibility/hidden.ts';

type Device = 'wide' | 'narrow';

/** Utility classes that hide an element on one kind of screen: those of builders, of Bootstrap and of themes. */
const HIDING: Readonly<Record<Device, ClassMatcher>> = {
  wide: classMatcher(`
    hidden-lg hidden-md hidden-desktop d-md-none d-lg-none d-sm-none visible-xs visible-sm visible-phone visible-mobile
    hide-on-desktop hide-desktop only-mobile mobile-only show-on-mobile show-mobile mobile-version solo-movil
    is-hidden-desktop md:hidden lg:hidden ${allBuilders('hiddenOnWide')}`),
  narrow: classMatcher(`
    hidden-xs hidden-sm hidden-phone hidden-mobile d-none visible-lg visible-md visible-desktop hide-on-mobile
    hide-on-phone hide-mobile hide-phone only-desktop desktop-only show-on-desktop show-desktop desktop-version
    solo-escritorio is-hidden-mobile ${allBuilders('hiddenOnNarrow')}`),
};
const SIMILAR = 0.85;
const MAX_CANDIDATES = 400;

type Candidate = {
  readonly element: HtmlElement;
  readonly hiddenOn: ReadonlySet<Device>;
  readonly words: ReadonlySet<string>;
};

/** Of every pair that no screen shows together and that says the same, the elements to leave out: the narrow screen's. */
export function responsiveDuplicates(
  root: HtmlParent,
  elements: readonly HtmlElement[],
  visibility: Visibility,
): ReadonlySet<HtmlElement> {
  const candidates: Candidate[] = [];
  const known = new Set<HtmlElement>();
  const hiddenOn = (element: HtmlElement) => devicesOf(element, visibility);
  const consider = (element: HtmlElement) => {
    if (known.has(element)) return;
    known.add(element);
    candidates.push({ element, hiddenOn: hiddenOn(element), words: wordsOf(element) });
  };
  const isHalf = (element: HtmlElement) => hiddenOn(element).size === 1;
  for (const element of elements.some(isHalf) ? elementsBelow(root, isHalf) : []) {
    if (candidates.length >= MAX_CANDIDATES || !isHalf(element)) continue;
    consider(element);
    for (const sibling of [element.prev, element.next]) if (sibling && isElement(sibling)) consider(sibling);
  }
  const dropped = new Set<HtmlElement>();
  for (const one of candidates) {
    if (!one.hiddenOn.has('wide') || one.words.size === 0) continue;
    const duplicate = candidates.find(
      (other) =>
        other !== one &&
        !other.hiddenOn.has('wide') &&
        !dropped.has(other.element) &&
        areSimilar(one.words, other.words),
    );
    if (duplicate) dropped.add(one.element);
  }
  return dropped;
}

/** The kinds of screen on which an element is hidden; shared, for the question is asked of every element. */
const DEVICES = {
  none: new Set<Device>(),
  wide: new Set<Device>(['wide']),
  narrow: new Set<Device>(['narrow']),
  both: new Set<Device>(['wide', 'narrow']),
} as const;

function devicesOf(element: HtmlElement, { hasRules, hidesOn }: Visibility): ReadonlySet<Device> {
  if (element.classes.length === 0 && attribute(element, 'id') === '') return DEVICES.none;
  const isHiddenOn = (device: Device) =>
    HIDING[device](element.classes) !== undefined || (hasRules && hidesOn(element, device));
  if (isHiddenOn('wide')) return isHiddenOn('narrow') ? DEVICES.both : DEVICES.wide;
  return isHiddenOn('narrow') ? DEVICES.narrow : DEVICES.none;
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

function areSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < SIMILAR * Math.max(a.size, b.size)) return false;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared) >= SIMILAR;
}
