import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wholeWordsIn } from '../../../../sync/run/visible/text-comparison.ts';
import { smallSite } from '../small-site.ts';

const long = `<p>${'La revisión incluye el desplazamiento, la limpieza del quemador y la medición de gases. '.repeat(6)}</p>`;

describe('run, beside what stands aside of a text', () => {
  const asides = [
    ['text in brackets', '<p>[Para socios: 30 euros]</p>'],
    ['the label of a link', '<p><a href="/precios/" aria-label="Para socios: 30 euros"><i></i></a></p>'],
    ['the title of a link', '<p><a href="/precios/" title="Para socios: 30 euros"><i></i></a></p>'],
    ['text in brackets, hyphenated by hand', '<p>[Para so&shy;cios: 30 eu\u200Bros]</p>'],
    ['text in brackets, with elements in its words', '<p>[Para so<span>c</span>ios: 30 eu<span>r</span>os]</p>'],
    ['a label of whole words in brackets', '<p>[Para <a href="/x/">so</a><i>cios</i>: 30 eu<b>ros</b>]</p>'],
    [
      'a choice with its price',
      '<form><label><input type="radio" name="a"> Para socios: 30 euros</label><label><input type="radio" name="a"> Oro</label></form>',
    ],
    ['a paragraph that breaks out of a drawing', '<svg><path d="M0 0"/><p>Para socios: 30 euros</p></svg>'],
  ] as const;
  const link = '<p><a href="/precios/"><i></i></a></p>';
  for (const [what, aside] of asides) {
    it(`publishes ${what} where visitors get it, and only there`, async () => {
      await using site = await smallSite();
      site.edit(11, { content: `${long}${aside}${long}`, shown: { main: `${long}${link}${long}` } });
      site.edit(12, { content: `${long}${aside}${long}` });
      await site.sync();
      const textOf = (path: string) => site.index((index) => index.pageByPath(path)?.markdown ?? '');
      assert.match(await textOf('/pagina-11'), /quemador/);
      assert.doesNotMatch(await textOf('/pagina-11'), /30 eu/);
      assert.match(wholeWordsIn(await textOf('/pagina-12')).join(' '), /para socios 30 euros/);
      assert.equal(site.mirror.views().get(12)?.textFrom, 'rest');
    });
  }

  it('keeps the text of the REST API where only what agents do not get is another one', async () => {
    await using site = await smallSite();
    const given = (name: string) =>
      `${long}<svg><title>${name}</title><text>${name}</text></svg><button aria-label="${name}">Abrir</button>[${name}_forma id="4"]${long}`;
    site.edit(11, { content: given('uno'), shown: { main: given('dos') } });
    await site.sync();
    assert.equal(site.mirror.views().get(11)?.textFrom, 'rest');
  });
});

