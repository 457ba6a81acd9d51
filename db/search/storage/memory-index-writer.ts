import type { Term } from '../text/analyzer.ts';
import { createArrayWriter, createGrowableArray, type WriteArray } from './arrays.ts';
import { FIELDS } from '../bm25f.ts';
import { buildPostings } from './postings.ts';
import { writeSpellingDictionary } from './spelling-dictionary.ts';
import { writeStringTable } from './string-table.ts';
import { encodeOffsets } from './offset-encoding.ts';
import type { Database } from '../../sqlite.ts';

type Place = { readonly id: number; readonly city: string; readonly family: string };

/** Gives words numbers, in the order in which they are first seen. */
function createOrdinals() {
  const numbers = new Map<string, number>();
  return {
    numberOf(word: string): number {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, numbers.size);
      return numbers.size - 1;
    },
    get list(): string[] {
      return [...numbers.keys()];
    },
    get size(): number {
      return numbers.size;
    },
  };
}

/**
 * Collects the words of every page and stores them as arrays of numbers, from which a reader scores matches in memory
 * (memory-index.ts). The arrays say nothing that the pages and their analysis do not: they are that, counted.
 *
 * Pages are numbered by city and then by id, general pages first, so that the pages of a city are neighbours in every
 * list; surface forms are numbered by stem, so that those of one stem are.
 */
export function createMemoryIndexWriter() {
  const surfaces = createOrdinals();
  const stems = createOrdinals();
  const stemOfSurface = createGrowableArray(Uint32Array);
  const tokens = createGrowableArray(Uint32Array);
  const ends = createGrowableArray(Uint32Array);
  const steps = createGrowableArray(Uint8Array);
  const stepEnds = createGrowableArray(Uint32Array);
  const places: Place[] = [];

  /** Takes a page, the terms of its fields, and where those of its body start. */
  function add({ id, city, family }: Place, fields: readonly (readonly Term[])[], bodyStarts: readonly number[]): void {
    places.push({ id, city, family });
    for (const field of fields) {
      for (const { surface, stem } of field) {
        const number = surfaces.numberOf(surface);
        if (number === stemOfSurface.length) stemOfSurface.push(stems.numberOf(stem));
        tokens.push(number);
      }
      ends.push(tokens.length);
    }
    encodeOffsets(bodyStarts, (byte) => {
      steps.push(byte);
    });
    stepEnds.push(steps.length);
  }

  function write(db: Database): void {
    const writeArray = createArrayWriter(db);
    const order = Uint32Array.from(places.keys()).toSorted((a, b) => comparePlaces(places, a, b));
    writePlaces(order, places, writeArray);

    const { sorted, bounds } = inOrder(order, tokens.numbers, ends.numbers, FIELDS.length);
    const starts = inOrder(order, steps.numbers, stepEnds.numbers, 1);
    writeArray('steps', starts.sorted);
    writeArray('stepBounds', starts.bounds);
    const surfaceOf = surfaces.list;
    const stemOf = (surface: number) => stemOfSurface.numbers[surface] ?? 0;
    const byStem = Uint32Array.from(surfaceOf.keys()).toSorted((a, b) => stemOf(a) - stemOf(b) || a - b);
    renumber(sorted, byStem);
    const surfaceList = Array.from(byStem, (number) => surfaceOf[number] ?? '');
    const stemsOfSurfaces = byStem.map(stemOf);
    writeArray('tokens', sorted);
    writeArray('bounds', bounds);
    writeArray('stemOfSurface', stemsOfSurfaces);
    writeStringTable('surfaces', surfaceList, writeArray);
    writeStringTable('stems', stems.list, writeArray);
    const postings = buildPostings(sorted, bounds, stemsOfSurfaces, stems.size);
    const surfacePages = pagesWith(sorted, bounds, surfaces.size);
    writeArray('surfacePages', surfacePages);
    const known = surfaceList.map((surface, number) => ({
      text: surface,
      stem: stemsOfSurfaces[number] ?? 0,
      pages: surfacePages[number] ?? 0,
    }));
    const pagesOfStem = (stem: number) => (postings.postingStarts[stem + 1] ?? 0) - (postings.postingStarts[stem] ?? 0);
    const stemsKnown = stems.list.map((text, stem) => ({ text, stem, pages: pagesOfStem(stem) }));
    writeSpellingDictionary([...known, ...stemsKnown], writeArray);
    for (const [name, numbers] of Object.entries(postings)) writeArray(name, numbers);
  }

  return { add, write };
}

