type Listing = {
  // Array of expected ids, in ascending order.
  readonly expected: readonly number[];
  readonly total: number;
  readonly size: number;
  // Response with the ids of a part in ascending order; parts count from 1.
  readonly idsOf: (part: number) => Promise<readonly number[]>;
  readonly most: number;
};

// A place between two rows: the adjacent id, and the lead of the expectation over the listing, in ids.
type Place = { readonly id: number; readonly ahead: number };

/**
 * Returns the ids that a listing lost or gained, found by bisection. If the expectation is ahead by the same number at both ends
 * of a range, the range is not requested. A loss and a gain in the same range cancel out.
 */
export async function listingDifference({ expected, total, size, idsOf, most }: Listing): Promise<ReadonlySet<number>> {
  const differing = new Set<number>();
  let requests = 0;

  // Adds the differences of a part; returns the places at its two ends.
  function compare(part: number, ids: readonly number[]): { readonly begin: Place; readonly end: Place } {
    const [first = 0, last = 0] = [ids[0], ids.at(-1)];
    const [from, to] = [rankOf(expected, first), rankOf(expected, last + 1)];
    const there = new Set(ids);
    const wanted = expected.slice(from, to);
    for (const id of wanted) if (!there.has(id)) differing.add(id);
    const known = new Set(wanted);
    for (const id of ids) if (!known.has(id)) differing.add(id);
    const rowsBefore = (part - 1) * size;
    return {
      begin: { id: first, ahead: from - rowsBefore },
      end: { id: last, ahead: to - (rowsBefore + ids.length) },
    };
  }

  async function search(low: number, high: number, left: Place, right: Place): Promise<void> {
    if (left.ahead === right.ahead) return;
    if (low > high) {
      for (const id of expected.slice(rankOf(expected, left.id + 1), rankOf(expected, right.id))) differing.add(id);
      return;
    }
    const middle = (low + high) >> 1;
    if (requests === most) return;
    requests += 1;
    const ids = await idsOf(middle);
    if (ids.length === 0) return;
    const { begin, end } = compare(middle, ids);
    await search(low, middle - 1, left, begin);
    await search(middle + 1, high, end, right);
  }

  await search(1, Math.ceil(total / size), { id: 0, ahead: 0 }, { id: Infinity, ahead: expected.length - total });
  return differing;
}

// Number of ids below `id` in an ascending array.
function rankOf(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? Infinity) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
