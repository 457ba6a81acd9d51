/** A page and its sort key: the greater, the better. */
export type Keyed = { readonly page: number; readonly key: number };

/** The top k of the pages offered, ties by lower id: a binary heap with the worst on top. */
export function createTopK(ids: Float64Array) {
  let pages = new Uint32Array(0);
  let keys = new Int32Array(0);
  let limit = 0;
  let size = 0;

  function isWorse(a: number, b: number): boolean {
    const difference = (keys[a] as number) - (keys[b] as number);
    if (difference !== 0) return difference < 0;
    return (ids[pages[a] as number] as number) > (ids[pages[b] as number] as number);
  }

  function swap(a: number, b: number): void {
    const [page, key] = [pages[a] as number, keys[a] as number];
    pages[a] = pages[b] as number;
    keys[a] = keys[b] as number;
    pages[b] = page;
    keys[b] = key;
  }

  function sink(): void {
    let at = 0;
    for (;;) {
      const child = 2 * at + 1;
      if (child >= size) return;
      const worse = child + 1 < size && isWorse(child + 1, child) ? child + 1 : child;
      if (!isWorse(worse, at)) return;
      swap(worse, at);
      at = worse;
    }
  }

  function rise(): void {
    for (let at = size - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isWorse(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  }

  return {
    /** Empties the heap, and sets k. */
    reset(k: number): void {
      limit = k;
      size = 0;
      if (limit <= pages.length) return;
      pages = new Uint32Array(2 * limit);
      keys = new Int32Array(2 * limit);
    },
    offer(page: number, key: number): void {
      if (size < limit) {
        pages[size] = page;
        keys[size] = key;
        size += 1;
        rise();
        return;
      }
      const worst = keys[0] as number;
      if (key < worst || limit === 0) return;
      if (key === worst && (ids[page] as number) > (ids[pages[0] as number] as number)) return;
      pages[0] = page;
      keys[0] = key;
      sink();
    },
    /** Takes the pages out, best first. */
    take(): Keyed[] {
      const sorted = Array.from<Keyed>({ length: size });
      while (size > 0) {
        size -= 1;
        sorted[size] = { page: pages[0] as number, key: keys[0] as number };
        swap(0, size);
        sink();
      }
      return sorted;
    },
  };
}
