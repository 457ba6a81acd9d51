import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readOperatorSettings } from '../../../db/operator-settings.ts';
import type { run } from '../../../sync/run/run.ts';
import type { RunEvent } from '../../../sync/run/events.ts';
import { smallSite } from './small-site.ts';

/** Tells a request for the list of everything from one for pages by id. */
const isListing = (url: string, what: 'census' | 'include') =>
  url.includes('/wp/v2/pages') && url.includes('include') === (what === 'include');

describe('run', () => {
  it('reads everything first, and afterwards only what changed', async () => {
    await using site = await smallSite();
    assert.deepEqual(pick(await site.sync()), { mode: 'full', pages: 12, new: 12, changed: 0, published: true });
    site.edit(11, {
      content: '<p>Nuevo texto, bastante largo para ser el de una página.</p>',
      modified_gmt: '2026-04-01T00:00:00',
    });
    const before = site.proxy.seen.length;
    assert.deepEqual(pick(await site.sync()), { mode: 'changes', pages: 12, new: 0, changed: 1, published: true });
    const reads = site.proxy.seen
      .slice(before)
      .filter(({ url }) => url.includes('content.rendered') || url.includes('include'));
    assert.equal(reads.length, 1);
    assert.match(decodeURIComponent(reads[0]?.url ?? ''), /include=11(?:&|$)/);
    assert.equal(await site.live(), 2);
  });

  it('leaves out pages that are nested too deep, in their text, on their page or on the front page', async () => {
    await using site = await smallSite();
    const deep = `${'<div>'.repeat(600)}<p>Un texto hondo.</p>`;
    site.edit(11, { content: deep });
    site.edit(12, { shown: { body: deep } });
    site.proxy.setFaults(({ url }) =>
      url === '/' ? { kind: 'damage', edit: (body) => Buffer.from(`${deep}${String(body)}`) } : undefined,
    );
    const { pages } = await site.sync();
    assert.equal(pages, 10);
    assert.equal(site.events.filter((event) => JSON.stringify(event).includes('nested deeper')).length > 0, true);
  });

  it('makes no generation when nothing changed', async () => {
    await using site = await smallSite();
    await site.sync();
    assert.deepEqual(pick(await site.sync()), { mode: 'changes', pages: 12, new: 0, changed: 0, published: false });
    assert.equal((await site.sync({ full: true })).published, false);
    assert.equal(await site.live(), 1);
  });

  it('reads every page again, once, that older versions of the program read', async () => {
    await using site = await smallSite();
    await site.sync();
    const facts = { document_version: 1 };
    site.mirror.commit({ startOver: false, gone: [], skipped: [], facts }, () => undefined);
    const again = await site.sync();
    assert.deepEqual(pick(again), { mode: 'full', pages: 12, new: 0, changed: 0, published: false });
    assert.deepEqual(again.why, ['every page was read: the converter has changed']);
    assert.equal((await site.sync()).mode, 'changes');
  });

  it('reads one page alone with a changed converter in a dry run, which writes nothing, and only then', async () => {
    await using site = await smallSite();
    await site.sync();
    const only = '11';
    const digests = { converter: 'two', indexer: 'one', composer: 'one' };
    await assert.rejects(site.sync({ only }, { digests }), /--only is not possible because the converter/);
    assert.deepEqual(pick(await site.sync({ only, dryRun: true }, { digests })).mode, 'only');
    assert.equal(site.mirror.fact('document_version'), 'one');
  });

  it('reads every page again when other code read it, although no date has changed', async () => {
    await using site = await smallSite();
    await site.sync();
    const looksWith = async (converter: string) => {
      const before = site.proxy.seen.length;
      await site.sync({}, { digests: { converter, indexer: 'one', composer: 'one' } });
      return site.proxy.seen.slice(before).filter(({ url }) => /^\/pagina-\d+\/$/.test(url)).length;
    };
    assert.equal(await looksWith('one'), 0);
    assert.equal(await looksWith('two'), 12);
    assert.equal(await looksWith('two'), 0);
  });

  it('makes no generation for another time of change alone, and does not read the page again', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(12, { modified_gmt: '2026-05-01T00:00:00' });
    assert.equal((await site.sync()).published, false);
    const before = site.proxy.seen.length;
    await site.sync();
    assert.ok(!site.proxy.seen.slice(before).some(({ url }) => url.includes('include')));
  });

  it('finds in a full sweep what changed without a trace in the census', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(13, { content: '<p>Un bloque reutilizable cambió este texto y nada más.</p>' });
    assert.equal((await site.sync()).changed, 0);
    assert.equal((await site.sync({ full: true })).changed, 1);
  });

  it('finds what changed in the second in which the page was read, though its time of change is the same', async () => {
    await using site = await smallSite();
    await site.sync();
    // Read before its second is over, however long this test takes.
    const soon = new Date(Date.now() + 60_000).toISOString().slice(0, 19);
    site.edit(13, { modified_gmt: soon });
    await site.sync();
    site.edit(13, { content: '<p>Un segundo cambio, en el mismo segundo que el primero.</p>' });
    assert.equal((await site.sync()).changed, 1);
  });

  it('sweeps by itself when the last sweep is overdue', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { content: '<p>Un bloque reutilizable cambió, y la fecha de la página no.</p>' });
    assert.equal((await site.sync()).mode, 'changes');
    const asked: Date[] = [];
    const swept = await site.sync({}, { sweepDue: (last) => asked.push(last) > 0 });
    assert.deepEqual(pick(swept), { mode: 'full', pages: 12, new: 0, changed: 1, published: true });
    assert.deepEqual(asked, [new Date('2026-03-01T00:10:00Z')]);
  });

  it('moves a page whose address alone changed, and answers the old one', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { slug: 'nueva' });
    const summary = await site.sync();
    assert.deepEqual([summary.moved, summary.changed, summary.unchanged], [1, 0, 11]);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-11')?.path), '/nueva');
  });

  it('drops a page only when the site does not give it when asked for it', async () => {
    await using site = await smallSite();
    await site.sync();
    site.proxy.setFaults(({ url }) =>
      !isListing(url, 'census')
        ? undefined
        : { kind: 'rows', edit: (rows) => rows.filter((row) => (row as { id: number }).id !== 14) },
    );
    assert.deepEqual(pick(await site.sync()), { mode: 'changes', pages: 12, new: 0, changed: 0, published: false });
    site.proxy.setFaults(undefined);
    site.pages.splice(3, 1);
    const summary = await site.sync();
    assert.deepEqual([summary.gone, summary.pages], [1, 11]);
    assert.deepEqual(site.seen('gone'), ['/pagina-14: the site does not list it any more']);
  });

  it('drops a page that gets a password', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { password: true });
    const summary = await site.sync();
    assert.deepEqual([summary.gone, summary.skipped], [1, { password: 1 }]);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-11')), undefined);
  });

  it('reads a refused page only once, until it changes', async () => {
    await using site = await smallSite();
    site.edit(11, { extra: { yoast_head_json: { robots: { index: 'noindex' } } } });
    assert.deepEqual((await site.sync()).skipped, { noindex: 1 });
    const before = site.proxy.seen.length;
    assert.deepEqual((await site.sync()).skipped, { noindex: 1 });
    assert.ok(!site.proxy.seen.slice(before).some(({ url }) => url.includes('include')));
    site.edit(11, { extra: {}, modified_gmt: '2026-05-01T00:00:00' });
    assert.equal((await site.sync()).new, 1);
  });

  it('drops what the site file excludes from now on', async () => {
    await using site = await smallSite();
    await site.sync();
    await site.writeSiteFile('exclude: [/pagina-11, /pagina-12]\n');
    assert.deepEqual((await site.sync()).skipped, { excluded: 2 });
    assert.equal(await site.index((index) => index.counts.pages), 10);
    await site.writeSiteFile('{}\n');
    assert.equal((await site.sync()).new, 2);
  });

  it('writes down a larger quota that the site file gives from now on, without a new index', async () => {
    await using site = await smallSite();
    await site.sync();
    const quota = { name: 'Asistente', addresses: ['192.0.2.0/24'] };
    await site.writeSiteFile(JSON.stringify({ quotas: [{ ...quota, requests_per_minute: 300 }] }));
    await site.sync();
    assert.equal(await site.live(), 1);
    assert.deepEqual(readOperatorSettings(site.dir).addressQuotas, [{ ...quota, limit: 300 }]);
  });

  it('writes down the golden queries of the site file', async () => {
    await using site = await smallSite();
    await site.sync();
    await site.writeSiteFile(JSON.stringify({ golden: { 'página once': '/pagina-11' } }));
    await site.sync();
    assert.deepEqual(readOperatorSettings(site.dir).golden, [{ query: 'página once', page: '/pagina-11' }]);
  });

  it('believes a page that was restored from a backup with an older date', async () => {
    await using site = await smallSite();
    site.edit(11, { modified_gmt: '2026-05-01T00:00:00', content: '<p>El texto de mayo, con un error.</p>' });
    await site.sync();
    site.edit(11, { modified_gmt: '2026-04-01T00:00:00', content: '<p>El texto de abril, que es el bueno.</p>' });
    assert.equal((await site.sync()).changed, 1);
    assert.match((await site.index((index) => index.pageByPath('/pagina-11')?.markdown)) ?? '', /abril/);
  });

  it('keeps the page when a cache answers with an older one than the site lists', async () => {
    await using site = await smallSite();
    site.edit(11, { modified_gmt: '2026-05-01T00:00:00', content: '<p>El texto de mayo, que es el bueno.</p>' });
    await site.sync();
    site.edit(11, { modified_gmt: '2026-06-01T00:00:00', content: '<p>El texto de junio.</p>' });
    site.proxy.setFaults(({ url }) =>
      isListing(url, 'include')
        ? { kind: 'rows', edit: (rows) => rows.map((row) => ({ ...Object(row), modified_gmt: '2026-04-01T00:00:00' })) }
        : undefined,
    );
    assert.equal((await site.sync()).changed, 0);
    assert.match(site.warnings().join(), /older than the listing/);
    site.proxy.setFaults(undefined);
    assert.equal((await site.sync()).changed, 1);
  });

  it('starts over when a site comes after the demo, without taking the pages of the demo for lost', async () => {
    await using site = await smallSite();
    await site.sync({}, { source: 'demo' });
    site.pages.splice(0, 10);
    const summary = await site.sync({}, { source: 'otra.example' });
    assert.deepEqual([summary.mode, summary.pages, summary.gone], ['full', 2, 0]);
  });

  it('keeps former addresses when the site has a new address, and reads every page', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { slug: 'nueva', modified_gmt: '2026-04-01T00:00:00' });
    await site.sync();
    const summary = await site.sync({}, { source: 'otra.example' });
    assert.deepEqual([summary.mode, summary.pages], ['full', 12]);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-11')?.id), 11);
  });

  it('drops the pages of a type that is not read any more', async () => {
    await using site = await smallSite();
    await site.sync();
    await assert.rejects(site.sync({}, { types: [] }), { code: 'mass_loss' });
  });
});

