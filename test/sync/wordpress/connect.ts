import { connectWordPress, type WordPressOptions } from '../../../sync/wordpress/client.ts';
import type { WordPressEvent } from '../../../sync/wordpress/events.ts';

/** Connects without waiting between attempts; what would have been waited, and what was told, is kept. */
export async function connectTo(siteUrl: string, options: Partial<WordPressOptions> = {}) {
  const events: WordPressEvent[] = [];
  const waits: number[] = [];
  const wordpress = await connectWordPress({
    siteUrl,
    requestsPerSecond: 0,
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    timeouts: { connect: 2000, headers: 1000, body: 1000, total: 5000 },
    random: () => 1,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    ...options,
  });
  const of = <Type extends WordPressEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<WordPressEvent, { type: Type }> => event.type === type);
  return { wordpress, events, of, waits, [Symbol.asyncDispose]: () => wordpress.close() };
}

/** Everything that an iterable gives, in one list. */
export async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}
