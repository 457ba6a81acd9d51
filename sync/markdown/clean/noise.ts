import { attribute, elementsBelow, textOf } from '../parse/html.ts';
import type { HtmlElement } from '../parse/tree.ts';

/** Where an element stands, as far as it decides whether it is content. */
export type Position = {
  readonly source: 'rest' | 'page';
  /** In a quotation or a figure, whose footer names its author. */
  readonly inQuote: boolean;
  readonly inHeading: boolean;
  /** In an element whose header is its own, not the site's (HTML-AAM: `header`). */
  readonly inSection: boolean;
  /** Classes, ids and roles of the elements around, nearest first. */
  readonly names: string;
};

const NOISE_TAGS = new Set(
  `script style template head title meta link base noembed noframes canvas select option optgroup datalist textarea area
  progress meter nav rp rt dialog annotation annotation-xml`.split(/\s+/),
);
const NOISE_ROLES = new Set(['navigation', 'contentinfo', 'banner', 'search', 'dialog', 'alertdialog', 'menubar']);

/** Classes of what themes and plugins put into or around the content. A trailing `*` stands for any ending. */
const NOISE_CLASS = wordPattern(`
  sharedaddy sd-block sd-sharing* jp-relatedposts* addtoany* a2a_kit heateor* ssba* essb* social-share* share-button* share-icons
  elementor-share-buttons* elementor-widget-share-buttons et_social_* fusion-sharing-box* fusion-social-links* td-post-sharing*
  mashsb* swp_social_panel* dpsp-* shareaholic* simplesocialbuttons* sfsi_* scriptlesssocialsharing* addthis* shared-counts*
  novashare* wpusb* nc_socialpanel* sharethis* st-inline-share-buttons st-sticky-share-buttons supsystic-social-sharing
  wp-block-outermost-social-sharing* post-share* entry-share* post-sharing* brxe-post-sharing uagb-social-share*
  ast-post-social-sharing blog-share ct-share-box tve_social_items thrv_social* hustle-social* fl-module-social-buttons

  yarpp* related-post* related_post* relatedposts* related-articles crp_related rp4wp-* wp-block-jetpack-related-posts wp_rp_*
  ct-related-posts* single-related-posts* ast-single-related-posts* entry-related* fusion-related-posts* brxe-related-posts
  elementor-widget-related-posts irpp_* popular-posts* wpp-list related\\s+products up-sells upsells cross-sells
  bde-related-posts*

  ez-toc* lwptoc* toc toc_container toc-container rank-math-toc* wp-block-rank-math-toc* wp-block-table-of-contents
  table-of-contents* table_of_contents* elementor-toc__* elementor-widget-table-of-contents eael-toc* uagb-toc*
  wp-block-uagb-table-of-contents kb-table-of-content* wp-block-kadence-tableofcontents ub_table-of-contents* simpletoc*
  wp-block-yoast-seo-table-of-contents aioseo-toc* ht_toc* brxe-post-toc bde-table-of-contents* stk-block-table-of-contents
  wp-block-stackable-table-of-contents premium-table-of-contents* joli-toc* ftwp-* fixed-toc* tve_contents_table
  thrv_table_of_contents* oxy-table-of-contents*

  wp-block-navigation wp-block-page-list wp-block-latest-posts* wp-block-archives* wp-block-categories* wp-block-tag-cloud
  wp-block-calendar wp-block-latest-comments* wp-block-search wp-block-loginout wp-block-post-navigation-link
  post-navigation posts-navigation nav-links nav-previous nav-next elementor-post-navigation* elementor-widget-post-navigation
  brxe-post-navigation elementor-widget-nav-menu elementor-nav-menu* elementor-location-header elementor-location-footer
  elementor-location-popup elementor-menu-toggle elementor-popup-modal elementor-widget-search-form fusion-menu* et_pb_menu*
  et_pb_fullwidth_menu* widget_nav_menu mega-menu-wrap* brxe-nav-menu oxy-nav-menu oxy-pro-menu bde-menu* fl-module-menu
  site-footer site-header pagination page-links post-tags back-to-top scroll-to-top skip-link

  breadcrumb breadcrumbs breadcrumb-trail yoast-breadcrumb rank-math-breadcrumb woocommerce-breadcrumb aioseo-breadcrumbs
  fusion-breadcrumbs elementor-widget-breadcrumbs elementor-widget-woocommerce-breadcrumb brxe-breadcrumbs bde-breadcrumbs
  kadence-breadcrumbs ast-breadcrumbs* ct-breadcrumbs bcn-breadcrumb* seopress-breadcrumbs wp-block-seopress-breadcrumbs
  flexy-breadcrumb breadcrumb_last

  wpml-ls wpml-ls-* wpml-floating-language-switcher pll-switcher* lang-item trp-language-switcher* trp-floater-ls*
  gtranslate_wrapper weglot-container qtranxs_language_chooser* language-switcher* lang-switcher*
  language-chooser

  comment-respond comments-area comment-list commentlist wp-block-post-comments wpdiscuz* fb-comments
  elementor-widget-post-comments author-box* elementor-author-box elementor-widget-author-box kk-star-ratings* rmp-widgets*
  post-views rt-reading-time span-reading-time screen-reader-response gform_required_legend

  cookie-* cookies-* cookie_* cookieconsent* gdpr-cookie* gdpr-banner* gdpr-bar* eu-cookie* borlabscookie* borlabs-cookie*
  cybotcookiebot* iubenda-cs-* rcb-banner* wpconsent-* fusion-privacy-bar* cmplz-* cky-* moove_gdpr* cli-modal* cc-window
  onetrust-* osano-cm-* termly-* wpcc-container hu-cookies* pojo-a11y-* ea11y-* userway*
  joinchat* ht-ctc* qlwapp* nta_wa_button wa__btn_popup* pum-overlay sgpb-*

  rich-snippet-hidden hatom-extra swiper-slide-duplicate slick-cloned bx-clone cloned splide__slide--clone glide__slide--clone
  tns-slide-cloned et_pb_counter_amount\\s+overlay screen-reader-text sr-only visually-hidden visuallyhidden
  elementor-screen-only assistive-text ewd-ufaq-post-margin-symbol
`);
/** On a page also what belongs to its frame. */
const FRAME_CLASS = wordPattern(`
  sidebar widget-area entry-meta entry-footer post-meta cat-links tags-links site-branding main-navigation menu-toggle
  wp-block-post-author* wp-block-post-terms wp-block-post-date wp-block-comments oxy-header*
  mobile-menu* off-canvas* offcanvas* et-l--header et-l--footer fusion-footer* fusion-header*
  menu-item-type-* fusion-tb-header fusion-tb-footer sub-footer post-navigation wp-block-template-part
`);
const NOISE_ID = wordPattern(`
  comments respond commentform disqus_thread cookie-* cookieconsent* cookiescript_* cookieadmin* onetrust-* osano-cm-* cookie-law-info-bar jp-relatedposts toc_container ez-toc-container breadcrumbs
  wpadminbar moove_gdpr* cybotcookiebot* borlabscookie* iubenda-cs-* cmplz-* catapult-cookie-bar usercentrics-root gdpr-cookie* real-cookie-banner
  pojo-a11y-toolbar google_translate_element ftwp-* wa-chat-btn-root
`);
const FRAME_ID = wordPattern(`
  secondary sidebar masthead colophon footer header main-footer main-header brx-header brx-footer top-header site-header site-footer page-header
  sliding-bar*
`);
/** Words that a form wraps but that are no fields: above this the form is only a wrapper around content. */
const MOST_FORM_TEXT = 600;
const CONTROL = /accordion|toggle|faq|tab|collaps|question|heading/i;

