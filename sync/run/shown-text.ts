import { withoutElements } from './html-elements.ts';
import { namesAll } from './named-files.ts';
import {
  ASIDE,
  between,
  folded,
  holdsAll,
  NO_TEXT,
  overlapOf,
  textsOf,
  withoutBetween,
  wordsOf,
} from './text-comparison.ts';

/** Compares a text of the REST API with the page in which visitors see it, all its parts. */
export function compareWithPage(content: string, page: string) {
  const written = CIPHER.test(page) ? content.replaceAll(EMAIL, ' ') : content;
  const text = withoutForms(written);
  const given = wordsOf(withoutBetween(text, '[', ']'));
  const shown = wordsOf(page);
  return {
    /** Words of the text. */
    given,
    /** The part of it that the page has, from 0 to 1. */
    overlap: overlapOf(given, shown),
    /** True when not a word, picture or link of it is missing. */
    isWhole: () => holdsAll(given, shown) && namesAll(content, page),
    /** True when what stands beside the text is in the page too, or not in the Markdown of the text. */
    isAllAside: (markdown: string): boolean => {
      const texts = textsAside(text);
      if (texts.length === 0 || holdsAll(allWordsOf(text), allWordsOf(page))) return true;
      const told = ` ${wordsOf(markdown).join(' ')} `;
      return !texts.some((words) => told.includes(` ${words.join(' ')} `));
    },
  };
}

const LABEL = /\s(?:aria-label|title)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** The words of each text beside what all visitors read: of labels, of drawings and the like, and in brackets, where shortcodes stand. */
function textsAside(html: string): readonly (readonly string[])[] {
  const texts = [...html.matchAll(LABEL)].map(([, one, other]) => one ?? other ?? '');
  const gather = (element: string) => texts.push(...textsOf(element, NO_TEXT)) === 0;
  withoutElements(html, (name) => ASIDE.has(name), gather);
  for (const inner of between(html, '[', ']')) gather(inner);
  return texts.map(folded).filter((words) => words.length > 0);
}

/** The words of HTML with those of its labels, drawings and the like. */
const allWordsOf = (html: string): readonly string[] =>
  wordsOf(
    html.replace(LABEL, (attribute, one?: string, other?: string) => `${attribute}>${one ?? other ?? ''}<i`),
    NO_TEXT,
  );

/** Some networks and plugins give visitors a cipher in the place of an address, which only their script makes legible. */
const CIPHER = /email-protection|cfemail|enc-email|eeb-|cryptx|e-?mail-?(?:encod|obfuscat|protect)/i;
const EMAIL = /[^\s<>"'@]{1,64}@[^\s<>"'@]{1,253}/g;

/** HTML without its forms, which are no text of a page; they ask visitors to add other numbers each time. A long one is a wrapper. */
const withoutForms = (html: string): string =>
  withoutElements(
    html,
    (name) => name === 'form',
    (form) => wordsOf(form).length > MOST_IN_FORM,
  );
const MOST_IN_FORM = 120;