describe('run, beside a text that the page has under a lock', () => {
  const notice = '<p>Para ver este contenido debes iniciar sesión.</p>';
  const locked: Readonly<Record<string, { readonly head?: string; readonly main: string }>> = {
    'named so': { main: `<div class="content-locker" style="display:none">${long}</div><p>Compártelo.</p>` },
    'with a notice beside it': { main: `<section style="visibility: hidden">${long}</section>${notice}` },
    'by a rule of its head': {
      head: '<style>.a{color:red}.muro-paywall{display:none!important}</style>',
      main: `<div class="x muro-paywall">${long}</div><p>Únete.</p>`,
    },
    'behind a wall': {
      main: `${long}<div style="position:fixed;inset:0;background:#fff;backdrop-filter:blur(4px)">${notice}<a href="/alta/">Alta</a></div>`,
    },
    'behind a wall by a rule of its head': {
      head: '<style>@media screen{#muro{position: fixed; top:0; left:0; width:100vw; height:100vh; background-color:rgba(255,255,255,.9)}}</style>',
      main: `${long}<div id="muro">${notice}</div>`,
    },
    'behind a wall whose rules hide it in another state': {
      head: '<style>.muro{position:fixed;inset:0;background:#fff;text-transform:none;transform:translateZ(0)}.muro.cerrado,.salida .muro,.muro:target{display:none}</style>',
      main: `${long}<div class="muro">${notice}</div>`,
    },
    'behind a wall of two rules and a style of its own': {
      head: '<style>.lleno{top:0;left:0;width:100%;height:100%}.muro{position:fixed}</style>',
      main: `${long}<div class="muro lleno" style="background:#fff">${notice}</div>`,
    },
    'behind a wall that is a dialog which a rule displays': {
      head: '<style>.muro{position:fixed;inset:0;background:#fff;display:flex}</style>',
      main: `${long}<dialog class="muro">${notice}</dialog>`,
    },
    'behind a wall that a rule of its class would not place so': {
      head: '<style>.caja{position:relative}</style>',
      main: `${long}<div class="caja" style="color:#000; position:fixed; inset:0; background:#fff">${notice}</div>`,
    },
    'behind a veil beside the box that says so': {
      main: `${long}<div style="position:fixed;inset:0;background:rgba(0,0,0,.8)"></div><!-- caja --> <div style="position:fixed;top:50%;left:50%"><img src="/a.png">${notice}</div>`,
    },
    'behind a veil after the box that says so': {
      head: '<style>.velo{position:fixed;inset:0;backdrop-filter:blur(8px)}.caja{position:absolute;top:20%}</style>',
      main: `${long}<section><p>Hola</p></section><aside><div class="caja"><div><h2>Socios</h2>${notice}</div></div><div class="velo"></div></aside>`,
    },
    'blurred, whatever it is called': { main: `<div style="filter: blur(8px)">${long}</div><p>Hola.</p>` },
    'blurred by a rule of its head': {
      head: '<style>.texto{-webkit-filter:blur(5px);filter:blur(5px)}</style>',
      main: `<div class="texto">${long}</div><p>Hola.</p>`,
    },
    'that blurs it': { main: `<div id="premium-content" style="filter: blur(8px)">${long}</div><p>Únete.</p>` },
  };
  for (const [how, shown] of Object.entries(locked)) {
    it(`leaves it out: ${how}`, async () => {
      await using site = await smallSite();
      site.edit(11, { content: long, shown });
      assert.deepEqual((await site.sync()).skipped, { 'members only': 1 });
    });
  }

  for (const [how, box] of Object.entries({
    'called after a lock': '<div class="content-locked" hidden>',
    'that is blurred': '<div style="opacity:.8;filter:blur(5px)">',
  })) {
    it(`leaves a passage out of it: ${how}`, async () => {
      await using site = await smallSite();
      const passage = '<p>Para socios: treinta euros por visita, también el fin de semana y los festivos.</p>';
      site.edit(11, { content: long + passage + long, shown: { main: `${long}${box}${passage}</div>${long}` } });
      assert.deepEqual((await site.sync()).skipped, {});
      assert.match(site.mirror.publishablePage(11)?.markdown ?? '', /quemador/);
      assert.doesNotMatch(site.mirror.publishablePage(11)?.markdown ?? '', /treinta/);
    });
  }

  const open: Readonly<Record<string, { readonly head?: string; readonly main: string }>> = {
    'blurred until it comes in': {
      head: '<style>.entra{filter:blur(8px);opacity:0}.llega{filter:blur(8px);animation:clara 1s forwards}</style>',
      main: `<div class="entra">${long}</div><div class="llega">${long}</div>`,
    },
    'blurred until a script has asked for consent': {
      main: `<div id="pagina" style="filter:blur(8px)">${long}</div><script>document.querySelector("#pagina").style.filter = acepta ? "" : "blur(8px)"</script>`,
    },
    'on glass, beside a login': {
      main: `<div class="premium-content" style="background:#fff8;backdrop-filter:blur(9px)">${long}</div><form><input type="password"></form>`,
    },
    'until it has loaded': {
      main: `<div id="pagina" style="display:none">${long}</div><script>$("#pagina").show()</script>`,
    },
    'until it has loaded, beside the form of a newsletter': {
      main: `<div id="pagina" style="visibility:hidden">${long}</div><div id="subscribe-popup" hidden><form>Boletín</form></div>`,
    },
    'in tabs of a builder whose classes say premium': {
      main: `<div class="premium-tabs"><ul role="tablist"><li role="tab" aria-controls="t1">Uno</li><li role="tab" aria-controls="t2">Dos</li></ul><div id="t1" role="tabpanel" class="premium-tab">Hola</div><div id="t2" role="tabpanel" class="premium-tab" style="display:none">${long}</div></div>`,
    },
    'beside what is locked': { main: `${long}<div class="content-locker" hidden><p>Regalo</p></div>` },
    'under a window that says nothing of members': {
      main: `${long}<div style="position:fixed;inset:0;background:#fff"><p>Este sitio usa cookies.</p><button>Vale</button></div>`,
    },
    'beside a window for members that opens by a click': {
      head: '<style>.ventana{position:fixed;inset:0;background:#fff}.ventana{opacity:0}</style>',
      main: `${long}<div class="ventana">${notice}</div>`,
    },
    'beside a window for members within a box that is not shown': {
      main: `${long}<div style="display:none"><div style="position:fixed;inset:0;background:#fff">${notice}</div></div>`,
    },
    'beside a window for members on paper and small screens alone': {
      head: '<style>@media (max-width:600px){.ventana{position:fixed;inset:0;background:#fff}}@media print{.ventana{position:fixed;inset:0;background:#fff}}</style>',
      main: `${long}<div class="ventana">${notice}</div>`,
    },
    'beside a window for members that a script pushes in': {
      head: '<style>.ventana{position:fixed;top:0;left:-100%;width:100%;height:100%;background:#fff}</style>',
      main: `${long}<div class="ventana">${notice}</div>`,
    },
    'beside a window for members that has no class yet': {
      head: '<style>.ventana{position:fixed;inset:0;background:#fff}.ventana:not(.abierta){display:none}</style>',
      main: `${long}<div class="ventana">${notice}</div>`,
    },
    'beside windows for members that open by a click, as browsers have them': {
      head: '<style>.ventana{position:fixed;inset:0;background:#fff}</style>',
      main: `${long}<dialog class="ventana">${notice}</dialog><div popover class="ventana">${notice}</div><template><div class="ventana">${notice}</div></template>`,
    },
    'beside a bar for members': {
      main: `${long}<div style="position:fixed;bottom:0;width:100%;background:#fff">${notice}</div>`,
    },
    'beside a bar for members, while a veil is drawn away': {
      main: `<div style="position:fixed;inset:0;background:#fff"><i></i></div><nav>Menú</nav><p>Uno</p>${long}<div style="position:fixed;bottom:0">${notice}</div>`,
    },
    'beside a box for members that opens with its veil': {
      main: `${long}<div style="position:fixed;inset:0;background:#000;opacity:0"></div><div style="position:fixed;top:50%">${notice}</div>`,
    },
    'behind a veil beside a notice in its place': {
      main: `${long}<div style="position:fixed;inset:0;background:#fff"></div><div style="padding:2em">${notice}</div>`,
    },
    'behind a veil beside a box that is closed': {
      main: `${long}<div style="position:fixed;inset:0;background:#fff"></div><div style="position:fixed;display:none">${notice}</div>`,
    },
    'by a rule that is not for it': {
      head: '<style>.cerrado .muro-paywall{display:none}</style>',
      main: `<div class="muro-paywall">${long}</div>`,
    },
  };
  for (const [how, shown] of Object.entries(open)) {
    it(`keeps it: ${how}`, async () => {
      await using site = await smallSite();
      site.edit(11, { content: long, shown });
      assert.deepEqual((await site.sync()).skipped, {});
      assert.match(site.mirror.publishablePage(11)?.markdown ?? '', /quemador/);
    });
  }
});

