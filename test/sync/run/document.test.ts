import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDocumentReader, differenceOf, languagesOf } from '../../../sync/run/document.ts';
import { WordPressError } from '../../../sync/wordpress/errors.ts';
import type { WordPressPage } from '../../../sync/wordpress/rows.ts';

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
  noindex: false,
  structuredData: undefined,
  ...more,
});

type Reader = Parameters<typeof createDocumentReader>[0];

const reader = (more: Partial<Reader> = {}) =>
  createDocumentReader({
    rules: {
      keyOf: (link) => (link.startsWith(HOME) ? link.slice(HOME.length).replace(/\/$/, '') || '/' : undefined),
      isExcluded: (path) => path.startsWith('/gracias'),
    },
    languages: { wanted: 'es', unsaid: 'es' },
    fetchHtml: () => Promise.reject(new Error('not asked for')),
    ...more,
  });

const RAW = source({ content: '[et_pb_section][et_pb_row][/et_pb_row][/et_pb_section]' });

const html = (body: string, head = '') =>
  `<!DOCTYPE html><html lang="es"><head><title>x</title>${head}</head><body><nav>Menú</nav><main>${body}</main></body></html>`;

describe('createDocumentReader', () => {
  it('turns a page into text, with its key and its times', async () => {
    const reading = await reader()(source());
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
      modified: '2026-03-01T09:30:00Z',
      seenLink: `${HOME}/madrid/fontaneria/`,
      seenModified: '2026-03-01T09:30:00Z',
    });
  });

  it('leaves out, with the reason, what must not be seen', async () => {
    const reasons = await Promise.all(
      [
        source({ protected: true }),
        source({ status: 'draft' }),
        source({ noindex: true }),
        source({ link: `${HOME}/gracias/` }),
        source({ link: 'https://otra.example/x/' }),
        source({ language: 'ca' }),
        source({ link: `${HOME}/en/plumbing/` }),
      ].map(async (page) => {
        const reading = await reader()(page);
        return reading.outcome === 'skip' ? reading.reason : reading.outcome;
      }),
    );
    assert.deepEqual(reasons, [
      'password',
      'not published',
      'noindex',
      'excluded',
      'foreign address',
      'other language',
      'other language',
    ]);
  });

  it('names a page without a title after its address', async () => {
    const reading = await reader()(source({ title: ' ', link: `${HOME}/averias-de-agua/` }));
    assert.equal(reading.outcome === 'page' && reading.page.title, 'Averias de agua');
  });

  it('takes a regional variety for the language', async () => {
    assert.equal((await reader()(source({ language: 'es-MX' }))).outcome, 'page');
  });

  it('reads the page itself when the API gives builder code', async () => {
    const text = 'Instalamos calderas y las revisamos cada año, con contrato o sin él.';
    const reading = await reader({ fetchHtml: () => Promise.resolve(html(`<p>${text}</p>`)) })(RAW);
    assert.equal(reading.outcome, 'page');
    assert.equal(reading.page.markdown, text);
  });

  it('leaves out a page whose own HTML asks for it', async () => {
    const page = html('<p>Gracias por escribirnos.</p>', `<meta name='robots' content='noindex, follow' />`);
    const reading = await reader({ fetchHtml: () => Promise.resolve(page) })(RAW);
    assert.deepEqual(reading, { outcome: 'skip', reason: 'noindex', warnings: [] });
  });

  it('warns when the page itself cannot be read, and has it read again next time', async () => {
    const broken = new WordPressError('status', 'The site answered 500', { url: RAW.link });
    const reading = await reader({ fetchHtml: () => Promise.reject(broken) })(RAW);
    assert.equal(reading.outcome, 'incomplete');
    assert.match(reading.warnings.join(), /answered 500/);
    assert.deepEqual([reading.page.seenLink, reading.page.seenModified], ['', '']);
  });

  it('stops for what is not a fault of the site', async () => {
    await assert.rejects(reader({ fetchHtml: () => Promise.reject(new Error('aborted')) })(RAW), /aborted/);
  });
});

describe('differenceOf', () => {
  async function mirrored(more: Partial<WordPressPage> = {}) {
    const reading = await reader()(source(more));
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

describe('languagesOf', () => {
  const site = { name: '', description: '', home: HOME, language: 'en-US', hosts: [] };

  it('follows the site when the owner says nothing', () => {
    assert.deepEqual(languagesOf(site, undefined, ['/a']), { wanted: 'en-US', unsaid: 'en-US' });
  });

  it('believes the owner of a site that has one language', () => {
    assert.deepEqual(languagesOf(site, 'es', ['/a', '/estufas']), { wanted: 'es', unsaid: 'es' });
  });

  it('takes pages without prefix for the site’s language where the wanted one has a prefix', () => {
    assert.deepEqual(languagesOf(site, 'es', ['/a', '/es/b']), { wanted: 'es', unsaid: 'en-US' });
  });
});
