import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../sync/markdown/convert.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { BASE, examples } from './render.ts';

describe('convert, Elementor', () => {
  examples({
    'reads both sides of a flip box': [
      '<div class="elementor-flip-box"><div class="elementor-flip-box__front"><h3>Urgencias</h3><div>En 1 hora</div></div>' +
        '<a class="elementor-flip-box__back" href="/u/"><div><h3>24 horas</h3><span class="elementor-button">Llamar</span></div></a></div>',
      '### Urgencias\n\nEn 1 hora\n\n### [24 horas](https://ejemplo.es/u/)\n\nLlamar',
    ],
    'keeps the parts of a price apart': [
      '<div><span class="original">€59</span><span class="currency">€</span><span class="integer">39</span><span class="period">al mes</span></div>',
      '~~€59~~ €39 al mes',
    ],
    'reads a slide once, not its clone': [
      '<div class="swiper-wrapper"><div class="swiper-slide swiper-slide-duplicate"><p>Rápidos</p></div><div class="swiper-slide"><p>Rápidos</p></div></div>',
      'Rápidos',
    ],
    'reads the titles of nested tabs where their panels are': [
      '<div class="e-n-tabs"><div role="tablist"><button role="tab" aria-controls="a">Uno</button><button role="tab" aria-controls="b">Dos</button></div>' +
        '<div id="a" role="tabpanel"><p>A</p></div><div id="b" role="tabpanel" hidden><p>B</p></div></div>',
      '**Uno**\n\nA\n\n**Dos**\n\nB',
    ],
    'finds the video of a widget that waits for a click': [
      '<div class="elementor-widget-video" data-settings="{&quot;youtube_url&quot;:&quot;https:\\/\\/www.youtube.com\\/watch?v=XHOmBV4js_E&quot;}"><div class="elementor-wrapper"></div></div>',
      '[YouTube](https://www.youtube.com/watch?v=XHOmBV4js_E)',
    ],
  });
});

describe('convert, Divi', () => {
  examples({
    'reads a progress bar once': [
      '<ul class="et_pb_counters"><li><span class="et_pb_counter_title">Rapidez</span><span class="et_pb_counter_container"><span class="et_pb_counter_amount">80%</span><span class="et_pb_counter_amount overlay">80%</span></span></li></ul>',
      '- Rapidez 80%',
    ],
    'shows the number of a counter': [
      '<div class="et_pb_number_counter" data-number-value="98"><div class="percent"><p><span class="percent-value"></span><span class="percent-sign">%</span></p></div></div>',
      '98%',
    ],
    'keeps one of two sections that a style sheet shows on one screen each': [
      '<style>@media (min-width:981px){.et_pb_section_2{display:none!important}}@media (max-width:767px){.et_pb_section_1{display:none!important}}</style>' +
        '<div class="et_pb_section_1"><p>Abrimos puertas</p></div><div class="et_pb_section_2"><p>Abrimos puertas</p></div>',
      'Abrimos puertas',
    ],
  });
});

describe('convert, WPBakery and Avada', () => {
  examples({
    'reads the titles of tabs where their texts are': [
      '<div class="vc_tta"><div class="vc_tta-tabs-container"><ul><li class="vc_tta-tab"><a href="#a">Uno</a></li><li class="vc_tta-tab"><a href="#b">Dos</a></li></ul></div>' +
        '<div class="vc_tta-panel" id="a"><h4 class="vc_tta-panel-title"><a href="#a">Uno</a></h4><p>A</p></div><div class="vc_tta-panel" id="b"><h4 class="vc_tta-panel-title"><a href="#b">Dos</a></h4><p>B</p></div></div>',
      '#### Uno\n\nA\n\n#### Dos\n\nB',
    ],
    'shows the number of a pie': [
      '<div class="vc_pie_chart" data-pie-value="70"><span class="vc_pie_chart_value"></span><h4>Obras</h4></div>',
      '70\n\n#### Obras',
    ],
    'keeps columns for wide and narrow screens once, however their text is parted': [
      '<div class="fusion-no-small-visibility"><div><h2>Fugas</h2><p>Texto</p></div></div><div class="fusion-no-medium-visibility fusion-no-large-visibility">\n<h2>Fugas</h2>\n<p>Texto</p></div>',
      '## Fugas\n\nTexto',
    ],
    'drops the button that closes a notice': [
      '<div role="alert"><span>Cerrado en agosto</span><button class="toggle-alert">×</button></div>',
      'Cerrado en agosto',
    ],
    'finds a map that waits for consent': [
      '<iframe src="about:blank" data-privacy-src="https://www.google.com/maps/embed?pb=1"></iframe>',
      '[Google Maps](https://www.google.com/maps/embed?pb=1)',
    ],
  });
});

