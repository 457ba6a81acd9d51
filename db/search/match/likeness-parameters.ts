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
  // Lowest share of further compared pages in queries of `words` content words, and maximum number of all compared
  // pages.
  furtherShare: 0.65,
  mostWithFurther: 9,
  // Maximum number of compared copies of a page, unless a pass has a single city.
  copies: 2,
  // Length of a letter run; the beginning and the end of a word count as letters.
  letters: 4,
  // Length normalization.
  b: 0.75,
  // Weight of two adjacent words of the query, against a letter run.
  pair: 0.3,
  // Weight of the best passage in queries of `words` content words, and its length in words.
  passage: 0.12,
  passageWords: 20,
} as const;
