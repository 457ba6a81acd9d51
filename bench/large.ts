/** Limits of one index file: time and memory of its build, its size, and memory and time once it is open. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndexSync } from '../db/index/reader.ts';
import type { SearchMode } from '../db/search/search.ts';
import { siteQueries } from './corpus.ts';
import { median, runToEnd } from './program.ts';

const QUESTIONS = 50;

/** Measures sites of growing size up to `pages`, each built and opened in a process of its own. */
export async function run({
  quick,
  pages = quick ? 2000 : 300_000,
}: {
  readonly quick: boolean;
  readonly pages?: number;
}) {
  const sizes = [10_000, 100_000, 300_000].filter((size) => size < pages);
  const rows = [];
  for (const size of [...sizes, pages]) rows.push(await measure(size));
  console.table(rows);
  return rows;
}

async function measure(pages: number) {
  const dir = await mkdtemp(join(tmpdir(), 'bench-large-'));
  const file = join(dir, 'index-1.db');
  try {
    const [built] = (await runToEnd('large-build.ts', [String(pages), file], {})).events;
    const { size } = await stat(file);
    const [open] = (await runToEnd('resident-memory.ts', [file], {})).events;
    const figure = (value: unknown, unit = 1) => Number((Number(value) / unit).toPrecision(3));
    return {
      pages,
      'build s': figure(built?.['seconds']),
      'build CPU s': figure(built?.['cpuSeconds']),
      'build peak MB': figure(built?.['peakBytes'], 1e6),
      'file MB': figure(size, 1e6),
      'open, words in memory MB': figure(open?.['bytes'], 1e6),
      'search ms, words in memory': searchTime(file, pages, 'memory'),
      'search ms, from the file': searchTime(file, pages, 'file'),
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** The median of some questions. */
function searchTime(file: string, pages: number, mode: SearchMode): number {
  const index = openIndexSync(file, { mode });
  try {
    const questions = (siteQueries(pages)['question'] ?? []).slice(0, QUESTIONS);
    const times = questions.map(([query]) => {
      const started = performance.now();
      index.search({ query, city: undefined, limit: 8, offset: 0 });
      return performance.now() - started;
    });
    return Number(median(times).toPrecision(3));
  } finally {
    index.close();
  }
}
