import { BM25F } from '../db/search/bm25f.ts';
import { RANKING } from '../db/search/match/ranker.ts';
import { SIGNS } from '../db/search/match/reranker.ts';
import { TERM_WEIGHTS } from '../db/search/match/term-weights.ts';
import { seeded } from '../test/helpers/seeded.ts';
import { pageOf, readDataSet } from './corpus.ts';
import { openIndexOf } from './index-of-pages.ts';
import { answerSites, type Answered } from './site-search.ts';
import { readSites } from './sites.ts';

/** The parameters that are tried, by the names that db/search/README.md has for them. */
const PARAMETERS = { BM25F, RANKING, SIGNS, TERM_WEIGHTS };
type Values = Readonly<Record<string, number | readonly number[]>>;
type Candidate = Readonly<Partial<Record<keyof typeof PARAMETERS, Values>>>;

/** Other values of the parameters than those in use. */
const CANDIDATES: Readonly<Record<string, Candidate>> = {
  'general words count in full': { TERM_WEIGHTS: { general: 1 } },
  'general words .5': { TERM_WEIGHTS: { general: 0.5 } },
  'general words .1': { TERM_WEIGHTS: { general: 0.1 } },
  'titles do not count': { TERM_WEIGHTS: { title: 0 } },
  'titles .7': { TERM_WEIGHTS: { title: 0.7 } },
  'body length .55': { BM25F: { b: [0.4, 0.5, 0.55] } },
  'body length .7': { BM25F: { b: [0.4, 0.5, 0.7] } },
  'saturation 2': { BM25F: { k1: 2 } },
  'title 16, headings 4': { BM25F: { weights: [16, 4, 1] } },
  'passage .4': { SIGNS: { passage: 0.4 } },
  'no coverage': { SIGNS: { coverage: 0 } },
  'exact form 1': { SIGNS: { surfaces: 1 } },
  'proximity 1': { SIGNS: { proximity: 1 } },
};

const RESAMPLES = 2000;
/** Each query is asked on so many sites that differ in what pages share, and its ranks are averaged: chance counts less. */
const SEEDS = [1, 2, 3];

/** Means over queries: of the sites, and of the passages. */
type Tried = {
  readonly sites: readonly number[];
  readonly siteOf: readonly string[];
  readonly passages: readonly number[];
};

/** Tries every candidate on the made-up sites and on the Spanish passages; says what it gains, with a 95 % interval. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const inUse = await tryOut({}, quick);
  const rows = [];
  const tried = new Map<string, Tried>([['as it is', inUse]]);
  for (const [name, candidate] of Object.entries(CANDIDATES).slice(0, quick ? 1 : undefined)) {
    const other = await tryOut(candidate, quick);
    tried.set(name, other);
    const [low, high] = interval(inUse.sites, other.sites);
    rows.push({
      candidate: name,
      sites: rounded(mean(other.sites)),
      gain: rounded(mean(other.sites) - mean(inUse.sites)),
      from: rounded(low),
      to: rounded(high),
      passages: rounded(mean(other.passages) - mean(inUse.passages)),
    });
  }
  console.log(`in use: sites ${rounded(mean(inUse.sites))}, passages ${rounded(mean(inUse.passages))} (MRR@10)`);
  console.table(rows);
  const unseen = leaveOneSiteOut(tried);
  console.log(`the best on seven sites, asked on the eighth: ${rounded(mean(unseen))}`);
  return { inUse: mean(inUse.sites), candidates: rows, unseen: mean(unseen) };
}

/** The reciprocal ranks of all queries with other values of the parameters, which are as before afterwards. */
async function tryOut(candidate: Candidate, quick: boolean): Promise<Tried> {
  const before = structuredClone(PARAMETERS);
  for (const [name, parameters] of Object.entries(PARAMETERS)) {
    Object.assign(parameters, candidate[name as keyof typeof PARAMETERS]);
  }
  const runs: (readonly Answered[])[] = [];
  for (const seed of quick ? SEEDS.slice(0, 1) : SEEDS) {
    runs.push((await answerSites(readSites(seed))).filter(({ rel }) => rel.length > 0));
  }
  const [answered = []] = runs;
  const passages = await answerPassages(quick);
  for (const [name, parameters] of Object.entries(PARAMETERS)) {
    Object.assign(parameters, before[name as keyof typeof PARAMETERS]);
  }
  return {
    sites: answered.map((_, at) => mean(runs.map((one) => one[at]?.reciprocalRank ?? 0))),
    siteOf: answered.map(({ site }) => site),
    passages,
  };
}

async function answerPassages(quick: boolean): Promise<readonly number[]> {
  const { passages, questions } = readDataSet(quick ? 200 : Infinity);
  const pages = passages.map((passage, at) => pageOf(passage, at + 1));
  const passageOf = new Map(pages.map(({ url }, at) => [url, passages[at]?.id ?? '']));
  const index = await openIndexOf(pages);
  const ranks = questions.map(({ q, rel }) => {
    const { hits } = index.search({ query: q.slice(0, 200), city: undefined, limit: 10, offset: 0 });
    const first = hits.findIndex(({ url }) => rel.includes(passageOf.get(url) ?? ''));
    return first < 0 ? 0 : 1 / (first + 1);
  });
  index.close();
  return ranks;
}

/** For each site, the reciprocal ranks on it of what is best on all others: no site takes part in its own choice. */
function leaveOneSiteOut(tried: ReadonlyMap<string, Tried>): readonly number[] {
  const all = [...tried.values()];
  const sites = new Set(all[0]?.siteOf);
  return [...sites].flatMap((left) => {
    const on = ({ sites: ranks, siteOf }: Tried, isLeft: boolean) =>
      ranks.filter((_, at) => (siteOf[at] === left) === isLeft);
    const [best] = all.toSorted((a, b) => mean(on(b, false)) - mean(on(a, false)));
    return best ? on(best, true) : [];
  });
}

/** The middle 95 % of the mean differences of paired values, resampled by query (paired bootstrap). */
function interval(before: readonly number[], after: readonly number[]): readonly [low: number, high: number] {
  const chance = seeded(3);
  const differences = before.map((value, at) => (after[at] ?? 0) - value);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => differences[Math.floor(chance() * differences.length)] ?? 0)),
  ).toSorted((a, b) => a - b);
  return [means[Math.floor(RESAMPLES * 0.025)] ?? 0, means[Math.floor(RESAMPLES * 0.975)] ?? 0];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const rounded = (value: number): number => Number(value.toFixed(4));
