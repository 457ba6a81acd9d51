import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerations } from '../../../../db/index/generations.ts';
import { createMirror, openMirrorDatabase } from '../../../../db/mirror/mirror.ts';
import { openReadOnly } from '../../../../db/sqlite.ts';
import { run } from '../../../../sync/run/run.ts';
import { convert } from '../../../../sync/markdown/convert.ts';
import { readPage } from '../../../../sync/markdown/parse/page.ts';
import { readSiteConfig } from '../../../../sync/site-file/site-config.ts';
import { SyncError } from '../../../../sync/run/sync-error.ts';
import type { WordPressOptions } from '../../../../sync/wordpress/client.ts';
import { WordPressError } from '../../../../sync/wordpress/errors.ts';
import { temporaryDataDir } from '../../../helpers/sample-index.ts';
import { connectTo } from '../../wordpress/connect.ts';

/** A page as a reader of the index is shown it. */
export type ShownPage = {
  readonly id: number;
  readonly path: string;
  readonly url: string;
  readonly title: string;
  readonly markdown: string;
};

type Order = { readonly full: boolean; readonly force: boolean; readonly patient: boolean };

/** The outcome of a run over a failing proxy. */
export type Ending = 'done' | 'failed' | 'massLoss';

type Observed = {
  /** Address under which the site is read. */
  readonly url: string;
  /** Short while things go wrong on purpose, so that a stall costs little; never the reason on a busy machine. */
  readonly hasty: Partial<WordPressOptions>;
  /** Called with the pages that a reader is shown from now on. */
  readonly onGeneration: (pages: readonly ShownPage[]) => void;
};

const PATIENT = { connect: 10_000, headers: 60_000, body: 20_000, total: 90_000 };

/** Runs the real sync into a data directory of its own, and looks into its index at every step, as a reader does. */
export async function createObservedSync({ url, hasty, onGeneration }: Observed) {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await temporaryDataDir());
  const db = openMirrorDatabase(join(data.dir, 'mirror.db'));
  stack.defer(() => void db.close());
  const mirror = createMirror(db);
  const generations = createGenerations(data.dir);
  let clock = Date.parse('2026-03-01T00:00:00Z');
  const seen = { generation: 0, looks: 0 };
  /** What the last run has said of pages that leave, and its warnings. */
  let said: string[] = [];

  function look(): void {
    const pointer = readPointer(data.dir);
    if (pointer === undefined) return assert.equal(seen.generation, 0);
    seen.looks += 1;
    if (pointer.generation === seen.generation) return;
    seen.generation = pointer.generation;
    onGeneration(readIndex(join(data.dir, 'index', pointer.file)));
  }

  async function sync({ patient, ...order }: Order) {
    clock += 600_000;
    said = [];
    try {
      return await run(
        {
          mirror,
          generations,
          config: readSiteConfig(undefined),
          source: 'observed',
          sweepDue: () => false,
          types: ['pages'],
          guardHours: 4,
          unseenHours: 72,
          // In this thread: a worker of its own would cost each run a second.
          convert: (html, options) => Promise.resolve(convert(readPage(html), options)),
          connect: async () => (await connectTo(url, patient ? { ...hasty, timeouts: PATIENT } : hasty)).wordpress,
          now: () => new Date(clock),
          digests: { converter: 'observed', indexer: 'observed', composer: 'observed' },
          signal: new AbortController().signal,
          report: (event) => {
            if (event.type === 'warning' || (event.type === 'page' && 'reason' in event))
              said.push(JSON.stringify(event));
            look();
          },
        },
        { ...order, dryRun: false },
      );
    } finally {
      look();
    }
  }

  /** A run that may fail with an expected error, unless it is patient; throws any unexpected error. */
  async function attempt(order: Order): Promise<Ending> {
    try {
      await sync(order);
      return 'done';
    } catch (error) {
      if (order.patient) throw error;
      if (error instanceof WordPressError) return 'failed';
      if (error instanceof SyncError && error.code === 'mass_loss') return 'massLoss';
      throw new Error(`${String(error)}\n${said.join('\n')}`, { cause: error });
    }
  }

  const moved = stack.move();
  return {
    seen,
    sync,
    attempt,
    mirrored: (): ShownPage[] =>
      [...mirror.publishable()].map(({ id, path, url: address, title, markdown }) => ({
        id,
        path,
        url: address,
        title,
        markdown,
      })),
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

function readIndex(file: string): ShownPage[] {
  const db = openReadOnly(file);
  try {
    return db.prepare<[], ShownPage>('SELECT id, path, url, title, markdown FROM pages').all();
  } finally {
    db.close();
  }
}
