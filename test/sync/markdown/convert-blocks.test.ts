import { describe } from 'node:test';
import { examples } from './render.ts';

describe('convert, Bricks, Oxygen and Breakdance', () => {
  examples({
    'reads an accordion of Bricks': [
      '<section id="brxe-abc" class="brxe-section bricks-lazy-hidden"><div class="brxe-container"><ul class="brxe-accordion" data-script-id="xyz">' +
        '<li class="accordion-item" data-brx-loop-start="x">' +
        '<div class="accordion-title-wrapper" role="button" aria-expanded="false" aria-controls="panel-1" tabindex="0"><div class="accordion-title">' +
        '<h4 class="title">¿Cuánto cuesta?</h4><i class="ion-ios-arrow-forward icon"></i></div></div>' +
        '<div class="accordion-content-wrapper" id="panel-1" role="region"><p>Desde 60 €.</p></div></li></ul></div></section>',
      '- #### ¿Cuánto cuesta?\n\n  Desde 60 €.',
    ],
    'reads a slide of Bricks once': [
      '<div class="brxe-slider-nested splide" aria-label="Slider"><div class="splide__track"><div class="splide__list"><div class="brxe-block splide__slide">' +
        '<h3>Uno</h3></div><div class="brxe-block splide__slide splide__slide--clone" aria-hidden="true"><h3>Uno</h3></div></div></div>' +
        '<ul class="splide__pagination"></ul><div class="splide__arrows"><button class="splide__arrow splide__arrow--prev" aria-label="Previous slide"></button>' +
        '</div></div>',
      '### Uno',
    ],
    'reads a closed toggle of Oxygen': [
      '<section id="section-2-10" class=" ct-section"><div class="ct-section-inner-wrap"><h1 id="headline-3-10" class="ct-headline">Cerrajeros</h1>' +
        '<div id="text_block-4-10" class="ct-text-block"><span id="span-5" class="ct-span oxy-stock-content-styles"><p>Abrimos.</p></span></div>' +
        '<a id="link_button-6" class="ct-link-button" href="/contacto/" target="_self">Pedir cita</a>' +
        '<div id="_toggle-7" class="oxy-toggle toggle-7-expanded" data-oxy-toggle-active-class="x" data-oxy-toggle-initial-state="closed">' +
        '<div class="oxy-expand-collapse-icon"></div><div class="oxy-toggle-content"><h3 class="ct-headline">¿Cobráis salida?</h3></div></div>' +
        '<div class="ct-div-block toggle-content" style="display: none;"><div class="ct-text-block">No.</div></div></div></section>',
      '# Cerrajeros\n\nAbrimos.\n\n[Pedir cita](https://ejemplo.es/contacto/)\n\n### ¿Cobráis salida?\n\nNo.',
    ],
    'reads the tabs of Oxygen': [
      '<div class="oxy-tabs-wrapper oxy-tabs"><div class="oxy-tab tabs-5-tab tabs-5-tab-active"><div class="ct-text-block">Uno</div></div>' +
        '<div class="oxy-tab tabs-5-tab"><div class="ct-text-block">Dos</div></div></div><div class="oxy-tabs-contents-wrapper oxy-tabs-contents">' +
        '<div class="oxy-tab-content tabs-contents-5-tab"><p>A</p></div><div class="oxy-tab-content tabs-contents-5-tab oxy-tabs-contents-content-hidden">' +
        '<p>B</p></div></div>',
      '**Uno**\n\nA\n\n**Dos**\n\nB',
    ],
    'reads a closed accordion and a button of Breakdance': [
      '<div class="bde-accordion-10 bde-accordion"><div class="bde-accordion__content-wrapper"><div class="bde-accordion__title-wrapper">' +
        '<button class="bde-accordion__button" id="tab-1" aria-controls="panel-1" aria-expanded="false"><h4 class="bde-accordion__title">¿Horario?</h4>' +
        '<div class="bde-accordion__title-icon"></div></button></div>' +
        '<div class="bde-accordion__panel" id="panel-1" role="region" aria-labelledby="tab-1" style="height:0;overflow:hidden">' +
        '<div class="bde-accordion__panel-content"><div class="bde-rich-text breakdance-rich-text-styles"><p>24 horas</p></div></div></div></div></div>' +
        '<div class="bde-button"><a class="breakdance-link button-atom button-atom--primary bde-button__button" href="tel:+34600" data-type="url">' +
        '<span class="button-atom__text">Llamar</span></a></div>',
      '#### ¿Horario?\n\n24 horas\n\n[Llamar](tel:+34600)',
    ],
  });
});

