import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../shared/page.ts';
import { writeChart } from './chart.ts';
import { pageOf } from './corpus.ts';
import { openIndexOf } from './index-of-pages.ts';
import { LANGUAGE_PEERS } from './language-peers.ts';
import type { Search } from './search-peers.ts';
import { readSites } from './sites.ts';

/** Pages of one language, and questions with the ids of the pages that answer them. */
type Collection = {
  readonly language: string;
  readonly pages: readonly Page[];
  readonly questions: readonly { readonly q: string; readonly rel: readonly number[] }[];
};

const XQUAD_LANGUAGES = 'ar de el en es hi ro ru th tr vi zh'.split(' ');
const OURS = 'this project';
const LONGEST_QUERY = 200;

/**
 * Answers questions in every language with every engine: those of the made-up sites, and, where the directory of its
 * files is given, those of XQuAD. Prints a table and a chart of MRR@10, and returns the figures.
 */
export async function measureLanguages(xquad: string | undefined) {
  const sites = await measureAll('made-up sites', siteCollections());
  const passages = xquad === undefined ? undefined : await measureAll('XQuAD', xquadCollections(xquad));
  return { sites, ...(passages && { xquad: passages }) };
}

function siteCollections(): readonly Collection[] {
  return readSites().map(({ language, pages, queries }) => {
    const ids = new Map(pages.map(({ url, id }) => [new URL(url).pathname, id]));
    const answered = queries.filter(({ rel }) => rel.length > 0);
    return {
      language,
      pages,
      questions: answered.map(({ q, rel }) => ({ q, rel: rel.map((path) => ids.get(path) ?? 0) })),
    };
  });
}

type Xquad = {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly { readonly question: string }[];
    }[];
  }[];
};

/** The passages of XQuAD as pages without titles. */
function xquadCollections(directory: string): readonly Collection[] {
  const fileOf = (language: string) => join(directory, `xquad.${language}.json`);
  return XQUAD_LANGUAGES.filter((language) => existsSync(fileOf(language))).map((language) => {
    const { data } = JSON.parse(readFileSync(fileOf(language), 'utf8')) as Xquad;
    const paragraphs = data.flatMap((article) => article.paragraphs);
    const pages = paragraphs.map(({ context }, at): Page => {
      return { ...pageOf({ id: String(at), title: '', headings: [], body: context }, at + 1), language };
    });
    const questions = paragraphs.flatMap(({ qas }, at) => qas.map(({ question }) => ({ q: question, rel: [at + 1] })));
    return { language, pages, questions };
  });
}

/** MRR@10 of each engine in each language. */
async function measureAll(name: string, collections: readonly Collection[]) {
  const languages = [...new Set(collections.map(({ language }) => language))].toSorted();
  const figures = new Map<string, Map<string, number>>();
  for (const engine of [OURS, ...LANGUAGE_PEERS.map((peer) => peer.name)]) {
    const ofEngine = new Map<string, number>();
    for (const language of languages) {
      const ranks: number[] = [];
      for (const one of collections.filter((collection) => collection.language === language)) {
        ranks.push(...reciprocalRanks(await openEngine(engine, one), one));
      }
      ofEngine.set(language, ranks.reduce((sum, rank) => sum + rank, 0) / Math.max(1, ranks.length));
    }
    figures.set(engine, ofEngine);
  }
  console.log(
    `\nMRR@10 by language, ${name}\n${''.padEnd(18)}${languages.map((language) => language.padStart(7)).join('')}`,
  );
  for (const [engine, values] of figures) {
    console.log(
      engine.padEnd(18) + languages.map((language) => (values.get(language) ?? 0).toFixed(3).padStart(7)).join(''),
    );
  }
  await writeChart({
    file: `relevance-${name === 'XQuAD' ? 'xquad' : 'sites'}.svg`,
    title: `MRR@10 by language, ${name}`,
    labels: languages,
    series: [...figures].map(([engine, values]) => ({
      name: engine,
      values: languages.map((language) => values.get(language)),
    })),
  });
  return Object.fromEntries([...figures].map(([engine, values]) => [engine, Object.fromEntries(values)]));
}

async function openEngine(engine: string, { pages, language }: Collection): Promise<Search> {
  const peer = LANGUAGE_PEERS.find(({ name }) => name === engine);
  if (peer) return peer.open(pages, language);
  const index = await openIndexOf(pages, { language });
  const ids = new Map(pages.map(({ url, id }) => [url, id]));
  return (query, limit) =>
    index.search({ query, city: undefined, limit, offset: 0 }).hits.map(({ url }) => ids.get(url) ?? 0);
}

function reciprocalRanks(search: Search, { questions }: Collection): number[] {
  return questions.map(({ q, rel }) => {
    const first = search(q.slice(0, LONGEST_QUERY), 10).findIndex((id) => rel.includes(id));
    return first < 0 ? 0 : 1 / (first + 1);
  });
}
