import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../sync/markdown/convert.ts';
import type { Theme } from '../../../sync/markdown/clean/visibility/theme.ts';
import { BASE } from './render.ts';

const AROUND = [
  { name: 'html', id: '', classes: '' },
  { name: 'body', id: '', classes: 'page page-id-7' },
  { name: 'main', id: 'contenido', classes: 'site-main' },
  { name: 'div', id: '', classes: 'entry-content' },
];
const REST_OF_IT = '<h2>Calderas</h2><p>Reparamos calderas de gas en toda la ciudad, con presupuesto cerrado.</p>';

/** True when a text within a page is kept under a theme of such a style sheet. */
function keeps(css: string, html: string, more: Partial<Theme> & { readonly media?: string } = {}): boolean {
  const { media = '', ...rest } = more;
  const theme = { sheets: [{ css, media }], script: '', around: AROUND, ...rest };
  return convert(REST_OF_IT + html, { baseUrl: BASE, source: 'rest', theme }).markdown.includes('TEXT');
}

const NOTE = '<p class="nota-oculta">TEXT</p>';

describe('a text that a style sheet of the theme hides', () => {
  const hiding: Readonly<Record<string, readonly [css: string, html: string]>> = {
    'by its class': ['.nota-oculta{display:none}', NOTE],
    'by visibility': ['.nota-oculta{visibility:hidden}', NOTE],
    'below the classes around it': ['.page-id-7 .entry-content p.nota-oculta{display:none!important}', NOTE],
    'within what is hidden': ['.nota-oculta{display:none}', '<div class="nota-oculta"><p>a</p><p>TEXT</p></div>'],
    'by where its box is': ['.nota-oculta{position:absolute;left:-9999px}', NOTE],
    'by leaving its box no room': ['.nota-oculta{max-height:0;overflow:hidden}', NOTE],
    'by clipping': ['.nota-oculta{clip-path:inset(50%)}', NOTE],
    'by opacity': ['.nota-oculta{opacity:0}', NOTE],
    'in a rule within another': ['.entry-content{.nota-oculta{display:none}}', NOTE],
    'by its id': ['#nota{display:none}', '<p id="nota">TEXT</p>'],
    'by letters of no size': ['.nota-oculta{font-size:0}p{color:#333}', NOTE],
    'by letters of no colour': ['.nota-oculta{color:transparent}', NOTE],
    'by letters in the colour of their ground': ['.nota-oculta{color:#fff;background:#fefefe}', NOTE],
    'by a class of its own, beside one that others have too': [
      '.gb-container-aa11{display:none}@media (max-width:1024px){.gb-container-aa11{display:none}}',
      '<div class="gb-container gb-container-aa11"><p>TEXT</p></div><div class="gb-container gb-container-aa12"><p>a</p></div>',
    ],
    'from who is not logged in': ['.nota-oculta{display:block}body:not(.logged-in) .nota-oculta{display:none}', NOTE],
    'from who is not logged in, however that is said': ['body:not(body.logged-in) .nota-oculta{display:none}', NOTE],
    'from who is not logged in, by the element around it': [':not(.logged-in) > .nota-oculta{display:none}', NOTE],
    'though it is shown to who is logged in': [
      '.nota-oculta{display:none}.logged-in .nota-oculta,.page.admin-bar>p{display:block}body.logged-in{.nota-oculta{display:block}}',
      NOTE,
    ],
    'on every screen': ['@media screen{.nota-oculta{display:none}}', NOTE],
  };
  for (const [how, [css, html]] of Object.entries(hiding)) {
    it(`is left out: ${how}`, () => assert.equal(keeps(css, html), false));
  }

  it('is left out though the sheet before it breaks off', () => {
    const sheets = ['.a{color:red', '.nota-oculta{display:none}'].map((css) => ({ css, media: '' }));
    assert.equal(keeps('', NOTE, { sheets }), false);
  });

  it('is named to the owner', () => {
    const sheets = [{ css: '.nota-oculta{display:none}', media: '' }];
    const { notes } = convert(REST_OF_IT + NOTE, {
      baseUrl: BASE,
      source: 'rest',
      theme: { sheets, script: '', around: AROUND },
    });
    assert.deepEqual(notes, ['Removed text hidden from everybody: “TEXT”.']);
  });
});

