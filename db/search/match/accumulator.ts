import type { MemoryIndex } from '../storage/memory-index.ts';
import { binarySearch } from '../storage/typed-arrays.ts';
import type { TermPostings } from './posting-lists.ts';
import { createPruner } from './pruner.ts';

// A binary search in a posting list costs as much as a scan of this number of postings.
const BINARY_SEARCH_COST = 32;

const HIDDEN = -(2 ** 30);

/**
 * Accumulates the scores of candidate pages, term by term. Every matching page becomes a candidate until the first
 * pruning; after it, the number of candidates only falls.
 */
export function createAccumulator({ pages, replaced }: MemoryIndex) {
  // `scores`: 0 for a page that is not a candidate. `stamps`: number of the last counted term, because several lists of
  // a term may contain a page.
  const scores = new Int32Array(pages);
  const lastTerms = new Uint8Array(pages);
  const touched = new Uint32Array(pages);
  const pruner = createPruner(scores);
  hideReplaced();

  // The negative score of a replaced page never becomes 0, so the page never becomes a candidate.
  function hideReplaced(): void {
    for (let at = 0; at < replaced.length; at++) scores[replaced[at] as number] = HIDDEN;
  }

  // Adds the impacts of every page of the lists, and makes new pages candidates. Returns the number of candidates.
  function accumulate({ lists, overlap }: TermPostings, stamp: number, before: number): number {
    let count = before;
    for (const { pages: postings, impacts, from, to, factor } of lists) {
      for (let at = from; at < to; at++) {
        const page = postings[at] as number;
        if (overlap) {
          if (lastTerms[page] === stamp) continue;
          lastTerms[page] = stamp;
        }
        const score = scores[page] as number;
        if (score === 0) touched[count++] = page;
        scores[page] = score + (impacts[at] as number) * factor;
      }
    }
    return count;
  }

  // Adds impacts to candidates only, by a scan of the lists.
  function scan({ lists, overlap }: TermPostings, stamp: number): void {
    for (const { pages: postings, impacts, from, to, factor } of lists) {
      for (let at = from; at < to; at++) {
        const page = postings[at] as number;
        const score = scores[page] as number;
        if (score === 0) continue;
        if (overlap) {
          if (lastTerms[page] === stamp) continue;
          lastTerms[page] = stamp;
        }
        scores[page] = score + (impacts[at] as number) * factor;
      }
    }
  }

  // Adds impacts to candidates only, by a binary search in the lists.
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
      lastTerms[page] = 0;
    }
  }

  let touchedCount = 0;
  let candidates = touched;
  let size = 0;

  return {
    scores,
    size: () => size,
    candidates: () => candidates.subarray(0, size),
    /** Adds the scores of a term. `stamp` is its number in the query, from 1. */
    add(term: TermPostings, stamp: number): void {
      if (candidates === touched) size = touchedCount = accumulate(term, stamp, touchedCount);
      else if (term.length < BINARY_SEARCH_COST * size) scan(term, stamp);
      else probe(term, candidates, size);
    },
    /**
     * Removes candidates that cannot be among the first `limit` pages. `remaining` is the maximum score of all further
     * terms.
     */
    prune(limit: number, remaining: number): void {
      const left = pruner.prune(limit, remaining, candidates, size);
      if (left === undefined) return;
      size = left;
      candidates = pruner.survivors;
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
