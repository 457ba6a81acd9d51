/** Returns the first index in `[from, to)` of a sorted array whose value is at least `value`; `to` without such a value. */
export function lowerBound(list: Uint32Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of a value in `[from, to)` of a sorted array; -1 without the value. */
export function binarySearch(list: Uint32Array, value: number, from: number, to: number): number {
  const at = lowerBound(list, value, from, to);
  return at < to && list[at] === value ? at : -1;
}
