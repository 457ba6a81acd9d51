import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Index } from '../db/index/reader.ts';
import { EVIDENCE } from '../db/search/confidence.ts';
import stored from '../db/search/match/model.json' with { type: 'json' };
import { FEATURES } from '../db/search/match/model.ts';
import { DEFAULT_CITIES } from '../shared/cities.ts';
import type { Page } from '../shared/page.ts';
import { chooseVocabulary } from '../sync/vocabulary/choose.ts';
import { demoPages } from '../test/db/index/demo-pages.ts';
import { indexOf, placeNamesOf } from '../test/db/search/search-pages.ts';
import { pageOf, readDataSet } from './corpus.ts';
import { readSites } from './sites.ts';

const DATA = join(import.meta.dirname, '../test/data/search');
const DEMO_QUERIES = ['customer', 'blind', 'third-writer', 'fourth-writer'];
const RECORD = join(import.meta.dirname, '../db/search/match/model.json');

/** Passages whose questions are training data, and pages that are read of each answer. */
const PASSAGES = 400;
const CANDIDATES = 20;

const MOMENTUM = 0.9;
const DESCENT = { steps: 60, rate: 0.2 } as const;
/** Weights before any example: every feature counts half as much as the text. */
const PRIOR = FEATURES.map((feature) => (feature === 'text' ? 1 : feature === 'front' ? -0.5 : 0.5));
/** Strength of the ridge towards the prior. */
const RIDGE = 0.01;
/** Slope of the sigmoid that stands for a step: a difference of scores of one divided by this decides an order. */
const SLOPE = 60;

/** Share of the answerable queries, a site counting as one, that have low confidence. */
const LOW_SHARE = 0.055;
const EVIDENCE_RIDGE = 0.002;
const EVIDENCE_DESCENT = { steps: 400, rate: 0.5 } as const;

/** One query: the candidates of the first pass that has right and wrong pages; and the evidence of its first page. */
type Example = {
  readonly site: string;
  readonly isAnswerable: boolean;
  readonly candidates: readonly { readonly isRight: boolean; readonly values: readonly number[] }[];
  /** `undefined` for an empty answer, for a query that names only a city, and for examples of the ranking only. */
  readonly evidence: readonly number[] | undefined;
};

type Weights = readonly number[];

/**
 * Fits the weights of the two models of search, writes them to `db/search/match/model.json`, and reports what they reach on left-out
 * sites: ranking by the smooth reciprocal rank of each query, confidence by logistic regression. A site counts by the root of the
 * number of its queries. Every site is left out once; intervals are 95 % by the jackknife over sites. With `confidence`, the
 * ranking of the file is retained.
 */
export async function run({
  quick,
  confidence,
}: {
  readonly quick: boolean;
  readonly confidence: boolean;
}): Promise<unknown> {
  const examples = [...demoExamples(), ...siteExamples(), ...passageExamples()];
  const sites = [...new Set(examples.map(({ site }) => site))];
  const folds = quick ? sites.slice(0, 2) : sites;
  const record = {
    sites: sites.length,
    queries: examples.length,
    ranking: confidence ? stored.ranking : fitRanking(examples, folds),
    confidence: fitConfidence(examples, folds),
  };
  console.dir(record, { depth: null, maxArrayLength: null });
  if (!quick) writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

function demoExamples(): Example[] {
  const pages = demoPages();
  const placeNames = placeNamesOf(pages, DEFAULT_CITIES, 'ES');
  const judged = DEMO_QUERIES.flatMap((name) =>
    readFileSync(join(DATA, `../../fixtures/${name}-queries.txt`), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [query = '', paths = ''] = line.split(' → ');
        return { query, right: paths.split(' ').filter((path) => path !== '') };
      }),
  );
  const hasCopies = new Set(pages.filter(({ city }) => city !== '').map(({ family }) => family));
  const isService = ({ city, family }: Page) => city === '' && family !== '' && hasCopies.has(family);
  const general = new Map(pages.filter(isService).map(({ path, family }) => [path, family]));
  const copiesOnly = pages.filter((page) => !isService(page));
  const ofCopies = (path: string) => {
    const family = general.get(path);
    return family === undefined ? [path] : copiesOnly.filter((page) => page.family === family).map((page) => page.path);
  };
  using whole = indexOf(pages, { placeNames });
  using parted = indexOf(copiesOnly, { placeNames });
  const readWhole = createExamples({ site: 'demo', index: whole.index, pages });
  const readParted = createExamples({ site: 'demo', index: parted.index, pages: copiesOnly });
  return judged.flatMap(({ query, right }) => [
    readWhole(query, right),
    rankingOnly(readParted(query, right.flatMap(ofCopies))),
  ]);
}

