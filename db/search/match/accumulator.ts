import type { MemoryIndex } from '../storage/memory-index.ts';
import { binarySearch } from './binary-search.ts';
import type { TermPostings } from './posting-lists.ts';
import { createPruner } from './pruner.ts';

/** Binary search for one page in a posting list costs as much as scanning so many entries of it. */
const BINARY_SEARCH_COST = 32;

const HIDDEN = -(2 ** 30);

/**
 * Adds up the scores of candidate pages, term after term. Every page becomes a candidate at its first term; once pruned,
 * the candidates only get fewer.
 */
export function createAccumulator({ pages, replaced }: MemoryIndex) {
  // For each page its score, 0 while it is no candidate, and the last term that was counted, from 1, where a page may be in
  // several lists of one term.
  const scores = new Int32Array(pages);
  const stamps = new Uint8Array(pages);
  const touched = new Uint32Array(pages);
  const pruner = createPruner(scores);
  hideReplaced();

  /** A page with a score is no new candidate, and with this one it stays below zero whatever is added. */
  function hideReplaced(): void {
    for (let at = 0; at < replaced.length; at++) scores[replaced[at] as number] = HIDDEN;
  }

  /** Scores every page of the lists; pages seen for the first time become candidates. Returns how many there are now. */
  function accumulate({ lists, overlap }: TermPostings, stamp: number, before: number): number {
    let count = before;
    for (const { pages: postings, impacts, from, to, factor } of lists) {
      for (let at = from; at < to; at++) {
        const page = postings[at] as number;
        if (overlap) {
          if (stamps[page] === stamp) continue;
          stamps[page] = stamp;
        }
        const score = scores[page] as number;
        if (score === 0) touched[count++] = page;
        scores[page] = score + (impacts[at] as number) * factor;
      }
    }
    return count;
  }

  /** Scores candidates alone, by scanning the lists. */
  function scan({ lists, overlap }: TermPostings, stamp: number): void {
    for (const { pages: postings, impacts, from, to, factor } of lists) {
      for (let at = from; at < to; at++) {
        const page = postings[at] as number;
        const score = scores[page] as number;
        if (score === 0) continue;
        if (overlap) {
          if (stamps[page] === stamp) continue;
          stamps[page] = stamp;
        }
        scores[page] = score + (impacts[at] as number) * factor;
      }
    }
  }

  /** Scores candidates alone, by searching the lists for each. */
  function probe({ lists }: TermPostings, candidates: Uint32Array, size: number): void {
    for (let candidate = 0; candidate < size; candidate++) {
      const page = candidates[candidate] as number;
      for (const { pages: postings, impacts, from, to, factor } of lists) {
        const at = binarySearch(postings, page, from, to);
        if (at < 0) continue;
        scores[page] = (scores[page] as number) + (impacts[at] as number) * factor;
        break;
      }
    }
  }

  function zero(length: number): void {
    for (let at = 0; at < length; at++) {
      const page = touched[at] as number;
      scores[page] = 0;
      stamps[page] = 0;
    }
  }

  let touchedCount = 0;
  let candidates = touched;
  let size = 0;

  return {
    scores,
    size: () => size,
    candidates: () => candidates.subarray(0, size),
    /** Adds a term to the scores; `stamp` tells the terms of one query apart, from 1. */
    add(term: TermPostings, stamp: number): void {
      if (candidates === touched) size = touchedCount = accumulate(term, stamp, touchedCount);
      else if (term.length < BINARY_SEARCH_COST * size) scan(term, stamp);
      else probe(term, candidates, size);
    },
    /** Drops the candidates that cannot come into the answer any more; `remaining` is the most that terms to come add. */
    prune(limit: number, remaining: number): void {
      const left = pruner.prune(limit, remaining, candidates, size);
      if (left === undefined) return;
      size = left;
      candidates = pruner.kept;
    },
    clear(): void {
      zero(touchedCount);
      hideReplaced();
      touchedCount = 0;
      candidates = touched;
      size = 0;
    },
  };
}