describe('run, beside a block that a page alone hides', () => {
  const RULES = [
    ['(min-width:1025px)', 'escritorio'],
    [' (min-width: 768px) and (max-width: 1024px)', 'tableta'],
    ['(max-width:767px)', 'movil'],
  ].map(([screen, name]) => `@media${screen} {.sin-${name} {display: none !important;}}`);
  const passage = '<p>Para socios: treinta euros por visita, también el fin de semana y los festivos.</p>';

  /** The first page with a passage in an element that the REST API does not give, hidden by such rules. */
  async function siteWith(css: string, classes = 'sin-movil sin-tableta sin-escritorio') {
    const site = await smallSite();
    const shown = { head: `<style>${css}</style>`, main: `${long}<div class="${classes}">${passage}</div>${long}` };
    site.edit(11, { content: long + passage + long, shown });
    await site.sync();
    return site;
  }

  it('leaves it out where every screen hides it', async () => {
    await using site = await siteWith(RULES.join('\n'));
    const { markdown = '' } = site.mirror.publishablePage(11) ?? {};
    assert.match(markdown, /quemador/);
    assert.doesNotMatch(markdown, /treinta/);
  });

  it('leaves a page out that is nothing else', async () => {
    await using site = await smallSite();
    const main = `<div class="sin-movil sin-tableta sin-escritorio">${long}</div>`;
    site.edit(11, { content: long, shown: { head: `<style>${RULES.join('')}</style>`, main } });
    await site.sync();
    assert.equal(site.mirror.publishablePage(11), undefined);
  });

  for (const [how, css, classes] of [
    ['some screen shows it', RULES.join('\n'), 'sin-movil sin-tableta'],
    ['a script may open it', '.plegado{display:none}', 'plegado'],
  ] as const) {
    it(`publishes it from the REST API where ${how}`, async () => {
      await using site = await siteWith(css, classes);
      assert.match(site.mirror.publishablePage(11)?.markdown ?? '', /treinta/);
      assert.equal(site.mirror.views().get(11)?.textFrom, 'rest');
    });
  }
});

