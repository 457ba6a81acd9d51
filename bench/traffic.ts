/**
 * Soak test, years of traffic in ten minutes: everything clients ask for, mixed, from many addresses, as fast as it is
 * answered, while the site is published anew each minute. Tells the rate, latencies, memory, how late the event loop was,
 * and whether anything was answered that should not have been.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seeded } from '../test/helpers/seeded.ts';
import { writeChart } from './chart.ts';
import type { Sample } from './process-samples.ts';
import { startProgram } from './program.ts';
import { judgeTraffic, latencyRows, periodRows } from './traffic-report.ts';
import { startTraffic } from './traffic-load.ts';
import { createTrafficMix } from './traffic-mix.ts';

const PAGES = 600;
const CLIENTS = 32;
const SITE = 'https://casa.example';

/** The index of a site, and another whenever asked. */
async function startPublisher() {
  const child = fork(join(import.meta.dirname, 'traffic-publisher.ts'), [String(PAGES)]);
  const [{ dir }] = (await once(child, 'message')) as [{ readonly dir: string }];
  let generations = 1;
  child.on('message', () => {
    generations += 1;
  });
  return {
    dir,
    generations: () => generations,
    publish: () => void child.send('publish'),
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Counts the lines of a growing log that tell of a fault, and cuts it, so that it never fills the disk. */
function watchLog(path: string) {
  const faults = new Map<string, number>();
  let rest = '';
  async function look(): Promise<void> {
    await using file = await open(path);
    const text = rest + (await file.readFile('utf8'));
    await truncate(path);
    const lines = text.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!/"level":"(?:error|fatal)"/.test(line)) continue;
      const message = /"msg":"([^"]*)"/.exec(line)?.[1] ?? line;
      faults.set(message, (faults.get(message) ?? 0) + 1);
    }
  }
  return { faults, look };
}

/** Sends the traffic for `seconds`; ten minutes unless told. */
export async function run({
  quick,
  seconds = quick ? 8 : 600,
}: {
  readonly quick: boolean;
  readonly seconds?: number;
}) {
  await using opened = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'bench-'));
  opened.defer(() => rm(dir, { recursive: true }));
  const samplesFile = join(dir, 'samples');
  const publisher = opened.use(await startPublisher());
  const server = opened.use(
    await startProgram('../server/main.ts', [], {
      DATA_DIR: publisher.dir,
      PORT: '0',
      PUBLIC_URL: SITE,
      TRUST_PROXY: '127.0.0.1',
      BENCH_SAMPLES: samplesFile,
      NODE_OPTIONS: `--import=${new URL('process-samples.ts', import.meta.url).href}`,
    }),
  );
  const log = watchLog(server.log);
  // The baseline, before anybody asks.
  await wait(2500);
  const started = Date.now();
  const { tally, ended } = startTraffic(server.url, createTrafficMix(PAGES, seeded(7)), { clients: CLIENTS, seconds });

  // Ten periods of a run: a minute each, unless it is shorter or longer.
  const period = (seconds * 1000) / 10;
  const totals: number[] = [0];
  const clock = setInterval(() => {
    totals.push(tally.total());
    if (totals.length > 10) return;
    publisher.publish();
  }, period);
  const looks = setInterval(() => void log.look(), Math.min(period, 5000));
  await ended;
  clearInterval(clock);
  clearInterval(looks);
  await log.look();
  if (totals.length < 11) totals.push(tally.total());

  const samples = (await readFile(samplesFile, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
  const periods = periodRows({ samples, started, period, totals });
  const latencies = latencyRows(tally);
  const statuses = Object.fromEntries([...tally.statuses].toSorted(([a], [b]) => a - b));
  const verdict = judgeTraffic({ tally, faults: log.faults, periods, long: seconds >= 300 });
  const rate = Math.round(tally.total() / seconds);
  console.table(latencies);
  console.table(periods);
  console.table(statuses);
  console.log(
    `${tally.total()} requests by ${CLIENTS} clients in ${seconds} s: ${rate}/s; ${publisher.generations()} generations`,
  );
  for (const line of verdict.lines) console.log(line);
  if (!verdict.sound) process.exitCode = 1;
  await writeChart({
    file: 'traffic.svg',
    title: `Memory of the server over ${seconds} s of mixed traffic, MB`,
    labels: periods.map(({ until }) => until),
    series: [
      { name: 'resident, at most', values: periods.map((row) => row['RSS MB']) },
      { name: 'heap, at least', values: periods.map((row) => row['heap MB']) },
    ],
  });
  return {
    seconds,
    clients: CLIENTS,
    pages: PAGES,
    generations: publisher.generations(),
    'requests/s': rate,
    latencies,
    periods,
    statuses,
    verdict,
  };
}
