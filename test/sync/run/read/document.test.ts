import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../../sync/markdown/convert.ts';
import { NO_DATE } from '../../../../shared/page.ts';
import { createDocumentReader, differenceOf } from '../../../../sync/run/read/document.ts';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { snapshotOf, type Before } from '../../../../sync/run/visible/reading.ts';
import { createSitePages } from '../../../../sync/run/visible/site-pages.ts';
import { createVisibleText } from '../../../../sync/run/visible/visible-text.ts';
import { WordPressError } from '../../../../sync/wordpress/errors.ts';
import type { WordPressPage } from '../../../../sync/wordpress/rows.ts';

const HOME = 'https://casa.example';

const source = (more: Partial<WordPressPage> = {}): WordPressPage => ({
  id: 7,
  type: 'pages',
  link: `${HOME}/madrid/fontaneria/`,
  slug: 'fontaneria',
  modified: '2026-03-01T09:30:00Z',
  seenModified: '2026-03-01T09:30:00Z',
  protected: false,
  status: 'publish',
  title: 'Fontaner&iacute;a &amp; m&aacute;s',
  content: '<p>Reparamos grifos, cisternas y fugas en toda la ciudad, con presupuesto cerrado antes de empezar.</p>',
  language: undefined,
  printedLanguage: undefined,
  translations: [],
  noindex: false,
  maybeNoindex: false,
  ...more,
});

const html = (body: string, head = '') =>
  `<!DOCTYPE html><html lang="es"><head><title>Fontanería &amp; más</title>${head}</head><body><nav>Menú</nav><main>${body}</main></body></html>`;

type Snapshot = Awaited<ReturnType<ReturnType<typeof createSitePages>['look']>>;

const shown = (page: string): Snapshot => ({
  kind: 'page',
  html: page,
  page: readPage(page),
  damaged: false,
  canonicals: [],
});

type Side = {
  /** The visitor's snapshot; the page's own content in a theme unless given. */
  readonly snapshot?: Snapshot;
  readonly isLoggedIn?: boolean;
  readonly publishesUnseen?: boolean;
};

/** Reads a page that is new to the mirror, unless `before` has its state. */
async function read(
  page: WordPressPage,
  { snapshot, isLoggedIn = false, publishesUnseen = false }: Side = {},
  before: Partial<Before> = {},
) {
  const keyOf = (link: string) =>
    link.startsWith(HOME) ? link.slice(HOME.length).replace(/\/$/, '') || '/' : undefined;
  const reader = createDocumentReader({
    rules: { keyOf, isExcluded: (path) => path.startsWith('/gracias'), isHiddenProduct: () => false },
    languages: { site: 'es', unsaid: 'es', prefixes: [] },
    languageTest: () => () => true,
    keyOfId: (id) => `/p${id}`,
    visibleText: createVisibleText(
      {
        wordpress: { isLoggedIn },
        config: { publishesUnseen, readsHtml: (_, type) => type === 'producto' },
        unseenHours: 72,
        now: () => new Date(5000),
      },
      createSitePages({
        wordpress: {
          look: () => Promise.resolve(snapshot ?? shown(html(page.content))),
        },
        convert: (text, options) => Promise.resolve(convert(readPage(text), options)),
        report: () => {},
        pages: [{ id: 1, type: 'pages', link: `${HOME}/madrid/` }],
        keyOf,
      }),
    ),
    now: () => new Date(5000),
  });
  return await reader(page, {
    known: undefined,
    snapshot: undefined,
    unchanged: false,
    isOutdated: false,
    isDue: true,
    unseenHours: 0,
    ...before,
  });
}

/** The reason to leave a page out, or how else it was read. */
async function reasonOf(page: WordPressPage, side: Side = {}): Promise<string> {
  const reading = await read(page, side);
  return reading.outcome === 'skip' ? reading.reason : reading.outcome;
}

const RAW = source({ content: '[et_pb_section][et_pb_row][/et_pb_row][/et_pb_section]' });

