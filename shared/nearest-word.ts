/**
 * Returns the word with the smallest edit distance, at most `furthest`. Returns `undefined` if every letter would
 * change.
 */
export function nearestWord(word: string, words: readonly string[], furthest = Infinity): string | undefined {
  return words
    .map((known) => ({ known, distance: editDistance(word, known) }))
    .filter(({ known, distance }) => distance <= furthest && distance < Math.max(word.length, known.length))
    .toSorted((a, b) => a.distance - b.distance)[0]?.known;
}

/** Optimal string alignment distance: insertions, deletions, substitutions and transpositions cost 1 each. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
