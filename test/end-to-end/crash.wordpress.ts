import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { seeded } from '../helpers/seeded.ts';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';

/** With those of faults/kills-of-sync.faults.ts, whose site costs less, there are 200. */
const KILLS = 8;

/** From when on a kill waits, and for how long at most: from the start of the process, or from one of its events. */
const MOMENTS: readonly (readonly [RegExp | undefined, number])[] = [
  [undefined, 900],
  [/"phase":"read"/, 300],
  [/"phase":"build"/, 100],
  [/"msg":"sync.published"/, 4],
];

describe('sync that is killed at any moment', () => {
  let wordpress: WordPressSite;
  let synced: SyncedSite;

  before(async () => {
    wordpress = await startWordPressSite({ port: 8098 });
    synced = await createSyncedSite({ SITE_URL: wordpress.url });
    const { code, failure } = await synced.sync();
    assert.equal(code, 0, failure);
  });
  after(async () => {
    await synced?.[Symbol.asyncDispose]();
    await wordpress?.[Symbol.asyncDispose]();
  });

  /** A new text, a moved page, a new page and a deleted one. Answers how many public pages there are then. */
  async function edit(round: number): Promise<number> {
    const count = await wordpress.php(`
      $text = get_page_by_path('madrid/fontaneria');
      wp_update_post(['ID' => $text->ID, 'post_content' => '<p>Ronda ${round}.</p>']);
      $moved = get_page_by_path('${round === 0 ? 'vigo/fontaneria' : `vigo/fontaneria-${round - 1}`}');
      wp_update_post(['ID' => $moved->ID, 'post_name' => 'fontaneria-${round}']);
      wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'nueva-${round}',
        'post_title' => 'Nueva ${round}', 'post_content' => '<p>Nueva.</p>']);
      if ($old = get_page_by_path('nueva-${round - 1}')) wp_delete_post($old->ID, true);
      echo count(get_posts(['post_type' => 'page', 'post_status' => 'publish', 'has_password' => false, 'numberposts' => -1]));
    `);
    return Number(count);
  }

  /** Starts a sync and kills it so many milliseconds after what it is waited for. Answers whether it was still at work. */
  async function killSync(args: readonly string[], from: RegExp | undefined, milliseconds: number): Promise<boolean> {
    await using program = synced.start(...args);
    if (from) await program.printed(from).catch(() => undefined);
    else await once(program.child, 'spawn');
    await wait(milliseconds);
    const killed = program.child.kill('SIGKILL');
    const { signal } = await program.ended;
    return killed && signal === 'SIGKILL';
  }

  it(`loses nothing and doubles nothing in ${KILLS} kills`, async (test) => {
    const random = seeded(20_261_121);
    let kills = 0;
    let round = 0;
    for (; kills < KILLS && round < 2 * KILLS; round++) {
      const pages = await edit(round);
      const [from, longest] = MOMENTS[round % MOMENTS.length] ?? [undefined, 0];
      const delay = random() * longest;
      if (await killSync(round % 5 === 0 ? ['--full'] : [], from, delay)) kills++;
      const where = `round ${round}, ${Math.round(delay)} ms after ${from?.source ?? 'start'}`;
      await synced.proveIndex();

      const { code, failure } = await synced.sync();
      assert.equal(code, 0, `${where}: ${failure}`);
      assert.equal(await synced.proveIndex(), pages, where);
      await synced.index((index) => {
        assert.match(index.pageByPath('/madrid/fontaneria')?.markdown ?? '', new RegExp(`Ronda ${round}\\.`), where);
        assert.equal(index.pageByPath('/vigo/fontaneria')?.path, `/vigo/fontaneria-${round}`, where);
        assert.equal(index.pageByPath(`/nueva-${round}`)?.title, `Nueva ${round}`, where);
        assert.equal(index.pageByPath(`/nueva-${round - 1}`), undefined, where);
        assert.equal(index.counts.aliases, round + 1, where);
      });
      if (round % 10 === 0) assert.equal((await synced.sync()).summary?.published, false, where);
    }
    test.diagnostic(`${kills} kills came while sync was at work, in ${round} rounds`);
    assert.equal(kills, KILLS);
  });
});
