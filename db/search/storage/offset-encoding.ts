/** A step of this size goes on in the next byte. */
export const LONGEST_DELTA = 255;

/** Turns the places where words start into steps from each to the next, nearly always of one byte. */
export function encodeOffsets(starts: readonly number[], push: (byte: number) => void): void {
  let last = 0;
  for (const start of starts) {
    let left = start - last;
    for (; left >= LONGEST_DELTA; left -= LONGEST_DELTA) push(LONGEST_DELTA);
    push(left);
    last = start;
  }
}
