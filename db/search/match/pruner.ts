const BUCKET_BITS = 11;
const BUCKETS = 2 ** BUCKET_BITS;

/** Creates a MaxScore pruner: removes candidates that cannot reach the result. Reads the accumulated scores. */
export function createPruner(scores: Int32Array) {
  const survivors = new Uint32Array(scores.length);
  const histogram = new Uint32Array(BUCKETS);

  // Returns a score that at least `limit` candidates reach: a lower bound of the last score in the result.
  function lowerBoundOfTop(limit: number, candidates: Uint32Array, size: number): number {
    let most = 1;
    for (let at = 0; at < size; at++) most = Math.max(most, scores[candidates[at] as number] as number);
    // Buckets of a power of two need no division.
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

  function keep(score: number, candidates: Uint32Array, size: number): number {
    let count = 0;
    for (let at = 0; at < size; at++) {
      const page = candidates[at] as number;
      if ((scores[page] as number) >= score) survivors[count++] = page;
    }
    return count;
  }

  return {
    /** The remaining candidates, at the beginning of the array. */
    survivors,
    /**
     * Prunes the candidates for the first `limit` pages, if further terms add at most `remaining`. Returns the number
     * of remaining candidates; `undefined` if a new page could still reach the result.
     */
    prune(limit: number, remaining: number, candidates: Uint32Array, size: number): number | undefined {
      const threshold = lowerBoundOfTop(limit, candidates, size);
      return remaining >= threshold ? undefined : keep(threshold - remaining, candidates, size);
    },
  };
}
