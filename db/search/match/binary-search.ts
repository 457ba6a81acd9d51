/** First place in `[from, to)` of a sorted list whose value is not below `value`; `to` when there is none. */
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

/** Place of a value in `[from, to)` of a sorted list; -1 when it is not there. */
export function binarySearch(list: Uint32Array, value: number, from: number, to: number): number {
  const at = lowerBound(list, value, from, to);
  return at < to && list[at] === value ? at : -1;
}
