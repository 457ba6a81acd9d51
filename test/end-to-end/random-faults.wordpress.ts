/*
 * Runs of the real sync against a real WordPress that is edited all the time, over a proxy that fails all the time, while a
 * reader looks at the published index at every step. As many runs as fit into a minute, 12 at least if
 * five minutes are enough for them, or a given number:
 *
 *   RANDOM_FAULTS_SEED=7 RANDOM_FAULTS_RUNS=500 npx node --test test/end-to-end/random-faults.wordpress.ts
 *
 * The same seed gives the same edits, and deals the same faults in the same order; which request meets which fault, and
 * which edit falls into which moment of a run, is up to WordPress.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startFaultProxy } from '../helpers/fault-proxy.ts';
import { startWordPressSite } from '../helpers/wordpress-site.ts';
import { createFaults } from '../sync/run/random/faults.ts';
import { createObservedSync, type ShownPage } from '../sync/run/random/observed-sync.ts';
import { createRandom } from '../sync/run/random/random.ts';
import { createWordPressEditor } from '../sync/run/random/wordpress-editor.ts';

const SEED = Number(process.env['RANDOM_FAULTS_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['RANDOM_FAULTS_RUNS'] ?? Infinity);
const MILLISECONDS = Number.isFinite(RUNS) ? Infinity : 60_000;
/** A slow machine takes longer, for runs of every kind; at most so long. */
const LEAST_RUNS = 12;
const MOST_MILLISECONDS = 300_000;
/** Number of runs after which a run has no faults; after it the mirror must equal WordPress. */
const CALM_EVERY = 10;

const HASTY = { attempts: 3, maxBytes: 8_000_000, timeouts: { connect: 1000, headers: 2000, body: 1000, total: 4000 } };
const PATIENTLY = { full: false, force: true, patient: true };

describe(`runs over a failing proxy to a real WordPress, seed ${SEED}`, () => {
  it('end with a mirror that equals WordPress, and never show a reader anything else', async (t) => {
    const random = createRandom(SEED);
    await using wordpress = await startWordPressSite({ port: 8104 });
    await using proxy = await startFaultProxy(wordpress.url);
    const editor = await createWordPressEditor(wordpress, random);
    const shown: ShownPage[][] = [];
    const onGeneration = (pages: readonly ShownPage[]) => void shown.push([...pages]);
    await using observed = await createObservedSync({ url: proxy.url, hasty: HASTY, onGeneration });
    const faults = createFaults(createRandom(SEED + 1), { heavyShare: 0.1 });
    const tally = { runs: 0, done: 0, failed: 0, massLoss: 0, edits: 0, refused: 0, comparisons: 0 };
    const began = Date.now();

    await observed.sync(PATIENTLY);
    // A slow first sync publishes in parts; the last one is complete.
    shown.splice(0, shown.length - 1);
    editor.learnTexts(shown[0] ?? []);

    const goesOn = (milliseconds: number) =>
      milliseconds < MILLISECONDS || (tally.runs < LEAST_RUNS && milliseconds < MOST_MILLISECONDS);
    while (tally.runs < RUNS && goesOn(Date.now() - began)) {
      tally.runs += 1;
      const isCalm = tally.runs % CALM_EVERY === 0;
      const edits = editor.plan(random.below(6));
      const isRefused = !isCalm && random.chance(0.03);
      const order = isCalm ? PATIENTLY : { full: random.chance(0.1), force: false, patient: false };
      faults.begin(isCalm ? 0 : random.pick([0.05, 0.1, 0.2, 0.4, 0.7]));
      proxy.setFaults(({ url }) => faults.choose(url));
      if (isRefused) await proxy.refuse();
      // Editors do not wait for a run to end.
      const editing = editor.apply(edits);
      tally.edits += edits.length;
      if (isCalm || random.chance(0.5)) await editing;
      try {
        tally[await observed.attempt(order)] += 1;
        tally.refused += Number(isRefused);
        await editing;
        for (const pages of shown.splice(0)) editor.judge(pages);
        if (isCalm) await compare({ exceptUndated: true });
      } catch (error) {
        throw new Error(`run ${tally.runs} of seed ${SEED}: ${String(error)}`, { cause: error });
      } finally {
        await editing;
        if (isRefused) await proxy.accept();
      }
    }

    proxy.setFaults(undefined);
    await observed.sync({ ...PATIENTLY, full: true });
    for (const pages of shown.splice(0)) editor.judge(pages);
    const pages = await compare({ exceptUndated: false });

    // Also compares the texts of unedited pages with a first sync that has no faults.
    await using fresh = await createObservedSync({ url: proxy.url, hasty: HASTY, onGeneration });
    await fresh.sync(PATIENTLY);
    const byId = (all: readonly ShownPage[]) => all.toSorted((a, b) => a.id - b.id);
    assert.deepEqual(byId(observed.mirrored()), byId(fresh.mirrored()));

    t.diagnostic(
      `seed ${SEED}: ${tally.runs} runs in ${Math.round((Date.now() - began) / 1000)} s, ${tally.done} done, ${tally.failed} failed, ${tally.massLoss} stopped by the mass-loss guard`,
    );
    t.diagnostic(
      `${tally.edits} edits, ${observed.seen.generation} generations, ${observed.seen.looks} looks of a reader, ${tally.comparisons} comparisons with WordPress, the last of ${pages} pages`,
    );
    t.diagnostic(faults.summary({ 'connection refused': tally.refused }));
    assert.ok(tally.done > tally.runs / 10 && tally.failed > 0, 'runs of both kinds');
    if (tally.runs >= 100) assert.deepEqual(faults.missing(), []);

    async function compare(what: { readonly exceptUndated: boolean }): Promise<number> {
      tally.comparisons += 1;
      return await editor.assertEqual(observed.mirrored(), what);
    }
  });
});
