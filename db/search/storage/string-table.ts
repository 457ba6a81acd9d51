import { NO_ARRAYS, type ReadArray, type WriteArray } from './arrays.ts';

/**
 * Stores strings for lookup by ordinal and, by binary search, by text: the strings of the table in a base, and added
 * strings after them. Strings without `isHeld` keep their ordinals, but a lookup by text does not find them. The table is
 * read without decoding.
 */
export function writeStringTable(
  name: string,
  added: readonly string[],
  write: WriteArray,
  base = NO_ARRAYS,
  isHeld: (ordinal: number) => boolean = () => true,
): void {
  const former = readStringTable(name, base);
  const addedBytes = added.map((text) => Buffer.from(text));
  const starts = new Uint32Array(former.size + added.length + 1);
  starts.set(base(`${name}Starts`, Uint32Array));
  addedBytes.forEach((text, at) => {
    starts[former.size + at + 1] = (starts[former.size + at] ?? 0) + text.length;
  });
  const sorted = Uint32Array.from(added.keys()).toSorted((a, b) =>
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
// Cached result for a missing string.
const NOT_HELD = -1;

// Buffer for the UTF-8 bytes of the current lookup; bytes after them belong to earlier lookups.
let sought = new Uint8Array(600);
const encoder = new TextEncoder();

// Writes the bytes of a string to `sought` and returns their number.
function encode(text: string): number {
  if (3 * text.length > sought.length) sought = new Uint8Array(3 * text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 127) return encoder.encodeInto(text, sought).written;
    sought[at] = unit;
  }
  return text.length;
}

export function readStringTable(name: string, read: ReadArray) {
  const bytes = read(name, Uint8Array);
  const starts = read(`${name}Starts`, Uint32Array);
  const order = read(`${name}Order`, Uint32Array);
  const texts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cache = new Map<string, number>();

  /** Compares a UTF-8 text with the string of an ordinal: negative, 0 or positive. */
  function compare(text: Uint8Array, ordinal: number, textLength = text.length): number {
    const start = starts[ordinal] as number;
    const length = (starts[ordinal + 1] as number) - start;
    for (let at = 0; at < textLength && at < length; at++) {
      const difference = (text[at] as number) - (bytes[start + at] as number);
      if (difference !== 0) return difference;
    }
    return textLength - length;
  }

  function find(string: string): number {
    const length = encode(string);
    let low = 0;
    let high = order.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const ordinal = order[middle] as number;
      const difference = compare(sought, ordinal, length);
      if (difference === 0) return ordinal;
      if (difference < 0) high = middle - 1;
      else low = middle + 1;
    }
    return NOT_HELD;
  }

  /** Returns ordinals of strings with a prefix, in the order of the strings. */
  function withPrefix(prefix: string, most: number): number[] {
    const length = encode(prefix);
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(sought, order[middle] as number, length) > 0) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; at < order.length && found.length < most; at++) {
      const ordinal = order[at] as number;
      if (!beginsWith(ordinal, length)) break;
      found.push(ordinal);
    }
    return found;
  }

  function beginsWith(ordinal: number, length: number): boolean {
    const start = starts[ordinal] as number;
    if ((starts[ordinal + 1] as number) - start < length) return false;
    for (let at = 0; at < length; at++) if (bytes[start + at] !== sought[at]) return false;
    return true;
  }

  const textOf = (ordinal: number): string => texts.toString('utf8', starts[ordinal], starts[ordinal + 1]);

  return {
    withPrefix,
    compare,
    size: Math.max(0, starts.length - 1),
    ordinalOf(string: string): number | undefined {
      let ordinal = cache.get(string);
      if (ordinal === undefined) {
        ordinal = find(string);
        if (cache.size >= CACHED_LOOKUPS) cache.clear();
        cache.set(string, ordinal);
      }
      return ordinal === NOT_HELD ? undefined : ordinal;
    },
    textOf,
  };
}
