import { namesOf, withoutElements } from './html-elements.ts';
import { createStyleReader } from './page-styles.ts';
import { MOST, overlapOf, wordsOf } from './text-comparison.ts';

/** A declaration that hides an element for good: a script that opens it sets its display without `!important`. */
const HIDING = /(?:^|;)display:none!important/i;

const READERS = (['wide', 'medium', 'narrow'] as const).map((screen) =>
  createStyleReader((declarations) => HIDING.test(declarations), screen),
);

/**
 * HTML of a page without what its own style sheets hide on every screen around a part of a text, in elements that the REST API does
 * not give: some plugins put these around a block only where visitors see it.
 */
export function withoutHiddenAround(html: string, content: string): string {
  if (!/display\s*:\s*none\s*!/i.test(html)) return html;
  const readers = READERS.map(({ stylesIn }) => stylesIn(html));
  const given = wordsOf(content);
  const isAdded = (tag: string) => namesOf(tag).every((name) => name.length === 1 || !content.includes(name.slice(1)));
  return withoutElements(
    html,
    (_, tag) => readers.every((stylesOf) => stylesOf(tag).length > 0) && isAdded(tag),
    (element) => overlapOf(wordsOf(element), given) < MOST,
  );
}
