import { termWeight, idf, saturate } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import { createPassageWindow } from './passage-window.ts';
import { MAX_TERMS, type Hit, type PageTokens, type QueryTerm } from '../types.ts';
import { LONGEST_DELTA } from '../storage/offset-encoding.ts';

/** How much each sign of a good answer counts; chosen on the development data (bench/relevance.ts). */
const SIGNS = {
  /** Words by their stems. */
  stems: 1,
  /** Words exactly as typed; a rare form of a common word tells at most so many times as much as the word. */
  surfaces: 0.7,
  surfaceCap: 2,
  /** The plural for the singular, or the other way round. */
  otherNumber: 0.35,
  /** Words that follow each other in the query are near each other in the page. */
  nearness: 0.5,
  /** Share of what the query tells that the page holds. */
  coverage: 0.3,
  /** Share of it that a passage of so many words holds. */
  passage: 1,
  passageWords: 30,
};

const FAR = 1000;

/** Judges pages more closely than the first stage can: exact words, their nearness, how much of the query is there. */
export function createReranker(options: {
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly averages: ArrayLike<number>;
}) {
  const { lexicon, pages, averages } = options;
  // Which word of the query a surface form stands for, from 1, and what it counts; empty between two queries.
  const wordOf = new Uint8Array(lexicon.surfaces);
  const weightOf = new Float32Array(lexicon.surfaces);
  // What is counted in one page, for each word of the query.
  const byStem = new Float64Array(MAX_TERMS);
  const bySurface = new Float64Array(MAX_TERMS);
  const last = new Int32Array(MAX_TERMS);
  const nearest = new Int32Array(MAX_TERMS);

  /** Prepares for one query. What it returns must be released before the next. */
  return function prepare(concepts: readonly QueryTerm[]) {
    concepts.forEach(({ alternatives }, word) => {
      for (const { stem, weight } of alternatives.toReversed()) {
        const [from, to] = lexicon.surfacesOf(stem);
        if (wordOf[from] !== 0 && wordOf[from] !== word + 1 && weight <= (weightOf[from] as number)) continue;
        wordOf.fill(word + 1, from, to);
        weightOf.fill(weight, from, to);
      }
    });
    const words = concepts.length;
    const surfaces = concepts.map(({ surface }) => surface ?? -1);
    const otherNumbers = concepts.map(({ otherNumber }) => otherNumber ?? -1);
    const rarities = concepts.map((concept) => concept.idf);
    const surfaceRarities = concepts.map(({ surface, idf: told }) =>
      surface === undefined ? 0 : Math.min(SIGNS.surfaceCap * told, idf(lexicon.surfacePages[surface] ?? 0, pages)),
    );
    const total = rarities.reduce((sum, one) => sum + one, 0) || 1;
    const passages = createPassageWindow(rarities, SIGNS.passageWords);

    /**
     * Counts the words of the query in a page: how often, and how near each is to the word before it in the query. Returns
     * how many of them the title holds.
     */
    function count({ tokens, start, ends }: PageTokens): number {
      let titled = 0;
      byStem.fill(0, 0, words);
      bySurface.fill(0, 0, words);
      nearest.fill(FAR, 0, words);
      passages.clear();
      let at = start;
      for (const field of [0, 1, 2] as const) {
        const one = termWeight(field, ends[field] - at, averages[field] ?? 1);
        const from = at;
        last.fill(-2 * FAR, 0, words);
        for (; at < ends[field]; at++) {
          const surface = tokens[at] as number;
          const word = (wordOf[surface] as number) - 1;
          if (word < 0) continue;
          byStem[word] = (byStem[word] as number) + one * (weightOf[surface] as number);
          if (surface === surfaces[word]) bySurface[word] = (bySurface[word] as number) + one;
          else if (surface === otherNumbers[word])
            bySurface[word] = (bySurface[word] as number) + one * SIGNS.otherNumber;
          measure(word, at - from);
          if (field === 0) passages.addToAll(word);
          else passages.add(word, at - from);
        }
        passages.next();
        if (field === 0) for (let word = 0; word < words; word++) titled += Number((byStem[word] as number) > 0);
      }
      return titled;
    }

    function measure(word: number, place: number): void {
      last[word] = place;
      if (word > 0) {
        const distance = place - (last[word - 1] as number);
        if (distance < (nearest[word] as number)) nearest[word] = distance;
      }
      if (word + 1 < words) {
        // The wrong way round is a little further away.
        const distance = place - (last[word + 1] as number) + 1;
        if (distance < (nearest[word + 1] as number)) nearest[word + 1] = distance;
      }
    }

    /** How well a page answers, only to be compared within one query, and how many words of it the title holds. */
    function judge(page: PageTokens): { readonly score: number; readonly titled: number } {
      const titled = count(page);
      let score = 0;
      let covered = 0;
      for (let word = 0; word < words; word++) {
        const told = rarities[word] as number;
        if ((byStem[word] as number) > 0) {
          score += SIGNS.stems * told * saturate(byStem[word] as number);
          covered += told;
        }
        if ((bySurface[word] as number) > 0) {
          score += SIGNS.surfaces * (surfaceRarities[word] as number) * saturate(bySurface[word] as number);
        }
        const distance = nearest[word] as number;
        if (word > 0 && distance < FAR) {
          score += (SIGNS.nearness * Math.min(told, rarities[word - 1] as number)) / Math.sqrt(distance);
        }
      }
      const together = passages.most();
      score += (SIGNS.coverage * covered * covered + SIGNS.passage * together * together) / total;
      return { score, titled };
    }

    /** The words of the body that answer the query. */
    function locate({ tokens, ends, steps, firstStep }: PageTokens): Hit[] {
      const hits: Hit[] = [];
      let start = 0;
      let step = firstStep;
      for (let at = ends[1]; at < ends[2]; at++) {
        for (; steps[step] === LONGEST_DELTA; step++) start += LONGEST_DELTA;
        start += steps[step++] as number;
        const surface = tokens[at] as number;
        const number = wordOf[surface] as number;
        if (number === 0) continue;
        const weight = (weightOf[surface] as number) * (rarities[number - 1] as number);
        hits.push({ start, word: number, weight });
      }
      return hits;
    }

    function release(): void {
      for (const { alternatives } of concepts) {
        for (const { stem } of alternatives) wordOf.fill(0, ...lexicon.surfacesOf(stem));
      }
    }

    return { judge, locate, release };
  };
}
