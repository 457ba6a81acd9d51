import { signatureOf } from '../text/spelling-signature.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Numbers, ReadArray, WriteArray } from './arrays.ts';
import { NO_SPELLING, readSpellingDictionary, spellingsOf, startsByLength } from './spelling-dictionary.ts';

/** Words of an index after a change: texts by ordinal, document frequencies, and words with a changed frequency. */
export type ChangedWords = {
  readonly surfaceText: (surface: number) => string;
  readonly stemText: (stem: number) => string;
  readonly stemOfSurface: Uint32Array;
  readonly surfacePages: Uint32Array;
  readonly stemPages: Uint32Array;
  readonly changedSurfaces: readonly number[];
  readonly changedStems: readonly number[];
};

/** Stores the spelling dictionary of the base with the changes of these words. */
export function writeChangedSpellings(
  base: ReadArray,
  words: ChangedWords,
  analyzer: Analyzer,
  write: WriteArray,
): void {
  const { stemText, stemOfSurface, surfacePages, stemPages, surfaceText, changedSurfaces, changedStems } = words;
  const spellingOfSurface = base('spellingOfSurface', Uint32Array);
  const spellingOfStem = base('spellingOfStem', Uint32Array);
  const dropped = new Set([
    ...changedSurfaces.map((surface) => spellingOfSurface[surface] ?? NO_SPELLING),
    ...changedStems.map((stem) => spellingOfStem[stem] ?? NO_SPELLING),
  ]);
  dropped.delete(NO_SPELLING);
  const newTexts = [
    ...changedSurfaces.filter((surface) => surface >= spellingOfSurface.length).map(surfaceText),
    ...changedStems.filter((stem) => stem >= spellingOfStem.length).map(stemText),
  ];
  for (const word of wordsWithText(base, new Set(newTexts.map(analyzer.fold)))) dropped.add(word);
  const surfaces = new Set([...changedSurfaces, ...placesOf(spellingOfSurface, dropped)]);
  const stems = new Set([...changedStems, ...placesOf(spellingOfStem, dropped)]);
  const written = [
    ...[...surfaces].map((surface) => ({
      text: surfaceText(surface),
      stem: stemOfSurface[surface] ?? 0,
      pages: surfacePages[surface] ?? 0,
    })),
    ...[...stems].map((stem) => ({ text: stemText(stem), stem, pages: stemPages[stem] ?? 0 })),
  ].filter(({ pages }) => pages > 0);
  const added = [...spellingsOf(written, stemText, analyzer.fold).values()].toSorted(
    (a, b) => a.text.length - b.text.length,
  );
  storeMerged(base, dropped, added, write);
}

function wordsWithText(base: ReadArray, wanted: ReadonlySet<string>): number[] {
  const { wordsOfLength, textOf } = readSpellingDictionary(base);
  return [...new Set([...wanted].map(({ length }) => length))].flatMap((length) => {
    const [from, to] = wordsOfLength(length);
    return Array.from({ length: to - from }, (_, at) => from + at).filter((word) => wanted.has(textOf(word, length)));
  });
}

function placesOf(numbers: Uint32Array, wanted: ReadonlySet<number>): number[] {
  const places: number[] = [];
  numbers.forEach((number, place) => {
    if (number !== NO_SPELLING && wanted.has(number)) places.push(place);
  });
  return places;
}

type AddedSpelling = { readonly text: string; readonly stem: number; readonly pages: number };

function storeMerged(
  base: ReadArray,
  dropped: ReadonlySet<number>,
  added: readonly AddedSpelling[],
  write: WriteArray,
): void {
  const former = readSpellingDictionary(base);
  const formerSize = former.pages.length;
  // Ordinals of the base; ordinals of added words begin at its size.
  const sequence: number[] = [];
  const texts: string[] = [];
  let next = 0;
  const longest = Math.max(former.lengthOf(formerSize - 1), added.at(-1)?.text.length ?? 0);
  for (let length = 0; length <= longest; length++) {
    const [from, to] = former.wordsOfLength(length);
    for (let word = from; word < to; word++) {
      if (dropped.has(word)) continue;
      sequence.push(word);
      texts.push(former.textOf(word, length));
    }
    for (; added[next]?.text.length === length; next++) {
      sequence.push(formerSize + next);
      texts.push(added[next]?.text ?? '');
    }
  }
  const signatures = added.map(({ text }) => signatureOf(text));
  const merged = (before: Numbers, after: readonly number[]): number[] =>
    sequence.map((ordinal) => (ordinal < formerSize ? before[ordinal] : after[ordinal - formerSize]) ?? 0);
  const arrays = {
    spellings: Buffer.from(texts.join('')),
    spellingStarts: startsByLength(texts.map((text) => ({ text }))),
    spellingLetters: Int32Array.from(
      merged(
        former.letters,
        signatures.map(({ letters }) => letters),
      ),
    ),
    spellingRepeated: Int32Array.from(
      merged(
        former.repeated,
        signatures.map(({ repeated }) => repeated),
      ),
    ),
    spellingStems: Uint32Array.from(
      merged(
        former.stems,
        added.map(({ stem }) => stem),
      ),
    ),
    spellingPages: Uint32Array.from(
      merged(
        former.pages,
        added.map(({ pages }) => pages),
      ),
    ),
  };
  for (const [name, numbers] of Object.entries(arrays)) write(name, numbers);
}
