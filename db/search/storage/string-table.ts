import type { ReadArray, WriteArray } from './arrays.ts';

/** Stores words so that they can be looked up by number and by text without being read in first. */
export function writeStringTable(name: string, words: readonly string[], write: WriteArray): void {
  const bytes = words.map((word) => Buffer.from(word));
  const starts = new Uint32Array(words.length + 1);
  bytes.forEach((word, number) => {
    starts[number + 1] = (starts[number] ?? 0) + word.length;
  });
  const empty = Buffer.alloc(0);
  const order = Uint32Array.from(words.keys()).toSorted((a, b) => Buffer.compare(bytes[a] ?? empty, bytes[b] ?? empty));
  write(name, Buffer.concat(bytes));
  write(`${name}Starts`, starts);
  write(`${name}Order`, order);
}

const REMEMBERED = 10_000;

/** Reads what `writeWordList` wrote. */
export function readStringTable(name: string, read: ReadArray) {
  const bytes = read(name, Uint8Array);
  const starts = read(`${name}Starts`, Uint32Array);
  const order = read(`${name}Order`, Uint32Array);
  const remembered = new Map<string, number | undefined>();

  /** Below 0, 0 or above, as the text is before, equal to or after the word of this number. */
  function compare(text: Uint8Array, number: number): number {
    const start = starts[number] as number;
    const length = (starts[number + 1] as number) - start;
    for (let at = 0; at < text.length && at < length; at++) {
      const difference = (text[at] as number) - (bytes[start + at] as number);
      if (difference !== 0) return difference;
    }
    return text.length - length;
  }

  function find(word: string): number | undefined {
    const text = Buffer.from(word);
    let low = 0;
    let high = order.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const number = order[middle] as number;
      const difference = compare(text, number);
      if (difference === 0) return number;
      if (difference < 0) high = middle - 1;
      else low = middle + 1;
    }
    return undefined;
  }

  return {
    size: order.length,
    numberOf(word: string): number | undefined {
      if (remembered.has(word)) return remembered.get(word);
      const number = find(word);
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(word, number);
      return number;
    },
    textOf: (number: number): string => Buffer.from(bytes.subarray(starts[number], starts[number + 1])).toString(),
  };
}
