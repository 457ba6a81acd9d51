import { MOST, overlapOf, SOME } from './text-comparison.ts';

/** So many words outside the editor are more than a caption. */
const MANY_OUTSIDE = 40;

/** True when most of a page's words are not in the editor: a template, custom fields or a block template adds them. */
export function isMostlyOutside(shown: readonly string[], given: readonly string[]): boolean {
  return shown.length >= given.length + MANY_OUTSIDE && overlapOf(shown, given) < SOME;
}

/** WooCommerce's class of the body of a product's page. */
const PRODUCT = /<body\b[^<>]{0,5000}\bclass\s*=\s*["'][^"'<>]{0,5000}\bsingle-product\b/i;
/** A product as microdata, which may stand on any page, with a rating for instance. */
const MICRODATA = /\bitemtype\s*=\s*["']https?:\/\/schema\.org\/Product["']/i;
/** An event or a job as JSON-LD. */
const LINKED_DATA = /"@type"\s*:\s*"(?:\w{0,50}Event|JobPosting)"/;
const ORDINARY: ReadonlySet<string> = new Set(['pages', 'posts']);

/** True for the page of one product. */
export const isProductPage = (html: string): boolean => PRODUCT.test(html);

/**
 * True for a page with data beside the editor's text: price and properties of a product; when and where an event of a type of
 * its own is, or what a job pays.
 */
export function hasDataBeside(html: string, type: string): boolean {
  return isProductPage(html) || MICRODATA.test(html) || (!ORDINARY.has(type) && LINKED_DATA.test(html));
}

/** True for words that hold a text and say more. */
export function addsTo(words: readonly string[], given: readonly string[]): boolean {
  return words.length > given.length && overlapOf(given, words) >= MOST;
}