function siteExamples(): Example[] {
  return ['sites', 'trades', 'small'].flatMap((folder) =>
    readSites(1, join(DATA, folder)).flatMap(({ name, language, pages, queries }) => {
      const titles = pages.map(({ title }) => title);
      const { vocabulary } = chooseVocabulary({ asked: undefined, language, titles });
      const site = { name: '', description: '', home: 'https://example.com', language, hosts: [] };
      using open = indexOf(pages, { vocabulary, site });
      const read = createExamples({ site: name, index: open.index, pages });
      const examples = queries.map(({ q, rel }) => read(q, rel));
      // Pages of trades mention services that the company lacks: such negatives are rare on real sites.
      return folder === 'trades' ? examples.map(rankingOnly) : examples;
    }),
  );
}

const rankingOnly = (example: Example): Example => ({ ...example, evidence: undefined });

/** Questions over passages: long texts, whole sentences. */
function passageExamples(): Example[] {
  const { passages, questions } = readDataSet(PASSAGES);
  const pages = passages.map((passage, at) => pageOf({ ...passage, title: '' }, at + 1));
  const pathOf = new Map(passages.map(({ id }, at) => [id, pages[at]?.path ?? '']));
  using open = indexOf(pages, { vocabulary: {} });
  const read = createExamples({ site: 'passages-es', index: open.index, pages });
  return questions.map(({ q, rel }) =>
    read(
      q,
      rel.map((id) => pathOf.get(id) ?? ''),
    ),
  );
}

function createExamples(from: { readonly site: string; readonly index: Index; readonly pages: readonly Page[] }) {
  const { site, index, pages } = from;
  const byId = new Map(pages.map((page) => [page.id, page]));

  return function read(query: string, right: readonly string[]): Example {
    const paths = new Set(right.map(withoutSlash));
    const isAnswer = ({ path }: Page) => paths.has(withoutSlash(path));
    const families = new Set(pages.filter((page) => page.city === '' && isAnswer(page)).map(({ family }) => family));
    const { results, evidence } = index.explain(query.slice(0, 200), undefined, CANDIDATES);
    const passes = [...Map.groupBy(results, ({ pass }) => pass).values()].map((ofPass) =>
      ofPass.flatMap(({ id, reranked }) => {
        const page = byId.get(id);
        if (!page || !reranked) return [];
        // The general page of a service is put before its copies afterwards.
        const isRight = isAnswer(page) || (page.city !== '' && families.has(page.family));
        return [{ isRight, values: FEATURES.map((feature) => reranked.features[feature]) }];
      }),
    );
    const isMixed = (one: Example['candidates']) => new Set(one.map(({ isRight }) => isRight)).size === 2;
    return {
      site,
      isAnswerable: right.length > 0,
      candidates: passes.find(isMixed) ?? [],
      evidence: evidence ? [1, ...EVIDENCE.map((feature) => evidence[feature])] : undefined,
    };
  };
}

const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/$/, ''));

