import { pricedChoices } from '../../markdown/clean/priced-choices.ts';
import { allElements, parseHtml, textsOf as textNodesOf } from '../../markdown/parse/html.ts';
import { withoutElements } from './html-elements.ts';
import { namesAll } from './named-files.ts';
import {
  ASIDE,
  between,
  createTold,
  folded,
  holdsAll,
  NO_TEXT,
  overlapOf,
  textsOf,
  wholeTextsOf,
  wholeWordsIn,
  withoutBetween,
  wordsOf,
} from './text-comparison.ts';

/** Compares a text of the REST API with the page in which visitors see it, all its parts. */
export function compareWithPage(content: string, page: string) {
  const written = CIPHER.test(page) ? content.replaceAll(EMAIL, ' ') : content;
  const { text, forms } = withoutForms(written);
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
      const texts = eachFolded(textsAside(text));
      const choices = eachFolded(forms.flatMap(choicesOf));
      if (texts.length + choices.length === 0) return true;
      const isTold =
        [...texts, ...choices].some(createTold(wordsOf(markdown))) ||
        eachFolded(textsAside(text, wholeTextsOf)).some(createTold(wholeWordsIn(markdown)));
      if (!isTold) return true;
      const pageWords = allWordsOf(page);
      return choices.every(createTold(pageWords)) && holdsAll(allWordsOf(text), pageWords);
    },
  };
}

const LABEL = /\s(?:aria-label|title)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

const eachFolded = (texts: readonly string[]) => texts.map(folded).filter((words) => words.length > 0);

/** Each text beside what all visitors read: of labels, of drawings and the like, and in brackets, where shortcodes stand. */
function textsAside(html: string, textsIn = textsOf): readonly string[] {
  const texts = [...html.matchAll(LABEL)].map(([, one, other]) => one ?? other ?? '');
  const gather = (element: string) => {
    // One by one: a call takes a hundred thousand arguments, and a drawing may have more texts.
    for (const text of textsIn(element, NO_TEXT)) texts.push(text);
    return false;
  };
  withoutElements(html, (name) => ASIDE.has(name), gather);
  for (const inner of between(html, '[', ']')) gather(inner);
  return texts;
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

/**
 * HTML without its forms, and these. They are no text of a page; they ask visitors to add other numbers each time. A long one is a
 * wrapper.
 */
function withoutForms(html: string): { readonly text: string; readonly forms: readonly string[] } {
  const forms: string[] = [];
  const stays = (form: string) => wordsOf(form).length > MOST_IN_FORM || forms.push(form) === 0;
  return { text: withoutElements(html, (name) => name === 'form', stays), forms };
}
const MOST_IN_FORM = 120;

/** The texts of a form that are published: its choices with a price, and their names. */
const choicesOf = (html: string): readonly string[] =>
  allElements(parseHtml(html)).flatMap((element) => {
    const choices = element.name === 'form' && pricedChoices(element);
    return choices ? textNodesOf(choices) : [];
  });