function comparePlaces(places: readonly Place[], a: number, b: number): number {
  const [first, second] = [places[a], places[b]];
  if (!first || !second) return 0;
  if (first.city !== second.city) return first.city < second.city ? -1 : 1;
  return first.id - second.id;
}

function writePlaces(order: Uint32Array, places: readonly Place[], writeArray: WriteArray): void {
  const cities = createOrdinals();
  const families = createOrdinals();
  families.numberOf(''); // NO_FAMILY
  const ids = new Float64Array(order.length);
  const cityOf = new Uint16Array(order.length);
  const familyOf = new Uint32Array(order.length);
  order.forEach((arrival, number) => {
    const place = places[arrival];
    if (!place) return;
    ids[number] = place.id;
    cityOf[number] = cities.numberOf(place.city);
    familyOf[number] = families.numberOf(place.family);
  });
  writeArray('ids', ids);
  writeArray('cityOf', cityOf);
  writeArray('familyOf', familyOf);
  writeArray(
    'generalOf',
    generalsOf(
      familyOf,
      order.findIndex((arrival) => places[arrival]?.city !== ''),
    ),
  );
  writeArray('cities', Buffer.from(cities.list.join('\n')));
}

/** For each page of a city, the general page of its family: the one with the lowest id; -1 when there is none. */
function generalsOf(familyOf: Uint32Array, firstOfCity: number): Int32Array {
  const generalPages = firstOfCity < 0 ? familyOf.length : firstOfCity;
  const general = new Map<number, number>();
  for (let page = generalPages - 1; page >= 0; page--) general.set(familyOf[page] ?? 0, page);
  const generals = new Int32Array(familyOf.length).fill(-1);
  for (let page = generalPages; page < familyOf.length; page++) {
    generals[page] = general.get(familyOf[page] ?? 0) ?? -1;
  }
  return generals;
}

/** What was collected page after page in their final order, and where each field of each page ends. */
function inOrder<T extends Uint8Array | Uint32Array>(
  order: Uint32Array,
  collected: T,
  ends: Uint32Array,
  fields: number,
) {
  const sorted = collected.slice() as T;
  const bounds = new Uint32Array(order.length * fields + 1);
  let at = 0;
  order.forEach((arrival, number) => {
    const first = arrival * fields;
    const start = first === 0 ? 0 : (ends[first - 1] ?? 0);
    sorted.set(collected.subarray(start, ends[first + fields - 1]), at);
    for (let field = 0; field < fields; field++) {
      bounds[number * fields + field + 1] = at + (ends[first + field] ?? 0) - start;
    }
    at = bounds[(number + 1) * fields] ?? at;
  });
  return { sorted, bounds };
}

/** Replaces each number by its place in an order. */
function renumber(numbers: Uint32Array, order: Uint32Array): void {
  const places = new Uint32Array(order.length);
  order.forEach((number, place) => {
    places[number] = place;
  });
  for (let at = 0; at < numbers.length; at++) numbers[at] = places[numbers[at] ?? 0] ?? 0;
}

/** How many pages hold each surface form. */
function pagesWith(tokens: Uint32Array, bounds: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  const lastSeen = new Uint32Array(size);
  for (let page = 0; page * FIELDS.length + 1 < bounds.length; page++) {
    const end = bounds[(page + 1) * FIELDS.length] ?? 0;
    for (let at = bounds[page * FIELDS.length] ?? 0; at < end; at++) {
      const surface = tokens[at] ?? 0;
      if (lastSeen[surface] === page + 1) continue;
      lastSeen[surface] = page + 1;
      counts[surface] = (counts[surface] ?? 0) + 1;
    }
  }
  return counts;
}
