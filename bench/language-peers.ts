// Other engines in many languages: each with what it has for the language, and with ICU's words where there are no spaces.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, insertMultiple, search as searchOrama, type Tokenizer } from '@orama/orama';
import { Charset, Document, Encoder } from 'flexsearch';
import lunr from 'lunr';
import lunrStemmerSupport from 'lunr-languages/lunr.stemmer.support.js';
import MiniSearch from 'minisearch';
import { createAnalyzer, type Analyzer } from '../db/search/text/analyzer.ts';
import { STEMMERS } from '../db/search/text/languages/stemmers.ts';
import { openScratch } from '../db/sqlite.ts';
import type { Page } from '../shared/page.ts';
import type { Search } from './search-peers.ts';

type Open = (pages: readonly Page[], language: string) => Promise<Search> | Search;

/** Languages by the names that Orama has for them. */
const ORAMA: Readonly<Record<string, string>> = {
  ar: 'arabic',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fr: 'french',
  hi: 'indian',
  it: 'italian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  tr: 'turkish',
};

/** Plug-ins of lunr, which has English by itself. */
const LUNR: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  ar: () => import('lunr-languages/lunr.ar.js'),
  de: () => import('lunr-languages/lunr.de.js'),
  el: () => import('lunr-languages/lunr.el.js'),
  es: () => import('lunr-languages/lunr.es.js'),
  fr: () => import('lunr-languages/lunr.fr.js'),
  it: () => import('lunr-languages/lunr.it.js'),
  pt: () => import('lunr-languages/lunr.pt.js'),
  ro: () => import('lunr-languages/lunr.ro.js'),
  ru: () => import('lunr-languages/lunr.ru.js'),
  tr: () => import('lunr-languages/lunr.tr.js'),
};

const UNSPACED = new Set(['th', 'zh']);
const LATIN = new Set(['de', 'en', 'es', 'fr', 'it', 'pt', 'ro', 'tr', 'vi']);

const textOf = ({ id, title, markdown }: Page) => ({ id, title, body: markdown.replaceAll(/^#+ /gm, '') });

/** The words of a text as ICU finds them, in lower case. */
function segments(text: string, language: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment.toLowerCase());
}

function contentWords(text: string, { words, fold, isStopWord }: Analyzer): string[] {
  const folded = words(text).map((word) => fold(word.text));
  const kept = folded.filter((word) => !isStopWord(word));
  return kept.length > 0 ? kept : folded;
}

const openMiniSearch: Open = (pages, language) => {
  const { fold, isStopWord } = createAnalyzer(language);
  const engine = new MiniSearch({
    fields: ['title', 'body'],
    processTerm: (term) => (isStopWord(fold(term)) ? null : fold(term)),
    searchOptions: { boost: { title: 2 } },
    ...(UNSPACED.has(language) && { tokenize: (text: string) => segments(text, language) }),
  });
  engine.addAll(pages.map(textOf));
  return (query, limit) =>
    engine
      .search(query)
      .slice(0, limit)
      .map(({ id }) => id as number);
};

const openOrama: Open = (pages, language) => {
  const name = ORAMA[language];
  const stemmer = (STEMMERS as Readonly<Record<string, (word: string) => string>>)[language];
  const segmenting: Tokenizer = {
    language: 'english',
    normalizationCache: new Map(),
    tokenize: (text) => segments(text, language),
  };
  const tokenizer = name && stemmer ? { language: name, stemmer, stemming: true } : segmenting;
  const db = create({ schema: { title: 'string', body: 'string' }, components: { tokenizer } });
  void insertMultiple(
    db,
    pages.map((page) => ({ ...textOf(page), id: String(page.id) })),
    5000,
  );
  return (query, limit) => {
    const found = searchOrama(db, { term: query, limit, boost: { title: 2 } });
    return 'hits' in found ? found.hits.map((hit) => Number(hit.id)) : [];
  };
};

const openFlexSearch: Open = (pages, language) => {
  const latin = LATIN.has(language) ? Charset.LatinBalance : Charset.Normalize;
  const encoder = new Encoder(language === 'zh' ? Charset.CJK : latin);
  const { isStopWord } = createAnalyzer(language);
  encoder.assign({ filter: (word: string) => !isStopWord(word) });
  const engine = new Document({
    document: { id: 'id', index: ['title', 'body'] },
    encoder,
    tokenize: 'forward',
    context: { resolution: 9, depth: 2, bidirectional: true },
  });
  for (const page of pages) engine.add(textOf(page));
  return (query, limit) => {
    const ranks = new Map<number, number>();
    for (const { result } of engine.search(query, { limit, suggest: true })) {
      result.forEach((id, rank) => ranks.set(Number(id), (ranks.get(Number(id)) ?? 0) + 1 / (rank + 1)));
    }
    return [...ranks]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([id]) => id);
  };
};

const openLunr: Open = async (pages, language) => {
  const load = LUNR[language];
  const engineOf = lunr as typeof lunr & Readonly<Record<string, lunr.Builder.Plugin>>;
  if (load) {
    (lunrStemmerSupport as (engine: unknown) => void)(lunr);
    ((await load()).default as (engine: unknown) => void)(lunr);
  }
  const engine = lunr(function build() {
    const plugin = load && engineOf[language];
    if (plugin) this.use(plugin);
    this.ref('id');
    this.field('title', { boost: 2 });
    this.field('body');
    for (const page of pages) this.add(textOf(page));
  });
  return (query, limit) =>
    engine
      .query((clauses) => {
        for (const word of segments(query, language)) clauses.term(word, {});
      })
      .slice(0, limit)
      .map(({ ref }) => Number(ref));
};

function openFts5(tokenizer: string, shortest: number): Open {
  return (pages, language) => {
    const file = join(tmpdir(), `bench-languages-${process.pid}.db`);
    rmSync(file, { force: true });
    const db = openScratch(file);
    db.exec(`CREATE VIRTUAL TABLE pages USING fts5 (title, body, tokenize = '${tokenizer}')`);
    const insert = db.prepare('INSERT INTO pages (rowid, title, body) VALUES (@id, @title, @body)');
    db.transaction(() => {
      for (const page of pages) insert.run(textOf(page));
    })();
    rmSync(file, { force: true });
    const analyzer = createAnalyzer(language);
    const find = db
      .prepare<[string, number], number>('SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT ?')
      .pluck();
    return (query, limit) => {
      const chosen = contentWords(query, analyzer).filter((word) => word.length >= shortest);
      return chosen.length === 0 ? [] : find.all(chosen.map((word) => `"${word}"`).join(' OR '), limit);
    };
  };
}

/** The engines that are measured in every language. */
export const LANGUAGE_PEERS: readonly { readonly name: string; readonly open: Open }[] = [
  { name: 'MiniSearch', open: openMiniSearch },
  { name: 'Orama', open: openOrama },
  { name: 'FlexSearch', open: openFlexSearch },
  { name: 'lunr', open: openLunr },
  { name: 'FTS5, unicode61', open: openFts5('unicode61 remove_diacritics 2', 1) },
  { name: 'FTS5, trigram', open: openFts5('trigram remove_diacritics 1', 3) },
];
