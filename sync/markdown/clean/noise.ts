import { attribute, type HtmlElement } from '../html.ts';

const NOISE_TAGS = new Set(
  `script style template head title meta link base noembed noframes svg math canvas form select option optgroup datalist
  textarea label map area progress meter nav rp rt dialog`.split(/\s+/),
);
const NOISE_ROLES = new Set(['navigation', 'contentinfo', 'banner', 'search', 'dialog', 'alertdialog']);

/** Classes of what themes and plugins put into or around the content. A trailing `*` stands for any ending. */
const NOISE_CLASSES = `
  sharedaddy sd-block sd-sharing* addtoany* a2a_kit heateor* ssba* essb* social-share* share-button* share-icons jp-relatedposts*
  yarpp* related-post* related_post* ez-toc* lwptoc* toc_container rank-math-toc* wp-block-rank-math-toc* wp-block-navigation
  wp-block-page-list wp-block-latest-posts* wp-block-archives* wp-block-categories* wp-block-tag-cloud wp-block-calendar
  wp-block-latest-comments* post-navigation nav-links breadcrumb breadcrumbs yoast-breadcrumb rank-math-breadcrumb
  elementor-widget-nav-menu elementor-nav-menu* elementor-location-header elementor-location-footer fusion-menu* et_pb_menu*
  comment-respond comments-area author-box widget_nav_menu site-footer site-header pagination page-links cookie-* post-tags
  cmplz-* cky-* moove_gdpr* swiper-slide-duplicate slick-cloned bx-clone screen-reader-text sr-only visually-hidden
  visuallyhidden elementor-screen-only assistive-text skip-link
`;
const NOISE_CLASS = classPattern(NOISE_CLASSES);

/** Whether an element is no part of what the page says. */
export function isNoise(element: HtmlElement, source: 'rest' | 'page'): boolean {
  if (NOISE_TAGS.has(element.name) || NOISE_ROLES.has(attribute(element, 'role'))) return true;
  if (element.name === 'footer' || element.name === 'aside') return source === 'page' || element.name === 'footer';
  return NOISE_CLASS.test(attribute(element, 'class'));
}

function classPattern(list: string): RegExp {
  const names = list
    .trim()
    .split(/\s+/)
    .map((name) => (name.endsWith('*') ? `${name.slice(0, -1)}\\S*` : name));
  return new RegExp(`(?:^|\\s)(?:${names.join('|')})(?:\\s|$)`, 'i');
}
