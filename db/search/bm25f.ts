/** Fields of a page, in the order of their stored tokens. */
export const FIELDS = ['title', 'headings', 'body'] as const;

/** Parameters of BM25F: field weights, length normalization `b` of each field, and saturation `k1`. */
export const BM25F = {
  weights: [8, 2, 1],
  b: [0.4, 0.5, 0.85],
  k1: 1.2,
} as const;

/** Greatest quantized impact: an impact is stored in a byte. */
export const MAX_IMPACT = 255;

/** Returns the inverse document frequency of a term that occurs in `matching` of `pages` pages. */
export function idf(matching: number, pages: number): number {
  return Math.log(1 + (Math.max(0, pages - matching) + 0.5) / (matching + 0.5));
}

/** Returns the length normalization of a text: 1 at the average length, more in longer texts. */
export function lengthNorm(b: number, length: number, averageLength: number): number {
  return 1 - b + (b * length) / Math.max(1e-9, averageLength);
}

/** Returns the length-normalized weight of an occurrence in a field, before saturation. */
export function occurrenceWeight(field: 0 | 1 | 2, length: number, averageLength: number): number {
  return BM25F.weights[field] / lengthNorm(BM25F.b[field], length, averageLength);
}

/** Saturates a sum of occurrence weights: from 0 towards 1. */
export function saturate(weight: number): number {
  return weight / (BM25F.k1 + weight);
}

/** Quantizes the saturated weight of a term in a page to 1 … `MAX_IMPACT`. */
export function impactOf(weight: number): number {
  return Math.max(1, Math.round(MAX_IMPACT * saturate(weight)));
}
