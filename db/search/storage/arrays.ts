import { runAtOnce, type Slices } from '../../slices.ts';
import type { Database } from '../../sqlite.ts';

/** A stored array in memory layout: little-endian, as on every platform of Node. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

type NumbersType<T extends Numbers> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): T;
};

// A part of this size is read in about a millisecond.
const PART_BYTES = 1024 * 1024;

export type WriteArray = (name: string, numbers: Numbers) => void;

/** Creates a writer for arrays of a language in the table `arrays`, each in parts. */
export function createArrayWriter(db: Database, language: string): WriteArray {
  const insert = db.prepare('INSERT INTO arrays (language, name, part, data) VALUES (?, ?, ?, ?)');
  return function write(name: string, numbers: Numbers): void {
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      insert.run(language, name, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    }
  };
}

/** The file of an array: the index, or its attached base (db/index/index-file.ts). */
export type ArraySource = 'own' | 'base';

const SIZES: Record<ArraySource, string> = {
  own: 'SELECT name, sum(length(data)) AS bytes FROM main.arrays WHERE language = ? GROUP BY name',
  base: 'SELECT name, sum(length(data)) AS bytes FROM base.arrays WHERE language = ? GROUP BY name',
};
const PART: Record<ArraySource, string> = {
  own: 'SELECT data FROM main.arrays WHERE language = ? AND name = ? AND part = CAST(? AS INTEGER)',
  base: 'SELECT data FROM base.arrays WHERE language = ? AND name = ? AND part = CAST(? AS INTEGER)',
};

/** Returns the size of every stored array of a language, in bytes. */
export function sizesOfArrays(
  db: Database,
  language: string,
  source: ArraySource = 'own',
): ReadonlyMap<string, number> {
  const list = db.prepare<[string], { readonly name: string; readonly bytes: number }>(SIZES[source]).all(language);
  return new Map(list.map(({ name, bytes }) => [name, bytes]));
}

/** Returns the array of a name; the default is an empty array. */
export type ReadArray = <T extends Numbers>(name: string, Type: NumbersType<T>) => T;

/** Contents of arrays by name. */
export type Arrays = ReadonlyMap<string, ArrayBuffer>;

/** Reads arrays of a language that are not in `inMemory`, a part at a time; yields between two parts. */
export function* readArrays(
  db: Database,
  language: string,
  sizes: ReadonlyMap<string, number>,
  source: ArraySource = 'own',
  inMemory?: Arrays,
): Slices<Arrays> {
  const select = db.prepare<[string, string, number], Buffer>(PART[source]).pluck();
  const arrays = new Map<string, ArrayBuffer>();
  for (const [name, size] of sizes) {
    const bytes = inMemory?.get(name) ?? (yield* readOne(name, size));
    arrays.set(name, bytes);
  }
  return arrays;

  function* readOne(name: string, size: number): Slices<ArrayBuffer> {
    const bytes = new Uint8Array(size);
    for (let part = 0, at = 0; at < size; part++) {
      const data = readPart(name, part);
      bytes.set(data, at);
      at += data.length;
      yield;
    }
    return bytes.buffer;
  }

  function readPart(name: string, part: number): Buffer {
    const data = select.get(language, name, part);
    if (!data) throw new Error(`The array ${name} of ${language} is damaged`);
    return data;
  }
}

/** Reads the arrays of these names without yielding. */
export function readNamedArrays(
  db: Database,
  language: string,
  names: readonly string[],
  source: ArraySource = 'own',
): ReadArray {
  const wanted = new Set(names);
  const sizes = new Map([...sizesOfArrays(db, language, source)].filter(([name]) => wanted.has(name)));
  return arrayReader(runAtOnce(readArrays(db, language, sizes, source)));
}

/** Reads every array as empty. */
export const NO_ARRAYS: ReadArray = (_, Type) => new Type(new ArrayBuffer(0));

/** Creates typed views of arrays in memory. Throws if a size does not fit the type. */
export function arrayReader(arrays: Arrays): ReadArray {
  return (name, Type) => {
    const buffer = arrays.get(name) ?? new ArrayBuffer(0);
    if (buffer.byteLength % Type.BYTES_PER_ELEMENT !== 0) throw new Error(`The array ${name} is damaged`);
    return new Type(buffer);
  };
}