describe('a text that a style sheet of the theme may hide', () => {
  const HIDE = '.nota-oculta{display:none}';
  const shown: Readonly<Record<string, readonly [css: string, html: string]>> = {
    'from who is logged in': ['.logged-in .nota-oculta,body.admin-bar p{display:none}', NOTE],
    'until it fades in': ['.nota-oculta{opacity:0;animation:entra 1s forwards}', NOTE],
    'until a class of another rule moves it': [
      '.nota-oculta{left:-9999px;position:absolute}.nota-oculta.ya{left:0}',
      NOTE,
    ],
    'by a size that those in it have not': [
      '.nota-oculta{font-size:0}.celda{font-size:16px}',
      '<div class="nota-oculta"><p class="celda">TEXT</p></div>',
    ],
    'by a colour that those in it have not': [
      '.nota-oculta{color:#fff;background:#fff}p{color:#333}',
      '<div class="nota-oculta"><p>TEXT</p></div>',
    ],
    'by no colour, on a ground cut to its letters': [
      '.nota-oculta{color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text}',
      NOTE,
    ],
    'by no colour until somebody points at it': ['.nota-oculta{color:transparent}.nota-oculta:hover{color:#333}', NOTE],
    'by letters in the colour of the page, of which another rule lays the ground': [
      '.nota-oculta{color:#fff}.caja{background:#000}',
      '<div class="caja"><p class="nota-oculta">TEXT</p></div>',
    ],
    'by its id, until a link goes there': [
      '#nota{display:none}',
      '<a href="#nota">Ver</a><hr><hr><hr><hr><p id="nota">TEXT</p>',
    ],
    'until an attribute that another rule names shows it': ['.nota-oculta{opacity:0}[data-visto]{opacity:1}', NOTE],
    'until a class that a script gives shows it': ['.nota-oculta{opacity:0}.visible{opacity:1}', NOTE],
    'only in print': [`@media print{${HIDE}}`, NOTE],
    'only on one kind of screen': [`@media (max-width:600px){${HIDE}}`, NOTE],
    'only elsewhere': ['.page-id-8 .nota-oculta{display:none}', NOTE],
    'until a state shows it': [`${HIDE}.abierto .nota-oculta{display:block}`, NOTE],
    'until somebody points at it': [`${HIDE}li:hover .nota-oculta{display:block}`, NOTE],
    'unless it is in such a place': [`${HIDE}.entry-content .nota-oculta{display:block}`, NOTE],
    'where its author shows it': [HIDE, '<p class="nota-oculta" style="display:block">TEXT</p>'],
    'as the panel of a tab': [
      '.tab-pane{display:none}.tab-pane.active{display:block}',
      '<div class="tab-pane">TEXT</div>',
    ],
    'as the panel of an accordion': ['.accordion-content{display:none}', '<div class="accordion-content">TEXT</div>'],
    'as a slide': ['.slide{visibility:hidden}', '<div class="slide">TEXT</div>'],
    'as what a button opens': [HIDE, `<div><button>Más</button>${NOTE}</div>`],
    'as what a link opens': [HIDE, `<p><a href="#">Ver</a></p>${NOTE}`],
    'as what an id opens': [HIDE, '<p class="nota-oculta" id="nota">TEXT</p>'],
    'as each of several answers': [
      '.texto-servicio{display:none}',
      '<h3>a</h3><div class="texto-servicio">b</div><h3>c</h3><div class="texto-servicio">TEXT</div>',
    ],
    'as one of several answers, each of which has a class of its own': [
      '.texto-servicio.uno,.texto-servicio.dos{display:none}',
      '<h3>a</h3><div class="texto-servicio uno">b</div><h3>c</h3><div class="texto-servicio dos">TEXT</div>',
    ],
    'unless something else is chosen': ['.nota-oculta:not(.elegida){display:none}', NOTE],
    'unless another class shows it there': [
      '.d-none{display:none!important}@media (min-width:768px){.d-md-block{display:block!important}}',
      '<p class="d-none d-md-block">TEXT</p>',
    ],
    'unless a class with a colon shows it there': [
      '.oculta{display:none}@media (min-width:768px){.md\\:flex{display:flex}}',
      '<p class="oculta md:flex">TEXT</p>',
    ],
    'as most of the page': [HIDE, `<div class="nota-oculta">TEXT ${'Todo el texto de la página. '.repeat(10)}</div>`],
    'by its element': ['.entry-content aside p{display:none}', '<aside><p>TEXT</p></aside>'],
    'by moving it, as entrances do': ['.nota-oculta{opacity:0;transform:translateX(-9999px)}', NOTE],
  };
  for (const [how, [css, html]] of Object.entries(shown)) {
    it(`is kept: ${how}`, () => assert.equal(keeps(css, html), true));
  }

  it('is kept where a script of the theme names it, and where the sheet is for print', () => {
    assert.equal(keeps(HIDE, NOTE, { script: 'jQuery(".nota-oculta").slideToggle()' }), true);
    assert.equal(keeps(HIDE, NOTE, { media: 'print' }), true);
  });

  it('is kept where a script of the theme names its id, or a class by which its letters have no size', () => {
    const byId = '<p id="nota">TEXT</p>';
    assert.equal(keeps('#nota{display:none}', byId, { script: 'document.getElementById("nota").hidden = !1' }), true);
    assert.equal(keeps('.nota-oculta{font-size:0}', NOTE, { script: 'grow(".nota-oculta")' }), true);
  });

  it('is kept where it may come in by a script of the theme, whatever that names', () => {
    for (const css of ['.nota-oculta{opacity:0}', '.nota-oculta{transform:translateX(-100%)}'])
      assert.equal(keeps(css, NOTE, { script: 'wow.init()' }), true, css);
    const css = '.nota-oculta{position:absolute;left:-9999px;opacity:0}';
    assert.equal(keeps(css, NOTE, { script: 'wow.init()' }), false);
  });
});

describe('a white text', () => {
  const WHITE = '<p style="color:#fff">TEXT</p>';

  it('is kept on the dark ground of a theme', () => {
    assert.equal(keeps('body{background:#111;color:#eee}', WHITE), true);
    assert.equal(keeps(':root{--fondo:#1b1b1b}body{background-color:var(--fondo)}', WHITE), true);
    assert.equal(keeps('.site-main{background:url(noche.jpg)}', WHITE), true);
  });

  it('is left out on a light one', () => {
    assert.equal(keeps('body{background:#fff}', WHITE), false);
    assert.equal(keeps('body{background:#f0f5fa}.site-main{padding:1em}', WHITE), false);
  });
});