describe('convert, Beaver Builder, Avada, Thrive and SiteOrigin', () => {
  examples({
    'reads an accordion, a callout and a price of Beaver Builder, and what is for narrow screens once': [
      '<div class="fl-builder-content fl-builder-content-12" data-post-id="12"><div class="fl-row fl-row-full-width">' +
        '<div class="fl-module fl-module-accordion"><div class="fl-accordion fl-accordion-medium"><div class="fl-accordion-item" style="margin-bottom:10px">' +
        '<div class="fl-accordion-button" id="fl-accordion-x-tab-0" aria-selected="false" aria-expanded="false" role="tab" tabindex="0">' +
        '<a href="#" id="fl" class="fl-accordion-button-label" tabindex="0" aria-controls="p">¿Dais factura?</a><span class="fl-accordion-button-icon">' +
        '<i class="fl-accordion-button-icon fas fa-plus"><span class="sr-only">Expand</span></i></span></div>' +
        '<div class="fl-accordion-content fl-clearfix" id="p" role="tabpanel"><p>Sí.</p></div></div></div></div><div class="fl-module fl-module-callout">' +
        '<div class="fl-callout"><div class="fl-callout-content"><h3 class="fl-callout-title"><a href="/s/" class="fl-callout-title-link">' +
        '<span class="fl-callout-title-text">Fugas</span></a></h3><div class="fl-callout-text-wrap"><div class="fl-callout-text"><p>Texto</p></div>' +
        '<a href="/s/" class="fl-callout-cta-link">Leer más</a></div></div></div></div><div class="fl-module fl-module-pricing-table">' +
        '<div class="fl-pricing-table-column"><h2 class="fl-pricing-table-title">Básico</h2>' +
        '<div class="fl-pricing-table-price">39 € <span class="fl-pricing-table-duration">al mes</span></div><ul class="fl-pricing-table-features">' +
        '<li>Una visita</li></ul></div></div><div class="fl-visible-mobile fl-module"><p>Llama ya mismo al 600</p></div>' +
        '<div class="fl-visible-desktop fl-module"><p>Llama ya mismo al 600</p></div></div></div>',
      '**¿Dais factura?**\n\nSí.\n\n### [Fugas](https://ejemplo.es/s/)\n\nTexto\n\n[Leer más](https://ejemplo.es/s/)\n\n## Básico\n\n39 € al mes\n\n- Una visita\n\nLlama ya mismo al 600',
    ],
    'shows the number to which Beaver Builder counts': [
      '<div class="fl-number"><div class="fl-number-text"><span class="fl-number-before-text">Más de</span><div class="fl-number-string">' +
        '<span class="fl-number-int" data-number="500">0</span></div><span class="fl-number-after-text">clientes</span></div></div>',
      'Más de\n\n500\n\nclientes',
    ],
    'reads a toggle, a counter and a flip box of Avada': [
      '<div class="accordian fusion-accordian"><div class="panel-group" id="accordion-1" role="tablist"><div class="fusion-panel panel-default">' +
        '<div class="panel-heading"><h4 class="panel-title toggle" id="toggle_a">' +
        '<a aria-expanded="false" aria-controls="a" role="button" data-toggle="collapse" data-target="#a" href="#a">' +
        '<span class="fusion-toggle-icon-wrapper" aria-hidden="true"><i class="fa-fusion-box active-icon awb-icon-minus" aria-hidden="true"></i></span>' +
        '<span class="fusion-toggle-heading">¿Trabajáis festivos?</span></a></h4></div><div id="a" class="panel-collapse collapse" aria-labelledby="toggle_a">' +
        '<div class="panel-body toggle-content fusion-clearfix"><p>Sí</p></div></div></div></div></div><div class="fusion-counters-box">' +
        '<div class="fusion-counter-box fusion-column"><div class="counter-box-wrapper"><div class="content-box-percentage">' +
        '<span class="display-counter" data-value="350" data-direction="up">0</span><span class="unit">+</span></div>' +
        '<div class="counter-box-content">Obras</div></div></div></div><div class="fusion-flip-box" tabindex="0"><div class="flip-box-inner-wrapper">' +
        '<div class="flip-box-front"><h2 class="flip-box-heading">Delante</h2></div><div class="flip-box-back">' +
        '<h3 class="flip-box-heading-back">Detrás</h3>Más</div></div></div>',
      '#### ¿Trabajáis festivos?\n\nSí\n\n350+\n\nObras\n\n## Delante\n\n### Detrás\n\nMás',
    ],
    'reads closed toggles of Thrive, without its table of contents': [
      '<div class="thrv_wrapper thrv_toggle_shortcode"><div class="tve_faq"><div class="tve_faqI"><div class="tve_faqB">' +
        '<span class="tve_not_editable tve_toggle"></span><h4 class="tve_editable">¿Garantía?</h4></div><div class="tve_faqC" style="display: none;">' +
        '<p>Dos años.</p></div></div></div></div><div class="thrv_wrapper thrv-button" data-css="tve-u"><a href="/c/" class="tcb-button-link">' +
        '<span class="tcb-button-texts"><span class="tcb-button-text thrv-inline-text">Reservar</span></span></a></div><div class="thrv_toggle">' +
        '<div class="thrv_wrapper thrv_toggle_item"><div class="thrv_toggle_title"><div class="tve-toggle-text">¿Zona?</div></div>' +
        '<div class="thrv_toggle_content" style="display:none"><p>Todo Madrid</p></div></div></div>' +
        '<div class="thrv_table_of_contents tve_contents_table">Índice</div>',
      '#### ¿Garantía?\n\nDos años.\n\n[Reservar](https://ejemplo.es/c/)\n\n¿Zona?\n\nTodo Madrid',
    ],
    'reads an accordion and features of SiteOrigin': [
      '<div id="pl-12" class="panel-layout"><div id="pg-12-0" class="panel-grid panel-no-style"><div id="pgc-12-0-0" class="panel-grid-cell">' +
        '<div class="so-panel widget widget_sow-accordion panel-first-child" data-index="0"><div class="so-widget-sow-accordion"><div class="sow-accordion">' +
        '<div class="sow-accordion-panel" data-anchor="x"><div class="sow-accordion-panel-header-container" role="heading" aria-level="2">' +
        '<div class="sow-accordion-panel-header" tabindex="0" role="button" aria-controls="c" aria-expanded="false">' +
        '<div class="sow-accordion-title sow-accordion-title-icon-left">¿Precio?</div><div class="sow-accordion-open-close-button">' +
        '<div class="sow-accordion-open-button"><span class="sow-icon-fontawesome" data-sow-icon="&#xf067;"></span></div></div></div></div>' +
        '<div class="sow-accordion-panel-content" role="region" id="c" style="display: none;"><div class="sow-accordion-panel-border"><p>60 €</p></div></div>' +
        '</div></div></div></div><div class="so-panel widget widget_sow-features"><div class="sow-features-list"><div class="sow-features-feature">' +
        '<div class="sow-icon-container"></div><div class="textwidget"><h5>Rapidez</h5><p>En 1 h</p><p class="sow-more-text"><a href="/r/">Más</a></p></div>' +
        '</div></div></div></div></div></div>',
      '¿Precio?\n\n60 €\n\n##### Rapidez\n\nEn 1 h\n\n[Más](https://ejemplo.es/r/)',
    ],
  });
});

