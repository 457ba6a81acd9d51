// Shortest and longest pause before a search, in milliseconds.
const LEAST = 350;
const MOST = 1800;
// Longer gaps are ignored.
const LONGEST_GAP = 3000;
// Multiple of the usual gap after which typing has ended.
const GAPS = 2.4;

/**
 * Returns the pause after each key, based on the typing speed. Each search counts against the quota, so slow typing
 * must not cause more searches than fast typing.
 */
export function createTypingPace(now = () => performance.now()) {
  let last;
  let usual = 250;
  return () => {
    const at = now();
    const gap = last === undefined ? LONGEST_GAP : at - last;
    last = at;
    // A slow key raises the estimate at once; several fast keys lower it.
    if (gap < LONGEST_GAP) usual = Math.max(gap, (usual + gap) / 2);
    return Math.min(MOST, Math.max(LEAST, usual * GAPS));
  };
}
