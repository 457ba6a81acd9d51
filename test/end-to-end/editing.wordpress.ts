import assert from 'node:assert/strict';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from '../helpers/program.ts';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import { createVisitorComparer } from './visitor-comparer.ts';

describe('sync of a real WordPress with pretty permalinks', () => {
  let wordpress: WordPressSite;
  let synced: SyncedSite;
  let compare: ReturnType<typeof createVisitorComparer>;
  let pages = 0;

  before(async () => {
    wordpress = await startWordPressSite({ port: 8094 });
    synced = await createSyncedSite({ SITE_URL: wordpress.url });
    compare = createVisitorComparer(wordpress, synced);
  });
  after(async () => {
    await synced?.[Symbol.asyncDispose]();
    await wordpress?.[Symbol.asyncDispose]();
  });

  afterEach(async () => {
    assert.deepEqual(await compare(), [], 'beside an anonymous browser');
  });

  /** Syncs after a change, and expects it to succeed. */
  async function syncChanges(...args: readonly string[]) {
    const { code, summary, failure } = await synced.sync(...args);
    assert.equal(code, 0, failure);
    assert.ok(summary);
    return summary;
  }

  it('publishes every public page, and nothing else, on the first run', async () => {
    const summary = await syncChanges();
    pages = summary.pages;
    assert.equal(summary.mode, 'full');
    assert.equal(summary.new, pages);
    assert.equal(await synced.proveIndex(), pages);
    const published = Number(
      await wordpress.php(
        `echo count(get_posts(['post_type'=>'page','post_status'=>'publish','has_password'=>false,'numberposts'=>-1]));`,
      ),
    );
    assert.equal(pages, published);
    assert.equal((await synced.page('/madrid/fontaneria'))?.city, 'madrid');
    assert.ok(await synced.page('/'));
  });

  it('lets only the owner read the data directory', async () => {
    const mode = async (name: string) => (await stat(join(synced.dir, name))).mode & 0o777;
    assert.equal(await mode('.'), 0o700);
    assert.equal(await mode('mirror.db'), 0o600);
    assert.equal(await mode('index'), 0o700);
    assert.equal(await mode('index/current.json'), 0o600);
    assert.equal(await mode('index/index-1.db'), 0o600);
  });

  it('makes no new generation when nothing changed, not even in a full sweep', async () => {
    const generation = await synced.generation();
    const summary = await syncChanges();
    assert.deepEqual([summary.unchanged, summary.published], [pages, false]);
    assert.equal((await syncChanges('--full')).published, false);
    assert.equal(await synced.generation(), generation);
  });

  it('brings an edited text', async () => {
    await wordpress.edit('content', '/madrid/fontaneria', '<p>Fontaneros con la llave grifa dorada.</p>');
    const summary = await syncChanges();
    assert.deepEqual([summary.changed, summary.unchanged], [1, pages - 1]);
    assert.match((await synced.page('/madrid/fontaneria'))?.markdown ?? '', /llave grifa dorada/);
    const found = await synced.index((index) =>
      index.search({ query: 'grifa dorada', city: undefined, limit: 5, offset: 0 }),
    );
    assert.equal(found.hits[0]?.url, `${wordpress.url}/madrid/fontaneria/`);
  });

  it('answers the old address of a renamed page with the page', async () => {
    await wordpress.edit('slug', '/madrid/fontaneria', 'fontaneros');
    assert.equal((await syncChanges()).moved, 1);
    assert.equal((await synced.page('/madrid/fontaneros'))?.path, '/madrid/fontaneros');
    assert.equal((await synced.page('/madrid/fontaneria'))?.path, '/madrid/fontaneros');
  });

  it('follows the children of a renamed page, whose own time of change stays', async () => {
    await wordpress.edit('slug', '/madrid', 'madrid-capital');
    const summary = await syncChanges();
    assert.equal(summary.moved, 14);
    assert.equal((await synced.page('/madrid/cerrajeria'))?.path, '/madrid-capital/cerrajeria');
    assert.equal((await synced.page('/madrid/fontaneria'))?.path, '/madrid-capital/fontaneros');
    await wordpress.edit('slug', '/madrid-capital', 'madrid');
    assert.equal((await syncChanges()).moved, 14);
    assert.equal((await synced.page('/madrid-capital/cerrajeria'))?.path, '/madrid/cerrajeria');
    assert.equal((await synced.page('/madrid/cerrajeria'))?.path, '/madrid/cerrajeria');
  });

  it('follows a page under another parent', async () => {
    await wordpress.edit('parent', '/gijon/desatascos', '/oviedo');
    const summary = await syncChanges();
    assert.equal(summary.moved, 1);
    const moved = await synced.page('/gijon/desatascos');
    assert.match(moved?.path ?? '', /^\/oviedo\/desatascos/);
    assert.equal(moved?.city, 'oviedo');
  });

  it('drops a page in the trash, and takes it back with its former addresses', async () => {
    await wordpress.edit('slug', '/vigo/electricidad', 'electricistas');
    await syncChanges();
    const id = JSON.parse(await wordpress.edit('id', '/vigo/electricistas')).id as number;
    await wordpress.edit('trash', String(id));
    assert.equal((await syncChanges()).gone, 1);
    assert.equal(await synced.page('/vigo/electricistas'), undefined);
    assert.equal(await synced.page('/vigo/electricidad'), undefined);
    await wordpress.edit('untrash', String(id));
    await wordpress.edit('status', String(id), 'publish');
    assert.equal((await syncChanges()).new, 1);
    assert.equal((await synced.page('/vigo/electricidad'))?.id, id);
  });

  it('drops an unpublished page, and takes it back', async () => {
    const id = JSON.parse(await wordpress.edit('id', '/vigo/cerrajeria')).id as number;
    for (const status of ['draft', 'private', 'pending']) {
      await wordpress.edit('status', String(id), status);
      assert.equal((await syncChanges()).gone, 1, status);
      assert.equal(await synced.page('/vigo/cerrajeria'), undefined);
      await wordpress.edit('status', String(id), 'publish');
      assert.equal((await syncChanges()).new, 1, status);
    }
    assert.equal((await synced.page('/vigo/cerrajeria'))?.id, id);
  });

  it('drops a page that gets a password, and says why', async () => {
    await wordpress.edit('password', '/bilbao/cerrajeria', 'secreto');
    const { summary, events } = await synced.sync();
    assert.equal(summary?.gone, 1);
    assert.equal(events.find(({ msg }) => msg === 'sync.page.gone')?.['reason'], 'password');
    assert.equal(await synced.page('/bilbao/cerrajeria'), undefined);
    await wordpress.edit('password', '/bilbao/cerrajeria', '');
    assert.equal((await syncChanges()).new, 1);
  });

  it('takes a scheduled page when it goes live, and not before', async () => {
    const id = await wordpress.edit('schedule', '/madrid/calderas', 'Calderas en Madrid');
    assert.equal((await syncChanges()).new, 0);
    await wordpress.edit('publish', id);
    assert.equal((await syncChanges()).new, 1);
    assert.equal((await synced.page('/madrid/calderas'))?.title, 'Calderas en Madrid');
  });

  it('finds in a full sweep what a reusable block changed in other pages', async () => {
    await wordpress.edit('notice', 'Aviso nuevo de la centralita.');
    assert.equal((await syncChanges()).changed, 0);
    assert.equal((await syncChanges('--full')).changed, 21);
    assert.match((await synced.page('/sevilla'))?.markdown ?? '', /Aviso nuevo de la centralita/);
  });

  it('reads one page again with --only, by any of its names', async () => {
    await wordpress.edit('notice', 'Otro aviso.');
    assert.equal((await syncChanges('--only', '/sevilla')).changed, 1);
    assert.equal((await syncChanges('--only', `${wordpress.url}/malaga/`)).changed, 1);
    const id = JSON.parse(await wordpress.edit('id', '/granada')).id as number;
    assert.equal((await syncChanges('--only', String(id))).changed, 1);
    assert.equal((await syncChanges('--full')).changed, 18);
    const unknown = await synced.sync('--only', '/no-existe');
    assert.deepEqual([unknown.code, /no page of the site/.test(unknown.failure)], [1, true]);
  });

  it('says with --dry-run what would change, and changes nothing', async () => {
    await wordpress.edit('title', '/cordoba', 'Córdoba, la llana');
    const generation = await synced.generation();
    const { code, summary, events } = await synced.sync('--dry-run');
    assert.deepEqual([code, summary?.changed, summary?.dryRun], [0, 1, true]);
    assert.equal(events.find(({ msg }) => msg === 'sync.page.changed')?.['title'], 'Córdoba, la llana');
    assert.equal(await synced.generation(), generation);
    assert.equal((await syncChanges()).changed, 1);
  });

  it('drops a deleted page', async () => {
    await wordpress.edit('delete', '/pamplona/cerrajeria');
    assert.equal((await syncChanges()).gone, 1);
    assert.equal(await synced.page('/pamplona/cerrajeria'), undefined);
  });

  it('makes a new generation when only the site file changed', async () => {
    const generation = (await synced.generation()) ?? 0;
    await writeFile(join(synced.dir, 'site.yaml'), 'brand: Otra marca\n');
    assert.equal((await syncChanges()).published, true);
    assert.equal(await synced.generation(), generation + 1);
    assert.equal(await synced.index((index) => index.company.brand), 'Otra marca');
    await rm(join(synced.dir, 'site.yaml'));
    await syncChanges();
  });

  it('publishes what its probes find, a click at a time', async () => {
    const never = { SYNC_SCHEDULE: '0 0 29 2 *', SYNC_FULL_SCHEDULE: '0 0 29 2 *' };
    const environment = { ...synced.environment, SYNC_PROBE_SECONDS: '1', ...never };
    await using worker = runProgram('sync/main.ts', environment, ['--watch']);
    await worker.printed(/sync\.finished/);
    const at = async (path: string) => (await synced.page(path))?.path;
    const textOf = async (path: string) => (await synced.page(path))?.markdown;
    /** Waits until readers see what the edits mean: how many runs and generations that takes is up to the machine. */
    async function published(
      edits: readonly (readonly string[])[],
      see: () => Promise<string | undefined>,
      what?: RegExp | string,
    ) {
      for (const edit of edits) await wordpress.edit(...edit);
      const isSeen = (seen: string | undefined) => (what instanceof RegExp ? what.test(seen ?? '') : seen === what);
      const until = Date.now() + 120_000;
      while (!isSeen(await see())) {
        assert.ok(Date.now() < until, `${JSON.stringify(edits)} is not published:\n${worker.output()}`);
        await wait(100);
      }
    }
    const id = String(JSON.parse(await wordpress.edit('id', '/sevilla/cerrajeria')).id);
    const planned = await wordpress.edit('schedule', '/sevilla/toldos', 'Toldos en Sevilla');

    await published(
      [['content', id, '<p>Cerrajeros con lima de plata.</p>']],
      () => textOf('/sevilla/cerrajeria'),
      /lima de plata/,
    );
    await published([['slug', id, 'cerrajeros']], () => at('/sevilla/cerrajeria'), '/sevilla/cerrajeros');
    await published([['parent', id, '/malaga']], () => at('/sevilla/cerrajeros'), '/malaga/cerrajeros');
    const moved = () => at('/malaga/cerrajeros');
    await published([['slug', '/malaga', 'la-malagueta']], moved, '/la-malagueta/cerrajeros');
    await published([['slug', '/la-malagueta', 'malaga']], moved, '/malaga/cerrajeros');
    await published([['trash', id]], moved, undefined);
    await published(
      [
        ['untrash', id],
        ['status', id, 'publish'],
      ],
      moved,
      '/malaga/cerrajeros',
    );
    await published([['status', id, 'draft']], moved, undefined);
    await published([['status', id, 'publish']], moved, '/malaga/cerrajeros');
    await published([['password', id, 'clave']], moved, undefined);
    await published([['publish', planned]], () => at('/sevilla/toldos'), '/sevilla/toldos');
    // Its time of change, a month ahead, stands before every later one.
    await published(
      [['content', '/sevilla/fontaneria', '<p>Fontaneros con sopletes.</p>']],
      () => textOf('/sevilla/fontaneria'),
      /sopletes/,
    );
  });

  it('does not believe that a fifth of the site is gone, until it is told to', async () => {
    const held = await synced.proveIndex();
    const generation = await synced.generation();
    await wordpress.php(
      `foreach (array_slice(get_posts(['post_type'=>'page','post_status'=>'publish','numberposts'=>-1,'name'=>'electricidad']), 0, 18) as $p) wp_delete_post($p->ID, true);
       foreach (array_slice(get_posts(['post_type'=>'page','post_status'=>'publish','numberposts'=>-1,'name'=>'cerrajeria']), 0, 18) as $p) wp_delete_post($p->ID, true);`,
    );
    const refused = await synced.sync();
    assert.equal(refused.code, 2);
    assert.match(refused.failure, /\d+ of \d+ pages would go.*--force/);
    assert.equal(await synced.generation(), generation);
    assert.equal(await synced.proveIndex(), held);
    const forced = await syncChanges('--force');
    assert.ok(forced.gone > 30, String(forced.gone));
    assert.equal(await synced.proveIndex(), held - forced.gone);
  });

  for (const [fault, expected, cause] of [
    ['503', 1, /503/],
    ['401', 2, /401/],
    ['429', 1, /429/],
    ['html', 2, /HTML|html/],
  ] as const) {
    it(`keeps the index when the REST API answers ${fault}, and says so`, async () => {
      const generation = await synced.generation();
      await wordpress.edit('fault', fault);
      const { code, failure } = await synced.sync();
      await wordpress.edit('fault', 'none');
      assert.equal(code, expected, failure);
      assert.match(failure, cause);
      assert.equal(await synced.generation(), generation);
      await synced.proveIndex();
    });
  }

  it('reads through PHP notices around the JSON, and warns', async () => {
    await wordpress.edit('fault', 'notice');
    await wordpress.edit('title', '/granada', 'Granada con avisos');
    const { code, summary, events } = await synced.sync();
    await wordpress.edit('fault', 'none');
    assert.deepEqual([code, summary?.changed], [0, 1]);
    assert.ok(events.some(({ msg }) => msg === 'sync.wordpress.junk_skipped'));
  });

  it('waits for a slow site', async () => {
    await wordpress.edit('title', '/granada', 'Granada despacio');
    await wordpress.edit('fault', 'slow');
    const { code, summary } = await synced.sync();
    await wordpress.edit('fault', 'none');
    assert.deepEqual([code, summary?.changed], [0, 1]);
  });
});