function fitRanking(all: readonly Example[], folds: readonly string[]) {
  const examples = all.filter(({ candidates }) => candidates.length > 0);
  const fit = (some: readonly Example[]): Weights => {
    const share = shareOf(some);
    return descend(PRIOR, DESCENT, (weights, gradient) => {
      weights.forEach((weight, at) => (gradient[at] = RIDGE * (weight - (PRIOR[at] ?? 0))));
      for (const example of some) addRankGradient(example, weights, gradient, share(example));
      // The scale of the scores: the weight of the text stays.
      gradient[0] = 0;
    });
  };
  const leftOut = folds.map((site) => ({ site, weights: fit(examples.filter((one) => one.site !== site)) }));
  const reached = leftOut.map(({ site, weights }) => {
    const own = examples.filter((one) => one.site === site);
    return { site, queries: own.length, mrr: rounded(mean(own.map((one) => rankOf(one, weights)))) };
  });
  const fitted = fit(examples);
  return { ridge: RIDGE, ...named(FEATURES, fitted, leftOut), leftOut: reached };
}

/** Adds the gradient of the smooth reciprocal rank of one query, that of its best right page among all wrong ones, as a loss. */
function addRankGradient({ candidates }: Example, weights: Weights, gradient: number[], share: number): void {
  const scores = candidates.map(({ values }) => dot(weights, values));
  const best = bestRight(candidates, scores);
  const right = candidates[best]?.values ?? [];
  const slopes: number[] = [];
  let rank = 1;
  for (const [at, { isRight }] of candidates.entries()) {
    const before = 1 / (1 + Math.exp(-SLOPE * ((scores[at] ?? 0) - (scores[best] ?? 0))));
    if (!isRight) rank += before;
    slopes.push(isRight ? 0 : SLOPE * before * (1 - before));
  }
  for (const [at, { values }] of candidates.entries()) {
    const slope = ((slopes[at] ?? 0) * share) / rank ** 2;
    if (slope < 1e-9) continue;
    for (let feature = 0; feature < gradient.length; feature++) {
      gradient[feature] = (gradient[feature] ?? 0) + slope * ((values[feature] ?? 0) - (right[feature] ?? 0));
    }
  }
}

function bestRight(candidates: Example['candidates'], scores: readonly number[]): number {
  let best = -1;
  for (const [at, { isRight }] of candidates.entries()) {
    if (isRight && (best < 0 || (scores[at] ?? 0) > (scores[best] ?? 0))) best = at;
  }
  return best;
}

/** Reciprocal rank of the best right candidate. */
function rankOf({ candidates }: Example, weights: Weights): number {
  const scores = candidates.map(({ values }) => dot(weights, values));
  const right = scores[bestRight(candidates, scores)] ?? -Infinity;
  return 1 / (1 + candidates.filter(({ isRight }, at) => !isRight && (scores[at] ?? 0) > right).length);
}

function fitConfidence(all: readonly Example[], folds: readonly string[]) {
  const examples = all.filter(({ evidence }) => evidence !== undefined);
  const names = ['constant', ...EVIDENCE] as const;
  const fit = (some: readonly Example[]): Weights => {
    const share = shareOf(some);
    const rightShare = some.filter(({ isAnswerable }) => isAnswerable).reduce((sum, one) => sum + share(one), 0);
    return descend(
      names.map(() => 0),
      EVIDENCE_DESCENT,
      (weights, gradient) => {
        weights.forEach((weight, at) => (gradient[at] = at === 0 ? 0 : EVIDENCE_RIDGE * weight));
        for (const example of some) {
          const { isAnswerable, evidence = [] } = example;
          const odds = 1 / (1 + Math.exp(-dot(weights, evidence)));
          const weight = share(example) / (isAnswerable ? rightShare : 1 - rightShare);
          evidence.forEach(
            (value, at) => (gradient[at] = (gradient[at] ?? 0) + weight * (odds - Number(isAnswerable)) * value),
          );
        }
      },
    );
  };
  const fitWithLeast = (some: readonly Example[]) => {
    const weights = fit(some);
    return { weights, least: leastEvidence(some, weights) };
  };
  const { weights: fitted, least } = fitWithLeast(examples);
  const leftOut = folds.flatMap((site) => {
    const own = examples.filter((one) => one.site === site);
    if (own.length === 0) return [];
    const model = fitWithLeast(examples.filter((one) => one.site !== site));
    const count = (of: readonly Example[]) => ({
      all: of.length,
      low: of.filter(({ evidence = [] }) => dot(model.weights, evidence) < model.least).length,
    });
    const [answerable, others] = [true, false].map((kind) => count(own.filter((one) => one.isAnswerable === kind)));
    return [{ site, weights: model.weights, answerable, others }];
  });
  const { weights, intervals } = named(names, fitted, leftOut);
  const { constant, ...features } = weights;
  return {
    weights: { ...features, least: rounded(least - constant) },
    intervals,
    leftOut: leftOut.map(({ site, answerable, others }) => ({ site, answerable, others })),
  };
}

