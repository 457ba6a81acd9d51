import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../sync/markdown/convert.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { BASE, examples, markdownOf } from './render.ts';

/** The class or the id that a plugin gives to what it adds to a page. */
const ADDED: Readonly<Record<string, string>> = {
  'share bars':
    'addtoany_content essb_links heateor_sss_sharing_container addthis_inline_share_toolbox shared-counts-wrap novashare-buttons ' +
    'nc_socialPanel sharethis-inline-share-buttons supsystic-social-sharing wp-block-outermost-social-sharing post-share-buttons ' +
    'uagb-social-share__wrapper ast-post-social-sharing ct-share-box brxe-post-sharing fl-module-social-buttons',
  'related posts and products':
    'yarpp-related related-posts wp_rp_wrap ct-related-posts-container ast-single-related-posts-container entry-related ' +
    'brxe-related-posts IRPP_minimalist popular-posts upsells up-sells cross-sells',
  'tables of contents':
    'ez-toc-container lwptoc toc table-of-contents brxe-post-toc bde-table-of-contents stk-block-table-of-contents ' +
    'premium-table-of-contents joli-toc-wrapper tve_contents_table thrv_table_of_contents #ftwp-container',
  breadcrumbs:
    'yoast-breadcrumb rank-math-breadcrumb brxe-breadcrumbs bde-breadcrumbs kadence-breadcrumbs ast-breadcrumbs-wrapper ' +
    'ct-breadcrumbs bcn-breadcrumbs breadcrumb-trail flexy-breadcrumb #breadcrumbs',
  'language switchers':
    'wpml-ls-statics-shortcode_actions wpml-floating-language-switcher trp-language-switcher trp-floater-ls-ls gtranslate_wrapper ' +
    'weglot-container qtranxs_language_chooser #google_translate_element',
  'cookie banners':
    'cky-consent-container cky-overlay cky-modal cmplz-cookiebanner osano-cm-window termly-styles-root hu-cookies-notice wpcc-container ' +
    '#cookie-law-info-bar #CybotCookiebotDialog #BorlabsCookieBox #cookiescript_injected #cookieConsent #gdpr-cookie-message',
  'comments, ratings and chats':
    'comments-area commentlist fb-comments kk-star-ratings rmp-widgets-container joinchat ht-ctc-chat qlwapp-container #disqus_thread',
};

describe('convert, what plugins add around the content', () => {
  for (const [what, names] of Object.entries(ADDED)) {
    it(`drops ${what}`, () => {
      for (const name of names.split(' ')) {
        const attribute = name.startsWith('#') ? `id="${name.slice(1)}"` : `class="${name}"`;
        assert.equal(markdownOf(`<p>ok</p><div ${attribute}><p>Lo que añade</p></div>`), 'ok', name);
      }
    });
  }

  examples({
    'keeps classes that only sound alike': [
      '<div class="related"><p>Los tejados</p></div><div class="with-breadcrumbs has-toc"><p>La cocina</p></div><div class="cookies"><p>Galletas de avena</p></div>',
      'Los tejados\n\nLa cocina\n\nGalletas de avena',
    ],
    'keeps a cookie policy of CookieYes around its table': [
      '<div class="cky-policy-content"><p>La cesta dura dos días.</p><div class="cky-audit-table-element"><p>cesta</p></div></div>',
      'La cesta dura dos días.\n\ncesta',
    ],
    'drops a cross that is all of a control, and keeps one in a cell or in a text': [
      '<div><a href="#">×</a><span onclick="c()">×</span><p>3 × 4 m</p></div><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>×</td></tr></table>',
      '3 × 4 m\n\n| A | B |\n| --- | --- |\n| 1 | × |',
    ],
    'keeps a price from which a reader that listens is spared its signs': [
      '<p class="price"><span class="woocommerce-Price-amount amount" aria-hidden="true"><bdi>10,00&nbsp;<span>&euro;</span></bdi></span> <span aria-hidden="true">&ndash;</span> <span class="woocommerce-Price-amount amount" aria-hidden="true"><bdi>25,00&nbsp;<span>&euro;</span></bdi></span><span class="screen-reader-text">Rango de precios: desde 10,00&nbsp;&euro;</span></p>',
      '10,00 € – 25,00 €',
    ],
    'drops texts for screen readers, by whatever prefix, and keeps what is given back to the eye': [
      '<p><a href="https://www.instagram.com/p/1"><span class="sbi-screenreader">Publicación 1</span></a>Uno <span class="acme-sr-only">a</span> <span class="visually-hidden-focusable">b</span> <span class="not-sr-only">Dos</span> <span class="sr-only lg:not-sr-only">Tres</span> <span class="screenreader-friendly">Cuatro</span></p>',
      'Uno Dos Tres Cuatro',
    ],
    'puts a space where an icon stands between words': [
      '<div><span class="num">1</span><i class="icon-plus"></i>¿Precio?</div>',
      '1 ¿Precio?',
    ],
  });
});

