import type { Analyzer, Term } from '../text/analyzer.ts';
import { createArrayWriter, createGrowableArray, type WriteArray } from './arrays.ts';
import { FIELDS } from '../bm25f.ts';
import { reversed } from './lexicon.ts';
import { encodeOffsets } from './offset-encoding.ts';
import { createOrdinals } from './ordinals.ts';
import { pageOrder, writePageTable, type PageEntry } from './page-table.ts';
import { buildPostings } from './postings.ts';
import { writeSpellingDictionary } from './spelling-dictionary.ts';
import { writeStringTable } from './string-table.ts';
import { writeWordForms } from './word-forms.ts';
import type { Database } from '../../sqlite.ts';

/**
 * Collects the terms of every page and stores the forward index, the inverted index, the lexicon and the spelling
 * dictionary as arrays of numbers (README.md, "What is stored"). The arrays say nothing that the pages and their analysis
 * do not: they are that, counted.
 *
 * Surface forms are numbered by stem, so that those of one stem are a range.
 */
export function createMemoryIndexWriter(analyzer: Analyzer) {
  const surfaces = createOrdinals();
  const stems = createOrdinals();
  const stemOfSurface = createGrowableArray(Uint32Array);
  const tokens = createGrowableArray(Uint32Array);
  const fieldEnds = createGrowableArray(Uint32Array);
  const deltas = createGrowableArray(Uint8Array);
  const deltaEnds = createGrowableArray(Uint32Array);
  const entries: PageEntry[] = [];

  /** Takes a page, the terms of its fields, and the start offsets of those of its body. */
  function add(
    { id, city, family }: PageEntry,
    fields: readonly (readonly Term[])[],
    bodyOffsets: readonly number[],
  ): void {
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

  function write(db: Database): void {
    const writeArray = createArrayWriter(db, analyzer.language);
    const order = pageOrder(entries);
    writePageTable(order, entries, writeArray);
    const offsets = reorder(order, deltas.numbers, deltaEnds.numbers, 1);
    writeArray('offsetDeltas', offsets.sorted);
    writeArray('offsetDeltaStarts', offsets.starts);

    const { sorted, starts } = reorder(order, tokens.numbers, fieldEnds.numbers, FIELDS.length);
    const stemOf = (surface: number) => stemOfSurface.numbers[surface] ?? 0;
    const byStem = Uint32Array.from({ length: surfaces.size }, (_, surface) => surface).toSorted(
      (a, b) => stemOf(a) - stemOf(b) || a - b,
    );
    renumber(sorted, byStem);
    writeArray('tokens', sorted);
    writeArray('fieldStarts', starts);
    const arrived = surfaces.list;
    writeInverted(writeArray, analyzer, {
      tokens: sorted,
      fieldStarts: starts,
      surfaces: Array.from(byStem, (surface) => arrived[surface] ?? ''),
      stemOfSurface: byStem.map(stemOf),
      stems: stems.list,
    });
  }

  return { add, write };
}

/** Stores what follows from the forward index: lexicon, postings and spelling dictionary. */
function writeInverted(
  writeArray: WriteArray,
  analyzer: Analyzer,
  forward: {
    readonly tokens: Uint32Array;
    readonly fieldStarts: Uint32Array;
    readonly surfaces: readonly string[];
    readonly stemOfSurface: Uint32Array;
    readonly stems: readonly string[];
  },
): void {
  const { tokens, fieldStarts, surfaces, stemOfSurface, stems } = forward;
  const postings = buildPostings(tokens, fieldStarts, stemOfSurface, stems.length);
  const surfacePages = documentFrequencies(tokens, fieldStarts, surfaces.length);
  writeArray('stemOfSurface', stemOfSurface);
  writeStringTable('surfaces', surfaces, writeArray);
  writeStringTable('stems', stems, writeArray);
  if (analyzer.hasCompounds) writeStringTable('endings', stems.map(reversed), writeArray);
  writeWordForms(analyzer, writeArray);
  writeArray('titlePages', titleFrequencies(tokens, fieldStarts, stemOfSurface, stems.length));
  writeArray('surfacePages', surfacePages);
  for (const [name, numbers] of Object.entries(postings)) writeArray(name, numbers);
  const { postingStarts } = postings;
  const stemPages = (stem: number) => (postingStarts[stem + 1] ?? 0) - (postingStarts[stem] ?? 0);
  writeSpellingDictionary(
    [
      ...surfaces.map((text, surface) => ({
        text,
        stem: stemOfSurface[surface] ?? 0,
        pages: surfacePages[surface] ?? 0,
      })),
      ...stems.map((text, stem) => ({ text, stem, pages: stemPages(stem) })),
    ],
    analyzer,
    writeArray,
  );
}

/** The number of pages that hold each stem in their title. */
function titleFrequencies(
  tokens: Uint32Array,
  fieldStarts: Uint32Array,
  stemOfSurface: Uint32Array,
  stems: number,
): Uint32Array {
  const counts = new Uint32Array(stems);
  for (let start = 0; start + 1 < fieldStarts.length; start += FIELDS.length) {
    const title = tokens.subarray(fieldStarts[start], fieldStarts[start + 1]);
    for (const stem of new Set(Array.from(title, (surface) => stemOfSurface[surface] ?? 0))) {
      counts[stem] = (counts[stem] ?? 0) + 1;
    }
  }
  return counts;
}

/** The numbers collected page after page in the final order of the pages, and the start of each field of each page. */
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

/** Replaces each number by its place in an order. */
function renumber(numbers: Uint32Array, order: Uint32Array): void {
  const places = new Uint32Array(order.length);
  order.forEach((number, place) => {
    places[number] = place;
  });
  for (let at = 0; at < numbers.length; at++) numbers[at] = places[numbers[at] ?? 0] ?? 0;
}

/** The number of pages that hold each surface form. */
function documentFrequencies(tokens: Uint32Array, fieldStarts: Uint32Array, surfaces: number): Uint32Array {
  const counts = new Uint32Array(surfaces);
  const lastSeen = new Uint32Array(surfaces);
  for (let page = 0; page * FIELDS.length + 1 < fieldStarts.length; page++) {
    const end = fieldStarts[(page + 1) * FIELDS.length] ?? 0;
    for (let at = fieldStarts[page * FIELDS.length] ?? 0; at < end; at++) {
      const surface = tokens[at] ?? 0;
      if (lastSeen[surface] === page + 1) continue;
      lastSeen[surface] = page + 1;
      counts[surface] = (counts[surface] ?? 0) + 1;
    }
  }
  return counts;
}
