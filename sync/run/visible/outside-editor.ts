import { MOST, overlapOf, SOME } from './text-comparison.ts';

// More words outside the editor are not a caption.
const MANY_OUTSIDE = 40;

/** True if most words of a page are not in the editor: a template, custom fields or a block template adds them. */
export function isMostlyOutside(shown: readonly string[], given: readonly string[]): boolean {
  return shown.length >= given.length + MANY_OUTSIDE && overlapOf(shown, given) < SOME;
}

// Body class of a WooCommerce product page.
const PRODUCT = /<body\b[^<>]{0,5000}\bclass\s*=\s*["'][^"'<>]{0,5000}\bsingle-product\b/i;
// Microdata of a product, which may be on any page, for example with a rating.
const MICRODATA = /\bitemtype\s*=\s*["']https?:\/\/schema\.org\/Product["']/i;
// JSON-LD of an event or a job.
const LINKED_DATA = /"@type"\s*:\s*"(?:\w{0,50}Event|JobPosting)"/;
const ORDINARY: ReadonlySet<string> = new Set(['pages', 'posts']);

/** True for the page of a single product. */
export const isProductPage = (html: string): boolean => PRODUCT.test(html);

/**
 * True for a page with data outside the editor. Examples are price and properties of a product, date and place of an event of a
 * custom type, or the salary of a job.
 */
export function hasDataBeside(html: string, type: string): boolean {
  return isProductPage(html) || MICRODATA.test(html) || (!ORDINARY.has(type) && LINKED_DATA.test(html));
}

/** True if the words contain a text and add to it. */
export function addsTo(words: readonly string[], given: readonly string[]): boolean {
  return words.length > given.length && overlapOf(given, words) >= MOST;
}

/** Returns the raw HTML of the theme's main element; `undefined` without such an element. */
export function mainOf(html: string): string | undefined {
  const start = html.search(/<main[\s>]/i);
  const end = html.lastIndexOf('</main');
  return start === -1 || end < start ? undefined : html.slice(start, end);
}
