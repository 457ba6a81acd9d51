/** A page and what orders it: the greater, the better. */
export type Keyed = { readonly page: number; readonly key: number };

/** Keeps the best `limit` of what it is offered: a heap with the worst on top. */
export function createBest(limit: number, ids: Float64Array) {
  const heap: Keyed[] = [];
  const isWorse = (a: Keyed, b: Keyed) =>
    a.key < b.key || (a.key === b.key && (ids[a.page] as number) > (ids[b.page] as number));

  function sink(start: number): void {
    let at = start;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const candidate = heap[child];
        if (candidate && isWorse(candidate, heap[worst] as Keyed)) worst = child;
      }
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst] as Keyed, heap[at] as Keyed];
      at = worst;
    }
  }

  function rise(start: number): void {
    for (let at = start; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isWorse(heap[at] as Keyed, heap[parent] as Keyed)) return;
      [heap[at], heap[parent]] = [heap[parent] as Keyed, heap[at] as Keyed];
      at = parent;
    }
  }

  return {
    offer(page: number, key: number): void {
      const worst = heap[0];
      if (heap.length < limit) {
        heap.push({ page, key });
        rise(heap.length - 1);
      } else if (
        worst &&
        (key > worst.key || (key === worst.key && (ids[page] as number) < (ids[worst.page] as number)))
      ) {
        heap[0] = { page, key };
        sink(0);
      }
    },
    sorted: (): Keyed[] => heap.toSorted((a, b) => b.key - a.key || (ids[a.page] as number) - (ids[b.page] as number)),
  };
}
