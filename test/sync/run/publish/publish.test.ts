import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openMirrorDatabase } from '../../../../db/mirror/mirror.ts';
import { markMirrorToBeReread } from '../../../../db/mirror/rebuild.ts';
import { openLiveContent } from '../../../../server/operations/live-content.ts';
import { createLog } from '../../../../shared/log.ts';
import { fillOutbox } from '../../../../sync/service/delivery/outbox.ts';
import { page, temporaryDataDir } from '../../../helpers/sample-index.ts';
import type { smallSite } from '../small-site.ts';
import { publishedSite } from './published-site.ts';
import { holding, SECRET, siteWithSecret } from './secret-site.ts';

const COUNT = 500;

const pageAt = (id: number, text = `Texto de la página ${id} sobre grifos.`) =>
  page(id, `/p${id}`, `Página ${id}`, text, { modified: '2026-03-01T09:30:00Z' });

const edited = (count: number, text = 'Otro texto') =>
  Array.from({ length: count }, (_, at) => pageAt(at + 1, `${text} ${at} sobre muchos grifos.`));

/** Data directory of a published site of the fewest pages that deltas are made of. Each test begins with a copy. */
const published = await temporaryDataDir();
after(() => published[Symbol.asyncDispose]());
{
  await using site = await publishedSite();
  site.write(Array.from({ length: COUNT }, (_, at) => pageAt(at + 1)));
  const first = await site.publish();
  assert.equal(first?.base, undefined);
  cpSync(site.dir, published.dir, { recursive: true });
}
const largeSite = () => publishedSite(published.dir);

describe('createPublisher', () => {
  it('publishes an edited page as a delta of the whole index, and counts all pages', async () => {
    await using site = await largeSite();
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')]);
    const pointer = await site.publish();
    assert.equal(pointer?.base?.generation, 1);
    assert.equal(pointer?.counts['pages'], COUNT);
    site.write([], [8]);
    const next = await site.publish();
    assert.equal(next?.base?.generation, 1);
    assert.equal(next?.counts['pages'], COUNT - 1);
    assert.equal(next?.counts['type:pages'], COUNT - 1);
  });

  it('publishes nothing for a page that was edited and is as it was', async () => {
    await using site = await largeSite();
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')]);
    site.write([pageAt(7)]);
    assert.equal(await site.publish(), undefined);
    assert.equal(await site.publish({ composer: 'other code' }), undefined);
  });

  it('publishes the same fingerprint whether it compares the changed pages or reads all of them', async () => {
    await using site = await largeSite();
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')], [9]);
    assert.ok(await site.publish());
    assert.equal(await site.publish({ composer: 'other code' }), undefined);
  });

  it('builds the whole index when many pages have changed, or cities are others', async () => {
    await using site = await largeSite();
    site.write(edited(COUNT / 5));
    assert.deepEqual(await site.publish().then((pointer) => [pointer?.generation, pointer?.base]), [2, undefined]);
    const cities = [{ slug: 'p7', name: 'P 7', aliases: [] }];
    assert.deepEqual(await site.publish({ config: { cities } }).then((pointer) => pointer?.base), undefined);
  });

  it('makes the next delta without the company data having changed from what titles say', async () => {
    await using site = await largeSite();
    site.write([{ ...pageAt(7), title: 'Fontanería urgente' }]);
    assert.equal((await site.publish())?.base?.generation, 1);
    const synonyms = [['grifo', 'llave']];
    assert.equal((await site.publish({ config: { synonyms } }))?.base?.generation, 1);
  });

  it('keeps three generations, and the base of those', async () => {
    await using site = await largeSite();
    for (let edit = 0; edit < 5; edit++) {
      site.write([pageAt(7, `Texto ${edit} de la página 7 sobre grifos.`)]);
      await site.publish();
    }
    const generations = (await site.generations.published()).map(({ generation }) => generation);
    assert.deepEqual(generations, [6, 5, 4, 1]);
    assert.ok(existsSync(join(site.dir, 'index/index-1.db')));
    assert.deepEqual(await site.generations.clean(), []);
  });

  it('builds the whole index anew when the base was written to, or its file is gone', async () => {
    await using site = await largeSite();
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')]);
    assert.ok((await site.publish())?.base);
    appendFileSync(join(site.dir, 'index/index-1.db'), 'x');
    const whole = await site.publish();
    assert.deepEqual([whole?.generation, whole?.base], [3, undefined]);
  });

  it('removes what a crash left of a delta, and makes it again', async () => {
    await using site = await largeSite();
    writeFileSync(join(site.dir, 'index/index-2.db'), 'half of a delta');
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')]);
    assert.deepEqual(await site.generations.clean(), ['index-2.db']);
    assert.deepEqual(await site.publish().then((pointer) => [pointer?.generation, pointer?.base?.generation]), [2, 1]);
  });
});

type Site = Awaited<ReturnType<typeof smallSite>>;

const log = createLog({ name: 'server', level: 'silent' });

