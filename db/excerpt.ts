import type { Terms } from '../shared/text/terms.ts';
import { eachWord } from '../shared/text/words.ts';

const LONGEST = 240;

/** Cuts passages that answer a query out of plain texts. */
export function createExcerpts(terms: Terms) {
  /**
   * The passage of at most 240 characters that holds the most of the weighted stems; whole words, an ellipsis where
   * text was left out. The beginning of the text when no stem is in it.
   */
  return function excerpt(text: string, weights: ReadonlyMap<string, number>): string {
    if (text.length <= LONGEST) return oneLine(text);
    const starts: number[] = [];
    const ends: number[] = [];
    const hits: { readonly word: number; readonly stem: string; readonly weight: number }[] = [];
    eachWord(text, (start, end) => {
      const { stem } = terms.termOf(text.slice(start, end));
      const weight = weights.get(stem);
      if (weight !== undefined) hits.push({ word: starts.length, stem, weight });
      starts.push(start);
      ends.push(end);
    });
    const startOf = (word: number) => starts[word] ?? text.length;
    const endOf = (word: number) => ends[word] ?? text.length;
    const { first, last } = bestWindow(hits, (from, to) => endOf(to) - startOf(from) <= LONGEST - 2);
    return cut(text, startOf(first), endOf(last));
  };
}

type Hit = { readonly word: number; readonly stem: string; readonly weight: number };

/** First and last word of the window whose different stems weigh most; a repetition counts a tenth. */
function bestWindow(hits: readonly Hit[], fits: (from: number, to: number) => boolean) {
  const counts = new Map<string, number>();
  let best = { score: 0, first: 0, last: 0 };
  let score = 0;
  let left = 0;
  for (const hit of hits) {
    const count = counts.get(hit.stem) ?? 0;
    counts.set(hit.stem, count + 1);
    score += count === 0 ? hit.weight : hit.weight / 10;
    let oldest = hits[left];
    while (oldest && !fits(oldest.word, hit.word) && oldest !== hit) {
      const had = counts.get(oldest.stem) ?? 1;
      counts.set(oldest.stem, had - 1);
      score -= had === 1 ? oldest.weight : oldest.weight / 10;
      left += 1;
      oldest = hits[left];
    }
    if (oldest && score > best.score + 1e-9) best = { score, first: oldest.word, last: hit.word };
  }
  return best;
}

const SENTENCE_END = /[.!?…:]["»”)]*\s+$|\n\s*$/;

/** Widens a window to the room there is: back to where its sentence begins, then on to the next words. */
function cut(text: string, from: number, to: number): string {
  const room = LONGEST - 2;
  const earliest = Math.max(0, to - room);
  let start = from;
  for (let at = from; at >= earliest; at--) {
    if (at === 0 || SENTENCE_END.test(text.slice(Math.max(0, at - 6), at))) {
      start = at;
      break;
    }
  }
  if (start === from && from > 0) start = wordStart(text, Math.max(earliest, from - 60), from);
  const end = wordEnd(text, to, start + room);
  return `${start > 0 ? '…' : ''}${oneLine(text.slice(start, end))}${end < text.length ? '…' : ''}`;
}

/** The first word start at or after `at`, but not after `limit`. */
function wordStart(text: string, at: number, limit: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, limit).search(/\s/);
  return space < 0 ? limit : at + space + 1;
}

/** The last word end at or before `limit`, but not before `at`. */
function wordEnd(text: string, at: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const tail = text.slice(at, limit + 1);
  const space = tail.search(/\s\S*$/);
  return space < 0 ? at : at + space;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