describe('convert, whole pages of themes', () => {
  const read = (body: string) =>
    convert(readPage(`<!doctype html><html><head><title>T</title></head><body class="page">${body}</body></html>`), {
      baseUrl: BASE,
      source: 'page',
    }).markdown;

  const pages: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
    'a block theme': [
      '<div class="wp-site-blocks"><header class="wp-block-template-part"><p class="wp-block-site-title">Marca</p></header><main class="wp-block-group"><h1 class="wp-block-post-title">Fontaneros</h1><div class="entry-content wp-block-post-content"><p>Reparamos fugas.</p></div><div class="wp-block-comments"><h2>Un comentario</h2></div></main><footer class="wp-block-template-part">Pie</footer></div>',
      'Reparamos fugas.',
    ],
    Astra: [
      '<a class="skip-link screen-reader-text" href="#content">Ir al contenido</a><div class="hfeed site" id="page"><header class="site-header" id="masthead">Marca</header><div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><article><header class="entry-header"><h1 class="entry-title">Fontaneros</h1></header><div class="entry-content"><p>Reparamos fugas.</p></div></article></main></div><div class="widget-area" id="secondary"><aside class="widget">Lateral</aside></div></div><footer class="site-footer" id="colophon">Pie</footer></div>',
      'Reparamos fugas.',
    ],
    Flatsome: [
      '<div id="wrapper"><header id="header" class="header">Marca</header><main id="main"><div id="content" class="content-area"><h1>Fontaneros</h1><div class="accordion"><div class="accordion-item"><a href="#" class="accordion-title plain" aria-expanded="false"><button class="toggle" aria-label="Toggle"><i class="icon-angle-down"></i></button><span>¿Precio?</span></a><div class="accordion-inner" style="display:none"><p>60 €</p></div></div></div></div></main><footer id="footer">Pie</footer></div>',
      '# Fontaneros\n\n¿Precio?\n\n60 €',
    ],
    Enfold: [
      '<div id="wrap_all"><header id="header">Marca</header><div id="main"><main role="main" class="template-page content"><div class="entry-content-wrapper"><div class="avia_textblock"><h1>Fontaneros</h1></div><div class="togglecontainer"><div role="tablist" class="single_toggle"><p class="toggler" role="tab" aria-controls="t">¿Precio?<span class="toggle_icon"><span class="vert_icon"></span></span></p><div id="t" class="toggle_wrap"><div class="toggle_content"><p>60 €</p></div></div></div></div></div></main></div></div><footer id="socket" class="container_wrap socket_color">Pie</footer>',
      '# Fontaneros\n\n¿Precio?\n\n60 €',
    ],
    Bricks: [
      '<header id="brx-header">Marca</header><main id="brx-content"><section class="brxe-section"><h1 class="brxe-heading">Fontaneros</h1><div class="brxe-text"><p>Reparamos fugas.</p></div></section></main><footer id="brx-footer">Pie</footer>',
      '# Fontaneros\n\nReparamos fugas.',
    ],
    'Oxygen, which names no main content': [
      '<header id="_header-1" class="oxy-header-wrapper"><div>Marca</div><nav>Menú</nav></header><section class="ct-section"><h1 class="ct-headline">Fontaneros</h1><div class="ct-text-block">Reparamos fugas.</div></section><section id="footer" class="ct-section">Pie</section>',
      '# Fontaneros\n\nReparamos fugas.',
    ],
    'WooCommerce: title, price and description, not only the panel of a tab': [
      `<main id="main"><div id="product-9" class="product type-product"><div class="summary entry-summary"><h1 class="product_title entry-title">Grifo</h1><p class="price">25 €</p></div><div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs" role="tablist"><li class="description_tab" role="tab"><a href="#tab-description">Descripción</a></li></ul><div class="woocommerce-Tabs-panel panel entry-content wc-tab" id="tab-description" role="tabpanel"><p>${'Latón. '.repeat(70)}</p></div></div></div></main>`,
      `# Grifo\n\n25 €\n\n**Descripción**\n\n${'Latón. '.repeat(70).trim()}`,
    ],
    'a block template of WooCommerce, whose tab is an entry content as well': [
      `<main><h1>Grifo</h1><p>25 €</p><div class="wc-tabs-wrapper"><div class="woocommerce-Tabs-panel entry-content" role="tabpanel"><p>${'Latón. '.repeat(70)}</p></div></div></main>`,
      `# Grifo\n\n25 €\n\n${'Latón. '.repeat(70).trim()}`,
    ],
    'the posts page: all its posts, not the longest': [
      `<main id="main"><article><h2>Uno</h2><div class="entry-content"><p>${'Primero. '.repeat(60)}</p></div></article><article><h2>Dos</h2><div class="entry-content"><p>${'Segundo. '.repeat(50)}</p></div></article></main>`,
      `## Uno\n\n${'Primero. '.repeat(60).trim()}\n\n## Dos\n\n${'Segundo. '.repeat(50).trim()}`,
    ],
    'a post of Divi with a list of further posts below it, which alone has entry content': [
      `<div><div class="et_pb_text"><h1>Calderas</h1><p>${'Revisamos calderas. '.repeat(80)}</p></div><div class="list">${['Uno', 'Dos', 'Tres'].map((name) => `<article><h3>${name}</h3><div class="post-content"><p>${'Un resumen. '.repeat(20).trim()}</p></div></article>`).join('')}</div></div>`,
      `# Calderas\n\n${'Revisamos calderas. '.repeat(80).trim()}\n\n${['Uno', 'Dos', 'Tres'].map((name) => `### ${name}\n\n${'Un resumen. '.repeat(20).trim()}`).join('\n\n')}`,
    ],
    'a page with a little entry content beside its own': [
      `<div class="site"><div class="bar"><div class="entry-content"><p>Llama ya</p></div></div><div class="entry-content"><p>${'Reparamos fugas. '.repeat(40)}</p></div></div>`,
      'Reparamos fugas. '.repeat(40).trim(),
    ],
    'Foundation, whose off-canvas menu wraps the page': [
      '<div class="off-canvas-wrapper"><div class="off-canvas position-left"><ul><li>Menú</li></ul></div><div class="off-canvas-content"><header>Marca</header><main><h1>Fontaneros</h1><p>Reparamos fugas.</p></main></div></div>',
      '# Fontaneros\n\nReparamos fugas.',
    ],
    'a theme whose masthead wraps the content': [
      '<div id="masthead"><div id="access"><nav>Menú</nav></div><div id="main"><h1>Fontaneros</h1><p>Reparamos fugas.</p></div></div>',
      '# Fontaneros\n\nReparamos fugas.',
    ],
    'a post beside a sidebar with a small box that has the id of main content': [
      `<div class="post"><p>${'Reparamos fugas. '.repeat(40)}</p></div><div class="sidebar"><div id="main"><p>Lateral</p></div></div>`,
      'Reparamos fugas. '.repeat(40).trim(),
    ],
    'a post with widgets and boxes of its author in its text': [
      '<div class="entry-content"><p>Habitaciones con vistas.</p><aside class="widget"><p>Lateral</p></aside><aside class="bio"><p>Autora</p></aside></div>',
      'Habitaciones con vistas.',
    ],
    'a theme that has its main heading in the header of the page': [
      '<div><header class="hero"><h1>Fontaneros</h1><p>En Madrid</p></header><div><p>Reparamos fugas.</p></div></div>',
      '# Fontaneros\n\nEn Madrid\n\nReparamos fugas.',
    ],
  };
  for (const [name, [html, markdown]] of Object.entries(pages)) {
    it(`keeps the content of ${name}`, () => assert.equal(read(html), markdown));
  }
});
