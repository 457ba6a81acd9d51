import { setImmediate } from 'node:timers/promises';

/** Work that takes long, and yields wherever others may have their turn. */
export type Slices<Result> = Generator<void, Result>;

/** Others wait so many milliseconds for their turn, and as long as the slice at work still takes. */
const TURN_MS = 2;

/** Does the work without a pause. */
export function atOnce<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work with turns of the event loop between slices: a turn for each of thousands of small ones costs as much as they do. */
export async function inTurns<Result>(work: Slices<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}
