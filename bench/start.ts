/**
 * `npm start` on a small machine: time until the first answer, and memory of all its processes (PSS) during the first sync and at
 * rest, for the demo and for a site of 2,000 pages. The peer is the same program without the limits that `npm start` sets.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processorSecondsOf, treeOf } from '../test/helpers/process-tree.ts';
import { startProgram } from './program.ts';
import { megabytesOfAll } from './sites-server.ts';

const SAMPLE_MS = 250;
/** The process of runs ends two minutes after the last one; V8 then takes its time to give memory back. */
const REST_WITHIN_MS = 420_000;
const SETTLING_MS = 60_000;

type Start = {
  readonly file: string;
  readonly args: readonly string[];
  readonly site: Readonly<Record<string, string>>;
};

export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  if (process.platform !== 'linux') {
    console.log('left out: it needs /proc');
    return [];
  }
  await using wordpress = await startProgram('many-pages.ts', [quick ? '60' : '2000']);
  const large = { SITE_URL: wordpress.url, SYNC_REQUESTS_PER_SECOND: '0' };
  const rows = [];
  for (const [name, site] of [['demo', {}] as const, [quick ? '60 pages' : '2,000 pages', large] as const]) {
    const own = await measure({ file: '../server/command.js', args: ['start'], site }, quick);
    const peer = await measure({ file: '../server/start.ts', args: [], site }, quick);
    rows.push({
      site: name,
      ...own,
      'rest to without limits': Number((own['rest, MB'] / peer['rest, MB']).toFixed(2)),
    });
  }
  console.table(rows);
  return rows;
}

/** Starts the service in a new directory, until its first sync has ended and its processes rest. */
async function measure({ file, args, site }: Start, quick: boolean) {
  const dir = await mkdtemp(join(tmpdir(), 'bench-start-'));
  const env = { ...site, DATA_DIR: dir, PORT: '0' };
  const began = performance.now();
  try {
    await using program = await startProgram(file, args, env);
    const { pid, url, log } = program;
    let [seconds, processor, peak] = [0, 0, 0];
    while (seconds === 0 || !(await readFile(log, 'utf8')).includes('"msg":"sync.finished"')) {
      program.assertAlive();
      peak = Math.max(peak, memoryOf(pid));
      if (seconds === 0 && (await fetch(`${url}/readyz`)).status === 200) {
        seconds = (performance.now() - began) / 1000;
        processor = treeOf(pid)
          .map(processorSecondsOf)
          .reduce((sum, one) => sum + one);
      }
      await wait(SAMPLE_MS);
    }
    const until = performance.now() + (quick ? 0 : REST_WITHIN_MS);
    // A scheduled run ends the rest.
    let restingSince = performance.now();
    while (performance.now() < Math.min(until, restingSince + SETTLING_MS)) {
      if (treeOf(pid).length > 2) restingSince = performance.now();
      await wait(1000);
    }
    return {
      'first answer, s': Number(seconds.toFixed(1)),
      '… processor s': Number(processor.toFixed(1)),
      'peak, MB': Math.round(peak),
      'rest, MB': Math.round(memoryOf(pid)),
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** PSS of all processes; 0 while one of them is ending. */
function memoryOf(pid: number): number {
  try {
    return megabytesOfAll(pid);
  } catch {
    return 0;
  }
}
