import { eachWord } from '../shared/text/words.ts';

const LONGEST = 240;

/** A word of a text that answers the query: which word of the text, which word of the query, what it tells. */
export type Hit = { readonly at: number; readonly word: number; readonly weight: number };

/**
 * The passage of a plain text, at most 240 characters, that holds the most of what answers the query; whole words, an
 * ellipsis where text was left out. The beginning of the text when nothing in it does.
 */
export function excerptOf(text: string, hits: readonly Hit[]): string {
  if (text.length <= LONGEST) return oneLine(text);
  const starts: number[] = [];
  const ends: number[] = [];
  eachWord(text, (start, end) => {
    starts.push(start);
    ends.push(end);
  });
  const startOf = (at: number) => starts[at] ?? text.length;
  const endOf = (at: number) => ends[at] ?? text.length;
  const { first, last } = bestWindow(hits, (from, to) => endOf(to) - startOf(from) <= LONGEST - 2);
  return cut(text, startOf(first), endOf(last));
}

/** First and last word of the window whose different words weigh most; a repetition counts a tenth. */
function bestWindow(hits: readonly Hit[], fits: (from: number, to: number) => boolean) {
  const counts = new Map<number, number>();
  let best = { score: 0, first: 0, last: 0 };
  let score = 0;
  let left = 0;
  for (const hit of hits) {
    const count = counts.get(hit.word) ?? 0;
    counts.set(hit.word, count + 1);
    score += count === 0 ? hit.weight : hit.weight / 10;
    let oldest = hits[left];
    while (oldest && !fits(oldest.at, hit.at) && oldest !== hit) {
      const had = counts.get(oldest.word) ?? 1;
      counts.set(oldest.word, had - 1);
      score -= had === 1 ? oldest.weight : oldest.weight / 10;
      left += 1;
      oldest = hits[left];
    }
    if (oldest && score > best.score + 1e-9) best = { score, first: oldest.at, last: hit.at };
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