describe('run, over several types', () => {
  const product = { id: 500, slug: 'caldera', modified_gmt: '2026-03-01T00:00:00', content: '<p>Caldera de gas.</p>' };
  const types = ['pages', 'productos'];

  it('reads a type in the namespace that its plugin chose', async () => {
    await using site = await smallSite();
    site.wordpress.types = { productos: { namespace: 'wp/v3', pages: [product] } };
    assert.equal((await site.sync({}, { types })).pages, 13);
    assert.equal(await site.index((index) => index.pageByPath('/caldera')?.markdown), 'Caldera de gas.');
  });

  it('reads the other types when one fails, and leaves its pages as they were', async () => {
    await using site = await smallSite();
    site.wordpress.types = { productos: { namespace: 'wp/v2', pages: [product] } };
    await site.sync({}, { types });
    site.wordpress.types = { productos: { namespace: 'wp/v2', pages: [product], fails: true } };
    site.edit(11, { content: '<p>Otro texto.</p>', modified_gmt: '2026-05-01T00:00:00' });
    const { changed, gone, pages } = await site.sync({}, { types });
    assert.deepEqual([changed, gone, pages], [1, 0, 13]);
    assert.match(site.warnings().join(), /The type productos was not read, so its pages are unchanged: .*403/);
  });
});

