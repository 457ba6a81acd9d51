import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Index } from '../db/index/reader.ts';
import { FEATURES, WEIGHTS, type Feature } from '../db/search/match/model.ts';
import { DEFAULT_CITIES } from '../shared/cities.ts';
import type { Page } from '../shared/page.ts';
import { chooseVocabulary } from '../sync/vocabulary/choose.ts';
import { demoPages } from '../test/db/index/demo-pages.ts';
import { indexOf, placeNamesOf } from '../test/db/search/search-pages.ts';
import { seeded } from '../test/helpers/seeded.ts';
import { readSites } from './sites.ts';

const DATA = join(import.meta.dirname, '../test/data/search');
const DEMO_QUERIES = ['customer', 'blind', 'third-writer', 'fourth-writer'];
const RECORD = join(import.meta.dirname, '../db/search/match/model.json');

/** Strength of the ridge towards the weights in use, steps and rate of the gradient descent, and resamples of the intervals. */
const RIDGE = 0.02;
const STEPS = 150;
const RATE = 0.05;
const RESAMPLES = 1000;
const SEED = 37;
/** Features whose weight is never negative, but for `front`, whose weight is never positive. */
const signOf = (feature: Feature): number => (feature === 'front' ? -1 : 1);

/** The candidates of one query, with the values of their features. */
type Example = {
  readonly site: string;
  readonly candidates: readonly { readonly isRight: boolean; readonly values: readonly number[] }[];
};

/**
 * Fits the weights of the linear model by a softmax over the candidates of each query, a site counting by the root of the number of its
 * queries. Leaves every site out once, and writes the weights, with intervals over sites, and the ranks on left-out sites to
 * `db/search/match/model.json`. The weights in use are those of `model.ts`.
 */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const examples = [...demoExamples(), ...siteExamples()];
  const sites = [...new Set(examples.map(({ site }) => site))];
  const start = FEATURES.map((feature) => WEIGHTS[feature]);
  const fitted = fit(examples, start);
  const leftOut = sites.slice(0, quick ? 2 : undefined).map((site) => {
    const weights = fit(
      examples.filter((one) => one.site !== site),
      start,
    );
    const own = examples.filter((one) => one.site === site);
    return {
      site,
      weights,
      before: own.map((one) => rankOf(one, start)),
      after: own.map((one) => rankOf(one, weights)),
    };
  });
  const chance = seeded(SEED);
  const resampled = Array.from({ length: RESAMPLES }, () =>
    Array.from({ length: leftOut.length }, () => leftOut[Math.floor(chance() * leftOut.length)]?.weights ?? fitted),
  );
  const weights = FEATURES.map((feature, at) => {
    const means = resampled.map((some) => mean(some.map((one) => one[at] ?? 0))).toSorted((a, b) => a - b);
    const interval = [0.025, 0.975].map((share) => rounded(means[Math.floor(RESAMPLES * share)] ?? 0));
    return { feature, weight: rounded(fitted[at] ?? 0), interval };
  });
  const record = {
    seed: SEED,
    sites: sites.length,
    queries: examples.length,
    ridge: RIDGE,
    weights,
    leftOut: leftOut.map(({ site, before, after }) => ({
      site,
      queries: before.length,
      mrrInUse: rounded(mean(before)),
      mrrFitted: rounded(mean(after)),
    })),
  };
  console.table(weights);
  console.table(record.leftOut);
  if (!quick) writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

