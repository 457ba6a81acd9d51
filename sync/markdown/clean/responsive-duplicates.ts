/** Blocks with separate layouts for wide and narrow screens, which must occur once in the text. */
import { allBuilders } from '../builders.ts';
import { classMatcher, type ClassMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText } from '../parse/html.ts';
import type { HtmlElement } from '../parse/tree.ts';
import type { Visibility } from '../visibility/hidden.ts';
import PARTS from '../words/page-parts.json' with { type: 'json' };

type Device = 'wide' | 'narrow';

// Utility classes of builders, Bootstrap and themes that hide an element on a type of screen.
const HIDING: Readonly<Record<Device, ClassMatcher>> = {
  wide: classMatcher(`${PARTS.hiddenOnWide.join(' ')} ${allBuilders('hiddenOnWide')}`),
  narrow: classMatcher(`${PARTS.hiddenOnNarrow.join(' ')} ${allBuilders('hiddenOnNarrow')}`),
};
const SIMILAR = 0.85;
const MAX_CANDIDATES = 400;

type Candidate = { readonly element: HtmlElement; readonly isWide: boolean; readonly words: ReadonlySet<string> };

/**
 * Returns the duplicates to remove. For every pair with the same text that no screen displays together, it is the
 * element for narrow screens.
 */
export function responsiveDuplicates(
  root: HtmlElement,
  elements: readonly HtmlElement[],
  visibility: Visibility,
): ReadonlySet<HtmlElement> {
  const candidates = new Map<HtmlElement, Candidate>();
  const consider = (element: HtmlElement) => {
    const isWide = !isHiddenOn(element, 'wide', visibility);
    if (!candidates.has(element)) candidates.set(element, { element, isWide, words: wordsOf(element) });
  };
  const isResponsive = (element: HtmlElement) =>
    isHiddenOn(element, 'wide', visibility) !== isHiddenOn(element, 'narrow', visibility);
  for (const element of elements.some(isResponsive) ? elementsBelow(root, isResponsive) : []) {
    if (candidates.size >= MAX_CANDIDATES || !isResponsive(element)) continue;
    consider(element);
    for (const sibling of [element.prev, element.next]) if (sibling && isElement(sibling)) consider(sibling);
  }
  const all = [...candidates.values()];
  const wide = all.filter(({ isWide }) => isWide);
  const isRepeated = ({ isWide, words }: Candidate) =>
    !isWide && words.size > 0 && wide.some((other) => areSimilar(words, other.words));
  return new Set(all.filter(isRepeated).map(({ element }) => element));
}

const isHiddenOn = (element: HtmlElement, device: Device, { hasRules, hidesOn }: Visibility): boolean =>
  (element.classes.length > 0 || attribute(element, 'id') !== '') &&
  (HIDING[device](element.classes) !== undefined || (hasRules && hidesOn(element, device)));

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

const areSimilar = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  Math.min(a.size, b.size) >= SIMILAR * Math.max(a.size, b.size) && a.intersection(b).size / a.union(b).size >= SIMILAR;
