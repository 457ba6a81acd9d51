import { setImmediate } from 'node:timers/promises';

/** Work that takes long, and yields wherever others may have their turn. */
export type Slices<Result> = Generator<void, Result>;

/** Does the work without a pause. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work with a turn of the event loop after each slice. */
export async function inTurns<Result>(work: Slices<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
