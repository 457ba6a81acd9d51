import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { toSlug } from '../../shared/places.ts';
import { parseYaml } from '../../shared/yaml.ts';

// Schema of a file of words: key → language or type → alternatives of a regular expression. `%key%` in an alternative is
// replaced by a group with the alternatives of that key.
const Words = z.record(z.string(), z.record(z.string(), z.string().min(1)));

// Reader of a file of words: the alternatives of a key in all languages as a string, as entries, or as a regular
// expression.
type WordReader = ((key: string) => string) & {
  readonly entries: (key: string) => readonly [string, string][];
  readonly pattern: (key: string, flags?: string) => RegExp;
};

/** Reads `words/TOPIC.yaml`. Throws if the file is invalid or a key is missing. */
export function wordsOf(topic: string): WordReader {
  const file = new URL(`words/${topic}.yaml`, import.meta.url);
  const { values, faults } = parseYaml(readFileSync(file, 'utf8'));
  if (faults.length > 0) throw new Error(`words/${topic}.yaml: ${faults.join('; ')}`);
  const topics = Words.parse(values);
  function entries(key: string): readonly [string, string][] {
    const found = topics[key];
    if (!found) throw new Error(`words/${topic}.yaml has no ${key}`);
    return Object.entries(found).map(([type, words]) => [type, words.replaceAll(/%(\w+)%/g, group)]);
  }
  const alternatives = (key: string) =>
    entries(key)
      .map(([, words]) => words)
      .join('|');
  const group = (_: string, key: string) => `(?:${alternatives(key)})`;
  return Object.assign(alternatives, {
    entries,
    pattern: (key: string, flags = 'iu') => new RegExp(alternatives(key), flags),
  });
}

export type SlugTest = Pick<RegExp, 'test'>;

/**
 * Returns a test for a whole slug without its diacritics: `サーヒス` for `サービス`. The slug of an address may be
 * composed or decomposed.
 */
export function wholeSlug(alternatives: string): SlugTest {
  const pattern = new RegExp(`^(?:${alternatives.normalize('NFD').replaceAll(/\p{M}/gu, '')})$`, 'u');
  return { test: (slug) => pattern.test(toSlug(slug)) };
}
