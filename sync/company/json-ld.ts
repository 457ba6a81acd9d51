import { cleanLine } from '../markdown/clean/characters.ts';

/** An object of a JSON-LD document. */
export type Node = Readonly<Record<string, unknown>>;

/** Returns the text of a value: a string, a number, the first item of an array, or a language-tagged `@value`. */
export function textOf(value: unknown): string | undefined {
  const single: unknown = Array.isArray(value) ? value[0] : value;
  const plain = isNode(single) ? single['@value'] : single;
  if (typeof plain !== 'string' && typeof plain !== 'number') return undefined;
  return cleanLine(String(plain)) || undefined;
}

/** Returns a value as an array: schema.org allows both. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** Returns true for an object that is not an array. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