describe('run, beside a lock by a linked style sheet', () => {
  const HIDING = '.regalo-locker__texto{display:none}';

  /** The first page, whose own HTML has a text in such an element. */
  async function siteWith({
    content,
    css,
    classes = 'regalo-locker__texto',
  }: Record<'content' | 'css', string> & { classes?: string }) {
    const site = await smallSite();
    const head = '<link rel="stylesheet" href="/wp-content/plugins/regalo/regalo.css?ver=1">';
    const main = `<p>Compártelo.</p><div class="${classes}">${long}</div>`;
    site.edit(11, { content, shown: { head, main } });
    site.wordpress.files = { '/wp-content/plugins/regalo/regalo.css': css };
    return site;
  }

  it('leaves a page out that it hides', async () => {
    await using site = await siteWith({ content: long, css: HIDING });
    await site.sync();
    assert.equal(site.mirror.publishablePage(11), undefined);
  });

  it('leaves its text out of a page that the REST API gives nothing of', async () => {
    await using site = await siteWith({ content: '', css: HIDING });
    await site.sync();
    assert.match(site.mirror.publishablePage(11)?.markdown ?? '', /^Compártelo\.$/);
  });

  for (const [how, shown] of Object.entries({
    'that another rule opens': {
      css: `${HIDING}.regalo-locker__texto.abierto{display:block}`,
      classes: 'regalo-locker__texto abierto',
    },
    'that it only styles': { css: '.regalo-locker__texto{color:red}' },
    'called after premium, as tabs are': { css: '.premium-content{display:none}', classes: 'premium-content' },
  })) {
    it(`keeps the text of one ${how}`, async () => {
      await using site = await siteWith({ content: long, ...shown });
      await site.sync();
      assert.match(site.mirror.publishablePage(11)?.markdown ?? '', /quemador/);
    });
  }
});

