import type { Counter } from '../../db/state/state.ts';

/** A store of counters: in memory, or in the state that processes share. */
export type CounterStore = {
  /** Counts; the first count of a key begins its window. */
  readonly add: (key: string, points: number, windowMs: number) => Counter | Promise<Counter>;
  readonly find: (key: string) => Counter | undefined | Promise<Counter | undefined>;
};

/** A number of requests admitted in a window. */
export type Limit = { readonly name: string; readonly limit: number; readonly windowSeconds: number };

/** The part of a limit that a key has used. */
export type Usage = {
  readonly used: number;
  readonly remaining: number;
  /** Whole seconds until the window ends: at least 1, at most the window. */
  readonly resetSeconds: number;
  /** The request that was just counted is one too many. */
  readonly exceeded: boolean;
};

/**
 * A fixed-window rate limiter: each key's window begins with its first request, and refused requests do not make it longer.
 * Counters are kept under `<name of the limit>:<key>`, so that several limits share a store.
 */
export function createLimiter({ name, limit, windowSeconds }: Limit, store: CounterStore) {
  const windowMs = windowSeconds * 1000;

  function usage({ count, msLeft }: Counter): Usage {
    return {
      used: Math.min(count, limit),
      remaining: Math.max(limit - count, 0),
      resetSeconds: Math.min(Math.max(Math.ceil(msLeft / 1000), 1), windowSeconds),
      exceeded: count > limit,
    };
  }

  const unexceeded = (counter: Counter = { count: 0, msLeft: windowMs }): Usage => ({
    ...usage(counter),
    exceeded: false,
  });

  return {
    /** Counts one request. */
    count: (key: string): Usage | Promise<Usage> => mapped(store.add(`${name}:${key}`, 1, windowMs), usage),
    /** The usage without this request. Nothing is exceeded before the next request is counted. */
    look: (key: string): Usage | Promise<Usage> => mapped(store.find(`${name}:${key}`), unexceeded),
  };
}

/** Applies a function to a value now, or to that of a promise later. */
function mapped<From, To>(value: From | Promise<From>, to: (value: From) => To): To | Promise<To> {
  return value instanceof Promise ? value.then(to) : to(value);
}
export type Limiter = ReturnType<typeof createLimiter>;