/** Whether an element is no part of what the page says. */
export function isNoise(element: HtmlElement, position: Position): boolean {
  const { name } = element;
  const onPage = position.source === 'page';
  if (NOISE_TAGS.has(name) || NOISE_ROLES.has(attribute(element, 'role'))) return true;
  if (name === 'button') return !isControl(element, position) || !/[\p{L}\p{N}]/u.test(textOf(element));
  if (name === 'form') return proseLength(element) < MOST_FORM_TEXT;
  if (name === 'footer') return !position.inQuote;
  if (name === 'aside' && onPage) return true;
  if (name === 'header' && onPage && !position.inSection) return !hasMainHeading(element);
  const classes = attribute(element, 'class');
  const id = attribute(element, 'id');
  if ((classes !== '' && NOISE_CLASS.test(classes)) || (id !== '' && NOISE_ID.test(id))) return true;
  return onPage && !/^(?:body|main|article)$/.test(name) && (FRAME_CLASS.test(classes) || FRAME_ID.test(id));
}

/** A button that shows and hides content carries its title. */
function isControl(element: HtmlElement, position: Position): boolean {
  if (position.inHeading || 'aria-controls' in element.attribs || 'aria-expanded' in element.attribs) {
    return !/menu/i.test(`${attribute(element, 'class')} ${attribute(element, 'aria-label')}`);
  }
  return CONTROL.test(`${attribute(element, 'class')} ${position.names}`);
}

function hasMainHeading(element: HtmlElement): boolean {
  for (const inner of elementsBelow(element)) if (inner.name === 'h1') return true;
  return false;
}

function proseLength(form: HtmlElement): number {
  let length = 0;
  for (const inner of elementsBelow(form, (element) => element.name === 'p')) {
    if (inner.name === 'p') length += textOf(inner).trim().length;
  }
  return length;
}

function wordPattern(list: string): RegExp {
  const names = list
    .trim()
    .split(/\s+/)
    .map((name) => (name.endsWith('*') ? `${name.slice(0, -1)}\\S*` : name));
  return new RegExp(`(?:^|\\s)(?:${names.join('|')})(?:\\s|$)`, 'i');
}