/** The evidence below which the wanted share of answerable queries is, every site counting as one. */
function leastEvidence(examples: readonly Example[], weights: Weights): number {
  const sites = Map.groupBy(
    examples.filter(({ isAnswerable }) => isAnswerable),
    ({ site }) => site,
  );
  const weighed = [...sites.values()].flatMap((own) =>
    own.map(({ evidence = [] }) => ({ score: dot(weights, evidence), share: 1 / own.length / sites.size })),
  );
  let below = 0;
  for (const { score, share } of weighed.toSorted((a, b) => a.score - b.score)) {
    below += share;
    if (below > LOW_SHARE) return score;
  }
  return 0;
}

/** The share of an example in all: a site counts by the root of the number of its queries. */
function shareOf(examples: readonly Example[]): (example: Example) => number {
  const perSite = new Map<string, number>();
  for (const { site } of examples) perSite.set(site, (perSite.get(site) ?? 0) + 1);
  const ofSite = ({ site }: Example) => 1 / Math.sqrt(perSite.get(site) ?? 1);
  const total = examples.reduce((sum, one) => sum + ofSite(one), 0);
  return (example) => ofSite(example) / total;
}

function descend(
  prior: Weights,
  { steps, rate }: { readonly steps: number; readonly rate: number },
  setGradient: (weights: Weights, gradient: number[]) => void,
): number[] {
  const weights = [...prior];
  const speed = weights.map(() => 0);
  const gradient = weights.map(() => 0);
  for (let step = 0; step < steps; step++) {
    setGradient(weights, gradient);
    for (let at = 0; at < weights.length; at++) {
      speed[at] = MOMENTUM * (speed[at] ?? 0) - rate * (gradient[at] ?? 0);
      weights[at] = (weights[at] ?? 0) + (speed[at] ?? 0);
    }
  }
  return weights;
}

/** Weights by name, with their intervals by the jackknife over sites. */
function named<Name extends string>(
  names: readonly Name[],
  fitted: Weights,
  leftOut: readonly { readonly weights: Weights }[],
) {
  const byName = <Value>(valueOf: (at: number) => Value) =>
    Object.fromEntries(names.map((name, at) => [name, valueOf(at)])) as Record<Name, Value>;
  const errorOf = (at: number): number => {
    const values = leftOut.map(({ weights }) => weights[at] ?? 0);
    const average = mean(values);
    return Math.sqrt((values.length - 1) * mean(values.map((value) => (value - average) ** 2)));
  };
  return {
    weights: byName((at) => rounded(fitted[at] ?? 0)),
    intervals: byName((at) => [-1.96, 1.96].map((bound) => rounded((fitted[at] ?? 0) + bound * errorOf(at)))),
  };
}

const dot = (a: Weights, b: readonly number[]): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] ?? 0);
  return sum;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const rounded = (value: number): number => Number(value.toFixed(3));
