/** Returns a copy of a typed array with twice its length. */
export function twiceAsLong<Numbers extends Uint8Array | Uint16Array | Int32Array>(numbers: Numbers): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(2 * numbers.length);
  longer.set(numbers);
  return longer;
}