describe('run, when much seems to be gone', () => {
  it('changes nothing until it is forced', async () => {
    await using site = await smallSite(20);
    await site.sync();
    site.pages.splice(0, 6);
    await assert.rejects(site.sync(), { code: 'mass_loss', message: /6 of 20 pages would go/ });
    assert.equal(await site.live(), 1);
    assert.equal([...site.mirror.publishable()].length, 20);
    assert.deepEqual(pick(await site.sync({ force: true })), {
      mode: 'changes',
      pages: 14,
      new: 0,
      changed: 0,
      published: true,
    });
  });

  it('does not publish a site without pages', async () => {
    await using site = await smallSite(0);
    await assert.rejects(site.sync(), { code: 'mass_loss', message: /no page is left to publish.*--force/ });
    assert.equal(await site.live(), undefined);
  });

  it('does not advise to force an empty index if visitors are refused everywhere', async () => {
    await using site = await smallSite(12);
    site.proxy.setFaults(({ url }) => (url.startsWith('/wp-json/') ? undefined : { kind: 'status', status: 403 }));
    await assert.rejects(site.sync(), {
      code: 'mass_loss',
      message: /^(?!.*--force).*must let visitors and this machine/,
    });
  });

  it('advises by the cause of an empty index', async () => {
    await using discouraged = await smallSite(4);
    discouraged.wordpress.everywhere = { head: '<meta name="robots" content="noindex">' };
    await assert.rejects(discouraged.sync(), { message: /noindex: 4\)\. See Settings > Reading/ });
    await using excluded = await smallSite(4);
    await excluded.writeSiteFile('exclude: ["/*"]');
    await assert.rejects(excluded.sync(), { message: /^Nothing was changed: .*\(left out: excluded: 4\)$/ });
    await using maintained = await smallSite(2);
    await maintained.sync();
    maintained.wordpress.everywhere = { main: '<p>Estamos de obras y volvemos el lunes con todo nuevo.</p>' };
    await assert.rejects(maintained.sync({ full: true }), {
      message: /^(?!.*--force).*Open the site in a private window/,
    });
  });

  it('does not believe an empty list', async () => {
    await using site = await smallSite();
    await site.sync();
    site.proxy.setFaults(({ url }) =>
      url.includes('/wp/v2/') ? { kind: 'json', value: [], headers: { 'x-wp-total': '0' } } : undefined,
    );
    await assert.rejects(site.sync(), { code: 'mass_loss', message: /all 12 pages would go/ });
    assert.equal(await site.live(), 1);
  });
});

