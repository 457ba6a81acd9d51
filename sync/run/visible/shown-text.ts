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

const PICTURE = /!\[([^\]]{0,2000})\]\(([^()\s]{0,2000})[^)]{0,2000}\)/g;
const PICTURE_OR_EMAIL = new RegExp(`${PICTURE.source}|<[^\\s<>@]{1,64}@[^\\s<>@]{1,253}>`, 'g');
const LINK = /\]\(([^()\s]{1,2000})/g;
// End of a sentence within a line.
const SENTENCE = /(?<=[.!?…:;])\s+/;
const FEWEST_IN_SENTENCE = 3;
// Lines without words: rules, table and list markers, and code fences.
const FRAME = /^[\s|:`~>*-]*$/;

/**
 * Returns the part of a Markdown text that a page shows. A line, or its first sentences, is shown if its words occur together and
 * the page contains its links. `also`: the Markdown of the page, with words that the converter adds.
 */
export function shownPart(markdown: string, page: Shown, also = ''): string {
  // Words of Markdown without images, addresses of links, and email addresses that the page may show as a cipher.
  function ownWordsIn(given: string): readonly string[] {
    const text = given.replaceAll(page.hasCipher() ? PICTURE_OR_EMAIL : PICTURE, ' ');
    const whole = wholeWordsIn(text);
    return whole.length > 0 ? whole : folded(withoutBetween(text, '](', ')'));
  }

  const tests = [page.words(), page.wholeWords(), ownWordsIn(also)].map(createWordMatcher);
  const isFound = (words: readonly string[]) => tests.some((test) => test(words));
  const isNamed = (address: string) => page.source().includes(lastPartOf(address)) || also.includes(address);

  const lines = markdown.split('\n');
  const wordsOfLines = lines.map(ownWordsIn);
  let before: readonly string[] = [];

  function isShown(at: number): boolean {
    const words = wordsOfLines[at] ?? [];
    const line = lines[at] ?? '';
    if (![...line.matchAll(LINK)].every(([, address = '']) => isNamed(address))) return false;
    if (words.length === 0) return FRAME.test(line) || /!\[/.test(line);
    if (!isFound(words)) return false;
    // One or two words may occur anywhere, so they count only beside their neighbours.
    const after = wordsOfLines.slice(at + 1).find(({ length }) => length > 0) ?? [];
    const isEnough = words.length > 2 || (before.length === 0 && after.length === 0);
    return isEnough || isFound([...before.slice(-2), ...words]) || isFound([...words, ...after.slice(0, 2)]);
  }

  // First visible sentences of a paragraph, because an excerpt may end inside it.
  function shownBeginning(line: string): string {
    const sentences = line.split(SENTENCE);
    if (sentences.length === 1 || /^\s*\||\]\(/.test(line)) return '';
    let shown = '';
    for (const sentence of sentences) {
      const next = shown === '' ? sentence : `${shown} ${sentence}`;
      if (ownWordsIn(sentence).length < FEWEST_IN_SENTENCE || !isFound(ownWordsIn(next))) break;
      shown = next;
    }
    return (shown.split('**').length - 1) % 2 === 0 ? shown : '';
  }

  const kept = lines.map((line, at) => {
    const shown = isShown(at) ? line : shownBeginning(line);
    if (shown !== '' && (wordsOfLines[at]?.length ?? 0) > 0) before = ownWordsIn(shown);
    return shown;
  });
  return kept
    .join('\n')
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .trim();
}

// Last path segment of an address, without size and extension: CDNs change the host, and images have several sizes.
function lastPartOf(address: string): string {
  const url = URL.parse(address, 'https://site.invalid/');
  const last = url?.pathname.split('/').findLast((part) => part !== '') ?? url?.hostname ?? address;
  return last.replace(/(?:-\d+x\d+|-scaled)?\.[a-z\d]{2,5}$/i, '').toLowerCase();
}
