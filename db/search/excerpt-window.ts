import { isInFigure } from './text/figures.ts';
import { isSpace, lineEnd } from './text/lines.ts';
import { MAX_TERMS, type Hit } from './types.ts';

/** Parameters of the choice of a window, tuned on half of XQuAD and defined in README.md. */
export const EXCERPT = {
  // Share of its weight that a term adds again if the window already contains it.
  repeated: 0.05,
  // Weight of the best sentence of a window, against the whole window.
  sentence: 2,
  // Share that a window gains if it begins with a sentence.
  whole: 0.05,
  // Loss of a window, multiplied by the offset of its first hit as a share of the window. Answers follow the terms of
  // the query.
  late: 0.3,
  // Loss of a window of several lines, multiplied by the share outside its longest line.
  divided: 0.2,
} as const;

// Characters between the start of a window and its first hit, if it does not begin with a sentence.
const LEAD = 30;
// Number of characters that are searched for the end of a word.
const LONG_WORD = 40;

// A sentence with hits `[first, last)` and the sum of their weights.
type Sentence = {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  readonly weight: number;
};

/**
 * Creates a function that returns the start of the window of `room` characters that probably contains the answer, as
 * defined in README.md. `starts` are the starts of the sentences of the text.
 */
export function createWindows(text: string, hits: readonly Hit[], starts: Uint32Array): (room: number) => number {
  const sought = { text, hits, weights: weightsOf(hits) };
  const sentences = sentencesOf(sought, starts);
  return (room) => bestWindow(sought, sentences, room);
}

// A text, the hits in it, and their weights.
type Sought = { readonly text: string; readonly hits: readonly Hit[]; readonly weights: readonly number[] };

function bestWindow(sought: Sought, sentences: readonly Sentence[], room: number): number {
  const { text, hits } = sought;
  let best = 0;
  let bestAt = hits[0]?.start ?? 0;

  function compare(at: number, first: number, sentence: number, gain: number): void {
    const end = at + room;
    const late = ((hits[first] as Hit).start - at) / room;
    const sum = weigh(sought, first, lastWordEnd(text, end)) + EXCERPT.sentence * bestOf(sentences, sentence, at, end);
    const undivided = sum * gain * (1 - EXCERPT.late * late);
    if (undivided <= best + LEAST_GAIN) return;
    const divided = 1 - longestLine(text, at, Math.min(end, text.length)) / room;
    const value = undivided * (1 - EXCERPT.divided * divided);
    if (value > best + LEAST_GAIN) [best, bestAt] = [value, at];
  }

  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const { from, first, last } = sentences[sentence] as Sentence;
    if ((hits[first] as Hit).start < from + room) compare(from, first, sentence, 1 + EXCERPT.whole);
    for (let hit = first; hit < last; hit++) {
      const { start } = hits[hit] as Hit;
      if (start - (hits[hit - 1]?.start ?? -room) > LEAD) compare(leadStart(text, start), hit, sentence, 1);
    }
  }
  return bestAt;
}

// Sums of floats are inexact.
const LEAST_GAIN = 1e-9;

// Per term: occurrences in a text, and weight of the heaviest hit of a part of it. Both are reset after use.
const counts = new Uint32Array(MAX_TERMS + 1);
const heaviest = new Float64Array(MAX_TERMS + 1);

// Square roots balance the terms: a rare term is a part of the query only, and a frequent term locates no answer.
function weightsOf(hits: readonly Hit[]): readonly number[] {
  for (const { term } of hits) counts[term] = (counts[term] as number) + 1;
  const weights = hits.map(({ term, weight }) => Math.sqrt(weight / Math.sqrt(counts[term] as number)));
  for (const { term } of hits) counts[term] = 0;
  return weights;
}

// Sums the weights of the hits from an index to an offset: each term once, and a small share for each repetition.
function weigh({ hits, weights }: Sought, first: number, to: number): number {
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
}

function sentencesOf(sought: Sought, starts: Uint32Array): readonly Sentence[] {
  const { text, hits } = sought;
  const sentences: Sentence[] = [];
  let before: Sentence | undefined;
  let to = 0;
  for (let first = 0, sentence = 1; first < hits.length; sentence++) {
    const from = to;
    to = starts[sentence] ?? text.length;
    let last = first;
    while (last < hits.length && (hits[last] as Hit).start < to) last += 1;
    if (last === first) continue;
    const alone = weigh(sought, first, to);
    const goesOn = before?.to === from && text.charAt(from - 1) !== '\n';
    before = {
      from,
      to,
      first,
      last,
      weight: (alone + (before && goesOn ? weigh(sought, before.first, to) : alone)) / 2,
    };
    sentences.push(before);
    first = last;
  }
  return sentences;
}

// Returns the weight of the best sentence in a window, reduced to the share of the sentence in the window.
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

// Returns the length of the longest part of a line in a window.
function longestLine(text: string, start: number, end: number): number {
  let longest = 0;
  for (let at = start; at < end && longest < end - at;) {
    const next = Math.min(end, lineEnd(text, at));
    longest = Math.max(longest, next - at);
    at = next + 1;
  }
  return longest;
}

// Returns the start of the first word at most LEAD characters before a hit.
function leadStart(text: string, hit: number): number {
  const from = hit - LEAD;
  if (from <= 0) return 0;
  for (let at = from; at < hit; at++) if (isSpace(text, at) && !isInFigure(text, at)) return at + 1;
  return hit;
}

// Returns the last end of a word at or before an offset; the offset itself within a long word.
function lastWordEnd(text: string, place: number): number {
  if (place >= text.length) return text.length;
  for (let at = place; at > place - LONG_WORD; at--) if (isSpace(text, at)) return at;
  return place;
}
