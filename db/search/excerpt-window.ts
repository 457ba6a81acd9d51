import { createSentenceStarts } from './text/sentences.ts';
import { isInFigure } from './text/figures.ts';
import { isSpace, lineEnd } from './text/lines.ts';
import type { Hit } from './types.ts';

/** Parameters of the choice of a window; tuned on half of XQuAD (README.md). */
export const EXCERPT = {
  /** Share of its weight that a term already in the window still adds. */
  repeated: 0.05,
  /** Weight of the best sentence of a window against the window: the mean of its own terms and of those with the sentence before it. */
  sentence: 2,
  /** Share of its weight that a window gains which begins with a sentence. */
  whole: 0.05,
  /** Share that a window loses whose first hit is at its end: answers follow the words of the question. */
  late: 0.3,
  /** Share that a window loses, at most twice, that is of two paragraphs. */
  divided: 0.2,
  /** Sentences of a lower share of the weight of the heaviest are not compared. */
  compared: 0.3,
} as const;

/** Distance of the start of a window from its first hit, when it does not begin with a sentence. */
const LEAD = 30;
/** Length of the longest word that is looked at for its end. */
const LONG_WORD = 40;

/** A sentence with hits: the numbers of the first and of the one after the last, and what its terms weigh. */
type Sentence = {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  readonly weight: number;
};

/**
 * Start of the window of so many characters that probably holds the answer: its distinct terms weigh much, and so do those of a
 * sentence in it. It begins with the sentence of a hit, or a few words before a hit.
 */
export function bestWindow(text: string, hits: readonly Hit[], room: number): number {
  const weigh = createWeigher(hits);
  const sentences = sentencesOf(text, hits, weigh);
  let best = 0;
  let bestAt = hits[0]?.start ?? 0;
  let lineTo = -1;

  function compare(at: number, first: number, sentence: number, gain: number): void {
    const end = at + room;
    if (at >= lineTo) lineTo = lineEnd(text, at);
    const divided = shorterPart(lineTo - at, room) / room;
    const late = ((hits[first] as Hit).start - at) / room;
    const weight = weigh(first, lastWordEnd(text, end)) + EXCERPT.sentence * bestOf(sentences, sentence, at, end);
    const value = weight * gain * (1 - EXCERPT.late * late) * (1 - EXCERPT.divided * divided);
    if (value > best + 1e-9) [best, bestAt] = [value, at];
  }

  const least = EXCERPT.compared * sentences.reduce((most, { weight }) => Math.max(most, weight), 0);
  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const { from, first, last, weight } = sentences[sentence] as Sentence;
    if (weight < least) continue;
    if ((hits[first] as Hit).start < from + room) compare(from, first, sentence, 1 + EXCERPT.whole);
    for (let hit = first; hit < last; hit++) {
      const { start } = hits[hit] as Hit;
      if (start - (hits[hit - 1]?.start ?? -room) > LEAD) compare(leadStart(text, start), hit, sentence, 1);
    }
  }
  return bestAt;
}

/** What the hits from a number on weigh, up to a place: each term once, and a little more for every other time. */
function createWeigher(hits: readonly Hit[]) {
  const counts: number[] = [];
  for (const { term } of hits) counts[term] = (counts[term] ?? 0) + 1;
  // Roots: a rare word is not all that is asked; and a frequent one does not tell where the answer is.
  const weights = hits.map(({ term, weight }) => Math.sqrt(weight / Math.sqrt(counts[term] ?? 1)));
  const heaviest = counts.map(() => 0);

  return function weigh(first: number, to: number): number {
    let distinct = 0;
    let repeated = 0;
    let at = first;
    for (; at < hits.length; at++) {
      const { start, term } = hits[at] as Hit;
      if (start >= to) break;
      const weight = weights[at] as number;
      const had = heaviest[term] as number;
      if (weight > had) {
        distinct += weight - had;
        repeated += had;
        heaviest[term] = weight;
      } else repeated += weight;
    }
    for (at -= 1; at >= first; at--) heaviest[(hits[at] as Hit).term] = 0;
    return distinct + EXCERPT.repeated * repeated;
  };
}

/** The sentences that have hits, in order. */
function sentencesOf(text: string, hits: readonly Hit[], weigh: ReturnType<typeof createWeigher>): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const nextStart = createSentenceStarts(text);
  let before: Sentence | undefined;
  let to = 0;
  for (let first = 0; first < hits.length;) {
    const from = to;
    to = nextStart();
    let last = first;
    while (last < hits.length && (hits[last] as Hit).start < to) last += 1;
    if (last === first) continue;
    const own = weigh(first, to);
    const goesOn = before?.to === from && text.charAt(from - 1) !== '\n';
    before = { from, to, first, last, weight: (own + (before && goesOn ? weigh(before.first, to) : own)) / 2 };
    sentences.push(before);
    first = last;
  }
  return sentences;
}

/** The weight of the best sentence of a window, from this one on, each at the share of it that the window has. */
function bestOf(sentences: readonly Sentence[], sentence: number, start: number, end: number): number {
  let best = 0;
  for (let at = sentence; at < sentences.length; at++) {
    const { from, to, weight } = sentences[at] as Sentence;
    if (from >= end) break;
    const shown = Math.min(to, end) - Math.max(from, start);
    best = Math.max(best, (weight * shown) / (to - from));
  }
  return best;
}

/** Length of the shorter of the two parts of a window where a paragraph ends in it after so many characters, 0 where none does. */
function shorterPart(length: number, room: number): number {
  return length >= room ? 0 : Math.min(length, room - length);
}

/** The first word start in the few words before a hit. */
function leadStart(text: string, hit: number): number {
  const from = hit - LEAD;
  if (from <= 0) return 0;
  for (let at = from; at < hit; at++) if (isSpace(text, at) && !isInFigure(text, at)) return at + 1;
  return hit;
}

/** The last word end at or before a place; the place itself within a long word. */
function lastWordEnd(text: string, place: number): number {
  if (place >= text.length) return text.length;
  for (let at = place; at > place - LONG_WORD; at--) if (isSpace(text, at)) return at;
  return place;
}
