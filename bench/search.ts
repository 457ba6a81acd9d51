import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndex } from '../db/index/builder.ts';
import { checksumOf } from '../db/index/generations.ts';
import { openIndexSync, openIndex, type Index } from '../db/index/reader.ts';
import { hardQueries, siteQueries, sitePages } from './corpus.ts';
import { contentOf } from '../test/db/search/search-pages.ts';
import { writeChart } from './chart.ts';
import { runToEnd } from './program.ts';
import { PEERS } from './search-peers.ts';

type Ask = (query: string, city: string | undefined) => number;

type Engine = { readonly name: string; readonly ask: Ask; readonly close: () => void };

type Latency = { readonly p50: number; readonly p99: number };

/** Engines that are asked next to ours at sizes that they reach in reasonable time and memory. */
const RIVALS: ReadonlySet<string> = new Set(['MiniSearch', 'FlexSearch', 'FTS5, any word']);
const RIVALS_UP_TO = 30_000;

const LIMIT = 8;

/**
 * Latency of a search in process, excerpts included, at several sizes of a site: median and 99th percentile in
 * milliseconds for each kind of question. The engines are asked the same questions in turn, so that a busy machine is
 * busy for all of them; our search without memory is not a rival, and is measured separately. Rivals cut their excerpts in the simplest
 * way, around the first word that occurs.
 */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const sizes = quick ? [300, 1000] : [300, 3000, 30_000, 300_000];
  const figures: Awaited<ReturnType<typeof measureSize>>[] = [];
  for (const size of sizes) figures.push(await measureSize(size, quick || size > RIVALS_UP_TO ? 1 : 3));
  const names = Object.keys(figures[0]?.kinds['all'] ?? {});
  for (const part of ['p50', 'p99'] as const) {
    await writeChart({
      file: `search-${part}.svg`,
      title: `Search, excerpts included: ${part} in ms by number of pages`,
      labels: figures.map(({ pages }) => `${pages} pages`),
      series: names.map((name) => ({ name, values: figures.map(({ kinds }) => kinds['all']?.[name]?.[part]) })),
      logarithmic: true,
    });
  }
  return figures;
}

