import type { Index } from '../db/index/reader.ts';
import type { Page } from '../shared/page.ts';
import { pageOf, readDataSet, VARIANTS, type Question } from './corpus.ts';
import { seeded } from '../test/helpers/seeded.ts';
import { writeChart } from './chart.ts';
import { measureExcerpts } from './excerpts.ts';
import { measureLanguages } from './languages.ts';
import { openIndexOf } from './index-of-pages.ts';
import { measureSites } from './site-search.ts';
import { PEERS, type Search } from './search-peers.ts';

/** Ranking quality: MRR@10, recall@1 and @8, NDCG@10; each between 0 and 1. */
type Quality = { readonly mrr10: number; readonly recall1: number; readonly recall8: number; readonly ndcg10: number };

/** Measures one engine on one kind of question. */
function measure(
  search: Search,
  questions: readonly Question[],
  idOf: (passage: string) => number | undefined,
  vary: (question: string, chance: () => number) => string,
): Quality {
  const chance = seeded(7);
  const sum = { mrr10: 0, recall1: 0, recall8: 0, ndcg10: 0 };
  for (const { q, rel } of questions) {
    const relevant = new Set(rel.map(idOf));
    const found = search(vary(q, chance).slice(0, 200), 10);
    const first = found.findIndex((id) => relevant.has(id));
    if (first >= 0) sum.mrr10 += 1 / (first + 1);
    if (first === 0) sum.recall1 += 1;
    sum.recall8 += found.slice(0, 8).filter((id) => relevant.has(id)).length / relevant.size;
    const gain = found.reduce<number>((total, id, rank) => total + (relevant.has(id) ? 1 / Math.log2(rank + 2) : 0), 0);
    const ideal = [...relevant].slice(0, 10).reduce<number>((total, _, rank) => total + 1 / Math.log2(rank + 2), 0);
    sum.ndcg10 += gain / ideal;
  }
  const mean = (total: number) => total / Math.max(1, questions.length);
  return { mrr10: mean(sum.mrr10), recall1: mean(sum.recall1), recall8: mean(sum.recall8), ndcg10: mean(sum.ndcg10) };
}

function searchOf(index: Index, pages: readonly Page[]): Search {
  const ids = new Map(pages.map((page) => [page.url, page.id]));
  return (query, limit) =>
    index.search({ query, city: undefined, limit, offset: 0 }).hits.map(({ url }) => ids.get(url) ?? 0);
}

/** Answers the development questions with every engine in one run; prints a table and a chart, returns the figures. */
export async function run(options: { readonly quick: boolean; readonly xquad?: string }): Promise<unknown> {
  const { quick, xquad } = options;
  const { passages, questions } = readDataSet(quick ? 400 : Infinity);
  const pages = passages.map((passage, at) => pageOf(passage, at + 1));
  const numbers = new Map(passages.map(({ id }, at) => [id, at + 1]));
  const engines: { name: string; search: Search }[] = [
    { name: 'this project', search: searchOf(await openIndexOf(pages), pages) },
    { name: 'this project, from the file', search: searchOf(await openIndexOf(pages, { mode: 'file' }), pages) },
    ...PEERS.map(({ name, open }) => ({ name, search: open(pages) })),
  ];
  const figures = engines.map(({ name, search }) => ({
    name,
    variants: Object.fromEntries(
      Object.entries(VARIANTS).map(([kind, vary]) => [kind, measure(search, questions, (id) => numbers.get(id), vary)]),
    ),
  }));
  print(figures, pages.length, questions.length);
  const kinds = Object.keys(VARIANTS);
  await writeChart({
    file: 'relevance.svg',
    title: `MRR@10, ${questions.length} questions over ${pages.length} passages`,
    labels: kinds,
    series: figures.map(({ name, variants }) => ({ name, values: kinds.map((kind) => variants[kind]?.mrr10) })),
  });
  const excerpts = await measureExcerpts(passages, questions);
  const sites = await measureSites();
  const languages = await measureLanguages(xquad);
  return { pages: pages.length, questions: questions.length, excerpts, engines: figures, sites, languages };
}

type Figures = readonly { readonly name: string; readonly variants: Readonly<Record<string, Quality>> }[];

function print(figures: Figures, pages: number, questions: number): void {
  console.log(`${questions} questions over ${pages} passages`);
  for (const kind of Object.keys(VARIANTS)) {
    console.log(`\n${kind.padEnd(28)} MRR@10  rec@1  rec@8 nDCG@10`);
    for (const { name, variants } of figures) {
      const quality = variants[kind];
      if (!quality) continue;
      const cells = [quality.mrr10, quality.recall1, quality.recall8, quality.ndcg10].map((one) => one.toFixed(3));
      console.log(`${name.padEnd(28)}  ${cells.join('  ')}  ${'█'.repeat(Math.round(quality.mrr10 * 40))}`);
    }
  }
}
