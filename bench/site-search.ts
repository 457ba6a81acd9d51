import type { Page } from '../shared/page.ts';
import { chooseVocabulary } from '../sync/vocabulary/choose.ts';
import { openIndexOf } from './index-of-pages.ts';
import { readSites, type Judged, type Site } from './sites.ts';

/** A judged query with the reciprocal rank of its first right page (0 when it is not among ten), and the number of pages found. */
export type Answered = Judged & { readonly site: string; readonly reciprocalRank: number; readonly found: number };

const PAGES = 10;

/** The answers to the judged queries of every site, searched with the vocabulary that its titles choose. */
export async function answerSites(sites = readSites()): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  for (const site of sites) answered.push(...(await answerSite(site)));
  return answered;
}

async function answerSite({ name, language, pages, queries }: Site): Promise<readonly Answered[]> {
  const titles = pages.map(({ title }) => title);
  const { vocabulary } = chooseVocabulary({ asked: undefined, language, titles });
  const index = await openIndexOf(pages, { language, vocabulary });
  const pathOf = new Map(pages.map(({ url }: Page) => [url, new URL(url).pathname]));
  const answered = queries.map((judged): Answered => {
    const { hits } = index.search({ query: judged.q, city: undefined, limit: PAGES, offset: 0 });
    const first = hits.findIndex(({ url }) => judged.rel.includes(pathOf.get(url) ?? ''));
    return { ...judged, site: name, reciprocalRank: first < 0 ? 0 : 1 / (first + 1), found: hits.length };
  });
  index.close();
  return answered;
}

/** Of the queries that pages answer: MRR@10, and the shares with a right page first and among three; of the others, those found nothing. */
export function summaryOf(answered: readonly Answered[]) {
  const positive = answered.filter(({ rel }) => rel.length > 0);
  const negative = answered.filter(({ rel }) => rel.length === 0);
  const share = (isRight: (one: Answered) => boolean) => positive.filter(isRight).length / Math.max(1, positive.length);
  return {
    queries: positive.length,
    mrr10: positive.reduce((sum, one) => sum + one.reciprocalRank, 0) / Math.max(1, positive.length),
    first: share(({ reciprocalRank }) => reciprocalRank === 1),
    amongThree: share(({ reciprocalRank }) => reciprocalRank > 0.3),
    negatives: negative.length,
    empty: negative.filter(({ found }) => found === 0).length,
  };
}

/** Prints the quality of search on each site and by kind of query, and answers it. */
export async function measureSites() {
  const answered = await answerSites();
  const groups = [...new Set(answered.flatMap(({ site, kind }) => [site, kind]))].toSorted();
  const summaries = new Map(
    groups.map((group) => [group, summaryOf(answered.filter(({ site, kind }) => site === group || kind === group))]),
  );
  summaries.set('all', summaryOf(answered));
  console.log('\nsites                        MRR@10  first  among three  queries  empty');
  for (const [group, { mrr10, first, amongThree, queries, negatives, empty }] of summaries) {
    const cells = [mrr10, first, amongThree].map((one) => one.toFixed(3));
    console.log(
      `${group.padEnd(28)}  ${cells[0]}  ${cells[1]}        ${cells[2]}  ${String(queries).padStart(7)}  ${empty}/${negatives}`,
    );
  }
  return Object.fromEntries(summaries);
}
