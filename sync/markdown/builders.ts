/**
 * Page builders, their add-ons, and themes with a builder. Class lists are separated by white space. A trailing `*`
 * matches any suffix; `a.b` matches elements with both classes.
 */
export type Builder = {
  readonly name: string;
  /** Classes of the rendered HTML. */
  readonly classes?: string;
  /** Prefixes of its shortcodes, such as `et_pb` in `[et_pb_section]`. */
  readonly shortcodes?: string;
  /** Prefixes that may also begin a word in brackets: `[us_dollars]`, `[fl_oz]`. */
  readonly ambiguousShortcodes?: string;
  /** Widgets without content: menus, share buttons, tables of contents, breadcrumbs. */
  readonly noise?: string;
  /** Site headers and footers, by class and by id. */
  readonly frame?: string;
  readonly frameIds?: string;
  /** Wrappers around the content of a page. */
  readonly content?: string;
  /** Utility classes that hide an element on wide and on narrow screens. */
  readonly hiddenOnWide?: string;
  readonly hiddenOnNarrow?: string;
  /** Utility classes that together hide an element on every screen. Owners use them to withdraw a section. */
  readonly hiddenEverywhere?: string;
  /** Tab lists (each child is a tab title), single tab titles, and tab panels. */
  readonly tabLists?: string;
  readonly tabs?: string;
  readonly tabPanels?: string;
  /** Titles of tabs, toggles and questions that are not headings. */
  readonly titles?: string;
};