describe('createDocumentReader', () => {
  it('turns a page into text, with its key and its times', async () => {
    const reading = await read(source());
    assert.equal(reading.outcome, 'page');
    const { hash, ...page } = reading.page;
    assert.match(hash, /^[\w-]{43}$/);
    assert.deepEqual(page, {
      id: 7,
      type: 'pages',
      url: `${HOME}/madrid/fontaneria/`,
      path: '/madrid/fontaneria',
      title: 'Fontanería & más',
      markdown: 'Reparamos grifos, cisternas y fugas en toda la ciudad, con presupuesto cerrado antes de empezar.',
      language: 'es',
      translations: '',
      modified: '2026-03-01T09:30:00Z',
      seenLink: `${HOME}/madrid/fontaneria/`,
      seenModified: '2026-03-01T09:30:00Z',
      ownSlug: 1,
    });
    assert.deepEqual(reading.snapshot, {
      id: 7,
      verdict: '',
      detail: '',
      textFrom: 'rest',
      checkedAt: 5000,
      language: 'es',
      alternates: '',
    });
  });

  it('keeps the time of a visitor snapshot that it did not renew', async () => {
    const first = await read(source());
    assert.equal(first.outcome, 'page');
    const known = { ...first.page, size: first.page.markdown.length };
    const stored = snapshotOf(7, new Date(1000), {});
    for (const more of [{}, { textFrom: 'page' }, { verdict: 'denied' }] as const) {
      const before = { known, snapshot: { ...stored, ...more }, unchanged: true, isDue: false };
      assert.equal((await read(source(), {}, before)).snapshot?.checkedAt, 1000, JSON.stringify(more));
    }
  });

  it('leaves out, with the reason, what must not be seen', async () => {
    const reasons = await Promise.all(
      [
        source({ protected: true }),
        source({ status: 'draft' }),
        source({ noindex: true }),
        source({ link: `${HOME}/gracias/` }),
        source({ link: 'https://otra.example/x/' }),
      ].map((page) => reasonOf(page)),
    );
    assert.deepEqual(reasons, ['password', 'not published', 'noindex', 'excluded', 'foreign address']);
  });

  it('takes the language of a plugin, else that of the page’s own HTML, else that of its path', async () => {
    const languageOf = async (page: WordPressPage, snapshot?: Snapshot) => {
      const reading = await read(page, snapshot && { snapshot });
      return reading.outcome === 'page' ? reading.page.language : reading.outcome;
    };
    const inEnglish = (page: WordPressPage) => shown(html(page.content).replace('lang="es"', 'lang="en-GB"'));
    assert.equal(await languageOf(source({ language: 'ca' })), 'ca');
    assert.equal(await languageOf(source(), inEnglish(source())), 'en-GB');
    assert.equal(await languageOf(source({ link: `${HOME}/en/plumbing/` })), 'en');
    assert.equal(await languageOf(source({ language: 'ca' }), inEnglish(source())), 'ca');
    assert.equal(await languageOf(source()), 'es');
  });

  it('knows the translations that a plugin names or its HTML links', async () => {
    const translationsOf = async (page: WordPressPage, head = '') => {
      const reading = await read(page, { snapshot: shown(html(page.content, head)) });
      return reading.outcome === 'page' ? reading.page.translations : reading.outcome;
    };
    const link = (language: string, path: string) =>
      `<link rel="alternate" hreflang="${language}" href="${HOME}${path}" />`;
    const links = ['es', 'x-default'].map((language) => link(language, '/madrid/fontaneria/')).join('');
    assert.equal(await translationsOf(source(), `${links}${link('en', '/en/plumbing/')}`), '/en/plumbing');
    assert.equal(await translationsOf(source({ translations: [7, 9] }), link('en', '/en/plumbing/')), '/p7\n/p9');
    assert.equal(await translationsOf(source()), '');
  });

  it('dates a page without a date by the first read of its text', async () => {
    const undated = source({ modified: NO_DATE, seenModified: NO_DATE });
    const first = await read(undated);
    assert.equal(first.outcome, 'page');
    assert.equal(first.page.modified, '1970-01-01T00:00:05Z');
    assert.equal(first.page.seenModified, NO_DATE);
    const known = { ...first.page, modified: '2026-02-01T00:00:00Z', size: 1 };
    for (const [content, modified] of [
      [undated.content, '2026-02-01T00:00:00Z'],
      ['<p>Ahora reparamos también calentadores.</p>', '1970-01-01T00:00:05Z'],
    ] as const) {
      const again = await read({ ...undated, content }, {}, { known });
      assert.equal(again.outcome === 'page' && again.page.modified, modified);
    }
    for (const before of [
      { known: { ...known, hash: 'of former code' }, isOutdated: true },
      { known: { ...known, hash: '' } },
    ]) {
      const again = await read(undated, {}, before);
      assert.equal(again.outcome === 'page' && again.page.modified, '2026-02-01T00:00:00Z');
    }
  });

  it('names a page without a title after its address', async () => {
    const reading = await read(source({ title: ' ', link: `${HOME}/averias-de-agua/` }));
    assert.equal(reading.outcome === 'page' && reading.page.title, 'Averias de agua');
  });

  it('takes a regional variety for the language', async () => {
    assert.equal((await read(source({ language: 'es-MX' }))).outcome, 'page');
  });

  it('reads the page itself when the API gives builder code', async () => {
    const text = 'Instalamos calderas y las revisamos cada año, con contrato o sin él.';
    const reading = await read(RAW, { snapshot: shown(html(`<p>${text}</p>`)) });
    assert.equal(reading.outcome, 'page');
    assert.equal(reading.page.markdown, text);
    assert.equal(reading.snapshot?.textFrom, 'page');
  });
});

