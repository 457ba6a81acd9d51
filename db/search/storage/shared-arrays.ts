/** Arrays of the dictionary of a language, which is the same in all indexes that one installation builds. */
const OF_THE_DICTIONARY: ReadonlySet<string> = new Set([
  'affixes',
  'otherWords',
  ...['words', 'thesaurus'].flatMap((name) => [name, `${name}Starts`, `${name}Order`]),
]);

/** Those that an open index has, by language and name. */
const inUse = new Map<string, WeakRef<ArrayBuffer>>();
const MOST_IN_USE = 400;

/** The array of the dictionary that another open index has under this name; it may have other bytes than the one that is looked for. */
export function arrayInUse(language: string, name: string): ArrayBuffer | undefined {
  return inUse.get(`${language} ${name}`)?.deref();
}

/** The array of another open index, where it is one of the dictionary with the same bytes; else this one. */
export function sharedArray(language: string, name: string, bytes: ArrayBuffer): ArrayBuffer {
  if (!OF_THE_DICTIONARY.has(name)) return bytes;
  const known = arrayInUse(language, name);
  if (known && Buffer.compare(Buffer.from(known), Buffer.from(bytes)) === 0) return known;
  if (inUse.size >= MOST_IN_USE) inUse.clear();
  inUse.set(`${language} ${name}`, new WeakRef(bytes));
  return bytes;
}
