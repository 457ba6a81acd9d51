/** Milliseconds without a key before a search, at least and at most. */
const LEAST = 350;
const MOST = 1800;
/** A gap so long is a rest, and says nothing about the pace. */
const REST = 3000;
/** So many usual gaps without a key are the end of the typing. */
const GAPS = 2.4;

/**
 * The time to wait after each key, by the pace of the person who types: each search counts against the quota, so slow
 * typing must not ask for more of them than fast typing.
 */
export function createTypingPace(now = () => performance.now()) {
  let last;
  let usual = 250;
  return () => {
    const at = now();
    const gap = last === undefined ? REST : at - last;
    last = at;
    // One slow key is enough to wait longer; it takes several quick ones to wait less.
    if (gap < REST) usual = Math.max(gap, (usual + gap) / 2);
    return Math.min(MOST, Math.max(LEAST, usual * GAPS));
  };
}
