/** Largest delta of a byte; it continues in the next byte. */
export const LONGEST_DELTA = 255;

/** Delta-encodes ascending offsets; nearly every delta is a single byte. */
export function encodeOffsets(offsets: readonly number[], push: (byte: number) => void): void {
  let last = 0;
  for (const offset of offsets) {
    let left = offset - last;
    for (; left >= LONGEST_DELTA; left -= LONGEST_DELTA) push(LONGEST_DELTA);
    push(left);
    last = offset;
  }
}