describe('convert, blocks of Kadence, GenerateBlocks, Spectra and Stackable', () => {
  examples({
    'reads an accordion and tabs of Kadence': [
      '<div class="wp-block-kadence-accordion alignnone">' +
        '<div class="kt-accordion-wrap kt-accordion-id_1 kt-accordion-has-2-panes kt-active-pane-0 kt-accordion-block kt-pane-header-alignment-left" style="max-width:none">' +
        '<div class="kt-accordion-inner-wrap" data-allow-multiple-open="false" data-start-open="none">' +
        '<div class="wp-block-kadence-pane kt-accordion-pane kt-accordion-pane-1 kt-pane_x"><h3 class="kt-accordion-header-wrap">' +
        '<button class="kt-blocks-accordion-header kt-acccordion-button-label-show" type="button"><span class="kt-blocks-accordion-title-wrap">' +
        '<span class="kt-blocks-accordion-title">¿Urgencias?</span></span><span class="kt-blocks-accordion-icon-trigger"></span></button></h3>' +
        '<div class="kt-accordion-panel kt-accordion-panel-hidden"><div class="kt-accordion-panel-inner"><p>Sí</p></div></div></div></div></div></div>' +
        '<div class="wp-block-kadence-tabs alignnone"><div class="kt-tabs-wrap"><ul class="kt-tabs-title-list">' +
        '<li id="tab-uno" class="kt-title-item kt-title-item-1"><a href="#tab-uno" data-tab="1" class="kt-tab-title kt-tab-title-1">' +
        '<span class="kt-title-text">Uno</span></a></li><li class="kt-title-item"><a href="#tab-dos" data-tab="2" class="kt-tab-title">' +
        '<span class="kt-title-text">Dos</span></a></li></ul><div class="kt-tabs-content-wrap"><div class="wp-block-kadence-tab kt-tab-inner-content">' +
        '<div class="kt-tab-inner-content-inner"><p>A</p></div></div><div class="wp-block-kadence-tab kt-tab-inner-content">' +
        '<div class="kt-tab-inner-content-inner"><p>B</p></div></div></div></div></div>',
      '### ¿Urgencias?\n\nSí\n\n**Uno**\n\nA\n\n**Dos**\n\nB',
    ],
    'reads an info box of Kadence as one link': [
      '<div class="wp-block-kadence-infobox"><a class="kt-blocks-info-box-link-wrap info-box-link kt-blocks-info-box-media-align-top" href="/f/">' +
        '<div class="kt-blocks-info-box-media-container"><div class="kt-blocks-info-box-media"><div class="kadence-info-box-icon-container">' +
        '<span class="kb-svg-icon-wrap kb-svg-icon-fe_aperture"><svg viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg" aria-hidden="true">' +
        '<circle cx="12" cy="12" r="10"/></svg></span></div></div></div><div class="kt-infobox-textcontent"><h2 class="kt-blocks-info-box-title">Fugas</h2>' +
        '<p class="kt-blocks-info-box-text">Las buscamos</p><div class="kt-blocks-info-box-learnmore-wrap">' +
        '<span class="kt-blocks-info-box-learnmore">Leer más</span></div></div></a></div>',
      '## [Fugas](https://ejemplo.es/f/)\n\nLas buscamos\n\nLeer más',
    ],
    'shows the number to which Kadence counts, with its sign': [
      '<div class="wp-block-kadence-countup kb-count-up-1">' +
        '<div class="kb-count-up-number kb-count-up-process" data-start="0" data-end="1200" data-prefix="+" data-suffix="" data-duration="2.5">0</div>' +
        '<div class="kb-count-up-title">Clientes</div></div>',
      '+1200\n\nClientes',
    ],
    'does not take the end of a countdown for a number': [
      '<div class="wp-block-kadence-countdown"><div class="kb-countdown-timer" data-end="1731000000"></div><p>Oferta</p></div>',
      'Oferta',
    ],
    'reads an accordion of GenerateBlocks': [
      '<div class="gb-container gb-container-1"><h2 class="gb-headline gb-headline-1 gb-headline-text">Servicios</h2><p class="gb-headline">' +
        '<span class="gb-icon"><svg aria-hidden="true"><path/></svg></span><span class="gb-headline-text">Rápido</span></p>' +
        '<a class="gb-button gb-button-2 gb-button-text" href="/c/">Contactar</a><div class="gb-accordion">' +
        '<div class="gb-accordion__item gb-accordion__item-1" data-transition="slide"><button class="gb-button gb-accordion__toggle" aria-controls="q">' +
        '<span class="gb-button-text">¿Cuándo?</span><span class="gb-icon"><span class="gb-accordion__icon"><svg/></span></span></button>' +
        '<div class="gb-accordion__content" id="q"><p>Hoy</p></div></div></div></div>',
      '## Servicios\n\nRápido\n\n[Contactar](https://ejemplo.es/c/)\n\n¿Cuándo?\n\nHoy',
    ],
    'reads questions of Spectra': [
      '<div class="wp-block-uagb-faq uagb-faq__outer-wrap uagb-block-1 uagb-faq-icon-row uagb-faq-layout-accordion"><div class="uagb-faq__wrap">' +
        '<div class="wp-block-uagb-faq-child uagb-faq-child__outer-wrap uagb-faq-item">' +
        '<div class="uagb-faq-questions-button uagb-faq-questions" aria-expanded="false" role="button"><span class="uagb-icon uagb-faq-icon-wrap"><svg/></span>' +
        '<span class="uagb-icon-active uagb-faq-icon-wrap"><svg/></span><span class="uagb-question">¿Presupuesto?</span></div><div class="uagb-faq-content">' +
        '<p>Gratis</p></div></div></div></div>',
      '**¿Presupuesto?**\n\nGratis',
    ],
    'reads tabs and buttons of Spectra': [
      '<div class="wp-block-uagb-tabs uagb-block-2"><ul class="uagb-tabs__panel uagb-tabs__align-left" role="tablist">' +
        '<li class="uagb-tab uagb-tabs__active" role="none">' +
        '<a href="#uagb-tabs__tab0" class="uagb-tabs-list uagb-tabs__icon-position-left" data-tab="0" role="tab"><div>Uno</div></a></li>' +
        '<li class="uagb-tab" role="none"><a href="#uagb-tabs__tab1" class="uagb-tabs-list" data-tab="1" role="tab"><div>Dos</div></a></li></ul>' +
        '<div class="uagb-tabs__body-wrap"><div class="wp-block-uagb-tabs-child uagb-tabs__body-container uagb-inner-tab-0"><p>A</p></div>' +
        '<div class="wp-block-uagb-tabs-child uagb-tabs__body-container uagb-inner-tab-1"><p>B</p></div></div></div><div class="wp-block-uagb-buttons">' +
        '<div class="wp-block-uagb-buttons-child uagb-buttons__outer-wrap"><div class="uagb-button__wrapper">' +
        '<a class="uagb-buttons-repeater wp-block-button__link" href="/x/"><div class="uagb-button__link">Ver</div></a></div></div></div>',
      '**Uno**\n\nA\n\n**Dos**\n\nB\n\n[Ver](https://ejemplo.es/x/)',
    ],
    'reads a disclosure of Stackable': [
      '<div class="wp-block-stackable-accordion stk-block-accordion stk-inner-blocks stk-block-content stk-block stk-1">' +
        '<details class="wp-block-stackable-accordion"><summary class="wp-block-stackable-column stk-block-column stk-block-accordion__heading">' +
        '<div class="stk-column-wrapper"><div class="wp-block-stackable-icon-label"><div class="stk-row">' +
        '<div class="wp-block-stackable-heading stk-block-heading"><h4 class="stk-block-heading__text">¿Pago?</h4></div><div class="wp-block-stackable-icon">' +
        '<span class="stk--svg-wrapper"><div class="stk--inner-svg"><svg/></div></span></div></div></div></div></summary>' +
        '<div class="wp-block-stackable-column stk-block-accordion__content"><p class="stk-block-text__text">Bizum</p></div></details></div>',
      '#### ¿Pago?\n\nBizum',
    ],
  });
});

