/**
 * Parameters of likeness by letters, chosen on every second article of XQuAD and on the invented sites
 * (bench/relevance.ts).
 */
export const LIKENESS = {
  // Minimum content words for the full weight of likeness. The weight of a shorter query is lower.
  words: 6,
  // Queries of fewer content words are not compared by letters.
  fewestWords: 3,
  // Maximum number of compared pages.
  most: 8,
  // Length of a letter run; the beginning and the end of a word count as letters.
  letters: 4,
  // Length normalization.
  b: 0.75,
} as const;