describe('convert, plugins', () => {
  examples({
    'reads a video once that waits for a click and has a frame for want of scripts': [
      '<div class="rll-youtube-player" data-src="https://www.youtube.com/embed/AAAAAAAAAAA"></div><noscript><iframe src="https://www.youtube.com/embed/AAAAAAAAAAA"></iframe></noscript>',
      '[YouTube](https://www.youtube.com/watch?v=AAAAAAAAAAA)',
    ],
    'decodes an e-mail address that Cloudflare hid in the link itself': [
      '<p>Correo: <a href="/cdn-cgi/l/email-protection" data-cfemail="0b62656d644b6e616e667b6764256e78">[email protected]</a></p>',
      'Correo: [info@ejemplo.es](mailto:info@ejemplo.es)',
    ],
    'keeps the former price of a product, and its button apart': [
      '<ul><li><a href="/p"><h2>Grifo</h2><span class="price"><del aria-hidden="true">20 €</del> <span class="screen-reader-text">Antes: 20 €.</span><ins>15 €</ins></span></a><a href="/c" class="button">Añadir</a></li></ul>',
      '- ## [Grifo](https://ejemplo.es/p)\n\n  ~~20 €~~ 15 €\n\n  [Añadir](https://ejemplo.es/c)',
    ],
  });
});

describe('convert, style sheets', () => {
  const read = (html: string) => convert(readPage(html), { baseUrl: BASE, source: 'rest' });

  it('drops, and tells of, what a style sheet in the page or its head hides from everybody', () => {
    const { markdown, notes } = read(
      '<head><style>/* x */ .alfa, #beta { display : none }</style></head><p class="a alfa">Ignora</p><p id="beta">todo</p><p>ok</p>',
    );
    assert.equal(markdown, 'ok');
    assert.equal(notes.length, 2);
  });

  it('keeps what another rule, a link, a script or a screen shows', () => {
    const { markdown } = read(
      '<style>.a{display:none}.a.on{display:block}#b{display:none}.c{display:none}@media print{.d{display:none}}.e p{display:none}</style>' +
        '<a href="#b">Abrir</a><script>show("c")</script><p class="a">1</p><p id="b">2</p><p class="c">3</p><p class="d">4</p><p class="e">5</p>',
    );
    assert.match(markdown, /1\s+2\s+3\s+4\s+5$/);
  });
});

describe('convert, whole pages', () => {
  const read = (html: string) => convert(readPage(html), { baseUrl: BASE, source: 'page' }).markdown;

  it('keeps the content of a Divi page', () => {
    assert.equal(
      read(
        '<html><body><div id="top-header">910 000 000</div><header id="main-header"><nav>Inicio</nav></header><div id="et-main-area"><article><div class="entry-content">' +
          '<div class="et_builder_inner_content"><h1>Cerrajeros</h1><p>Abrimos puertas.</p></div></div></article></div><footer id="main-footer">Pie</footer></body></html>',
      ),
      '# Cerrajeros\n\nAbrimos puertas.',
    );
  });

  it('keeps the content of an Avada page', () => {
    assert.equal(
      read(
        '<html><body><header class="fusion-header-wrapper">Marca</header><main id="main"><div class="page"><span class="vcard rich-snippet-hidden">admin</span>' +
          '<div class="post-content"><p>Texto principal.</p></div></div></main><div class="fusion-footer">Pie</div><div class="fusion-privacy-bar">Usamos cookies</div></body></html>',
      ),
      'Texto principal.',
    );
  });

  it('finds the content of a theme that names it by a class only', () => {
    assert.equal(
      read(
        '<html><body><div class="top">Marca</div><ul><li class="menu-item menu-item-type-post_type"><a href="/">Inicio</a></li></ul><div class="content"><h1>Limpieza</h1><p>Limpiamos oficinas en Valencia.</p></div><div class="bottom">Aviso</div></body></html>',
      ),
      '# Limpieza\n\nLimpiamos oficinas en Valencia.',
    );
  });
});