describe('run, beside a box over the whole window by a linked style sheet', () => {
  const notice = '<h2>Zona privada</h2><p>Para ver este contenido debes iniciar sesión.</p><a href="/alta/">Alta</a>';
  const link = (path: string) => `<link rel="stylesheet" href="${path}">`;
  const COVER = 'position:fixed;top:0;left:0;width:100%;height:100%;background:#fff';

  /** The first two pages with such a box, in a site with such a style sheet of a plugin. */
  async function siteWith(box: string, css: string, head = link('/wp-content/plugins/muro/muro.css?ver=1')) {
    const site = await smallSite();
    for (const id of [11, 12]) site.edit(id, { content: long, shown: { head, main: `${long}${box}` } });
    site.wordpress.files = { '/wp-content/plugins/muro/muro.css': css, '/wp-includes/muro.css': css };
    const asked = () => site.way.seen.filter(({ url }) => url.includes('muro.css')).length;
    return { ...site, asked };
  }

  const walls: Readonly<Record<string, readonly [box: string, css: string]>> = {
    'by one rule': [`<div class="muro">${notice}</div>`, `.muro{${COVER}}`],
    'by the rules of utility classes': [
      `<div class="fixed inset-0 bg-white/90 md:p-4">${notice}</div>`,
      '.fixed{position:fixed}.inset-0{inset:0}.bg-white\\/90{background-color:#ffffffe6}.md\\:p-6{display:none}.bg-white{display:none}',
    ],
    'by a list of selectors': [`<div id="muro">${notice}</div>`, `body :where(.otro, #muro){${COVER}}`],
    'with an animation that has it come in': [
      `<div class="muro">${notice}</div>`,
      `.muro{${COVER};opacity:0;transform:translateY(100%);animation:entra .3s ease-out forwards}`,
    ],
    'with its own rule for a state': [
      `<div class="muro">${notice}</div>`,
      `.muro{${COVER}}.muro.cerrado{display:none}`,
    ],
  };
  for (const [how, [box, css]] of Object.entries(walls)) {
    it(`leaves the page out, and asks for the style sheet once: ${how}`, async () => {
      await using site = await siteWith(box, css);
      assert.deepEqual((await site.sync()).skipped, { 'members only': 2 });
      assert.equal(site.asked(), 1);
    });
  }

  const open: Readonly<Record<string, readonly [box: string, css: string]>> = {
    'a menu with a way to the login': [
      '<div class="muro"><a href="/">Ver la página</a><a href="/acceso/">Iniciar sesión</a></div><p>Solo para socios de esta casa.</p>',
      `.muro{${COVER}}`,
    ],
    'a window that another rule closes': [
      `<div class="muro">${notice}</div>`,
      `.muro{${COVER}}body .muro{display:none}`,
    ],
    'a window that a list of selectors closes': [
      `<div class="muro">${notice}</div>`,
      `.muro{${COVER}}:is(.otro,.muro){visibility:hidden}`,
    ],
    'a dialog that is not open': [`<dialog class="muro">${notice}</dialog>`, `.muro{${COVER}}`],
    'a window that a script opens': [`<div x-show="abierto" class="muro">${notice}</div>`, `.muro{${COVER}}`],
    'a window that is announced as closed': [`<div class="muro" aria-hidden="true">${notice}</div>`, `.muro{${COVER}}`],
    'a window that waits for a script to come in': [
      `<div class="muro">${notice}</div>`,
      `.muro{${COVER};opacity:0;transition:opacity .3s}`,
    ],
    'a curtain that is rolled up': [`<div class="muro alto">${notice}</div>`, `.muro{${COVER}}.alto{max-height:0}`],
    'a box that other rules take out of the window': [
      `<div class="fixed inset-0 bg suelto">${notice}</div>`,
      '.fixed{position:fixed}.inset-0{inset:0}.bg{background:#fff}.suelto{position:relative}',
    ],
    'a notice in its place': [`<div class="muro">${notice}</div>`, '.muro{background:#fff}'],
  };
  for (const [what, [box, css]] of Object.entries(open)) {
    it(`keeps the page: ${what}`, async () => {
      await using site = await siteWith(box, css);
      assert.deepEqual((await site.sync()).skipped, {});
      assert.equal(site.asked(), 1);
    });
  }

  it('asks for none where nothing says for whom the page is, and for none of WordPress or of another host', async () => {
    await using silent = await siteWith(
      '<div class="muro"><p>Este sitio usa cookies propias.</p></div>',
      `.muro{${COVER}}`,
    );
    await silent.sync();
    assert.equal(silent.asked(), 0);
    const others = link('/wp-includes/muro.css') + link('https://otra.example/wp-content/plugins/muro/muro.css');
    await using foreign = await siteWith(`<div class="muro">${notice}</div>`, `.muro{${COVER}}`, others);
    assert.deepEqual((await foreign.sync()).skipped, {});
    assert.equal(foreign.asked(), 0);
  });

  it('keeps the page while the style sheet cannot be had', async () => {
    await using site = await siteWith(`<div class="muro">${notice}</div>`, `.muro{${COVER}}`);
    site.wordpress.files = {};
    assert.deepEqual((await site.sync()).skipped, {});
    assert.equal(site.asked(), 1);
  });
});

