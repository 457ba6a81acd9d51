/** The fields of a page that hold words, in the order in which its words are stored. */
export const FIELDS = ['title', 'headings', 'body'] as const;

/** How BM25F counts: a word in a field, how far the field's length matters, how soon repetition stops to count. */
const BM25F = {
  weights: [8, 2, 1],
  lengthMatters: [0.4, 0.5, 0.85],
  saturation: 1.2,
} as const;

/** What a perfect match is worth before the rarity of the word is counted in: impacts are stored in one byte. */
export const MAX_IMPACT = 255;

/** Inverse document frequency: how much a word tells that `matching` of `pages` pages hold. */
export function idf(matching: number, pages: number): number {
  return Math.log(1 + (Math.max(0, pages - matching) + 0.5) / (matching + 0.5));
}

/** What one occurrence counts in a field of this length, before saturation. */
export function termWeight(field: 0 | 1 | 2, length: number, averageLength: number): number {
  const matters = BM25F.lengthMatters[field];
  return BM25F.weights[field] / (1 - matters + (matters * length) / Math.max(1e-9, averageLength));
}

/** Turns counted occurrences into a share of the best: 0 to 1. */
export function saturate(occurrences: number): number {
  return occurrences / (BM25F.saturation + occurrences);
}
