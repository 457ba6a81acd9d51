import { pricedChoices } from '../../markdown/clean/form-choices.ts';
import { attribute, textsOf } from '../../markdown/parse/html.ts';
import type { Page } from '../../markdown/parse/page.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';
import { SEPARATOR, shownOf, shownOn, textIn, wholeWordsIn, wordsIn, type Shown } from './shown-page.ts';
import { between, createWordMatcher, folded, holdsAll, overlapOf, withoutBetween } from './text-comparison.ts';

/** Compares a text of the REST API with the visitor's page in all its parts. */
export function compareWithPage(content: Page, page: Shown) {
  // On a page that hides nothing, rules and scripts of the theme may show content that its markup hides.
  const own = page.hidden.size === 0 ? shownOn([content], new Set()) : shownOf(content);
  const forms = formsIn(own);
  const textOf = (extent: { readonly of?: 'aside' | 'all'; readonly joins?: boolean } = {}) => {
    const text = own.text({ ...extent, without: forms });
    return page.hasCipher() ? text.replaceAll(EMAIL, ' ') : text;
  };
  // Texts outside the visible text: labels, drawings and similar elements, and shortcodes in brackets.
  const textsAside = (joins: boolean): readonly string[][] =>
    [textOf({ of: 'aside', joins }), ...between(textOf({ joins }), '[', ']')]
      .flatMap((text) => text.split(SEPARATOR))
      .map(folded)
      .filter((words) => words.length > 0);
  const given = folded(withoutBetween(textOf(), '[', ']'));
  return {
    given,
    /** Share of the text that the page contains, 0 to 1. */
    overlap: overlapOf(given, page.words()),
    /** True if no word, image or link is missing. */
    isWhole: () => holdsAll(given, page.words()) && namesAll(own, page),
    /** True if texts outside the visible text are in the page too, or absent from the Markdown. */
    isAllAside: (markdown: string): boolean => {
      const texts = textsAside(false);
      const choices = forms.flatMap(choicesOf);
      if (texts.length + choices.length === 0) return true;
      const isPublished =
        [...texts, ...choices].some(createWordMatcher(wordsIn(markdown))) ||
        textsAside(true).some(createWordMatcher(wholeWordsIn(markdown)));
      if (!isPublished) return true;
      const pageWords = page.allWords();
      return choices.every(createWordMatcher(pageWords)) && holdsAll(folded(textOf({ of: 'all' })), pageWords);
    },
  };
}

const EMAIL = /[^\s<>"'@]{1,64}@[^\s<>"'@]{1,253}/g;

// Forms of a content, which may show visitors different numbers each time. A long form is a wrapper around content.
const formsIn = ({ elements, hidden }: Shown): readonly HtmlElement[] => {
  const isShort = (form: HtmlElement) => folded(textIn(form, { without: hidden })).length <= MOST_IN_FORM;
  return elements().filter((element) => element.name === 'form' && isShort(element));
};
const MOST_IN_FORM = 120;

// Words of each published text of a form: choices with a price, and their names.
function choicesOf(form: HtmlElement): readonly string[][] {
  const choices = pricedChoices(form, new Set());
  return choices
    ? textsOf(choices)
        .map(folded)
        .filter((words) => words.length > 0)
    : [];
}

// Elements that embed or link a file.
const EMBEDS = /^(?:a|iframe|video|audio|source|embed|img)$/;
const ADDRESS = /^(?:https?:|tel:|\/|\.|\?|[^:#]+$)/i;
// Limit of searched characters: several hundred links of a long page.
const MOST_SEARCHED = 500_000_000;

/**
 * True if a page contains all links, embeds and alternative texts of a text, in any position. Addresses are compared by their
 * last segment, because CDNs change the host and lazy loading moves `src`.
 */
function namesAll(own: Shown, page: Shown): boolean {
  const named = namesIn(page);
  const missing = [...namesIn(own)].filter((name) => !named.has(name));
  if (missing.length === 0) return true;
  const searched = page.source();
  if (missing.length * searched.length > MOST_SEARCHED) return false;
  return missing.every((name) => searched.includes(name) || searched.includes(encodeURI(name).toLowerCase()));
}

const namesIn = (shown: Shown): ReadonlySet<string> =>
  new Set(shown.elements().flatMap((element) => (EMBEDS.test(element.name) ? (nameOf(element) ?? []) : [])));

// Alternative text of an image, or the identifying part of an address: its video, its file without size and extension, or its
// number.
function nameOf(element: HtmlElement): string | undefined {
  if (element.name === 'img') return attribute(element, 'alt').trim().toLowerCase() || undefined;
  const address = attribute(element, 'href') || attribute(element, 'src');
  const url = ADDRESS.test(address) ? URL.parse(address, 'https://site.invalid/') : null;
  const last = url?.searchParams.get('v') ?? url?.pathname.split('/').findLast((part) => part !== '');
  const name = last?.replace(/\.[a-z\d]{2,5}$/i, '').replace(/-(?:\d+x\d+|scaled)$/, '');
  if (!name) return undefined;
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
