/** Processes several items at once and yields the results in the order of the items; a failure ends it. */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const promise = work(item);
    // Awaited in order; until then, a rejection would count as unhandled.
    promise.catch(() => undefined);
    running.push(promise);
    const [first] = running.length < atOnce ? [] : running.splice(0, 1);
    if (first) yield await first;
  }
  for (const promise of running) yield await promise;
}
