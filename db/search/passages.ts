/** Looks for the passage of a text that holds most of a query, each word of the query counted once. */
export function createPassages(rarities: Float64Array, length: number) {
  const counts = new Uint32Array(rarities.length);
  const places: number[] = [];
  const words: number[] = [];
  let oldest = 0;
  let held = 0;
  let best = 0;

  return {
    clear(): void {
      counts.fill(0);
      places.length = 0;
      words.length = 0;
      oldest = 0;
      held = 0;
      best = 0;
    },
    /** Takes the next word of the query that the text holds, and its place; places never go back. */
    add(word: number, place: number): void {
      places.push(place);
      words.push(word);
      if (counts[word] === 0) held += rarities[word] as number;
      counts[word] = (counts[word] as number) + 1;
      while (place - (places[oldest] as number) >= length) {
        const gone = words[oldest] as number;
        oldest += 1;
        counts[gone] = (counts[gone] as number) - 1;
        if (counts[gone] === 0) held -= rarities[gone] as number;
      }
      if (held > best) best = held;
    },
    /** What the best passage tells. */
    most: (): number => best,
  };
}
