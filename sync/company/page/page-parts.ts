import { attribute } from '../../markdown/parse/html.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('page');

/** Part of a page. */
export type Part = 'header' | 'footer' | 'main';

const HEADER = words.pattern('header', 'i');
const FOOTER = words.pattern('footer', 'i');
const OTHERS = new Set(
  'testimonial testimonials testimonio testimonios review reviews resena resenas opinion opiniones avis bewertungen recensioni recenzii depoimentos comment comments commentlist respond cookie cookies gdpr cmplz cky cookieadmin moove directory members socios team staff equipo job jobs vacancy vacancies partners sponsors author'.split(
    ' ',
  ),
);
const POST = words.pattern('post', 'i');

/** Returns the part that an element begins; `undecided` for most elements. */
export function partOf(element: HtmlElement, tokens: readonly string[]): Part | 'undecided' {
  const role = attribute(element, 'role');
  if (element.name === 'main' || element.name === 'article' || role === 'main') return 'main';
  if (element.name === 'footer' || role === 'contentinfo' || tokens.some((token) => FOOTER.test(token)))
    return 'footer';
  if (element.name === 'header' || role === 'banner' || tokens.some((token) => HEADER.test(token))) return 'header';
  return 'undecided';
}

/** Returns true for elements of third parties: testimonials, comments, post cards, members. */
export function isOthers(element: HtmlElement, tokens: readonly string[]): boolean {
  if (element.name === 'blockquote') return true;
  if (POST.test(tokens.join(' ')) && !tokens.includes('product-category')) return true;
  return tokens.some(
    (token) =>
      token.length < 60 &&
      token
        .toLowerCase()
        .split(/[-_]+/)
        .some((word) => OTHERS.has(word)),
  );
}
