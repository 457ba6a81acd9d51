/** True for a JSON value with more levels of objects and arrays than this: it would exhaust the stack of what walks it. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner = level.filter((one): one is object => typeof one === 'object' && one !== null);
    if (inner.length > 0 && depth >= levels) return true;
    level = inner.flatMap((one) => Object.values(one) as unknown[]);
  }
  return false;
}
