/** Returns the comparison key of an address: its numbers, and its words of at least four letters. */
export function addressKey(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z]{0,2}\d[\da-z]*|[a-z]{4,}/g) ?? [];
  return [...new Set(words)].toSorted().join(' ');
}

/** Returns true for two keys of the same place: they share a number, and most words of the shorter key. */
export function isSamePlace(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length);
  const shared = shorter.filter((word) => longer.includes(word));
  return shared.some((word) => /\d/.test(word)) && shared.length >= Math.max(2, shorter.length * 0.6);
}
