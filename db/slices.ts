import { setImmediate } from 'node:timers/promises';

/** A long computation as an iterator that yields where further tasks may run. */
export type Slices<Result> = Generator<void, Result>;

// Longest slice in milliseconds before the event loop continues.
const SLICE_MS = 2;

/** Runs the iterator to its end without a pause. */
export function runAtOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Runs the iterator and returns to the event loop between slices. Small slices are combined, because a return to the
 * event loop is expensive.
 */
export async function runInSlices<Result>(work: Slices<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}
