import type { ReadArray, WriteArray } from './arrays.ts';

/** Stores strings for lookup by ordinal and, by binary search, by text; nothing has to be decoded beforehand. */
export function writeStringTable(name: string, strings: readonly string[], write: WriteArray): void {
  const bytes = strings.map((text) => Buffer.from(text));
  const starts = new Uint32Array(strings.length + 1);
  bytes.forEach((text, ordinal) => {
    starts[ordinal + 1] = (starts[ordinal] ?? 0) + text.length;
  });
  const empty = Buffer.alloc(0);
  const order = Uint32Array.from(strings.keys()).toSorted((a, b) =>
    Buffer.compare(bytes[a] ?? empty, bytes[b] ?? empty),
  );
  write(name, Buffer.concat(bytes));
  write(`${name}Starts`, starts);
  write(`${name}Order`, order);
}

/** Stores a string table with further strings behind its own; those that are not held any more keep their ordinals, and are not found. */
export function writeExtendedStringTable(
  name: string,
  base: ReadArray,
  added: readonly string[],
  isHeld: (ordinal: number) => boolean,
  write: WriteArray,
): void {
  const former = readStringTable(name, base);
  const addedBytes = added.map((text) => Buffer.from(text));
  const formerStarts = base(`${name}Starts`, Uint32Array);
  const starts = new Uint32Array(former.size + added.length + 1);
  starts.set(formerStarts);
  addedBytes.forEach((text, at) => {
    starts[former.size + at + 1] = (starts[former.size + at] ?? 0) + text.length;
  });
  const sorted = [...addedBytes.keys()].toSorted((a, b) =>
    Buffer.compare(addedBytes[a] ?? NO_BYTES, addedBytes[b] ?? NO_BYTES),
  );
  const order: number[] = [];
  let at = 0;
  for (const place of base(`${name}Order`, Uint32Array)) {
    for (; at < sorted.length && former.compare(addedBytes[sorted[at] ?? 0] ?? NO_BYTES, place) < 0; at++) {
      order.push(former.size + (sorted[at] ?? 0));
    }
    if (isHeld(place)) order.push(place);
  }
  for (; at < sorted.length; at++) order.push(former.size + (sorted[at] ?? 0));
  write(name, Buffer.concat([base(name, Uint8Array), ...addedBytes]));
  write(`${name}Starts`, starts);
  write(`${name}Order`, Uint32Array.from(order));
}

const NO_BYTES = Buffer.alloc(0);

const CACHED_LOOKUPS = 10_000;

/** Reads what `writeStringTable` wrote. */
export function readStringTable(name: string, read: ReadArray) {
  const bytes = read(name, Uint8Array);
  const starts = read(`${name}Starts`, Uint32Array);
  const order = read(`${name}Order`, Uint32Array);
  const cache = new Map<string, number | undefined>();

  /** Below 0, 0 or above, as the text is before, equal to or after the string of this ordinal. */
  function compare(text: Uint8Array, ordinal: number): number {
    const start = starts[ordinal] as number;
    const length = (starts[ordinal + 1] as number) - start;
    for (let at = 0; at < text.length && at < length; at++) {
      const difference = (text[at] as number) - (bytes[start + at] as number);
      if (difference !== 0) return difference;
    }
    return text.length - length;
  }

  function find(string: string): number | undefined {
    const text = Buffer.from(string);
    let low = 0;
    let high = order.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const ordinal = order[middle] as number;
      const difference = compare(text, ordinal);
      if (difference === 0) return ordinal;
      if (difference < 0) high = middle - 1;
      else low = middle + 1;
    }
    return undefined;
  }

  /** Ordinals of strings that begin with this text, in the order of the strings. */
  function withPrefix(prefix: string, most: number): number[] {
    const text = Buffer.from(prefix);
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(text, order[middle] as number) > 0) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; at < order.length && found.length < most; at++) {
      const ordinal = order[at] as number;
      if (!beginsWith(ordinal, text)) break;
      found.push(ordinal);
    }
    return found;
  }

  function beginsWith(ordinal: number, text: Uint8Array): boolean {
    const start = starts[ordinal] as number;
    if ((starts[ordinal + 1] as number) - start < text.length) return false;
    for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
    return true;
  }

  const textOf = (ordinal: number): string =>
    Buffer.from(bytes.subarray(starts[ordinal], starts[ordinal + 1])).toString();

  return {
    withPrefix,
    compare,
    size: Math.max(0, starts.length - 1),
    ordinalOf(string: string): number | undefined {
      if (cache.has(string)) return cache.get(string);
      const ordinal = find(string);
      if (cache.size >= CACHED_LOOKUPS) cache.clear();
      cache.set(string, ordinal);
      return ordinal;
    },
    textOf,
  };
}
