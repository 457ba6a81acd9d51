import { isSpace } from './lines.ts';

// Longest word between two numbers (*de 9 a 14 h*), and longest unit, in letters.
const SHORT = 4;
const HAS_DIGIT = /\d/;
const ZERO = 48;
const NINE = 57;
// Number of characters of a word that are read.
const LONGEST = 30;
// A currency sign or a unit after a number; a sign before a number.
const AFTER = /^(?:[€$£¥%]|(?:eur|euros?|uhr|hrs?|h|am|pm)\b)/i;
const BEFORE = /[€$£¥+–—-]$/;

/** Returns true for a space within a telephone number, a range of times or a price, which no cut may divide. */
export function isInFigure(text: string, space: number): boolean {
  if (text.charAt(space) === '\n' || !hasDigitBeside(text, space)) return false;
  const before = wordBefore(text, space);
  const after = wordAfter(text, space);
  if (BEFORE.test(before) && HAS_DIGIT.test(after)) return true;
  if (HAS_DIGIT.test(before)) {
    if (HAS_DIGIT.test(after) || AFTER.test(after)) return !/[.;!?]$/.test(before);
    return isShort(after) && HAS_DIGIT.test(wordAfter(text, space + 1 + after.length));
  }
  return isShort(before) && HAS_DIGIT.test(after) && HAS_DIGIT.test(wordBefore(text, space - 1 - before.length));
}

// True if a word beside a space has a digit: a fast test that most spaces fail.
function hasDigitBeside(text: string, space: number): boolean {
  for (let at = space - 1; at >= 0 && at >= space - LONGEST && !isSpace(text, at); at--)
    if (isDigit(text, at)) return true;
  for (let at = space + 1; at <= space + LONGEST && !isSpace(text, at); at++) if (isDigit(text, at)) return true;
  return false;
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= ZERO && unit <= NINE;
}

const isShort = (word: string): boolean => word.length > 0 && word.length <= SHORT && !/[.;!?:]$/.test(word);

function wordBefore(text: string, space: number): string {
  let start = space;
  while (start > 0 && start > space - LONGEST && !isSpace(text, start - 1)) start -= 1;
  return text.slice(start, Math.max(start, space));
}

function wordAfter(text: string, space: number): string {
  let end = space + 1;
  while (end < text.length && end < space + LONGEST && !isSpace(text, end)) end += 1;
  return text.slice(space + 1, end);
}
