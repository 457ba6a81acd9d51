const BUCKET_BITS = 11;
const BUCKETS = 2 ** BUCKET_BITS;

/** Drops candidates that cannot come into the answer any more (MaxScore). Reads the accumulated scores. */
export function createPruner(scores: Int32Array) {
  const kept = new Uint32Array(scores.length);
  const histogram = new Uint32Array(BUCKETS);

  /** A score that at least `limit` candidates reach: a lower bound of the score of the last one in the answer. */
  function lowerBoundOfTop(limit: number, candidates: Uint32Array, size: number): number {
    let most = 1;
    for (let at = 0; at < size; at++) most = Math.max(most, scores[candidates[at] as number] as number);
    // Buckets of a power of two are found without division.
    const shift = Math.max(0, 32 - Math.clz32(most) - BUCKET_BITS);
    histogram.fill(0);
    for (let at = 0; at < size; at++) {
      const bucket = (scores[candidates[at] as number] as number) >> shift;
      histogram[bucket] = (histogram[bucket] as number) + 1;
    }
    let reached = 0;
    for (let bucket = BUCKETS - 1; bucket >= 0; bucket--) {
      reached += histogram[bucket] as number;
      if (reached >= limit) return bucket << shift;
    }
    return 0;
  }

  /** Keeps the candidates with at least this score. */
  function keep(score: number, candidates: Uint32Array, size: number): number {
    let count = 0;
    for (let at = 0; at < size; at++) {
      const page = candidates[at] as number;
      if ((scores[page] as number) >= score) kept[count++] = page;
    }
    return count;
  }

  return {
    /** The candidates that are left, at the beginning of the array. */
    kept,
    /**
     * Prunes the candidates for the first `limit` pages, when the terms to come add `remaining` at most; returns how many
     * are left. `undefined` while a page that is no candidate yet could still come in.
     */
    prune(limit: number, remaining: number, candidates: Uint32Array, size: number): number | undefined {
      const threshold = lowerBoundOfTop(limit, candidates, size);
      return remaining >= threshold ? undefined : keep(threshold - remaining, candidates, size);
    },
  };
}