describe('run, in a theme that marks no content', () => {
  it('takes menu, sidebar and footer for none of the text that it reads from the pages themselves', async () => {
    await using site = await smallSite();
    const around = (text: string) =>
      `<div class="menu"><a href="/a/">Inicio</a></div><div class="texto">${text}</div><div class="pie">Calle Mayor 1</div>`;
    for (let id = 11; id < 23; id++) site.edit(id, { shown: { body: around(`<p>Texto de la página ${id}.</p>`) } });
    site.edit(12, { content: '', shown: { body: around(long) } });
    await site.sync();
    assert.equal(site.mirror.views().get(12)?.textFrom, 'page');
    assert.match(site.mirror.publishablePage(12)?.markdown ?? '', /^La revisión incluye [^\n]* gases\.$/);
    const looks = site.way.seen.filter(({ url }) => url.startsWith('/pagina-')).length;
    assert.ok(looks <= 12 + 1 + 4, String(looks));
  });
});

describe('run, beside a page that its editor divides', () => {
  const first = '<p>La primera parte de la guía habla de los cimientos de la casa y de su zócalo.</p>';
  const second = (file: string) =>
    `<p>La segunda parte habla del tejado y de sus canalones: <a href="/f/${file}.pdf">el plano</a>.</p>`;

  async function divided(given: string, shown: string) {
    const site = await smallSite();
    site.edit(11, { content: `${first}<!--nextpage-->${given}`, shown: { main: first } });
    const part = { id: 11, slug: 'pagina-11', path: '/pagina-11/2/', unlisted: true };
    site.pages.push({ ...part, modified_gmt: '2026-03-01T08:30:00', content: shown });
    return site;
  }

  it('reads all parts of it as visitors get them, where one of them is another', async () => {
    await using site = await divided(second('tejado-socios'), second('tejado'));
    assert.deepEqual((await site.sync()).skipped, {});
    const text = await site.index((index) => index.pageByPath('/pagina-11')?.markdown ?? '');
    assert.match(text, /cimientos[^]*canalones[^]*tejado\.pdf/);
    assert.doesNotMatch(text, /socios/);
  });

  it('leaves it as it is while one of its parts cannot be seen', async () => {
    await using site = await divided(second('tejado'), second('tejado'));
    await site.sync();
    site.edit(11, { content: `${first}<!--nextpage-->${second('obra')}`, modified_gmt: '2026-05-01T00:00:00' });
    site.way.setFaults(({ url }) => (url.startsWith('/pagina-11/2') ? { kind: 'status', status: 503 } : undefined));
    assert.equal((await site.sync()).gone, 0);
    assert.match(await site.index((index) => index.pageByPath('/pagina-11')?.markdown ?? ''), /tejado\.pdf/);
  });
});

describe('run, beside a shop that opens later', () => {
  const soon = '<h1>Algo grande se acerca</h1><p>Estamos preparando la tienda, y la abriremos dentro de muy poco.</p>';
  const body = '<p>Texto de un radiador que calienta la casa.</p>';

  it('takes what stands in the place of a product for none of it, with a text of its own or without', async () => {
    await using site = await smallSite();
    const product = (id: number, content: string, main: string) => ({
      id,
      slug: `radiador-${id}`,
      path: `/radiador-${id}/`,
      modified_gmt: '2026-03-01T08:30:00',
      content,
      shown: { main },
    });
    const pages = [product(71, body, soon), product(72, '', soon), product(73, body, `<h1>Radiador</h1>${body}`)];
    site.wordpress.types = { product: { namespace: 'wp/v2', pages } };
    const types = ['pages', 'product'];
    assert.deepEqual((await site.sync({}, { types })).skipped, { 'other text': 2 });
    assert.notEqual(await site.index((index) => index.pageByPath('/radiador-73')), undefined);
  });

  it('takes no page for a product because it shows ratings of one', async () => {
    await using site = await smallSite();
    const rating = '<div itemscope itemtype="https://schema.org/Product">Calderas García: 4,8 de 5 (31 votos)</div>';
    site.edit(11, { content: '', shown: { main: `<h1>Calefacción sin sorpresas</h1>${long}${rating}` } });
    assert.deepEqual((await site.sync()).skipped, {});
    assert.match(await site.index((index) => index.pageByPath('/pagina-11')?.markdown ?? ''), /quemador/);
  });
});
