import type { Term } from '../text/analyzer.ts';
import { FIELDS } from '../bm25f.ts';
import { pageOrder, type PageEntry } from './page-table.ts';
import { createGrowableArray, createOrdinals, encodeOffsets } from './typed-arrays.ts';

/** An analyzed page: the terms of its fields, and the start offsets of the body terms. */
export type AnalyzedPage = {
  readonly entry: PageEntry;
  readonly fields: readonly (readonly Term[])[];
  readonly bodyOffsets: readonly number[];
};

/**
 * Collects analyzed pages as a forward index. Surface forms and stems are numbered in the order of their first
 * occurrence.
 */
export function createTermCollector() {
  const surfaces = createOrdinals();
  const stems = createOrdinals();
  const stemOfSurface = createGrowableArray(Uint32Array);
  const tokens = createGrowableArray(Uint32Array);
  const fieldEnds = createGrowableArray(Uint32Array);
  const deltas = createGrowableArray(Uint8Array);
  const deltaEnds = createGrowableArray(Uint32Array);
  const entries: PageEntry[] = [];

  function add({ entry: { id, city, family }, fields, bodyOffsets }: AnalyzedPage): void {
    entries.push({ id, city, family });
    for (const field of fields) {
      for (const { surface, stem } of field) {
        const ordinal = surfaces.ordinalOf(surface);
        if (ordinal === stemOfSurface.length) stemOfSurface.push(stems.ordinalOf(stem));
        tokens.push(ordinal);
      }
      fieldEnds.push(tokens.length);
    }
    encodeOffsets(bodyOffsets, (byte) => {
      deltas.push(byte);
    });
    deltaEnds.push(deltas.length);
  }

  /** Returns the pages in their final order. */
  function collected(): CollectedTerms {
    const order = pageOrder(entries);
    const offsets = reorder(order, deltas.numbers, deltaEnds.numbers, 1);
    const { sorted, starts } = reorder(order, tokens.numbers, fieldEnds.numbers, FIELDS.length);
    return {
      entries: Array.from(order, (arrival) => entries[arrival]).filter((entry) => entry !== undefined),
      tokens: sorted,
      fieldStarts: starts,
      offsetDeltas: offsets.sorted,
      offsetDeltaStarts: offsets.starts,
      surfaces: surfaces.list,
      stemOfSurface: stemOfSurface.numbers,
      stems: stems.list,
    };
  }

  return { add, collected };
}

/** A forward index (README.md, "What is stored") and its lexicon. */
export type CollectedTerms = {
  readonly entries: readonly PageEntry[];
  readonly tokens: Uint32Array;
  readonly fieldStarts: Uint32Array;
  readonly offsetDeltas: Uint8Array;
  readonly offsetDeltaStarts: Uint32Array;
  readonly surfaces: readonly string[];
  readonly stemOfSurface: Uint32Array;
  readonly stems: readonly string[];
};

function reorder<T extends Uint8Array | Uint32Array>(
  order: Uint32Array,
  collected: T,
  ends: Uint32Array,
  fields: number,
) {
  const sorted = collected.slice() as T;
  const starts = new Uint32Array(order.length * fields + 1);
  let at = 0;
  order.forEach((arrival, page) => {
    const first = arrival * fields;
    const start = first === 0 ? 0 : (ends[first - 1] ?? 0);
    sorted.set(collected.subarray(start, ends[first + fields - 1]), at);
    for (let field = 0; field < fields; field++) {
      starts[page * fields + field + 1] = at + (ends[first + field] ?? 0) - start;
    }
    at = starts[(page + 1) * fields] ?? at;
  });
  return { sorted, starts };
}

/** Replaces each number by `places[number]`. */
export function renumber(numbers: Uint32Array, places: Uint32Array): void {
  for (let at = 0; at < numbers.length; at++) numbers[at] = places[numbers[at] ?? 0] ?? 0;
}

/** Returns the document frequency of each number in the first fields of all pages. By default, a number is a surface form. */
export function documentFrequencies(
  tokens: Uint32Array,
  fieldStarts: Uint32Array,
  { size, numberOf = (token) => token, fields = FIELDS.length }: FrequencyOptions,
): Uint32Array {
  const counts = new Uint32Array(size);
  const lastSeen = new Uint32Array(size);
  for (let page = 0; page * FIELDS.length + 1 < fieldStarts.length; page++) {
    const end = fieldStarts[page * FIELDS.length + fields] ?? 0;
    for (let at = fieldStarts[page * FIELDS.length] ?? 0; at < end; at++) {
      const number = numberOf(tokens[at] ?? 0);
      if (lastSeen[number] === page + 1) continue;
      lastSeen[number] = page + 1;
      counts[number] = (counts[number] ?? 0) + 1;
    }
  }
  return counts;
}

type FrequencyOptions = {
  readonly size: number;
  // Maps a token to the number that is counted.
  readonly numberOf?: (token: number) => number;
  // Number of fields of each page, in their stored order.
  readonly fields?: number;
};
