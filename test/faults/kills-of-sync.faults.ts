import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createMirror, openMirrorDatabase } from '../../db/mirror/mirror.ts';
import { checkIntegrity } from '../../db/sqlite.ts';
import { hashOf } from '../../sync/run/read/document.ts';
import { seeded } from '../helpers/seeded.ts';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, type TinyPage } from '../sync/wordpress/tiny-wordpress.ts';
import { compiledOnce } from './temporary-dir.ts';

const SEED = Number(process.env['KILLS_SEED'] ?? 20_261_121);
/** With those of end-to-end/crash.wordpress.ts there are 200, unless `KILLS` says another number. */
const KILLS = Number(process.env['KILLS'] ?? 192);
/** Sites that are read and killed at the same time. */
const WORKERS = 2;
/** After so many kills a run may end, and the index must be what the site is. */
const CALM_EVERY = 10;

/** From when on a kill waits, and for how long at most: from the start of the process, or from one of its events. */
const MOMENTS: readonly (readonly [RegExp | undefined, number])[] = [
  [undefined, 700],
  [/"msg":"sync.started"/, 120],
  [/"phase":"read"/, 250],
  [/"phase":"build"/, 150],
  [/"phase":"verify"/, 60],
  [/"msg":"sync.published"/, 6],
];

const text = (words: string) => `<p>${words}</p>${'<p>Reparamos grifos, fugas y desagües en el día.</p>'.repeat(40)}`;

function page(id: number, words: string): TinyPage {
  return { id, slug: `pagina-${id}`, modified_gmt: '2026-03-01T08:30:00', content: text(words) };
}

/** A site that changes with every round: a new text, a moved page, a new page, and one less. */
function editedSite() {
  const pages = Array.from({ length: 120 }, (_, index) => page(11 + index, `Página ${index}.`));
  return {
    pages,
    edit(round: number): readonly TinyPage[] {
      const modified_gmt = new Date(Date.UTC(2026, 2, 2) + round * 60_000).toISOString().slice(0, 19);
      pages[9] = { ...page(20, `Ronda ${round}.`), modified_gmt };
      pages[19] = { ...page(30, 'Página 19.'), modified_gmt, slug: `movida-${round}` };
      return [...pages, page(1000 + round, 'Nueva.')];
    },
  };
}

/** Asserts that what a kill leaves behind is whole: the pointer, the live index, and the mirror with its texts. */
async function proveWhole(synced: SyncedSite): Promise<void> {
  if (await synced.generations.current()) await synced.proveIndex();
  const db = openMirrorDatabase(join(synced.dir, 'mirror.db'));
  try {
    checkIntegrity(db);
    for (const mirrored of createMirror(db).publishable()) assert.equal(mirrored.hash, hashOf(mirrored));
  } finally {
    db.close();
  }
}

describe('sync that is killed at any moment', () => {
  it(`leaves the index and the mirror whole in ${KILLS} kills, and the next run goes on (seed ${SEED})`, async (t) => {
    await using compiled = await compiledOnce();
    const tally = { kills: 0, rounds: 0, calm: 0, leftovers: 0, moments: new Map<string, number>() };

    async function worker(number: number): Promise<void> {
      const random = seeded(SEED + number);
      const site = editedSite();
      await using wordpress = await startTinyWordPress({ pages: site.pages });
      await using synced = await createSyncedSite({ SITE_URL: wordpress.url, ...compiled.env });
      assert.equal((await synced.sync()).code, 0);
      for (let round = 1; tally.kills < KILLS && tally.rounds < 2 * KILLS; round++) {
        tally.rounds += 1;
        wordpress.site.pages.splice(0, Infinity, ...site.edit(round));
        const [from, longest] = MOMENTS[Math.floor(random() * MOMENTS.length)] ?? [undefined, 0];
        const delay = random() * longest;
        const where = `worker ${number}, round ${round}, ${Math.round(delay)} ms after ${from?.source ?? 'start'}`;
        await using program = synced.start(...(random() < 0.2 ? ['--full'] : []));
        if (from) await program.printed(from).catch(() => undefined);
        else await once(program.child, 'spawn');
        await wait(delay);
        program.child.kill('SIGKILL');
        if ((await program.ended).signal === 'SIGKILL') {
          tally.kills += 1;
          const moment = from?.source ?? 'start';
          tally.moments.set(moment, (tally.moments.get(moment) ?? 0) + 1);
        }
        await proveWhole(synced).catch((error: unknown) => assert.fail(`${where}: ${String(error)}`));
        if (round % CALM_EVERY === 0) await proveEqual(synced, site.pages.length, round, where);
      }
    }

    async function proveEqual(synced: SyncedSite, pages: number, round: number, where: string): Promise<void> {
      const { code, failure, summary, events } = await synced.sync();
      assert.equal(code, 0, `${where}: ${failure}`);
      tally.calm += 1;
      tally.leftovers += events.filter(({ msg }) => msg === 'sync.cleaned').length;
      assert.equal(await synced.proveIndex(), pages + 1, where);
      assert.equal(summary?.pages, pages + 1, where);
      await synced.index((index) => {
        assert.match(index.pageByPath('/pagina-20')?.markdown ?? '', new RegExp(`Ronda ${round}\\.`), where);
        assert.equal(index.pageByPath('/pagina-30')?.path, `/movida-${round}`, where);
        assert.equal(index.pageByPath(`/pagina-${1000 + round}`)?.id, 1000 + round, where);
        assert.equal(index.pageByPath(`/pagina-${1000 + round - 1}`), undefined, where);
      });
    }

    await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
    const moments = [...tally.moments].map(([moment, count]) => `${count} after ${moment}`).join(', ');
    t.diagnostic(`${tally.kills} kills came while sync was at work, in ${tally.rounds} rounds: ${moments}`);
    t.diagnostic(`${tally.calm} runs that were let end all did; ${tally.leftovers} cleaned up after a kill`);
    assert.ok(tally.kills >= KILLS);
  });
});
