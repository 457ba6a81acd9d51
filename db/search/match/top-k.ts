/** A page and its sort key; greater is better. */
export type Keyed = { readonly page: number; readonly key: number };

/** Creates a binary heap of the best k pages with the worst page on top; ties are ordered by ascending id. */
export function createTopK(ids: Float64Array) {
  let pages = new Uint32Array(0);
  let keys = new Int32Array(0);
  let limit = 0;
  let size = 0;

  // True if the page at an index of the heap ranks below a page.
  function comesAfter(at: number, key: number, page: number): boolean {
    const difference = (keys[at] as number) - key;
    if (difference !== 0) return difference < 0;
    return (ids[pages[at] as number] as number) > (ids[page] as number);
  }

  // Replaces the page on top.
  function sink(page: number, key: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && comesAfter(child + 1, keys[child] as number, pages[child] as number)) child += 1;
      if (!comesAfter(child, key, page)) break;
      keys[at] = keys[child] as number;
      pages[at] = pages[child] as number;
      at = child;
    }
    keys[at] = key;
    pages[at] = page;
  }

  function rise(page: number, key: number): void {
    let at = size;
    size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      // Two pages are never equal.
      if (comesAfter(parent, key, page)) break;
      keys[at] = keys[parent] as number;
      pages[at] = pages[parent] as number;
      at = parent;
    }
    keys[at] = key;
    pages[at] = page;
  }

  return {
    /** Empties the heap and sets k. */
    reset(k: number): void {
      limit = k;
      size = 0;
      if (limit <= pages.length) return;
      pages = new Uint32Array(2 * limit);
      keys = new Int32Array(2 * limit);
    },
    offer(page: number, key: number): void {
      if (size < limit) {
        rise(page, key);
        return;
      }
      const worst = keys[0] as number;
      if (key < worst || limit === 0) return;
      if (key === worst && (ids[page] as number) > (ids[pages[0] as number] as number)) return;
      sink(page, key);
    },
    /** Removes and returns the pages, best first. */
    take(): Keyed[] {
      const sorted = Array.from<Keyed>({ length: size });
      while (size > 0) {
        size -= 1;
        sorted[size] = { page: pages[0] as number, key: keys[0] as number };
        if (size > 0) sink(pages[size] as number, keys[size] as number);
      }
      return sorted;
    },
  };
}
