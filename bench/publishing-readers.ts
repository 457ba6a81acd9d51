import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval, setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { seeded } from '../test/helpers/seeded.ts';
import { siteQueries } from './corpus.ts';
import type { Sample } from './process-samples.ts';
import { startProgram } from './program.ts';

/** Requests a second: so few that they hardly wait for each other. */
const RATE = 40;
/** Seconds from one edit to the next: as an owner makes them on a busy day, and as nobody does. */
const EVERY = { 'an edit each 5 s': 5, 'edits without a pause': 0 } as const;
type Published = 'nothing' | keyof typeof EVERY;
const PUBLISHED: readonly Published[] = ['nothing', 'an edit each 5 s', 'edits without a pause'];
/** In turn, so that whatever else the machine does meets all alike. */
const WINDOWS: readonly Published[] = [...PUBLISHED, ...PUBLISHED, ...PUBLISHED];

type Window = {
  readonly published: Published;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly latencies: readonly number[];
  readonly generations: number;
};

/**
 * What readers of a server over this folder notice of publications: it is asked at a steady rate, in windows of so many seconds,
 * while nothing is published, and while edits are.
 */
export async function measureReaders(dataDir: string, pages: number, seconds: number) {
  await using opened = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'bench-'));
  opened.defer(() => rm(dir, { recursive: true }));
  const samplesFile = join(dir, 'samples');
  const server = opened.use(
    await startProgram('../server/main.ts', [], {
      DATA_DIR: dataDir,
      PORT: '0',
      PUBLIC_URL: 'https://example.com',
      TRUST_PROXY: '127.0.0.1',
      BENCH_SAMPLES: samplesFile,
      NODE_OPTIONS: `--import=${new URL('process-samples.ts', import.meta.url).href}`,
    }),
  );
  const publisher = opened.use(startPublisher(dataDir, pages));
  const ask = opened.use(createReader(server.url, pages));
  // The first answers of a program are slow, and so is the first publication of a process.
  await publisher.publish('text');
  await ask.for(Math.min(seconds, 5) * 1000);
  const windows: Window[] = [];
  for (const published of WINDOWS) {
    const from = Date.now();
    const isOver = () => Date.now() - from > seconds * 1000;
    const [latencies, generations] = await Promise.all([
      ask.for(seconds * 1000),
      published === 'nothing' ? 0 : publisher.publishUntil(isOver, EVERY[published]),
    ]);
    windows.push({ published, from, to: Date.now(), latencies, generations });
    await wait(1000);
  }
  const lines = (await readFile(samplesFile, 'utf8')).trim().split('\n');
  const samples = lines.map((line) => JSON.parse(line) as Sample);
  const summaries = PUBLISHED.map((published) => summaryOf({ pages, published }, windows, samples));
  const [quiet] = summaries;
  for (const one of summaries) {
    for (const figure of ['p50', 'p99'] as const) {
      one[`${figure} of that without`] = Number(
        (Number(one[`${figure} ms`]) / Number(quiet?.[`${figure} ms`])).toFixed(2),
      );
    }
  }
  return summaries;
}

/** A process that publishes edits, as the one of runs does. */
function startPublisher(dataDir: string, pages: number) {
  const child = fork(join(import.meta.dirname, 'publishing-edits.ts'), [dataDir, String(pages)]);
  async function publish(kind: string): Promise<void> {
    const published = once(child, 'message');
    child.send(kind);
    await published;
  }
  return {
    publish,
    /** Publishes edits of all kinds, so many seconds from one to the next; answers how many. */
    async publishUntil(isOver: () => boolean, every: number): Promise<number> {
      const kinds = ['text', 'title', 'moved', 'new', 'removed'];
      let count = 0;
      while (!isOver()) await Promise.all([publish(kinds[count++ % kinds.length] ?? 'text'), wait(every * 1000)]);
      return count;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Asks a server questions, and for pages, at a steady rate. */
function createReader(url: string, pages: number) {
  const pool = new Pool(url, { connections: 32, pipelining: 1 });
  const chance = seeded(5);
  const below = (most: number) => Math.floor(chance() * most);
  const { common = [], question = [], rare = [], typo = [], city = [] } = siteQueries(pages);
  const queries = [...common, ...question, ...rare, ...typo, ...city];

  function nextPath(): string {
    if (chance() < 0.2) return `/wp-json/agentes/v1/read_page?url=/p${1 + below(pages)}`;
    const [query, where] = queries[below(queries.length)] ?? ['', undefined];
    return `/wp-json/agentes/v1/search_pages?query=${encodeURIComponent(query)}${where === undefined ? '' : `&city=${where}`}`;
  }

  async function ask(): Promise<number> {
    // So many visitors that none meets a quota.
    const headers = { 'X-Forwarded-For': `100.64.${below(256)}.${below(256)}` };
    const path = nextPath();
    const started = performance.now();
    const answer = await pool.request({ method: 'GET', path, headers });
    await answer.body.text();
    if (answer.statusCode >= 500 || answer.statusCode === 429) throw new Error(`${path}: ${answer.statusCode}`);
    return performance.now() - started;
  }

  return {
    /** Asks for so many milliseconds; answers how long each request took, in milliseconds. */
    async for(milliseconds: number): Promise<readonly number[]> {
      const asked: Promise<number>[] = [];
      for await (const _ of setInterval(1000 / RATE)) {
        asked.push(ask());
        if (asked.length * (1000 / RATE) >= milliseconds) break;
      }
      return await Promise.all(asked);
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

function summaryOf(
  { pages, published }: { readonly pages: number; readonly published: Published },
  all: readonly Window[],
  samples: readonly Sample[],
): Record<string, number | string> {
  const windows = all.filter((one) => one.published === published);
  const latencies = windows.flatMap((one) => one.latencies).toSorted((a, b) => a - b);
  const at = (share: number) => Number((latencies[Math.floor(latencies.length * share)] ?? Number.NaN).toFixed(1));
  const own = samples.filter((sample) =>
    windows.some(({ from, to }) => sample.at > from + 1000 && sample.at <= to + 1000),
  );
  const most = (figures: readonly number[]) => Math.round(figures.reduce((a, b) => Math.max(a, b), 0));
  return {
    pages,
    published,
    generations: windows.reduce((sum, { generations }) => sum + generations, 0),
    requests: latencies.length,
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'event loop late, ms': most(own.map(({ delayMax }) => delayMax)),
    'longest turn, CPU ms': most(own.map(({ longestTurn }) => longestTurn)),
    'RSS at most, MB': most(own.map(({ rss }) => rss)),
  };
}
