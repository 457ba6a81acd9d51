import { pricedChoices } from '../../markdown/clean/form-choices.ts';
import { allElements, attribute, parseHtml, textsOf as textNodesOf } from '../../markdown/parse/html.ts';
import { markupIn, RAW_TEXT, textsOf, wholeTextsOf, withoutElements } from './html-elements.ts';
import {
  ASIDE,
  between,
  createWordMatcher,
  folded,
  holdsAll,
  NO_TEXT,
  overlapOf,
  wholeWordsIn,
  withoutBetween,
  wordsOf,
} from './text-comparison.ts';
import { decodeEntities } from '../../wordpress/text.ts';

/** Compares a text of the REST API with the visitor's page in all its parts. */
export function compareWithPage(content: string, page: string) {
  const written = CIPHER.test(page) ? content.replaceAll(EMAIL, ' ') : content;
  const { text, forms } = withoutForms(written);
  const given = wordsOf(withoutBetween(text, '[', ']'));
  const shown = wordsOf(page);
  return {
    given,
    /** Share of the text that the page contains, 0 to 1. */
    overlap: overlapOf(given, shown),
    /** True if no word, image or link is missing. */
    isWhole: () => holdsAll(given, shown) && namesAll(content, page),
    /** True if texts outside the visible text are in the page too, or absent from the Markdown. */
    isAllAside: (markdown: string): boolean => {
      const texts = eachFolded(textsAside(text));
      const choices = eachFolded(forms.flatMap(choicesOf));
      if (texts.length + choices.length === 0) return true;
      const isPublished =
        [...texts, ...choices].some(createWordMatcher(wordsOf(markdown))) ||
        eachFolded(textsAside(text, wholeTextsOf)).some(createWordMatcher(wholeWordsIn(markdown)));
      if (!isPublished) return true;
      const pageWords = allWordsOf(page);
      return choices.every(createWordMatcher(pageWords)) && holdsAll(allWordsOf(text), pageWords);
    },
  };
}

const LABEL = /\s(?:aria-label|title)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

const eachFolded = (texts: readonly string[]) => texts.map(folded).filter((words) => words.length > 0);

// Texts outside the visible text: labels, drawings and similar elements, and shortcodes in brackets.
function textsAside(html: string, textsIn = textsOf): readonly string[] {
  const texts = [...html.matchAll(LABEL)].map(([, one, other]) => one ?? other ?? '');
  const gather = (element: string) => {
    // Not with spread arguments: a call accepts at most about a hundred thousand, and a drawing may contain more texts.
    for (const text of textsIn(element, NO_TEXT)) texts.push(text);
    return false;
  };
  withoutElements(html, ASIDE, gather);
  for (const inner of between(html, '[', ']')) gather(inner);
  return texts;
}

// Words of HTML, including those of labels, drawings and similar elements.
const allWordsOf = (html: string): readonly string[] =>
  wordsOf(
    html.replace(LABEL, (label, one?: string, other?: string) => `${label}>${one ?? other ?? ''}<i`),
    NO_TEXT,
  );

// Some CDNs and plugins replace addresses by a cipher that a script decodes.
const CIPHER = /email-protection|cfemail|enc-email|eeb-|cryptx|e-?mail-?(?:encod|obfuscat|protect)/i;
const EMAIL = /[^\s<>"'@]{1,64}@[^\s<>"'@]{1,253}/g;

// Splits HTML into text and forms, because forms may show visitors different numbers each time. A long form is a wrapper around
// content.
function withoutForms(html: string): { readonly text: string; readonly forms: readonly string[] } {
  const forms: string[] = [];
  const stays = (form: string) => wordsOf(form).length > MOST_IN_FORM || forms.push(form) === 0;
  return { text: withoutElements(html, FORMS, stays), forms };
}
const FORMS: ReadonlySet<string> = new Set(['form']);
const MOST_IN_FORM = 120;

// Published texts of a form: choices with a price, and their names.
const choicesOf = (html: string): readonly string[] =>
  allElements(parseHtml(html)).flatMap((element) => {
    const choices = element.name === 'form' && pricedChoices(element, new Set());
    return choices ? textNodesOf(choices) : [];
  });

// Elements that embed or link a file.
const EMBEDS = /^(?:a|iframe|video|audio|source|embed|img)$/;
const ADDRESS = /^(?:https?:|tel:|\/|\.|\?|[^:#]+$)/i;
// Limit of searched characters: several hundred links of a long page.
const MOST_SEARCHED = 500_000_000;

/**
 * True if a page contains all links, embeds and alternative texts of a text, in any position. Addresses are compared by their
 * last segment, because CDNs change the host and lazy loading moves `src`.
 */
function namesAll(text: string, page: string): boolean {
  const given = text.toWellFormed();
  const tags = new Set<string>();
  for (const { name, isEnd, start, end } of markupIn(given, RAW_TEXT))
    if (!isEnd && EMBEDS.test(name ?? '')) tags.add(given.slice(start, end));
  if (tags.size * page.length > MOST_SEARCHED) return false;
  // Most tags occur verbatim, so no lower-case copy of the page is needed.
  const names = [...tags].flatMap((tag) => (page.includes(tag) ? [] : (nameIn(tag) ?? [])));
  if (names.length === 0) return true;
  const searched = decodeEntities(page).toLowerCase();
  return names.every((name) => searched.includes(name) || searched.includes(encodeURI(name).toLowerCase()));
}

// Alternative text of an image, or the identifying part of an address: its video, its file without size and extension, or its
// number.
function nameIn(tag: string): string | undefined {
  const [element] = allElements(parseHtml(tag));
  if (!element) return undefined;
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
