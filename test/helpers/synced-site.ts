import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGenerations } from '../../db/index/generations.ts';
import { verifyIndex } from '../../db/index/verify.ts';
import { openIndexSync } from '../../db/index/reader.ts';
import type { RunSummary } from '../../sync/run/events.ts';
import { runProgram } from './program.ts';

/** A data directory of its own, into which the real sync program reads a site. */
export async function createSyncedSite(env: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'synced-'));
  const dir = join(root, 'data');
  const generations = createGenerations(dir);
  const environment = { DATA_DIR: dir, SYNC_REQUESTS_PER_SECOND: '0', ...env };

  /** Starts the sync program. */
  const start = (...args: readonly string[]) => runProgram('sync/main.ts', environment, args);

  /** Runs the sync program to its end. */
  async function sync(...args: readonly string[]) {
    await using program = start(...args);
    const { code, stdout, stderr } = await program.ended;
    const events = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown> & { msg: string }>);
    const summary = events.find(({ msg }) => msg === 'sync.finished') as RunSummary | undefined;
    const failure = events.find(({ msg }) => msg === 'sync.failed')?.['error'];
    return { code, stderr, events, summary, failure: typeof failure === 'string' ? failure : '' };
  }

  /** Asks the live index one question. */
  async function index<Answer>(ask: (index: ReturnType<typeof openIndexSync>) => Answer): Promise<Answer> {
    const pointer = await generations.current();
    if (!pointer) throw new Error('There is no live index');
    const open = openIndexSync(generations.pathOf(pointer));
    try {
      return ask(open);
    } finally {
      open.close();
    }
  }

  return {
    dir,
    generations,
    environment,
    start,
    sync,
    index,
    /** The page that answers at a path, if any. */
    page: (path: string) => index((open) => open.pageByPath(path)),
    generation: async () => (await generations.current())?.generation,
    /** Proves that the live generation is whole: checksum, SQLite, rows. Answers its number of pages. */
    async proveIndex(): Promise<number> {
      const pointer = await generations.current();
      if (!pointer) throw new Error('There is no live index');
      const file = generations.pathOf(pointer);
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      if (sha256 !== pointer.sha256) throw new Error(`${pointer.file} is not what was published`);
      const pages = pointer.counts['pages'] ?? -1;
      verifyIndex(file, { pages });
      return pages;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
export type SyncedSite = Awaited<ReturnType<typeof createSyncedSite>>;
