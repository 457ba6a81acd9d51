/** Returns a copy of a typed array with twice its length. */
export function twiceAsLong<Numbers extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  numbers: Numbers,
): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(2 * numbers.length);
  longer.set(numbers);
  return longer;
}

/** Creates a typed array that doubles its capacity when it is full. */
export function createGrowableArray<Numbers extends Uint8Array | Uint32Array>(Type: new (length: number) => Numbers) {
  let numbers = new Type(1024);
  let length = 0;
  return {
    push(value: number): void {
      if (length === numbers.length) numbers = twiceAsLong(numbers);
      numbers[length++] = value;
    },
    get length(): number {
      return length;
    },
    /** Returns a view of the current elements. */
    get numbers(): Numbers {
      return numbers.subarray(0, length) as Numbers;
    },
  };
}

/** Assigns ordinals to strings in the order of their first occurrence. */
export function createOrdinals() {
  const ordinals = new Map<string, number>();
  return {
    ordinalOf(text: string): number {
      const known = ordinals.get(text);
      if (known !== undefined) return known;
      ordinals.set(text, ordinals.size);
      return ordinals.size - 1;
    },
    get list(): string[] {
      return [...ordinals.keys()];
    },
  };
}

/** Returns the first index in `[from, to)` of a sorted array whose value is at least `value`; `to` without such a value. */
export function lowerBound(list: Uint32Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of a value in `[from, to)` of a sorted array; -1 without the value. */
export function binarySearch(list: Uint32Array, value: number, from: number, to: number): number {
  const at = lowerBound(list, value, from, to);
  return at < to && list[at] === value ? at : -1;
}

/** Largest delta of a byte; it continues in the next byte. */
export const LONGEST_DELTA = 255;

/** Delta-encodes ascending offsets; nearly every delta is a single byte. */
export function encodeOffsets(offsets: readonly number[], push: (byte: number) => void): void {
  let last = 0;
  for (const offset of offsets) {
    let left = offset - last;
    for (; left >= LONGEST_DELTA; left -= LONGEST_DELTA) push(LONGEST_DELTA);
    push(left);
    last = offset;
  }
}
