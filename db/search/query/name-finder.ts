type FoundName<Value> = { readonly value: Value; readonly start: number; readonly end: number };

type Name<Value> = { readonly words: readonly string[]; readonly value: Value };

/** Creates a finder of names in a folded query. A name is a string of words separated by spaces. */
export function createNameFinder<Value>(names: ReadonlyMap<string, Value>) {
  const byFirstWord = new Map<string, Name<Value>[]>();
  for (const [name, value] of names) {
    const words = name.split(' ');
    const first = words[0] ?? '';
    const others = byFirstWord.get(first);
    if (others) others.push({ words, value });
    else byFirstWord.set(first, [{ words, value }]);
  }

  // Returns the names in the query, the longest first, and the last of equal length first.
  return function findNames(folded: readonly string[]): readonly FoundName<Value>[] {
    const found: FoundName<Value>[] = [];
    for (let start = 0; start < folded.length; start++) {
      for (const { words, value } of byFirstWord.get(folded[start] as string) ?? []) {
        if (words.every((word, at) => folded[start + at] === word))
          found.push({ value, start, end: start + words.length });
      }
    }
    if (found.length < 2) return found;
    return found.toSorted((a, b) => b.end - b.start - (a.end - a.start) || b.start - a.start);
  };
}
