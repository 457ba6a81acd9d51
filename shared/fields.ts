/** Returns the field at a path of a parsed value; `undefined` if a part of the path is missing. */
export const fieldAt = (value: unknown, ...path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
    value,
  );
