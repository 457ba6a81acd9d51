// rate-limiter-flexible's only door.
import { createRequire } from 'node:module';
import { RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible';

/** A counter in its window. */
type Counter = { readonly count: number; readonly msLeft: number };

/** Where counters live: in memory, or in the state that processes share. */
export type CounterStore = {
  /** Counts; the first count of a key begins its window. */
  readonly add: (key: string, points: number, windowMs: number) => Counter | Promise<Counter>;
  readonly find: (key: string) => Counter | undefined | Promise<Counter | undefined>;
};

/** How many requests in how long. */
export type Limit = { readonly name: string; readonly limit: number; readonly windowSeconds: number };

/** What a key has used of a limit. */
export type Usage = {
  readonly used: number;
  readonly remaining: number;
  /** Whole seconds until the window ends: at least 1, at most the window. */
  readonly resetSeconds: number;
  /** Whether the request that was just counted is one too many. */
  readonly exceeded: boolean;
};

// The package types this class but exports it only by its path.
const StoreLimiter = createRequire(import.meta.url)(
  'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js',
) as typeof RateLimiterStoreAbstract;

/**
 * The package's limiter over a store of ours. Its own memory and SQLite limiters read the wall clock, which can jump;
 * ours are given their clock. The methods are those that the package asks of a new kind of store.
 */
class Windows extends StoreLimiter {
  readonly #store: CounterStore;

  constructor(limit: Limit, store: CounterStore) {
    super({ points: limit.limit, duration: limit.windowSeconds, keyPrefix: limit.name, storeClient: store });
    this.#store = store;
  }

  _upsert(key: string, points: number, windowMs: number): Promise<Counter> {
    return Promise.resolve(this.#store.add(key, points, windowMs));
  }

  _get(key: string): Promise<Counter | undefined> {
    return Promise.resolve(this.#store.find(key));
  }

  _getRateLimiterRes(_key: string, points: number, { count, msLeft }: Counter): RateLimiterRes {
    return new RateLimiterRes(Math.max(this.points - count, 0), msLeft, count, count === points);
  }
}

/** Counts requests in fixed windows, each from its key's first request. Refused requests do not make a window longer. */
export function createLimiter(limit: Limit, store: CounterStore) {
  const windows = new Windows(limit, store);

  function usage(result: RateLimiterRes | null, exceeded: boolean): Usage {
    if (!result) return { used: 0, remaining: limit.limit, resetSeconds: limit.windowSeconds, exceeded };
    return {
      used: Math.min(result.consumedPoints, limit.limit),
      remaining: Math.max(limit.limit - result.consumedPoints, 0),
      resetSeconds: Math.min(Math.max(Math.ceil(result.msBeforeNext / 1000), 1), limit.windowSeconds),
      exceeded,
    };
  }

  return {
    limit,
    /** Counts one request. */
    async count(key: string): Promise<Usage> {
      try {
        return usage(await windows.consume(key), false);
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return usage(refused, true);
        throw refused;
      }
    },
    /** Tells without counting. */
    look: async (key: string): Promise<Usage> => usage(await windows.get(key), false),
  };
}
export type Limiter = ReturnType<typeof createLimiter>;
