/**
 * Looks for the passage of a page that holds most of a query, each word of the query counted once. What the title says
 * is said of every passage.
 */
export function createPassageWindow(rarities: readonly number[], length: number) {
  const counts = new Uint32Array(rarities.length);
  const places: number[] = [];
  const words: number[] = [];
  let oldest = 0;
  let held = 0;
  let best = 0;

  function enter(word: number): void {
    if (counts[word] === 0) held += rarities[word] as number;
    counts[word] = (counts[word] as number) + 1;
    if (held > best) best = held;
  }

  function leave(): void {
    const word = words[oldest] as number;
    oldest += 1;
    counts[word] = (counts[word] as number) - 1;
    if (counts[word] === 0) held -= rarities[word] as number;
  }

  return {
    clear(): void {
      counts.fill(0);
      places.length = 0;
      words.length = 0;
      oldest = 0;
      held = 0;
      best = 0;
    },
    /** Takes a word of the query that the title holds. */
    addToAll: enter,
    /** Takes the next word of the query that a text holds, and its place; places never go back. */
    add(word: number, place: number): void {
      while (oldest < places.length && place - (places[oldest] as number) >= length) leave();
      places.push(place);
      words.push(word);
      enter(word);
    },
    /** Begins another text of the same page. */
    next(): void {
      while (oldest < places.length) leave();
    },
    /** What the best passage tells. */
    most: (): number => best,
  };
}
