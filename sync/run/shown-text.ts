import { withoutElements } from './html-elements.ts';
import { namesAll } from './named-files.ts';
import { holdsAll, overlapOf, withoutBetween, wordsOf } from './text-comparison.ts';

/** Compares a text of the REST API with the page in which visitors see it. */
export function compareWithPage(content: string, page: string) {
  const written = CIPHER.test(page) ? content.replaceAll(EMAIL, ' ') : content;
  const given = wordsOf(withoutBetween(withoutForms(written), '[', ']'));
  const shown = wordsOf(page);
  return {
    /** Words of the text. */
    given,
    /** The part of it that the page has, from 0 to 1. */
    overlap: overlapOf(given, shown),
    /** True when not a word, picture or link of it is missing. */
    isWhole: () => holdsAll(given, shown) && namesAll(content, page),
  };
}

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
