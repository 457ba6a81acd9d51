/** Parameters of likeness by letters; chosen on every second article of XQuAD and on the made-up sites (bench/relevance.ts). */
export const LIKENESS = {
  /** Weight of likeness against the other signs, in queries of so many words that are no stop words. */
  weight: 0.5,
  words: 6,
  /** Queries of fewer words are not compared by letters: each of their words counts by itself. */
  fewestWords: 3,
  /** Pages with this share of the best score are compared, and so many at most. */
  share: 0.5,
  most: 5,
  /** Beyond these, pages with this share of it are for queries of `words` words, and so many in all. */
  furtherShare: 0.65,
  mostWithFurther: 9,
  /** So many copies of one text among them, where it is not one city that is asked for. */
  copies: 2,
  /** Length of a run of letters; the beginning and the end of a word count as letters. */
  letters: 4,
  /** Length normalization. */
  b: 0.75,
  /** Weight of two words of the query beside each other, against a run of letters. */
  pair: 0.3,
  /** Weight of the best passage, in queries of `words` words, and its length in words. */
  passage: 0.12,
  passageWords: 20,
} as const;
