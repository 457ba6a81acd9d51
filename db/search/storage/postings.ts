import { createGrowableArray } from './typed-arrays.ts';
import { FIELDS, impactOf, occurrenceWeight } from '../bm25f.ts';

type Options = {
  readonly stems: number;
  readonly averages: AverageLengths;
  readonly firstPage?: number;
};

/** Average length of title, headings and body, in tokens. */
export type AverageLengths = readonly [title: number, headings: number, body: number];

/** Builds the inverted index: a posting list for every stem, with ascending pages and quantized impacts. */
export function buildPostings(
  tokens: Uint32Array,
  fieldStarts: Uint32Array,
  stemOfSurface: Uint32Array,
  { stems, averages: exactAverages, firstPage = 0 }: Options,
) {
  const fields = FIELDS.length;
  const pages = (fieldStarts.length - 1) / fields;
  const averages = pivotLengths(exactAverages);
  const stemsByPage = createGrowableArray(Uint32Array);
  const impactsByPage = createGrowableArray(Uint8Array);
  const counts = new Uint32Array(stems + 1);
  const weight = new Float64Array(stems);
  const seen: number[] = [];
  const stemsInPage = new Uint32Array(pages);
  for (let page = 0; page < pages; page++) {
    for (const field of [0, 1, 2] as const) {
      const start = fieldStarts[page * fields + field] ?? 0;
      const end = fieldStarts[page * fields + field + 1] ?? 0;
      const oneOccurrence = occurrenceWeight(field, end - start, averages[field]);
      for (let at = start; at < end; at++) {
        const stem = stemOfSurface[tokens[at] ?? 0] ?? 0;
        if (weight[stem] === 0) seen.push(stem);
        weight[stem] = (weight[stem] ?? 0) + oneOccurrence;
      }
    }
    stemsInPage[page] = seen.length;
    for (const stem of seen) {
      stemsByPage.push(stem);
      impactsByPage.push(impactOf(weight[stem] ?? 0));
      counts[stem + 1] = (counts[stem + 1] ?? 0) + 1;
      weight[stem] = 0;
    }
    seen.length = 0;
  }
  return transpose(stemsByPage.numbers, impactsByPage.numbers, { counts, stemsInPage, firstPage });
}

/**
 * Rounds average lengths to half powers of two for the computation of impacts. The impacts of unchanged pages then
 * remain valid after a few changes.
 */
export function pivotLengths(averages: AverageLengths): AverageLengths {
  const [title, headings, body] = averages.map((average) =>
    average === 0 ? 0 : 2 ** (Math.round(2 * Math.log2(average)) / 2),
  );
  return [title ?? 0, headings ?? 0, body ?? 0];
}

/** Returns the number of tokens in each field of a forward index. */
export function totalLengths(fieldStarts: Uint32Array): AverageLengths {
  const pages = (fieldStarts.length - 1) / FIELDS.length;
  const totals: [title: number, headings: number, body: number] = [0, 0, 0];
  for (let page = 0; page < pages; page++) {
    for (const field of [0, 1, 2] as const) {
      totals[field] += (fieldStarts[page * 3 + field + 1] ?? 0) - (fieldStarts[page * 3 + field] ?? 0);
    }
  }
  return totals;
}

// Transposes (stem, impact) by page to (page, impact) by stem with a counting sort.
function transpose(
  stems: Uint32Array,
  impacts: Uint8Array,
  { counts, stemsInPage, firstPage }: { counts: Uint32Array; stemsInPage: Uint32Array; firstPage: number },
) {
  const postingStarts = counts;
  for (let stem = 1; stem < postingStarts.length; stem++) {
    postingStarts[stem] = (postingStarts[stem] ?? 0) + (postingStarts[stem - 1] ?? 0);
  }
  const next = postingStarts.slice();
  const postingPages = new Uint32Array(stems.length);
  const postingImpacts = new Uint8Array(stems.length);
  // Only servers of 1.1.0 read the greatest impact of each stem: without it, they return wrong results.
  const maxImpacts = new Uint8Array(postingStarts.length - 1);
  let at = 0;
  for (let page = 0; page < stemsInPage.length; page++) {
    for (const end = at + (stemsInPage[page] ?? 0); at < end; at++) {
      const stem = stems[at] ?? 0;
      const place = next[stem] ?? 0;
      next[stem] = place + 1;
      postingPages[place] = firstPage + page;
      postingImpacts[place] = impacts[at] ?? 0;
      maxImpacts[stem] = Math.max(maxImpacts[stem] ?? 0, impacts[at] ?? 0);
    }
  }
  return { postingStarts, postingPages, postingImpacts, maxImpacts };
}
