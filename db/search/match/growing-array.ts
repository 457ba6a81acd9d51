/** A typed array with the elements of this one and as much room again. */
export function twiceAsLong<Numbers extends Uint8Array | Uint16Array | Int32Array>(numbers: Numbers): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(2 * numbers.length);
  longer.set(numbers);
  return longer;
}