describe('run, when the connection to the site fails', () => {
  it('deletes nothing when the connection is refused', async () => {
    await using site = await smallSite();
    await site.sync();
    await site.proxy.refuse();
    await assert.rejects(site.sync({ force: true }), { name: 'WordPressError', message: /refused/i });
    assert.equal([...site.mirror.publishable()].length, 12);
    await site.proxy.accept();
    assert.equal((await site.sync()).unchanged, 12);
  });

  it('publishes neither a challenge nor half a page in the place of a page', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { content: '[vc_row][vc_column][/vc_column][/vc_row]', modified_gmt: '2026-05-01T00:00:00' });
    for (const fault of [{ kind: 'html', title: 'Just a moment...' }, { kind: 'reset_body' }] as const) {
      site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-11') ? fault : undefined));
      assert.deepEqual([(await site.alert({ full: true })).changed, site.warnings().length], [0, 1]);
    }
    assert.equal(await site.index((index) => index.pageByPath('/pagina-11')?.markdown), 'Texto de la página 11.');
  });
});

describe('run, after one that did not end', () => {
  it('publishes what the last one had only written to the mirror', async () => {
    await using site = await smallSite();
    await site.sync();
    await rm(join(site.dir, 'index'), { recursive: true });
    const summary = await site.sync();
    assert.deepEqual([summary.new, summary.changed, summary.published], [0, 0, true]);
    assert.equal(await site.index((index) => index.counts.pages), 12);
  });

  it('publishes when the live file is missing or damaged', async () => {
    await using site = await smallSite();
    await site.sync();
    await rm(join(site.dir, 'index/index-1.db'));
    assert.equal((await site.sync()).generation, 2);
    await writeFile(join(site.dir, 'index/index-2.db'), 'x');
    assert.equal((await site.sync()).generation, 3);
    assert.equal((await site.sync()).published, false);
  });

  it('publishes when the pointer is damaged', async () => {
    await using site = await smallSite();
    await site.sync();
    await writeFile(join(site.dir, 'index/current.json'), '{');
    assert.equal((await site.sync()).published, true);
    assert.equal(await site.index((index) => index.counts.pages), 12);
  });

  it('clears what was left half done', async () => {
    await using site = await smallSite();
    await site.sync();
    await writeFile(join(site.dir, 'index/index-2.db'), 'half');
    await site.sync();
    assert.deepEqual((await readdir(join(site.dir, 'index'))).toSorted(), [
      'current.json',
      'index-1.db',
      'index-1.json',
    ]);
  });

  it('publishes nothing while a rollback pins the index, and goes on once it is undone', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { slug: 'otra', modified_gmt: '2026-03-01T09:00:00' });
    await site.sync();
    await site.generations.rollback();
    assert.equal((await site.sync()).published, false);
    assert.equal(await site.live(), 1);
    site.edit(11, { slug: 'tercera', modified_gmt: '2026-03-01T10:00:00' });
    for (const order of [{}, { full: true }, { force: true }]) {
      assert.equal((await site.sync(order)).published, false);
      assert.ok(site.events.some(({ type }) => type === 'pinned'));
    }
    assert.equal(await site.live(), 1);
    await site.generations.undo();
    assert.equal(await site.live(), 2);
    assert.equal((await site.sync()).generation, 3);
  });
});

