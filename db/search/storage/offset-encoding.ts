/** The largest delta of one byte; it means that the delta goes on in the next byte. */
export const LONGEST_DELTA = 255;

/** Delta encoding of ascending offsets: the distance from each word to the next, nearly always in one byte. */
export function encodeOffsets(offsets: readonly number[], push: (byte: number) => void): void {
  let last = 0;
  for (const offset of offsets) {
    let left = offset - last;
    for (; left >= LONGEST_DELTA; left -= LONGEST_DELTA) push(LONGEST_DELTA);
    push(left);
    last = offset;
  }
}
