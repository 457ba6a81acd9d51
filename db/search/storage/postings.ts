import { createGrowableArray } from './arrays.ts';
import { FIELDS, MAX_IMPACT, termWeight, saturate } from '../bm25f.ts';

/** For every stem the pages that hold it, and how well each does, in one byte. */
export function buildPostings(tokens: Uint32Array, bounds: Uint32Array, stemOfSurface: Uint32Array, stems: number) {
  const fields = FIELDS.length;
  const pages = (bounds.length - 1) / fields;
  const averages = averageLengths(bounds, pages);
  const lists = createGrowableArray(Uint32Array);
  const values = createGrowableArray(Uint8Array);
  const counts = new Uint32Array(stems + 1);
  const weight = new Float64Array(stems);
  const seen: number[] = [];
  const perPage = new Uint32Array(pages);
  for (let page = 0; page < pages; page++) {
    for (const field of [0, 1, 2] as const) {
      const start = bounds[page * fields + field] ?? 0;
      const end = bounds[page * fields + field + 1] ?? 0;
      const one = termWeight(field, end - start, averages[field]);
      for (let at = start; at < end; at++) {
        const stem = stemOfSurface[tokens[at] ?? 0] ?? 0;
        if (weight[stem] === 0) seen.push(stem);
        weight[stem] = (weight[stem] ?? 0) + one;
      }
    }
    perPage[page] = seen.length;
    for (const stem of seen) {
      lists.push(stem);
      values.push(Math.max(1, Math.round(MAX_IMPACT * saturate(weight[stem] ?? 0))));
      counts[stem + 1] = (counts[stem + 1] ?? 0) + 1;
      weight[stem] = 0;
    }
    seen.length = 0;
  }
  return { averages: Float64Array.from(averages), ...byStem(lists.numbers, values.numbers, counts, perPage) };
}

function averageLengths(bounds: Uint32Array, pages: number): [number, number, number] {
  const totals: [number, number, number] = [0, 0, 0];
  for (let page = 0; page < pages; page++) {
    for (const field of [0, 1, 2] as const) {
      totals[field] += (bounds[page * 3 + field + 1] ?? 0) - (bounds[page * 3 + field] ?? 0);
    }
  }
  return totals.map((total) => total / Math.max(1, pages)) as [number, number, number];
}

/** Sorts (stem, impact) of page after page into lists of (page, impact) for stem after stem. */
function byStem(lists: Uint32Array, values: Uint8Array, counts: Uint32Array, perPage: Uint32Array) {
  const starts = counts;
  for (let stem = 1; stem < starts.length; stem++) starts[stem] = (starts[stem] ?? 0) + (starts[stem - 1] ?? 0);
  const next = starts.slice();
  const postingPages = new Uint32Array(lists.length);
  const postingImpacts = new Uint8Array(lists.length);
  const bestImpacts = new Uint8Array(starts.length - 1);
  let at = 0;
  for (let page = 0; page < perPage.length; page++) {
    for (const end = at + (perPage[page] ?? 0); at < end; at++) {
      const stem = lists[at] ?? 0;
      const place = next[stem] ?? 0;
      next[stem] = place + 1;
      postingPages[place] = page;
      postingImpacts[place] = values[at] ?? 0;
      bestImpacts[stem] = Math.max(bestImpacts[stem] ?? 0, values[at] ?? 0);
    }
  }
  return { postingStarts: starts, postingPages, postingImpacts, bestImpacts };
}
