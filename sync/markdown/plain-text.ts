/** Extracts plain text from HTML without the converter, which runs in a separate thread. */
import { cleanLine } from './clean/characters.ts';
import { unrenderedBuilder } from './clean/shortcodes.ts';
import { parseHtml, textOf } from './parse/html.ts';

/**
 * Tests whether the field `content.rendered` is empty or has raw builder shortcodes, so the HTML of the page is needed.
 */
export function needsPageHtml(contentRendered: string): boolean {
  const beginning = contentRendered.slice(0, MOST_TESTED);
  if (unrenderedBuilder(beginning)) return true;
  return !/<(?:img|iframe|video|audio|table)\b/i.test(beginning) && htmlToText(beginning) === '';
}

// Characters to test, because this test blocks the event loop, unlike a conversion.
const MOST_TESTED = 200_000;

/** Returns the plain text of an HTML title or heading, without invisible characters, with collapsed white space. */
export function htmlToText(html: string): string {
  return cleanLine(/[<&]/.test(html) ? textOf(parseHtml(html)) : html);
}