function demoExamples(): Example[] {
  const pages = demoPages();
  const placeNames = placeNamesOf(pages, DEFAULT_CITIES, 'ES');
  const judged = DEMO_QUERIES.flatMap((name) =>
    readFileSync(join(DATA, `../../fixtures/${name}-queries.txt`), 'utf8')
      .split('\n')
      .filter((line) => line.includes(' → '))
      .map((line) => {
        const [query = '', paths = ''] = line.split(' → ');
        return { query, right: paths.split(' ') };
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
  return judged.flatMap(({ query, right }) =>
    exampleOf({ site: 'demo', index: whole.index, pages }, query, right).concat(
      exampleOf({ site: 'demo', index: parted.index, pages: copiesOnly }, query, right.flatMap(ofCopies)),
    ),
  );
}

function siteExamples(): Example[] {
  return ['sites', 'trades', 'small'].flatMap((folder) =>
    readSites(1, join(DATA, folder)).flatMap(({ name, language, pages, queries }) => {
      const titles = pages.map(({ title }) => title);
      const { vocabulary } = chooseVocabulary({ asked: undefined, language, titles });
      const site = { name: '', description: '', home: 'https://example.com', language, hosts: [] };
      using open = indexOf(pages, { vocabulary, site });
      return queries.flatMap(({ q, rel }) => exampleOf({ site: name, index: open.index, pages }, q, rel));
    }),
  );
}

/** The candidates of the first pass that has a right page; none where all or no candidates are right. */
function exampleOf(
  { site, index, pages }: { readonly site: string; readonly index: Index; readonly pages: readonly Page[] },
  query: string,
  right: readonly string[],
): Example[] {
  const paths = new Set(right.map(withoutSlash));
  const isAnswer = ({ path }: Page) => paths.has(withoutSlash(path));
  const families = new Set(pages.filter((page) => page.city === '' && isAnswer(page)).map(({ family }) => family));
  const byId = new Map(pages.map((page) => [page.id, page]));
  const { results } = index.explain(query.slice(0, 200), undefined, pages.length);
  const passes = Map.groupBy(results, ({ pass }) => pass);
  for (const ofPass of passes.values()) {
    const candidates = ofPass.flatMap(({ id, reranked }) => {
      const page = byId.get(id);
      if (!page || !reranked) return [];
      // The general page of a service is put before its copies afterwards.
      const isRight = isAnswer(page) || (page.city !== '' && families.has(page.family));
      return [{ isRight, values: FEATURES.map((feature) => reranked.features[feature]) }];
    });
    const isMixed = candidates.some(({ isRight }) => isRight) && candidates.some(({ isRight }) => !isRight);
    if (isMixed) return [{ site, candidates }];
  }
  return [];
}

const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/$/, ''));

/** Minimizes the mean loss of the examples by gradient descent with momentum, from weights to which the ridge pulls. */
function fit(examples: readonly Example[], start: readonly number[]): readonly number[] {
  const perSite = new Map<string, number>();
  for (const { site } of examples) perSite.set(site, (perSite.get(site) ?? 0) + 1);
  const shareOf = ({ site }: Example) => 1 / Math.sqrt(perSite.get(site) ?? 1);
  const total = examples.reduce((sum, one) => sum + shareOf(one), 0);
  // Scores are shares of one: a temperature makes the best of them certain.
  const temperature = 4;
  const weights = [...start];
  const momentum = weights.map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, at) => RIDGE * (weight - (start[at] ?? 0)));
    for (const example of examples) addGradient(example, weights, gradient, (temperature * shareOf(example)) / total);
    FEATURES.forEach((feature, at) => {
      momentum[at] = 0.9 * (momentum[at] ?? 0) - RATE * (gradient[at] ?? 0);
      const moved = (weights[at] ?? 0) + (momentum[at] ?? 0);
      weights[at] = moved * signOf(feature) < 0 ? 0 : moved;
    });
  }
  const scale = weights[0] === 0 ? 1 : 1 / (weights[0] ?? 1);
  return weights.map((weight) => weight * scale);
}

/** Adds the gradient of the loss of one query: its best right page against all wrong ones. */
function addGradient({ candidates }: Example, weights: readonly number[], gradient: number[], share: number): void {
  const scores = candidates.map(({ values }) => 4 * dot(weights, values));
  const best = bestRight(candidates, scores);
  const most = Math.max(...scores);
  const compared = candidates.flatMap(({ isRight, values }, at) =>
    isRight && at !== best ? [] : [{ values, odds: Math.exp((scores[at] ?? 0) - most) }],
  );
  const sum = compared.reduce((all, { odds }) => all + odds, 0);
  const right = candidates[best]?.values ?? [];
  for (let at = 0; at < gradient.length; at++) {
    const expected = compared.reduce((all, { values, odds }) => all + (odds / sum) * (values[at] ?? 0), 0);
    gradient[at] = (gradient[at] ?? 0) + share * (expected - (right[at] ?? 0));
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
function rankOf({ candidates }: Example, weights: readonly number[]): number {
  const scores = candidates.map(({ values }) => dot(weights, values));
  const right = scores[bestRight(candidates, scores)] ?? -Infinity;
  return 1 / (1 + candidates.filter(({ isRight }, at) => !isRight && (scores[at] ?? 0) > right).length);
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const rounded = (value: number): number => Number(value.toFixed(3));
