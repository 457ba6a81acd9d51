import { attribute } from '../../markdown/parse/html.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';

/** The part of a page in which something stands. */
export type Part = 'header' | 'footer' | 'main';

const HEADER =
  /^(?:site-?header|main-?header|top-?header|top-?bar|top-?line|header(?:-(?:top|bar|area|main|wrap(?:per)?|inner|container|section|info|contact|widgets?))?|masthead|elementor-location-header|pre-?header|sticky-?header|fl-page-header|ast-above-header.*|kadence-header|nav-?bar)$/i;
const FOOTER =
  /^(?:site-?footer|main-?footer|footer(?:-(?:widgets?|area|top|bottom|bar|wrap(?:per)?|inner|container|main|section|info|column|copyright))?|colophon|elementor-location-footer|site-info|copyright(?:-bar|-area)?|sub-?footer|socket|fl-page-footer|bottom-?bar)$/i;
const OTHERS = new Set(
  'testimonial testimonials testimonio testimonios review reviews resena resenas opinion opiniones avis bewertungen recensioni recenzii depoimentos comment comments commentlist respond cookie cookies gdpr cmplz cky cookieadmin moove directory members socios team staff equipo job jobs vacancy vacancies partners sponsors author'.split(
    ' ',
  ),
);
const POST =
  /(?:^|\s)(?:type-post|elementor-post|wp-block-latest-posts\S*|wp-block-latest-comments\S*|et_pb_post|blog-post|post-card|product|type-product)(?:\s|$)/i;

/** The part that an element begins; `undecided` for most. */
export function partOf(element: HtmlElement, tokens: readonly string[]): Part | 'undecided' {
  const role = attribute(element, 'role');
  if (element.name === 'main' || element.name === 'article' || role === 'main') return 'main';
  if (element.name === 'footer' || role === 'contentinfo' || tokens.some((token) => FOOTER.test(token)))
    return 'footer';
  if (element.name === 'header' || role === 'banner' || tokens.some((token) => HEADER.test(token))) return 'header';
  return 'undecided';
}

/** True for what tells of somebody else than the company: testimonials, comments, cards of posts, members. */
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
