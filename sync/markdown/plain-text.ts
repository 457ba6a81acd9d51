/** Plain text of HTML, and the test whether it has any, without the converter, which runs in a thread of its own. */
import { cleanLine } from './clean/characters.ts';
import { unrenderedBuilder } from './clean/shortcodes.ts';
import { parseHtml, textOf } from './parse/html.ts';

/** Tests a `content.rendered` that is empty or raw builder shortcodes, so that the page's own HTML must be read instead. */
export function needsPageHtml(contentRendered: string): boolean {
  const beginning = contentRendered.slice(0, MOST_TESTED);
  if (unrenderedBuilder(beginning)) return true;
  return !/<(?:img|iframe|video|audio|table)\b/i.test(beginning) && htmlToText(beginning) === '';
}

/** This test blocks the program, unlike a conversion: more characters without any text are as good as none. */
const MOST_TESTED = 200_000;

/** The plain text of an HTML title or heading: entities decoded, tags and invisible characters gone, white space folded. */
export function htmlToText(html: string): string {
  return cleanLine(/[<&]/.test(html) ? textOf(parseHtml(html)) : html);
}