export const BUILDERS: readonly Builder[] = [
  {
    name: 'Elementor',
    classes: 'elementor elementor-element elementor-widget* elementor-section e-con',
    tabLists: 'elementor-tabs-wrapper e-n-tabs-heading',
    tabPanels: 'elementor-tab-content',
    noise: `
      elementor-share-buttons* elementor-widget-share-buttons elementor-widget-related-posts elementor-toc__*
      elementor-widget-table-of-contents elementor-post-navigation* elementor-widget-post-navigation
      elementor-widget-nav-menu elementor-nav-menu* elementor-location-header elementor-location-footer
      elementor-location-popup elementor-menu-toggle elementor-popup-modal elementor-widget-search-form
      elementor-widget-breadcrumbs elementor-widget-woocommerce-breadcrumb elementor-widget-post-comments
      elementor-author-box elementor-widget-author-box`,
    hiddenOnWide: 'elementor-hidden-desktop elementor-hidden-laptop elementor-hidden-widescreen',
    hiddenOnNarrow: 'elementor-hidden-phone elementor-hidden-mobile',
    hiddenEverywhere: `
      elementor-hidden-desktop.elementor-hidden-tablet.elementor-hidden-mobile
      elementor-hidden-desktop.elementor-hidden-tablet.elementor-hidden-phone`,
    titles: 'elementor-tab-title elementor-toggle-title',
  },
  {
    name: 'Divi',
    classes: 'et_pb_*',
    tabLists: 'et_pb_tabs_controls',
    tabPanels: 'et_pb_tab',
    shortcodes: 'et_pb',
    noise:
      'et_social_* et_pb_menu* et_pb_fullwidth_menu* et_pb_counter_amount.overlay et-pb-slider-arrows et-pb-controllers',
    frame: 'et-l--header et-l--footer',
    frameIds: 'main-header main-footer top-header',
    content: 'et_builder_inner_content',
  },
  {
    name: 'Avada',
    classes: 'fusion-builder* fusion-fullwidth fusion-layout-column',
    shortcodes: 'fusion',
    noise:
      'fusion-sharing-box* fusion-social-links* fusion-related-posts* fusion-menu* fusion-breadcrumbs fusion-privacy-bar*',
    frame: 'fusion-footer* fusion-header* fusion-tb-header fusion-tb-footer',
    frameIds: 'sliding-bar*',
    hiddenOnWide: 'fusion-no-large-visibility',
    hiddenOnNarrow: 'fusion-no-small-visibility',
    hiddenEverywhere: 'fusion-no-small-visibility.fusion-no-medium-visibility.fusion-no-large-visibility',
  },
  {
    name: 'WPBakery',
    classes: 'vc_row wpb_wrapper wpb_row wpb-content-wrapper',
    tabs: 'vc_tta-tab',
    tabPanels: 'vc_tta-panel',
    shortcodes: 'vc wpb',
    content: 'wpb-content-wrapper',
    hiddenOnWide: 'vc_hidden-lg vc_hidden-md',
    hiddenOnNarrow: 'vc_hidden-xs vc_hidden-sm',
    hiddenEverywhere: 'vc_hidden-lg.vc_hidden-md.vc_hidden-sm.vc_hidden-xs',
  },
  { name: 'Ultimate Addons for WPBakery', classes: 'ult-* uvc-*', ambiguousShortcodes: 'ult' },
  { name: 'Jupiter', classes: 'mk-page-section mk-fancy-title', ambiguousShortcodes: 'mk' },
  { name: 'Salient', classes: 'nectar-*', shortcodes: 'nectar' },
  { name: 'The7', classes: 'dt-fancy-*', ambiguousShortcodes: 'dt' },
  { name: 'Impreza', classes: 'g-cols', ambiguousShortcodes: 'us' },
  { name: 'GT3 Page Builder', classes: 'gt3_*', shortcodes: 'gt3' },
  { name: 'Apress', classes: 'apress-*', shortcodes: 'apress' },
  { name: 'Total', classes: 'vcex-*', shortcodes: 'vcex' },
  {
    name: 'Beaver Builder',
    classes: 'fl-builder-content fl-row fl-module',
    tabs: 'fl-tabs-label',
    tabPanels: 'fl-tabs-panel',
    ambiguousShortcodes: 'fl',
    noise: 'fl-module-social-buttons fl-module-menu',
    content: 'fl-builder-content-primary fl-post-content',
    hiddenOnWide: 'fl-visible-mobile fl-visible-medium-mobile',
    hiddenOnNarrow: 'fl-visible-desktop fl-visible-large fl-visible-desktop-medium',
  },
  {
    name: 'Bricks',
    classes: 'brxe-*',
    tabs: 'tab-title',
    tabPanels: 'tab-pane',
    noise: 'brxe-post-sharing brxe-related-posts brxe-post-toc brxe-post-navigation brxe-nav-menu brxe-breadcrumbs',
    frameIds: 'brx-header brx-footer',
  },
  {
    name: 'Oxygen',
    classes: 'ct-section oxy-*',
    tabs: 'oxy-tab',
    tabPanels: 'oxy-tab-content',
    ambiguousShortcodes: 'ct oxy',
    noise: 'oxy-table-of-contents* oxy-nav-menu oxy-pro-menu',
    frame: 'oxy-header*',
  },
  {
    name: 'Breakdance',
    classes: 'bde-*',
    tabs: 'bde-tabs__tab',
    tabPanels: 'bde-tabs__panel',
    noise: 'bde-related-posts* bde-table-of-contents* bde-menu* bde-breadcrumbs',
  },
  { name: 'Brizy', classes: 'brz brz-*', content: 'brz-root__container' },
  { name: 'SiteOrigin', classes: 'panel-layout panel-grid-cell so-panel', content: 'panel-layout' },
  {
    name: 'Thrive Architect',
    classes: 'thrv_wrapper thrv-page-section',
    noise: 'tve_social_items thrv_social* tve_contents_table thrv_table_of_contents*',
  },
  { name: 'Enfold', classes: 'avia-section avia_textblock av_textblock_section', ambiguousShortcodes: 'av' },
  { name: 'Cornerstone', classes: 'cs-content x-section x-row', ambiguousShortcodes: 'cs x' },
  { name: 'Flatsome', classes: 'ux-*', ambiguousShortcodes: 'ux' },
  { name: 'Tatsu', classes: 'tatsu-*', shortcodes: 'tatsu' },
  { name: 'KingComposer', classes: 'kc_row kc_column kc-elm', ambiguousShortcodes: 'kc' },
  { name: 'Bold Builder', classes: 'bt_bb_*', ambiguousShortcodes: 'bt' },
  { name: 'Slider Revolution', classes: 'rev_slider*', ambiguousShortcodes: 'rev' },
  {
    name: 'Kadence Blocks',
    classes: 'wp-block-kadence-* kt-row-layout-inner kb-row-layout-wrap',
    tabLists: 'kt-tabs-title-list',
    tabPanels: 'kt-tab-inner-content',
    noise: 'kb-table-of-content* wp-block-kadence-tableofcontents kadence-breadcrumbs',
    hiddenOnWide: 'kt-hide-desktop',
    hiddenOnNarrow: 'kt-hide-mobile',
    hiddenEverywhere: 'kvs-lg-false.kvs-md-false.kvs-sm-false',
  },
  {
    name: 'Spectra',
    classes: 'uagb-* wp-block-uagb-*',
    tabLists: 'uagb-tabs__panel',
    tabPanels: 'uagb-tabs__body-container',
    noise: 'uagb-social-share* uagb-toc* wp-block-uagb-table-of-contents',
    hiddenOnWide: 'uagb-hide-desk',
    hiddenOnNarrow: 'uagb-hide-mob',
    hiddenEverywhere: 'uag-hide-desktop.uag-hide-tab.uag-hide-mob',
    titles: 'uagb-faq-questions-button',
  },
  {
    name: 'Stackable',
    classes: 'stk-block* wp-block-stackable-*',
    noise: 'stk-block-table-of-contents wp-block-stackable-table-of-contents',
    hiddenEverywhere: `
      stk--hide-desktop.stk--hide-tablet.stk--hide-mobile
      ugb--hide-desktop.ugb--hide-tablet.ugb--hide-mobile`,
  },
  {
    name: 'Essential Addons',
    classes: 'eael-*',
    tabs: 'eael-tab-nav-item',
    tabPanels: 'eael-tab-content-item',
    noise: 'eael-toc*',
    titles: 'eael-accordion-header',
  },
  {
    name: 'GenerateBlocks',
    classes: 'gb-container* gb-headline* gb-element-*',
    tabs: 'gb-tabs__menu-item',
    tabPanels: 'gb-tabs__item',
  },
  // Days since a job was posted: the text changes every day.
  { name: 'WP Job Manager', frame: 'date-posted' },
  {
    name: 'Visibility of blocks and widgets',
    // Block Visibility, Conditional Blocks, Widget Options, Otter, Ultimate Blocks, Getwid, Live Composer, Premium Blocks,
    // Gutenverse, Twentig, Responsive Block Control, Themify, EditorsKit, GeneratePress
    hiddenEverywhere: `
      block-visibility-hide-large-screen.block-visibility-hide-medium-screen.block-visibility-hide-small-screen
      conblock-hide-desktop.conblock-hide-tablet.conblock-hide-mobile
      extendedwopts-hide.extendedwopts-desktop.extendedwopts-tablet.extendedwopts-mobile
      o-hide-on-desktop.o-hide-on-tablet.o-hide-on-mobile
      ub-hide-on-desktop.ub-hide-on-tablet.ub-hide-on-mobile
      getwid-hide-desktop.getwid-hide-tablet.getwid-hide-mobile
      dslc-hide-on-desktop.dslc-hide-on-tablet.dslc-hide-on-phone
      premium-desktop-hidden.premium-tablet-hidden.premium-mobile-hidden
      guten-hide-desktop.guten-hide-tablet.guten-hide-mobile
      tw-lg-hidden.tw-md-hidden.tw-sm-hidden
      rbc-is-hidden-on-wide.rbc-is-hidden-on-desktop.rbc-is-hidden-on-tablet.rbc-is-hidden-on-mobile
      hide-desktop.hide-tablet.hide-mobile
      editorskit-no-desktop.editorskit-no-tablet.editorskit-no-mobile
      hide-on-desktop.hide-on-tablet.hide-on-mobile`,
  },
  {
    name: 'Gutenberg blocks',
    classes: 'wp-block-*',
    noise: `
      wp-block-navigation wp-block-page-list wp-block-latest-posts* wp-block-archives* wp-block-categories*
      wp-block-tag-cloud wp-block-calendar wp-block-latest-comments* wp-block-search wp-block-loginout
      wp-block-post-navigation-link wp-block-table-of-contents wp-block-post-comments`,
    frame: 'wp-block-post-author* wp-block-post-terms wp-block-post-date wp-block-comments wp-block-template-part',
    hiddenOnWide: 'wp-block-hidden-desktop',
    hiddenOnNarrow: 'wp-block-hidden-mobile',
    hiddenEverywhere: 'wp-block-hidden-desktop.wp-block-hidden-tablet.wp-block-hidden-mobile',
  },
];

type Lists = {
  [Field in keyof Builder]-?: Required<Builder>[Field] extends string ? Field : never;
}[keyof Builder];

/** Joins the lists of all builders in a field. */
export function allBuilders(field: Exclude<Lists, 'name'>): string {
  return BUILDERS.map((builder) => builder[field] ?? '').join(' ');
}