const serve = ({ generations }: Pick<Site, 'generations'>) =>
  openLiveContent({ generations, readPageMaxChars: 50_000, log, everyMs: 0, whenAsked: true });

type Live = Awaited<ReturnType<typeof serve>>;

/** Whether a server finds the page, by its address and by its words. */
async function shows(live: Live) {
  await live.refresh();
  const index = live.current()?.index;
  const { hits = [] } = index?.search({ query: SECRET, city: undefined, limit: 5, offset: 0 }) ?? {};
  return [index?.pageByPath('/pagina-11') !== undefined, hits.length > 0];
}

describe('verdicts', () => {
  it('withhold a page of whatever generation, without a build, until visitors get it again', async () => {
    await using secret = await siteWithSecret();
    const { site, hide } = secret;
    await using live = await serve(site);
    assert.deepEqual(await shows(live), [true, true]);
    const pages = live.current()?.index.counts.pages ?? 0;
    const hidden = hide();
    // The index cannot be built: what is served stays, without the page.
    const digests = { converter: 'one', indexer: 'one', composer: 'one' };
    const checkpoint = () => {
      throw new Error('no build');
    };
    await assert.rejects(
      site.sync(
        {},
        { digests, report: (event) => void (event.type === 'phase' && event.phase === 'build' && checkpoint()) },
      ),
    );
    assert.equal(await site.live(), 1);
    assert.deepEqual(await shows(live), [false, false]);
    assert.equal(live.current()?.index.counts.pages, pages - 1);
    const { pages: verdicts = [] } = (await site.generations.verdicts()) ?? {};
    assert.deepEqual(
      verdicts.map(({ id, path }) => [id, path]),
      [[11, '/pagina-11']],
    );
    site.pages.push(...hidden);
    await site.sync();
    assert.deepEqual(await shows(live), [true, true]);
    // Nobody knows any more which text was public.
    const texts = (await site.generations.verdicts())?.pages.map(({ id, before }) => [id, before !== undefined]);
    assert.deepEqual(texts, [[11, true]]);
  });

  it('keep a hidden page out of a rollback, which is pinned and holds none of its text', async () => {
    await using secret = await siteWithSecret();
    const { site, hide, back } = secret;
    site.edit(12, { content: '<p>El texto viejo de la doce.</p>', modified_gmt: '2026-03-02T00:00:00' });
    await site.sync();
    hide();
    site.edit(12, { content: '<p>El texto nuevo de la doce.</p>', modified_gmt: '2026-03-03T00:00:00' });
    await site.sync();
    const { to } = await back();
    assert.equal(to.of, 2);
    await using live = await serve(site);
    assert.deepEqual(await shows(live), [false, false]);
    assert.match(live.current()?.index.pageByPath('/pagina-12')?.markdown ?? '', /viejo/);
    assert.ok(live.pinned() !== undefined);
    const outbox = join(site.dir, 'outbox');
    const pointer = await site.generations.current();
    assert.ok(pointer);
    await fillOutbox(outbox, site.generations, pointer);
    assert.deepEqual(holding(outbox), []);
    assert.equal((await site.sync({ full: true })).published, false);
    assert.deepEqual(await shows(live), [false, false]);
    // Once more goes back further, and forward again to the newest.
    assert.equal((await back()).to.of, 1);
    assert.deepEqual(await shows(live), [false, false]);
    assert.equal((await site.generations.undo()).to.generation, 3);
    await live.refresh();
    assert.match(live.current()?.index.pageByPath('/pagina-12')?.markdown ?? '', /nuevo/);
    assert.equal(live.pinned(), undefined);
  });

  it('withhold the earlier text of a page that lost a passage without an edit', async () => {
    await using secret = await siteWithSecret();
    const { site, back } = secret;
    const { modified_gmt: modified } = site.pages.find(({ id }) => id === 11) ?? { modified_gmt: '' };
    site.edit(11, { content: '<p>Lo que todos ven.</p>', modified_gmt: modified });
    await site.sync({ full: true });
    await using live = await serve(site);
    assert.deepEqual(await shows(live), [true, false]);
    await back();
    assert.deepEqual(await shows(live), [false, false]);
  });

  it('withhold the earlier text of a page that loses a passage and never has a date', async () => {
    await using secret = await siteWithSecret();
    const { site, back } = secret;
    const modified_gmt = '0000-00-00T00:00:00';
    site.edit(11, { content: `<p>Lo que todos ven.</p><p>El texto ${SECRET}.</p>`, modified_gmt });
    await site.sync({ full: true });
    site.edit(11, { content: '<p>Lo que todos ven.</p>' });
    await site.sync({ full: true });
    await back();
    await using live = await serve(site);
    assert.deepEqual(await shows(live), [false, false]);
  });

  it('withhold the earlier texts of a page that returns shorter, or with another title, and the page of no other', async () => {
    await using secret = await siteWithSecret();
    const { site, back } = secret;
    const modified_gmt = '2026-03-02T00:00:00';
    site.edit(12, { title: `Ficha ${SECRET}`, modified_gmt });
    site.edit(13, { content: '<p>Antes y después.</p>', modified_gmt });
    await site.sync();
    for (const id of [11, 12, 13]) site.edit(id, { password: true });
    await site.sync();
    site.edit(11, { password: false, content: '<p>Lo que todos ven.</p>', modified_gmt: '2026-03-03T00:00:00' });
    for (const id of [12, 13]) site.edit(id, { password: false });
    site.edit(12, { shown: { title: 'Ficha' } });
    await site.sync();
    await back();
    // The one before was built without these pages.
    const { to } = await back();
    assert.equal(to.of, 2);
    await using live = await serve(site);
    assert.deepEqual(await shows(live), [false, false]);
    assert.deepEqual(
      [11, 12, 13].map((id) => live.current()?.index.pageById(id)?.id),
      [undefined, undefined, 13],
    );
  });

  it('keep an older generation out of the outbox that is live again, until the next publication', async () => {
    await using secret = await siteWithSecret();
    const { site, hide, back } = secret;
    site.edit(12, { content: '<p>El texto nuevo de la doce.</p>', modified_gmt: '2026-03-02T00:00:00' });
    await site.sync();
    await back();
    hide();
    await site.sync();
    await site.generations.undo();
    const pointer = await site.generations.current();
    assert.ok(pointer);
    const outbox = join(site.dir, 'outbox');
    assert.deepEqual((await fillOutbox(outbox, site.generations, pointer)).files, ['verdicts.json']);
    assert.deepEqual(holding(outbox), []);
    await using live = await serve(site);
    assert.deepEqual(await shows(live), [false, false]);
    await site.sync();
    const next = await site.generations.current();
    assert.ok(next);
    assert.equal((await fillOutbox(outbox, site.generations, next)).files.at(-1), 'current.json');
    assert.deepEqual(holding(outbox), []);
  });

  it('do not stop a run whose pinned index is damaged', async () => {
    await using secret = await siteWithSecret();
    const { site, hide, back } = secret;
    site.edit(12, { content: '<p>El texto nuevo de la doce.</p>', modified_gmt: '2026-03-02T00:00:00' });
    await site.sync();
    const { to } = await back();
    writeFileSync(site.generations.pathOf(to), 'x');
    hide();
    await site.sync();
    assert.equal((await site.generations.current())?.pinned, undefined);
    await using live = await serve(site);
    assert.deepEqual(await shows(live), [false, false]);
  });

  it('stay in force where their file is damaged or gone, and for what a restored mirror believes', async () => {
    await using secret = await siteWithSecret();
    const { site, hide } = secret;
    const former = readFileSync(join(site.dir, 'index/index-1.db'));
    hide();
    await site.sync();
    const file = join(site.dir, 'index/verdicts.json');
    await using live = await serve(site);
    writeFileSync(file, '{"pages":[');
    assert.deepEqual(await shows(live), [false, false]);
    const copy = readFileSync(join(site.dir, 'verdicts.json'));
    for (const [name, text] of [
      [file, '{"pages":['],
      [join(site.dir, 'verdicts.json'), ''],
    ] as const) {
      writeFileSync(name, text);
    }
    assert.match((live.refused() ?? (await shows(live), live.refused()))?.reason ?? '', /damaged/);
    // A server that starts now cannot know what is withheld.
    await using blind = await serve(site);
    assert.equal(blind.current(), undefined);
    writeFileSync(join(site.dir, 'verdicts.json'), copy);
    rmSync(file);
    // One flipped byte, and an older generation that holds the page is all there is.
    writeFileSync(join(site.dir, 'index/index-2.db'), 'x');
    writeFileSync(join(site.dir, 'index/index-1.db'), former);
    await using older = await serve(site);
    assert.equal(older.current()?.index.generation, 1);
    assert.deepEqual(await shows(older), [false, false]);
  });

  it('are taken over by a mirror that was restored from before them', async () => {
    await using secret = await siteWithSecret();
    const { site, hide } = secret;
    hide();
    await site.sync();
    const db = openMirrorDatabase(join(site.dir, 'mirror.db'));
    db.exec(`DELETE FROM verdicts;
      INSERT INTO pages (id, type, url, path, title, markdown, modified, hash, seen_link, seen_modified, language, translations, own_slug, holds)
      SELECT 11, type, url, '/pagina-11', title, 'El texto ${SECRET}', modified, 'x', 'x', 'x', language, '', 1, 1 FROM pages LIMIT 1`);
    markMirrorToBeReread(db);
    db.close();
    site.proxy.setFaults(() => ({ kind: 'status', status: 500 }));
    await assert.rejects(site.sync());
    assert.equal(site.mirror.publishablePage(11), undefined);
    assert.deepEqual(
      site.mirror.verdicts().pages.map(({ id }) => id),
      [11],
    );
  });
});
