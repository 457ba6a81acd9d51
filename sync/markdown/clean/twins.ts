/** Builders let people lay out a block once for wide and once for narrow screens: a reader of the text wants it once. */
import { attribute, elementsBelow, isElement, textOf, type HtmlElement, type HtmlParent } from '../html.ts';

type Device = 'wide' | 'narrow';

/** Classes that hide an element on one kind of screen. */
const HIDDEN_ON: readonly (readonly [RegExp, Device])[] = [
  [
    /(?:^|\s)(?:elementor-hidden-(?:desktop|laptop|widescreen)|vc_hidden-(?:lg|md)|hidden-(?:lg|md|desktop)|d-(?:md|lg|sm)-none|fusion-no-large-visibility|visible-(?:xs|sm|phone|mobile)|hide-(?:on-)?desktop|(?:only-mobile|mobile-only|show-on-mobile|show-mobile|mobile-version|solo-movil)|is-hidden-desktop|uagb-hide-desk|kt-hide-desktop|md:hidden|lg:hidden)(?:\s|$)/i,
    'wide',
  ],
  [
    /(?:^|\s)(?:elementor-hidden-(?:phone|mobile)|vc_hidden-(?:xs|sm)|hidden-(?:xs|sm|phone|mobile)|d-none|fusion-no-small-visibility|visible-(?:lg|md|desktop)|hide-(?:on-)?(?:mobile|phone)|(?:only-desktop|desktop-only|show-on-desktop|show-desktop|desktop-version|solo-escritorio)|is-hidden-mobile|uagb-hide-mob|kt-hide-mobile)(?:\s|$)/i,
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
export function twins(root: HtmlParent): ReadonlySet<HtmlElement> {
  const candidates: Candidate[] = [];
  const known = new Set<HtmlElement>();
  const consider = (element: HtmlElement) => {
    if (known.has(element)) return;
    known.add(element);
    candidates.push({ element, hiddenOn: hiddenOn(element), words: wordsOf(element) });
  };
  for (const element of elementsBelow(root, (inner) => hiddenOn(inner).size === 1)) {
    if (candidates.length >= MOST_CANDIDATES || hiddenOn(element).size !== 1) continue;
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
  for (const strip of tabStrips(root)) dropped.add(strip);
  return dropped;
}

/** Elementor's tabs have their titles in a row for wide screens, and each again above its text: there they say what it is about. */
function tabStrips(root: HtmlParent): HtmlElement[] {
  const withClass = (name: string) =>
    [...elementsBelow(root)].filter((element) => attribute(element, 'class').split(/\s+/).includes(name));
  return withClass('elementor-tab-mobile-title').length > 0 ? withClass('elementor-tabs-wrapper') : [];
}

function hiddenOn(element: HtmlElement): ReadonlySet<Device> {
  const classes = attribute(element, 'class');
  return new Set(
    classes === '' ? [] : HIDDEN_ON.filter(([pattern]) => pattern.test(classes)).map(([, device]) => device),
  );
}

function wordsOf(element: HtmlElement): ReadonlySet<string> {
  const words = new Set(
    textOf(element)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
  for (const inner of elementsBelow(element)) if (inner.name === 'img') words.add(attribute(inner, 'src'));
  return words;
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < ALIKE * Math.max(a.size, b.size)) return false;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared) >= ALIKE;
}
