// The other engines, each as its documentation says it finds best in Spanish. Every one gets the same pages and questions.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, insertMultiple, search as searchOrama } from '@orama/orama';
import { stemmer, language } from '@orama/stemmers/spanish';
import { stopwords } from '@orama/stopwords/spanish';
import { Charset, Document, Encoder } from 'flexsearch';
import lunr from 'lunr';
import lunrSpanish from 'lunr-languages/lunr.es.js';
import lunrStemmerSupport from 'lunr-languages/lunr.stemmer.support.js';
import MiniSearch from 'minisearch';
import { openScratch } from '../db/sqlite.ts';
import type { Page } from '../shared/page.ts';
import { createAnalyzer } from '../db/search/text/analyzer.ts';

const { words, fold, isStopWord } = createAnalyzer('es');

/** Finds the ids of at most `limit` pages, best first. */
export type Search = (query: string, limit: number) => number[];

type Engine = { readonly name: string; readonly open: (pages: readonly Page[]) => Search };

const textOf = ({ id, title, markdown }: Page) => ({ id, title, body: markdown.replaceAll(/^#+ /gm, '') });

const contentWords = (text: string) => {
  const folded = words(text).map((word) => fold(word.text));
  const kept = folded.filter((word) => !isStopWord(word));
  return kept.length > 0 ? kept : folded;
};

function openMiniSearch(options: { readonly fuzzy: number; readonly prefix: boolean }): Engine['open'] {
  return (pages) => {
    const engine = new MiniSearch({
      fields: ['title', 'body'],
      processTerm: (term) => (isStopWord(fold(term)) ? null : fold(term)),
      searchOptions: { boost: { title: 2 }, ...options },
    });
    engine.addAll(pages.map(textOf));
    return (query, limit) =>
      engine
        .search(query)
        .slice(0, limit)
        .map(({ id }) => id as number);
  };
}

function openOrama(pages: readonly Page[]): Search {
  const db = create({
    schema: { title: 'string', body: 'string' },
    components: { tokenizer: { language, stemmer, stopWords: stopwords, stemming: true } },
  });
  void insertMultiple(
    db,
    pages.map((page) => ({ ...textOf(page), id: String(page.id) })),
    5000,
  );
  return (query, limit) => {
    const found = searchOrama(db, { term: query, limit, boost: { title: 2 }, tolerance: query.length > 40 ? 0 : 1 });
    return 'hits' in found ? found.hits.map((hit) => Number(hit.id)) : [];
  };
}

function openFlexSearch(pages: readonly Page[]): Search {
  const encoder = new Encoder(Charset.LatinBalance);
  encoder.assign({ filter: (word: string) => !isStopWord(word) });
  const engine = new Document({
    document: { id: 'id', index: ['title', 'body'] },
    encoder,
    tokenize: 'forward',
    resolution: 9,
    context: { resolution: 9, depth: 2, bidirectional: true },
  });
  for (const page of pages) engine.add(textOf(page));
  return (query, limit) => {
    const fields = engine.search(query, { limit, suggest: true });
    const ranks = new Map<number, number>();
    for (const { result } of fields) {
      result.forEach((id, rank) => ranks.set(Number(id), (ranks.get(Number(id)) ?? 0) + 1 / (rank + 1)));
    }
    return [...ranks]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([id]) => id);
  };
}

function openLunr(pages: readonly Page[]): Search {
  const extended = lunr as typeof lunr & { readonly es: lunr.Builder.Plugin };
  (lunrStemmerSupport as (engine: unknown) => void)(lunr);
  (lunrSpanish as (engine: unknown) => void)(lunr);
  const engine = lunr(function build() {
    this.use(extended.es);
    this.ref('id');
    this.field('title', { boost: 2 });
    this.field('body');
    for (const page of pages) this.add(textOf(page));
  });
  return (query, limit) =>
    engine
      .query((clauses) => {
        for (const word of words(query)) clauses.term(word.text.toLowerCase(), {});
      })
      .slice(0, limit)
      .map(({ ref }) => Number(ref));
}

function openFts5(options: { readonly all: boolean }): Engine['open'] {
  return (pages) => {
    const file = join(tmpdir(), `bench-fts5-${process.pid}-${String(options.all)}.db`);
    rmSync(file, { force: true });
    const db = openScratch(file);
    db.exec(`CREATE VIRTUAL TABLE pages USING fts5 (title, body, tokenize = 'unicode61 remove_diacritics 2')`);
    const insert = db.prepare('INSERT INTO pages (rowid, title, body) VALUES (@id, @title, @body)');
    db.transaction(() => {
      for (const page of pages) insert.run(textOf(page));
    })();
    rmSync(file, { force: true });
    const find = db
      .prepare<[string, number], number>('SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT ?')
      .pluck();
    return (query, limit) => {
      const chosen = options.all ? words(query).map((word) => word.text) : contentWords(query);
      if (chosen.length === 0) return [];
      return find.all(chosen.map((word) => `"${word}"`).join(options.all ? ' AND ' : ' OR '), limit);
    };
  };
}

/** The search of WordPress itself, `LIKE`: every word must occur somewhere; titles first, then by date. */
function openLike(pages: readonly Page[]): Search {
  const texts = pages.map((page) => {
    const { id, title, body } = textOf(page);
    return { id, title: fold(title), text: fold(`${title}\n${body}`) };
  });
  return (query, limit) => {
    const wanted = words(query).map((word) => fold(word.text));
    const found = texts.filter(({ text }) => wanted.every((word) => text.includes(word)));
    const inTitle = (title: string) => wanted.filter((word) => title.includes(word)).length;
    return found
      .map(({ id, title }) => ({ id, titles: inTitle(title) }))
      .toSorted((a, b) => b.titles - a.titles || b.id - a.id)
      .slice(0, limit)
      .map(({ id }) => id);
  };
}

/** Every other engine that is measured. */
export const PEERS: readonly Engine[] = [
  { name: 'MiniSearch', open: openMiniSearch({ fuzzy: 0, prefix: false }) },
  { name: 'MiniSearch, fuzzy', open: openMiniSearch({ fuzzy: 0.2, prefix: true }) },
  { name: 'Orama, Spanish', open: openOrama },
  { name: 'FlexSearch', open: openFlexSearch },
  { name: 'lunr, Spanish', open: openLunr },
  { name: 'FTS5, any word', open: openFts5({ all: false }) },
  { name: 'FTS5, all words', open: openFts5({ all: true }) },
  { name: 'LIKE, as WordPress', open: openLike },
];
