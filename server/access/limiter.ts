import type { Counter } from '../../db/state/state.ts';

/** Counters in memory, or in the state that processes share. */
export type CounterStore = {
  /** Adds points; the first points of a key start its window. */
  readonly add: (key: string, points: number, windowMs: number) => Counter | Promise<Counter>;
  readonly find: (key: string) => Counter | undefined | Promise<Counter | undefined>;
};

export type Limit = { readonly name: string; readonly limit: number; readonly windowSeconds: number };

export type Usage = {
  readonly used: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, from 1 to `windowSeconds`. */
  readonly resetSeconds: number;
  /** True if the counted request exceeds the limit. */
  readonly exceeded: boolean;
};

/**
 * Creates a fixed-window rate limiter. The window of a key starts with its first request; rejected requests do not
 * extend it. Counter keys are `<name of the limit>:<key>`, so limits can share a store.
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
    count: (key: string): Usage | Promise<Usage> => mapped(store.add(`${name}:${key}`, 1, windowMs), usage),
    /** Returns the usage without counting. `exceeded` is false. */
    look: (key: string): Usage | Promise<Usage> => mapped(store.find(`${name}:${key}`), unexceeded),
  };
}

// Keeps synchronous stores synchronous.
function mapped<From, To>(value: From | Promise<From>, to: (value: From) => To): To | Promise<To> {
  return value instanceof Promise ? value.then(to) : to(value);
}
export type Limiter = ReturnType<typeof createLimiter>;
