/*
 * Hundreds of runs of the real sync against a small WordPress that is edited all the time, over a way that fails all the
 * time, while a reader looks at the published index at every step. The same seed gives the same edits and faults:
 *
 *   RANDOM_FAULTS_SEED=7 RANDOM_FAULTS_RUNS=5000 npx tsx --test test/sync/random-faults.test.ts
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createGenerations } from '../../db/generations.ts';
import { createMirror, openMirrorDatabase } from '../../db/mirror.ts';
import { openReadOnly } from '../../db/sqlite.ts';
import { run } from '../../sync/run.ts';
import { readSiteConfig } from '../../sync/site-config.ts';
import { SyncError } from '../../sync/sync-error.ts';
import { WordPressError } from '../../sync/wordpress/errors.ts';
import { startFaultProxy } from '../helpers/fault-proxy.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { createFaults } from './random/faults.ts';
import { createEditor } from './random/editor.ts';
import { createRandom } from './random/random.ts';
import { connectTo } from './wordpress/connect.ts';
import { startTinyWordPress } from './wordpress/tiny-wordpress.ts';

const SEED = Number(process.env['RANDOM_FAULTS_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['RANDOM_FAULTS_RUNS'] ?? 500);
/** Every so many runs the way is good for one run, and the mirror must be what the site is. */
const CALM_EVERY = 20;

const PATIENT = { connect: 10_000, headers: 20_000, body: 20_000, total: 30_000 };

type Order = { readonly full: boolean; readonly force: boolean; readonly patient: boolean };

type IndexedPage = { readonly id: number; readonly path: string; readonly markdown: string };

/** A site, the way to it, and the data directory into which it is read. */
async function createWorld(seed: number) {
  await using stack = new AsyncDisposableStack();
  const random = createRandom(seed);
  const editor = createEditor(random);
  const wordpress = stack.use(await startTinyWordPress({ pages: editor.pages }));
  wordpress.site.pages = editor.pages;
  const way = stack.use(await startFaultProxy(wordpress.url));
  const data = stack.use(await temporaryDataDir());
  const db = openMirrorDatabase(join(data.dir, 'mirror.db'));
  stack.defer(() => void db.close());
  const mirror = createMirror(db);
  const generations = createGenerations(data.dir);
  let clock = Date.parse('2026-03-01T00:00:00Z');
  const seen = { generation: 0, looks: 0 };

  /** What a reader of the published index sees now; asked at every step of every run. */
  function look(): void {
    const pointer = readPointer(data.dir);
    if (pointer === undefined) return assert.equal(seen.generation, 0);
    seen.looks += 1;
    if (pointer.generation === seen.generation) return;
    seen.generation = pointer.generation;
    editor.judge(readIndex(join(data.dir, 'index', pointer.file)));
  }

  async function sync({ patient, ...order }: Order) {
    clock += 600_000;
    try {
      return await run(
        {
          mirror,
          generations,
          config: readSiteConfig(undefined),
          source: 'tiny',
          sweepDue: () => false,
          types: ['pages'],
          connect: async () => {
            // Short while things go wrong on purpose, so that a stall costs little; never the reason on a busy machine.
            const timeouts = patient ? PATIENT : { connect: 500, headers: 60, body: 60, total: 250 };
            return (await connectTo(way.url, { attempts: 4, timeouts, maxBytes: 1_000_000 })).wordpress;
          },
          now: () => new Date(clock),
          signal: new AbortController().signal,
          report: look,
        },
        { ...order, dryRun: false },
      );
    } finally {
      look();
    }
  }

  const moved = stack.move();
  return {
    random,
    editor,
    way,
    seen,
    sync,
    look,
    mirrored: () => [...mirror.publishable()].map(({ id, path, markdown }) => ({ id, path, markdown })),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

function readPointer(dir: string): { generation: number; file: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'index/current.json'), 'utf8')) as { generation: number; file: string };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function readIndex(file: string): IndexedPage[] {
  const db = openReadOnly(file);
  try {
    return db.prepare<[], IndexedPage>('SELECT id, path, markdown FROM pages').all();
  } finally {
    db.close();
  }
}

describe(`${RUNS} runs over a way that fails, seed ${SEED}`, () => {
  it('end with a mirror that equals the site, and never show a reader anything else', async (t) => {
    await using world = await createWorld(SEED);
    const { random, editor, way, sync } = world;
    const faults = createFaults(random, way.url);
    const tally = { done: 0, failed: 0, massLoss: 0, edits: 0, faults: 0 };
    await sync({ full: false, force: false, patient: true });
    assert.equal(world.seen.generation, 1);

    for (let number = 1; number <= RUNS; number++) {
      const isCalm = number % CALM_EVERY === 0;
      tally.edits += editor.edit(random.below(4));
      const isRefused = !isCalm && random.chance(0.03);
      faults.begin(isCalm ? 0 : random.pick([0, 0.05, 0.2, 0.5, 0.9]));
      way.setFaults((request) => {
        // Editors do not wait for a run to end.
        if (!isCalm && random.chance(0.05)) tally.edits += editor.edit(1);
        return faults.choose(request.url);
      });
      if (isRefused) await way.refuse();
      try {
        const full = !isCalm && random.chance(0.1);
        await sync({ full, force: isCalm, patient: isCalm });
        tally.done += 1;
      } catch (error) {
        const isExpected =
          error instanceof WordPressError || (error instanceof SyncError && error.code === 'mass_loss');
        if (isCalm || !isExpected) throw new Error(`run ${number} of seed ${SEED}: ${String(error)}`, { cause: error });
        tally[error instanceof SyncError ? 'massLoss' : 'failed'] += 1;
      } finally {
        if (isRefused) await way.accept();
      }
      if (isCalm) editor.assertEqual(world.mirrored(), { exceptSilent: true });
    }

    way.setFaults(undefined);
    await sync({ full: true, force: true, patient: true });
    editor.assertEqual(world.mirrored(), { exceptSilent: false });
    tally.faults = faults.count();
    t.diagnostic(
      `seed ${SEED}: ${RUNS} runs, ${tally.done} done, ${tally.failed} failed, ${tally.massLoss} stopped by the mass-loss guard`,
    );
    t.diagnostic(
      `${tally.edits} edits, ${tally.faults} faults, ${world.seen.generation} generations, ${world.seen.looks} looks of a reader`,
    );
    assert.ok(tally.done > RUNS / 10 && tally.failed > 0, 'runs of both kinds');
  });
});
