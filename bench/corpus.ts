import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CITIES } from '../shared/cities.ts';
import type { Page } from '../shared/page.ts';
import { createAnalyzer } from '../db/search/text/analyzer.ts';
import { seeded } from '../test/helpers/seeded.ts';

/** The analyzer of the Spanish data. */
const { words, fold, isStopWord } = createAnalyzer('es');

export type Passage = {
  readonly id: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly body: string;
};
export type Question = { readonly id: string; readonly q: string; readonly rel: readonly string[] };
type DataSet = { readonly docs: readonly Passage[]; readonly queries: { readonly questions: readonly Question[] } };

const DATA = join(import.meta.dirname, '../test/data/search/squad-es.json');

/**
 * The development data (test/data/search/README.md): Spanish passages, and questions with the passages that answer them;
 * at most so many passages.
 */
export function readDataSet(most = Infinity): {
  readonly passages: readonly Passage[];
  readonly questions: readonly Question[];
} {
  const data = JSON.parse(readFileSync(DATA, 'utf8')) as DataSet;
  const passages = data.docs.slice(0, most);
  const ids = new Set(passages.map(({ id }) => id));
  return { passages, questions: data.queries.questions.filter(({ rel }) => rel.every((id) => ids.has(id))) };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** One random edit in one content word of a text: a letter left out, put in, replaced, or two swapped. */
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

/** Query variants: the forms in which people type a question. */
export const VARIANTS: Readonly<Record<string, (question: string, chance: () => number) => string>> = {
  question: (question) => question,
  keywords: (question) => {
    const contentWords = words(question).filter((word) => !isStopWord(fold(word.text)));
    return contentWords.map((word) => word.text).join(' ') || question;
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

const SYLLABLES =
  'ba be bo ca co cu da de do fa fe ga go la le li lo ma me mi mo na ne no pa pe pi ra re ro sa se ta te to va ve'.split(
    ' ',
  );

/** A made-up name; the more there are to choose from, the rarer each is. */
export function nameFrom(choice: number): string {
  let name = '';
  for (let rest = choice + 50_000; rest > 0; rest = Math.trunc(rest / SYLLABLES.length)) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? '';
  }
  return name;
}

/**
 * A site of any size, the same in every run: the sentences of the development passages shuffled into new passages of
 * about the same length, with invented names so that the vocabulary grows with the site; half of the pages are of a city.
 */
export function* sitePages(size: number, seed = 1): Generator<Page> {
  const { passages } = readDataSet();
  const chance = seeded(seed);
  const sentences = passages.flatMap(({ body }) =>
    body.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 20),
  );
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(chance() * list.length)] as Item;
  const names = Math.ceil(30 * size ** 0.6);
  for (let number = 1; number <= size; number++) {
    const body = [...Array(5).keys()].map(() => `${pick(sentences)} ${nameFrom(Math.floor(chance() ** 2 * names))}.`);
    const city = number % 2 === 0 ? (DEFAULT_CITIES[(number / 2) % DEFAULT_CITIES.length]?.slug ?? '') : '';
    const page = pageOf(
      { id: String(number), title: pick(passages).title, headings: [], body: body.join(' ') },
      number,
    );
    yield { ...page, city };
  }
}

const LONGEST_QUERY = 200;

/** Questions made to cost as much as any that is allowed: as long as can be, of frequent words, many of them misspelt. */
export function hardQueries(count: number): readonly string[] {
  const chance = seeded(3);
  const counts = new Map<string, number>();
  for (const { body } of readDataSet().passages) {
    for (const { text } of words(body)) {
      const word = fold(text);
      if (!isStopWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const frequent = [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
  return [...Array(count).keys()].map((at) => {
    const choice = frequent.slice(0, [60, 300, 2000][at % 3]);
    let text = '';
    for (;;) {
      const word = choice[Math.floor(chance() * choice.length)] ?? '';
      const typed = at % 2 === 0 ? word : withTypo(word, chance);
      if (text.length + typed.length + 1 > LONGEST_QUERY) return text;
      text += ` ${typed}`;
    }
  });
}

/** The questions people ask of such a site, by kind: `[text, city]`. */
export function siteQueries(
  size: number,
): Readonly<Record<string, readonly (readonly [string, string | undefined])[]>> {
  const { questions } = readDataSet();
  const chance = seeded(2);
  const some = [...Array(200).keys()].map(() => questions[Math.floor(chance() * questions.length)] as Question);
  const keywords = some.map(({ q }) => VARIANTS['keywords']?.(q, chance) ?? q);
  const wordsOf = (text: string, count: number) => text.split(' ').slice(0, count).join(' ');
  const cityAt = (at: number) => DEFAULT_CITIES[at % DEFAULT_CITIES.length]?.slug;
  const names = Math.ceil(30 * size ** 0.6);
  return {
    rare: [...Array(200).keys()].map(() => [nameFrom(Math.floor(chance() * names)), undefined]),
    common: keywords.map((text) => [wordsOf(text, 2), undefined]),
    'very common': [
      ['ciudad', undefined],
      ['gran parte', undefined],
      ['primer siglo', undefined],
      ['nuevo mundo', undefined],
    ],
    question: some.map(({ q }) => [q.slice(0, 200), undefined]),
    typo: keywords.map((text) => [withTypo(text, chance), undefined]),
    city: keywords.map((text, at) => [wordsOf(text, 3), cityAt(at)]),
  };
}