describe('run, when the new index is no good', () => {
  it('keeps the old one, removes the new one, and tries again next time', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { slug: 'otra' });
    const report = (event: RunEvent) => {
      if (event.type !== 'phase' || event.phase !== 'verify') return;
      const file = openSync(join(site.dir, 'index/index-2.db'), 'r+');
      writeSync(file, Buffer.alloc(100_000, 'x'), 0, 100_000, 40_000);
      closeSync(file);
    };
    await assert.rejects(site.sync({}, { report }), { code: 'build_failed', message: /The index could not be built/ });
    assert.equal(await site.live(), 1);
    assert.equal((await readdir(join(site.dir, 'index'))).includes('index-2.db'), false);
    assert.equal((await site.sync()).published, true);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-11')?.path), '/otra');
  });
});

describe('run, told to stop', () => {
  it('ends without a change', async () => {
    await using site = await smallSite();
    const controller = new AbortController();
    const reason = new Error('stopped');
    const report = (event: RunEvent) => {
      if (event.type === 'phase' && event.phase === 'build') controller.abort(reason);
    };
    await assert.rejects(site.sync({}, { signal: controller.signal, report }), /stopped/);
    assert.equal(await site.live(), undefined);
    assert.deepEqual(await readdir(join(site.dir, 'index')), []);
    assert.deepEqual(pick(await site.sync()), { mode: 'changes', pages: 12, new: 0, changed: 0, published: true });
  });

  it('writes nothing once another run took over', async () => {
    await using site = await smallSite();
    const lost = () => {
      throw new Error('lost');
    };
    await assert.rejects(site.sync({}, { lease: { assertHeld: lost, keepAlive: () => {} } }), /lost/);
    assert.equal([...site.mirror.publishable()].length, 0);
  });
});

function pick({ mode, pages, new: fresh, changed, published }: Awaited<ReturnType<typeof run>>) {
  return { mode, pages, new: fresh, changed, published };
}
