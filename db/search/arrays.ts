import type { Database } from '../sqlite.ts';

/** Numbers as they lie in memory; little-endian, as every machine that Node runs on. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

type NumbersType<T extends Numbers> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): T;
};

/** Blobs of this size never need one huge piece of memory more. */
const PART_BYTES = 4 * 1024 * 1024;

/** Stores arrays of numbers in the table `arrays`, each in parts. */
export function createArrayWriter(db: Database) {
  const insert = db.prepare('INSERT INTO arrays (name, part, data) VALUES (?, ?, ?)');
  return function write(name: string, numbers: Numbers): void {
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      insert.run(name, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    }
  };
}

/** Reads arrays of numbers back. An array that was never written is empty. */
export function createArrayReader(db: Database) {
  const select = db.prepare<[string], Buffer>('SELECT data FROM arrays WHERE name = ? ORDER BY part').pluck();
  const size = db.prepare<[string], number>('SELECT total(length(data)) FROM arrays WHERE name = ?').pluck();

  return function read<T extends Numbers>(name: string, Type: NumbersType<T>): T {
    const buffer = new ArrayBuffer(size.get(name) ?? 0);
    const bytes = new Uint8Array(buffer);
    let at = 0;
    for (const part of select.iterate(name)) {
      bytes.set(part, at);
      at += part.length;
    }
    if (bytes.length % Type.BYTES_PER_ELEMENT !== 0) throw new Error(`The array ${name} is damaged`);
    return new Type(buffer);
  };
}
export type ReadArray = ReturnType<typeof createArrayReader>;

/** An array of numbers that grows. */
export function createGrowing<T extends Numbers = Uint32Array>(Type: new (length: number) => T) {
  let numbers = new Type(1024);
  let length = 0;
  return {
    push(value: number): void {
      if (length === numbers.length) {
        const larger = new Type(length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = value;
    },
    get length(): number {
      return length;
    },
    /** What was pushed so far; not a copy. */
    get numbers(): T {
      return numbers.subarray(0, length) as T;
    },
  };
}
