/**
 * Remembers what was loaded by number as long as it is used now and then, and all of it together weighs no more than
 * `room`. Two maps take turns: when the newer one has half the room, the older one is forgotten.
 */
export function createRecent<Value>(options: {
  readonly load: (number: number) => Value;
  readonly weightOf: (value: Value) => number;
  readonly room: number;
}) {
  const { load, weightOf, room } = options;
  let newer = new Map<number, Value>();
  let older = new Map<number, Value>();
  let weight = 0;

  return function get(number: number): Value {
    const known = newer.get(number);
    if (known !== undefined) return known;
    const value = older.get(number) ?? load(number);
    const added = weightOf(value);
    if (weight + added > room / 2) {
      older = newer;
      newer = new Map();
      weight = 0;
    }
    if (added > room / 2) return value;
    newer.set(number, value);
    weight += added;
    return value;
  };
}
