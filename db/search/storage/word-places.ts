/** A step of this size goes on in the next byte. */
export const LONG_STEP = 255;

/** Turns the places where words start into steps from each to the next, nearly always of one byte. */
export function eachStep(starts: readonly number[], push: (byte: number) => void): void {
  let last = 0;
  for (const start of starts) {
    let left = start - last;
    for (; left >= LONG_STEP; left -= LONG_STEP) push(LONG_STEP);
    push(left);
    last = start;
  }
}