async function measureSize(size: number, rounds: number) {
  const directory = await mkdtemp(join(tmpdir(), 'bench-search-'));
  const file = join(directory, 'index-1.db');
  try {
    const started = performance.now();
    buildIndex(file, contentOf(sitePages(size)));
    const built = performance.now() - started;
    const { size: bytes } = await stat(file);
    const { index: memory, milliseconds: opened, longestBlock } = await openWatched(file);
    const [resident] = (await runToEnd('resident-memory.ts', [file], {})).events;
    const engines = [ours('this project', memory), ...(size <= RIVALS_UP_TO ? rivals(size) : [])];
    const kinds = askAll(engines, size, rounds);
    const worst = worstOf(memory, size);
    const fromFile = ours('from the file', openIndexSync(file, { mode: 'file' }));
    for (const [kind, latencies] of Object.entries(askAll([fromFile], size, 1)))
      Object.assign(kinds[kind] ?? {}, latencies);
    for (const engine of [...engines, fromFile]) engine.close();
    const facts = {
      pages: size,
      buildSeconds: built / 1000,
      indexMegabytes: bytes / 1e6,
      openMs: opened,
      longestBlockMs: longestBlock,
      residentMegabytes: Number(resident?.['bytes']) / 1e6,
      worstMs: worst,
    };
    print(facts, kinds);
    return { ...facts, kinds };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Opens an index as the server does, checksum first; tells how long other work waited at most meanwhile. */
async function openWatched(file: string) {
  const started = performance.now();
  let last = started;
  let longestBlock = 0;
  let watching = true;
  const watch = () => {
    const now = performance.now();
    longestBlock = Math.max(longestBlock, now - last);
    last = now;
    if (watching) setImmediate(watch);
  };
  setImmediate(watch);
  await checksumOf(file);
  const index = await openIndex(file, Infinity);
  watching = false;
  return { index, milliseconds: performance.now() - started, longestBlock };
}

/** Worst case in milliseconds: costly queries, and the last page of a frequent word's hits; each query at its best. */
function worstOf(index: Index, size: number): number {
  const requests = [
    ...hardQueries(120).map((query) => ({ query, city: undefined, limit: LIMIT, offset: 0 })),
    ...['ciudad', 'parte', 'madrid'].map((query) => ({ query, city: undefined, limit: 25, offset: size - 25 })),
  ];
  const best = requests.map(() => Infinity);
  for (let round = 0; round < 8; round++) {
    for (const [at, request] of requests.entries()) {
      const started = performance.now();
      index.search(request);
      best[at] = Math.min(best[at] ?? Infinity, performance.now() - started);
    }
  }
  return Math.max(...best);
}

function ours(name: string, index: Index): Engine {
  const ask: Ask = (query, city) => index.search({ query, city, limit: LIMIT, offset: 0 }).hits.length;
  return { name, ask, close: () => index.close() };
}

function rivals(size: number): Engine[] {
  const pages = [...sitePages(size)];
  return PEERS.filter(({ name }) => RIVALS.has(name)).map(({ name, open }) => {
    const search = open(pages);
    const ask: Ask = (query) => {
      const ids = search(query, LIMIT);
      return ids.map((id) => simpleExcerpt(pages[id - 1]?.markdown ?? '', query)).length;
    };
    return { name, ask, close: () => undefined };
  });
}

function simpleExcerpt(text: string, query: string): string {
  const small = text.toLowerCase();
  const places = query
    .toLowerCase()
    .split(' ')
    .map((word) => small.indexOf(word));
  const start = Math.max(0, Math.min(...places.filter((place) => place >= 0), text.length) - 60);
  return text.slice(start, start + 240);
}

// Rounds over all kinds of queries before the first measurement. The engines compile their code in about two thousand
// queries; a kind that is measured earlier would include that time.
const WARM_UP = 2;

/** Sends all queries to the engines alternately, after the warm-up. */
function askAll(engines: readonly Engine[], size: number, rounds: number): Record<string, Record<string, Latency>> {
  const kinds = Object.entries(siteQueries(size));
  for (let round = 0; round < WARM_UP; round++) for (const [, queries] of kinds) timesOf(engines, queries, 1);
  const everything = new Map(engines.map(({ name }): [string, number[]] => [name, []]));
  const latencies: Record<string, Record<string, Latency>> = {};
  for (const [kind, queries] of kinds) {
    const times = timesOf(engines, queries, rounds);
    latencies[kind] = Object.fromEntries([...times].map(([name, list]) => [name, latencyOf(list)]));
    for (const [name, list] of times) everything.get(name)?.push(...list);
  }
  latencies['all'] = Object.fromEntries([...everything].map(([name, list]) => [name, latencyOf(list)]));
  return latencies;
}

// Returns the milliseconds of each search by engine.
function timesOf(
  engines: readonly Engine[],
  queries: readonly (readonly [query: string, city: string | undefined])[],
  rounds: number,
): Map<string, number[]> {
  const times = new Map(engines.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [query, city] of queries) {
      for (const engine of engines) {
        const started = performance.now();
        engine.ask(query, city);
        times.get(engine.name)?.push(performance.now() - started);
      }
    }
  }
  return times;
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

function print(facts: Readonly<Record<string, number>>, kinds: Record<string, Record<string, Latency>>): void {
  console.log(
    `\n${facts['pages']} pages: built in ${facts['buildSeconds']?.toFixed(1)} s, ${facts['indexMegabytes']?.toFixed(1)} MB, ` +
      `opened in ${facts['openMs']?.toFixed(0)} ms (others waited ${facts['longestBlockMs']?.toFixed(0)} ms at most), ` +
      `${facts['residentMegabytes']?.toFixed(0)} MB resident, worst question ${facts['worstMs']?.toFixed(1)} ms`,
  );
  const names = Object.keys(kinds['all'] ?? {});
  console.log(`${'p50 / p99 in ms'.padEnd(16)}${names.map((name) => name.padStart(18)).join('')}`);
  for (const [kind, latencies] of Object.entries(kinds)) {
    const cells = names.map((name) => {
      const { p50 = 0, p99 = 0 } = latencies[name] ?? {};
      return `${p50.toFixed(2)} / ${p99.toFixed(2)}`.padStart(18);
    });
    console.log(`${kind.padEnd(16)}${cells.join('')}`);
  }
}