describe('createDocumentReader, beside what visitors see', () => {
  const LONG = 'Uno de nuestros técnicos revisa la caldera, limpia el quemador, mide los gases y anota el resultado. ';
  const page = source({
    content: `<p>${LONG}</p><p>La revisión cuesta lo mismo en toda la provincia, también en festivos.</p>`,
  });

  it('leaves out a page for the reason that its snapshot gives', async () => {
    for (const reason of ['noindex', 'redirect', 'denied', 'not found', 'other page'] as const) {
      assert.equal(await reasonOf(page, { snapshot: { kind: 'hidden', reason, detail: '' } }), reason);
    }
  });

  it('leaves out a page whose canonical address is another page of the site, or of another site', async () => {
    const at = (canonical: string) =>
      reasonOf(page, { snapshot: { ...shown(html(page.content)), canonicals: [canonical] } as Snapshot });
    assert.equal(await at(`${HOME}/madrid/`), 'canonical');
    assert.equal(await at('https://otra.example/original/'), 'canonical');
    assert.equal(await at(page.link), 'page');
    assert.equal(await at(`${HOME}/`), 'page', 'the front page, on every page of a broken theme');
    assert.equal(await at('https://produccion.example/madrid/fontaneria/'), 'page', 'the same page under another name');
  });

  it('leaves out a page that shows a form or a notice in the place of its text', async () => {
    const form = '<p>Este contenido es solo para socios.</p><form><input type="password" name="pwd"></form>';
    assert.equal(await reasonOf(page, { snapshot: shown(html(form)) }), 'other text');
    const notice = '<p>You are required to login to snapshot this page.</p><p>Register | Lost your password?</p>';
    assert.equal(await reasonOf(page, { snapshot: shown(html(notice).replaceAll(/<\/?main>/g, '')) }), 'other text');
  });

  it('takes from the page itself what it says in other words', async () => {
    const own = html(
      `<p>${'La plantilla escribe aquí un texto suyo, tan largo como el otro, sobre calderas y quemadores. '.repeat(2)}</p>`,
    );
    const reading = await read(page, { snapshot: shown(own) });
    assert.equal(reading.outcome, 'page');
    assert.match(reading.page.markdown, /^La plantilla escribe/);
  });

  it('reads the page itself where its template says more than the editor', async () => {
    const more = Array.from({ length: 60 }, (_, index) => `palabra${index}`).join(' ');
    const own = html(
      `<p>${LONG}</p><p>La revisión cuesta lo mismo en toda la provincia, también en festivos.</p><p>${more}</p>`,
    );
    const short = source({ content: `<p>${LONG}</p>` });
    const reading = await read(short, { snapshot: shown(own) });
    assert.equal(reading.outcome, 'page');
    assert.match(reading.page.markdown, /palabra59/);
    assert.equal(reading.snapshot?.textFrom, 'page');
    const second = await read(short, { snapshot: shown(html(`<p>${LONG}</p></main><main><p>${more}</p>`)) });
    assert.match(second.outcome === 'page' ? second.page.markdown : '', /palabra59/);
  });

  it('reads the page of a product itself, however long its editor text: the price is not in it', async () => {
    const text = `<p>${LONG.repeat(9)}</p>`;
    const own = `<!DOCTYPE html><html lang="es"><body class="product-template-default single single-product"><main>
      <div class="product type-product"><div class="summary"><h1>Caldera</h1><p class="price">1.249,00 €</p></div>
      <div class="woocommerce-Tabs-panel entry-content" id="tab-description">${text}</div></div></main></body></html>`;
    const product = source({ content: text, type: 'product' });
    const side = (seen: string) => ({ snapshot: shown(seen) });
    const reading = await read(product, side(own));
    assert.equal(reading.outcome, 'page');
    assert.match(reading.page.markdown, /1\.249,00 €\s+Uno de nuestros/);
    assert.equal(reading.snapshot?.textFrom, 'page');
    const without = await read(product, side(html(text)));
    assert.equal(without.snapshot?.textFrom, 'rest');
    const code = `<p>La etiqueta <code>&lt;title&gt;</code> lleva el nombre.</p>${text}`;
    const named = await read({ ...product, content: code }, side(own.replace(text, code)));
    assert.match(named.outcome === 'page' ? named.page.markdown : '', /1\.249,00 €/);
  });

  it('reads the page of an event or a job itself, in a type of its own: when and where are not in the editor', async () => {
    const text = `<p>${LONG}</p>`;
    const side = (type: string) => {
      const data = `<script type="application/ld+json">[{"@context":"http://schema.org","@type":"${type}","name":"Taller"}]</script>`;
      const posted = '<li class="date-posted"><time datetime="2026-03-01">Publicado hace 3 días</time></li>';
      const meta = `<ul class="meta"><li>Sábado 6 de marzo, 10:00</li><li>Sala Norte</li>${posted}</ul>`;
      const seen = html(`${meta}${text}`, data);
      return { snapshot: shown(seen) };
    };
    for (const type of ['Event', 'MusicEvent', 'JobPosting']) {
      const reading = await read(source({ content: text, type: 'tribe_events' }), side(type));
      assert.equal(reading.outcome, 'page');
      assert.match(reading.page.markdown, /Sábado 6 de marzo, 10:00[^]*Sala Norte[^]*Uno de nuestros/);
      assert.doesNotMatch(reading.page.markdown, /hace 3 días/);
    }
    const listed = await read(source({ content: text }), side('Event'));
    assert.equal(listed.snapshot?.textFrom, 'rest');
  });

  it('reads the page itself where the site file says so', async () => {
    const own = html(`<p>${LONG}</p><p>Precio: 45 €</p>`);
    const side = { snapshot: shown(own) };
    const reading = await read(source({ content: `<p>${LONG}</p>`, type: 'producto' }), side);
    assert.equal(reading.outcome, 'page');
    assert.match(reading.page.markdown, /45 €/);
  });

  it('takes from the page itself what a login reads and visitors do not', async () => {
    const own = html(`<p>${LONG}</p>`);
    const side = { snapshot: shown(own), isLoggedIn: true };
    const reading = await read(page, side);
    assert.equal(reading.outcome, 'page');
    assert.equal(reading.page.markdown, LONG.trim());
  });

  it('does not publish a single word that only a login reads', async () => {
    const content = (word: string) => `<p>${LONG.repeat(9)}</p><p>Llame con el código ${word}</p>`;
    const own = html(content(''));
    const side = { snapshot: shown(own), isLoggedIn: true };
    const reading = await read(source({ content: content('SOCIO20') }), side);
    assert.equal(reading.outcome, 'page');
    assert.match(reading.page.markdown, /con el código$/);
  });

  it('leaves a new page out until it can be looked at, unless the owner answers for the REST API', async () => {
    const unknown = (kind: 'timeout' | 'denied') =>
      ({ kind: 'unknown', error: new WordPressError(kind, 'No', { url: page.link }) }) as const;
    assert.equal(await reasonOf(page, { snapshot: unknown('timeout') }), 'not seen yet');
    assert.equal(await reasonOf(page, { snapshot: unknown('denied') }), 'firewall');
    assert.equal(await reasonOf(page, { snapshot: unknown('denied'), publishesUnseen: true }), 'page');
    assert.equal(
      await reasonOf(page, { snapshot: unknown('denied'), publishesUnseen: true, isLoggedIn: true }),
      'firewall',
    );
  });
});

describe('differenceOf', () => {
  async function mirrored(more: Partial<WordPressPage> = {}) {
    const reading = await read(source(more));
    assert.equal(reading.outcome, 'page');
    return reading.page;
  }

  it('tells a new, changed, moved and unchanged page apart', async () => {
    const before = await mirrored();
    assert.equal(differenceOf(undefined, before), 'new');
    assert.equal(differenceOf(before, before), 'none');
    assert.equal(differenceOf(before, await mirrored({ title: 'Otro título' })), 'changed');
    assert.equal(differenceOf(before, await mirrored({ link: `${HOME}/fontaneria/` })), 'moved');
    assert.equal(differenceOf(before, { ...before, type: 'posts' }), 'changed');
  });

  it('finds no change in other HTML for the same text, nor in another time', async () => {
    const before = await mirrored({
      content: '<p data-nonce="1">Hola,   mundo: aquí estamos para lo que haga falta.</p>',
    });
    const after = await mirrored({
      content: '<p data-nonce="2">Hola, mundo: aquí estamos para lo que haga falta.</p>\n',
    });
    assert.equal(differenceOf(before, after), 'none');
    assert.equal(differenceOf(before, { ...after, modified: 'later', seenModified: 'later' }), 'dated');
  });
});
