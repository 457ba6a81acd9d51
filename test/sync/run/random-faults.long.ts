/*
 * Hundreds of runs of the real sync against a small WordPress that is edited all the time, over a proxy that fails all the
 * time, while a reader looks at the published index at every step. The same seed gives the same edits and faults:
 *
 *   RANDOM_FAULTS_SEED=7 RANDOM_FAULTS_RUNS=5000 npx node --test test/sync/run/random-faults.long.ts
 *
 * The same through a real WordPress: test/end-to-end/random-faults.wordpress.ts
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { createEditor } from './random/editor.ts';
import { createFaults } from './random/faults.ts';
import { createObservedSync } from './random/observed-sync.ts';
import { createRandom } from './random/random.ts';
import { startTinyWordPress } from '../wordpress/tiny-wordpress.ts';

const SEED = Number(process.env['RANDOM_FAULTS_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['RANDOM_FAULTS_RUNS'] ?? 500);
/** Number of runs after which a run has no faults; after it the mirror must equal the site. */
const CALM_EVERY = 20;

const HASTY = { attempts: 4, maxBytes: 1_000_000, timeouts: { connect: 500, headers: 60, body: 60, total: 250 } };

describe(`${RUNS} runs over a failing proxy, seed ${SEED}`, () => {
  it('end with a mirror that equals the site, and never show a reader anything else', async (t) => {
    const random = createRandom(SEED);
    const editor = createEditor(random);
    await using wordpress = await startTinyWordPress({ pages: editor.pages });
    wordpress.site.pages = editor.pages;
    await using proxy = await startFaultProxy(wordpress.url);
    await using observed = await createObservedSync({ url: proxy.url, hasty: HASTY, onGeneration: editor.judge });
    const faults = createFaults(random, { heavyShare: 0.04 });
    const tally = { done: 0, failed: 0, massLoss: 0, edits: 0, refused: 0 };
    await observed.sync({ full: false, force: false, patient: true });
    assert.ok(observed.seen.generation > 0);

    for (let number = 1; number <= RUNS; number++) {
      const isCalm = number % CALM_EVERY === 0;
      tally.edits += editor.edit(random.below(4));
      const isRefused = !isCalm && random.chance(0.03);
      faults.begin(isCalm ? 0 : random.pick([0, 0.05, 0.2, 0.5, 0.9]));
      proxy.setFaults((request) => {
        // Editors do not wait for a run to end.
        if (!isCalm && random.chance(0.05)) tally.edits += editor.edit(1);
        return faults.choose(request.url);
      });
      if (isRefused) await proxy.refuse();
      try {
        const full = !isCalm && random.chance(0.1);
        tally[await observed.attempt({ full, force: isCalm, patient: isCalm })] += 1;
        tally.refused += Number(isRefused);
      } catch (error) {
        throw new Error(`run ${number} of seed ${SEED}: ${String(error)}`, { cause: error });
      } finally {
        if (isRefused) await proxy.accept();
      }
      if (isCalm) editor.assertEqual(observed.mirrored(), { exceptUndated: true });
    }

    proxy.setFaults(undefined);
    await observed.sync({ full: true, force: true, patient: true });
    editor.assertEqual(observed.mirrored(), { exceptUndated: false });
    t.diagnostic(
      `seed ${SEED}: ${RUNS} runs, ${tally.done} done, ${tally.failed} failed, ${tally.massLoss} stopped by the mass-loss guard`,
    );
    t.diagnostic(
      `${tally.edits} edits, ${observed.seen.generation} generations, ${observed.seen.looks} looks of a reader`,
    );
    t.diagnostic(faults.summary({ 'connection refused': tally.refused }));
    assert.deepEqual([...new Set(proxy.seen.map(({ method }) => method))], ['GET'], 'sync only ever reads');
    assert.ok(tally.done > RUNS / 10 && tally.failed > 0, 'runs of both kinds');
    if (RUNS >= 500) assert.deepEqual(faults.missing(), []);
  });
});
