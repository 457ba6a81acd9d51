/**
 * Parameters of likeness by letters, chosen on every second article of XQuAD and on the invented sites
 * (bench/relevance.ts).
 */
export const LIKENESS = {
  // Weight of likeness against further features, in queries of at least `words` content words.
  weight: 0.5,
  words: 6,
  // Queries of fewer content words are not compared by letters.
  fewestWords: 3,
  // Lowest share of the best score of a compared page, and maximum number of these pages.
  share: 0.5,
  most: 5,
  // Length of a letter run; the beginning and the end of a word count as letters.
  letters: 4,
  // Length normalization.
  b: 0.75,
} as const;
