import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexContent } from '../db/index-builder.ts';
import { DEFAULT_CITIES } from '../shared/cities.ts';
import type { Page } from '../shared/page.ts';
import { isStopWord } from '../shared/text/stop-words.ts';
import { fold, words } from '../shared/text/words.ts';

export type Passage = { readonly id: string; readonly title: string; readonly headings: readonly string[]; readonly body: string };
export type Question = { readonly id: string; readonly q: string; readonly rel: readonly string[] };
type DataSet = { readonly docs: readonly Passage[]; readonly queries: { readonly questions: readonly Question[] } };

const DATA = join(import.meta.dirname, '../../shared/data/search/squad-es.json');

/** The development data: Spanish passages, and questions with the passages that answer them (its README beside it). */
export function readDataSet(): { readonly passages: readonly Passage[]; readonly questions: readonly Question[] } {
  const data = JSON.parse(readFileSync(DATA, 'utf8')) as DataSet;
  return { passages: data.docs, questions: data.queries.questions };
}

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** One random edit in one telling word of a text: a letter left out, put in, replaced, or two swapped. */
export function withTypo(text: string, chance: () => number): string {
  const candidates = words(text).filter((word) => word.text.length >= 4 && !isStopWord(fold(word.text)));
  const word = candidates[Math.floor(chance() * candidates.length)];
  if (!word) return text;
  const letter = LETTERS.charAt(Math.floor(chance() * LETTERS.length));
  const at = Math.floor(chance() * (word.text.length - 1));
  const [before, after] = [word.text.slice(0, at), word.text.slice(at)];
  const edits = [
    before + after.slice(1),
    before + letter + after,
    before + letter + after.slice(1),
    before + after.charAt(1) + after.charAt(0) + after.slice(2),
  ];
  const edited = edits[Math.floor(chance() * edits.length)] ?? word.text;
  return text.slice(0, word.start) + edited + text.slice(word.end);
}

/** What people make of a question. */
export const VARIANTS: Readonly<Record<string, (question: string, chance: () => number) => string>> = {
  question: (question) => question,
  keywords: (question) => {
    const telling = words(question).filter((word) => !isStopWord(fold(word.text)));
    return telling.map((word) => word.text).join(' ') || question;
  },
  'no accents': (question) => question.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  'one typo': withTypo,
};

/** A passage as the page of a site. */
export function pageOf(passage: Passage, id: number): Page {
  const path = `/p${id}`;
  return {
    id,
    type: 'pages',
    url: `https://example.com${path}/`,
    path,
    title: passage.title,
    markdown: [...passage.headings.map((heading) => `## ${heading}`), passage.body].join('\n\n'),
    language: 'es',
    modified: '2026-01-01T00:00:00Z',
    city: '',
    family: path.slice(1),
  };
}

/** Everything an index holds besides its pages. */
export function contentOf(pages: Iterable<Page>): IndexContent {
  return {
    generation: 1,
    builtAt: '2026-01-01T00:00:00Z',
    site: { name: 'Bench', description: '', home: 'https://example.com', language: 'es', hosts: ['example.com'] },
    company: { brand: 'Bench', website: 'https://example.com' },
    cities: DEFAULT_CITIES,
    synonyms: [],
    aliases: [],
    pages,
  };
}