describe('convert, blocks of WordPress', () => {
  examples({
    // Not as `[^1]`: a page may be cut between a note and its place, and readers of plain CommonMark would see brackets.
    'reads footnotes as a list': [
      '<p>Sube el agua<sup data-fn="a1" class="fn"><a id="a1-link" href="#a1">1</a></sup>.</p>' +
        '<ol class="wp-block-footnotes"><li id="a1">Según la <a href="/n">norma</a>. <a href="#a1-link" aria-label="Saltar a la referencia de la nota 1">↩︎</a></li></ol>',
      'Sube el agua¹.\n\n1. Según la [norma](https://ejemplo.es/n). ↩',
    ],
  });
});

describe('convert, questions and products', () => {
  examples({
    'reads questions and steps of Yoast': [
      '<div class="schema-faq wp-block-yoast-faq-block"><div class="schema-faq-section" id="faq-question-1">' +
        '<strong class="schema-faq-question">¿Tardáis?</strong> <p class="schema-faq-answer">Una hora.</p> </div> <div class="schema-faq-section">' +
        '<strong class="schema-faq-question">¿Pago?</strong> <p class="schema-faq-answer">Tarjeta.</p></div></div>' +
        '<div class="schema-how-to wp-block-yoast-how-to-block"><p class="schema-how-to-total-time">' +
        '<span class="schema-how-to-duration-time-text">Tiempo:&nbsp;</span>5 minutes</p><ol class="schema-how-to-steps"><li class="schema-how-to-step">' +
        '<strong class="schema-how-to-step-name">Corta</strong> <p class="schema-how-to-step-text">el agua</p></li></ol></div>',
      '**¿Tardáis?**\n\nUna hora.\n\n**¿Pago?**\n\nTarjeta.\n\nTiempo: 5 minutes\n\n1. **Corta**\n\n   el agua',
    ],
    'reads questions of Rank Math, without contents and breadcrumbs': [
      '<div id="rank-math-faq" class="rank-math-block"><div class="rank-math-list "><div id="faq-question-1" class="rank-math-list-item">' +
        '<h3 class="rank-math-question ">¿Precio?</h3><div class="rank-math-answer "><p>60 €</p></div></div></div></div>' +
        '<div class="wp-block-rank-math-toc-block" id="rank-math-toc"><h2>Tabla</h2><nav><ul><li><a href="#a">A</a></li></ul></nav></div>' +
        '<nav aria-label="breadcrumbs" class="rank-math-breadcrumb"><p><a href="/">Inicio</a></p></nav>',
      '### ¿Precio?\n\n60 €',
    ],
    'reads questions of other plugins, without their icons': [
      '<div class="ewd-ufaq-faq-list" id="ewd-ufaq-faq-list">' +
        '<div class="ewd-ufaq-faq-div ewd-ufaq-faq-display-style-default ewd-ufaq-can-be-toggled" data-post_id="1">' +
        '<div class="ewd-ufaq-faq-title ewd-ufaq-faq-toggle"><a class="ewd-ufaq-post-margin" href="#" role="button"><div class="ewd-ufaq-post-margin-symbol">' +
        '<span>a</span></div><div class="ewd-ufaq-faq-title-text"><h4>¿Abrís?</h4></div><div class="ewd-ufaq-clear"></div></a></div>' +
        '<div class="ewd-ufaq-faq-body ewd-ufaq-hidden" ><div class="ewd-ufaq-post-margin ewd-ufaq-faq-post"><p>Siempre</p></div></div></div></div>' +
        '<dl class="sp-easy-accordion"><div class="ea-card"><h3 class="ea-header">' +
        '<a class="collapsed" data-sptoggle="spcollapse" data-sptarget="#c1" href="#" aria-expanded="false">' +
        '<i aria-hidden="true" class="ea-expand-icon eap-icon-ea-expand-plus"></i> ¿Sábados?</a></h3><div class="sp-collapse spcollapse" id="c1">' +
        '<div class="ea-body"><p>También</p></div></div></div></dl>',
      '#### ¿Abrís?\n\nSiempre\n\n### ¿Sábados?\n\nTambién',
    ],
    'drops blocks of related products, and keeps a list of the page’s own': [
      '<div class="wp-block-woocommerce-related-products"><h2>Relacionados</h2><p>Gorra 16 €</p></div>' +
        '<div class="wp-block-woocommerce-product-collection" data-wp-context="{&quot;collection&quot;:&quot;woocommerce\\/product-collection\\/upsells&quot;}"><p>Bolsa 20 €</p></div>' +
        '<div class="wp-block-woocommerce-product-collection" data-collection="woocommerce/product-collection/related"><p>Funda 9 €</p></div>' +
        '<div class="wp-block-woocommerce-product-collection" data-collection="woocommerce/product-collection/new-arrivals"><p>Cinturón 55 €</p></div>',
      'Cinturón 55 €',
    ],
    'reads a product with its prices, former and present, and no others': [
      '<div id="product-9" class="product type-product"><div class="woocommerce-product-gallery">' +
        '<div data-thumb="/t.jpg" class="woocommerce-product-gallery__image"><a href="/g.jpg"><img src="/g-600.jpg" alt="Grifo" data-large_image="/g.jpg"></a>' +
        '</div></div><div class="summary entry-summary"><h1 class="product_title entry-title">Grifo</h1><div class="woocommerce-product-rating">' +
        '<div class="star-rating" role="img" aria-label="Valorado con 4.50 de 5">' +
        '<span style="width:90%">Valorado con <strong class="rating">4.50</strong> de 5</span></div>' +
        '<a href="#reviews" class="woocommerce-review-link">(<span class="count">2</span> valoraciones)</a></div><p class="price"><del aria-hidden="true">' +
        '<span class="woocommerce-Price-amount amount"><bdi>30,00&nbsp;<span class="woocommerce-Price-currencySymbol">&euro;</span></bdi></span>' +
        '</del> <span class="screen-reader-text">El precio original era: 30,00 €.</span><ins aria-hidden="true"><span class="amount">' +
        '<bdi>25,00&nbsp;<span>&euro;</span></bdi></span></ins><span class="screen-reader-text">El precio actual es: 25,00 €.</span></p>' +
        '<p class="stock in-stock">5 disponibles</p><form class="cart" method="post"><div class="quantity">' +
        '<label class="screen-reader-text" for="q">Grifo cantidad</label><input type="number" id="q" value="1"></div>' +
        '<button type="submit" name="add-to-cart" value="9" class="single_add_to_cart_button button alt">Añadir al carrito</button></form>' +
        '<div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">G1</span></span>' +
        '<span class="posted_in">Categoría: <a href="/c/" rel="tag">Grifos</a></span></div></div><div class="woocommerce-tabs wc-tabs-wrapper">' +
        '<ul class="tabs wc-tabs" role="tablist"><li class="description_tab" id="tab-title-description" role="tab"><a href="#tab-description">Descripción</a>' +
        '</li></ul><div class="woocommerce-Tabs-panel panel entry-content wc-tab" id="tab-description" role="tabpanel"><h2>Descripción</h2><p>Latón.</p></div>' +
        '<div class="woocommerce-Tabs-panel" id="tab-additional_information"><table class="woocommerce-product-attributes shop_attributes"><tr class="x">' +
        '<th class="woocommerce-product-attributes-item__label">Peso</th><td><p>1 kg</p></td></tr><tr><th>Color</th><td><p>Cromo</p></td></tr></table></div>' +
        '</div><section class="related products"><h2>Productos relacionados</h2><ul class="products columns-4"><li class="product">Otro</li></ul></section>' +
        '<section class="up-sells upsells products"><h2>También te recomendamos</h2></section></div>',
      '[![Grifo](https://ejemplo.es/g-600.jpg)](https://ejemplo.es/g.jpg)\n\n# Grifo\n\nValorado con **4.50** de 5\n\n(2 valoraciones)\n\n~~30,00 €~~ 25,00 €\n\n5 disponibles\n\nSKU: G1 Categoría: [Grifos](https://ejemplo.es/c/)\n\n## Descripción\n\nLatón.\n\n|  |  |\n| --- | --- |\n| Peso | 1 kg |\n| Color | Cromo |',
    ],
  });
});
