import type { Analyzer } from '../text/analyzer.ts';
import { createArrayWriter, type ReadArray, type WriteArray } from './arrays.ts';
import { reversed } from './lexicon.ts';
import { storePageTable, type PageEntry } from './page-table.ts';
import { buildPostings, pivotLengths, totalLengths, type AverageLengths } from './postings.ts';
import { writeSpellingDictionary } from './spelling-dictionary.ts';
import { readStringTable, writeExtendedStringTable } from './string-table.ts';
import { documentFrequencies, renumber, type CollectedTerms } from './term-collector.ts';
import type { Database } from '../../sqlite.ts';

/** Changed pages of a language, against the arrays of the base. */
export type LanguageDelta = {
  readonly analyzer: Analyzer;
  readonly base: ReadArray;
  /** Pages that are new, or changed in comparison with the base. */
  readonly added: CollectedTerms;
  /** Pages of the base that are deleted or changed, as in the base. */
  readonly removed: CollectedTerms;
  /** Returns the ids of the pages of a family in the base. */
  readonly idsOfFamily: (family: string) => readonly number[];
};

/**
 * Stores the arrays of a language that differ from those of the base. Added pages are a segment. Page table, lexicon,
 * frequencies and spelling dictionary are complete arrays. Surface forms and stems keep their ordinals; new ordinals
 * follow. Impacts use the averages of the base.
 */
export function writeDeltaArrays(db: Database, { analyzer, base, added, removed, idsOfFamily }: LanguageDelta): void {
  const pages = pageTableOf(base, added, removed, idsOfFamily);
  const write = createArrayWriter(db, analyzer.language);
  storePageTable(pages.table, pages.isHeld, write);
  write('replacedPages', pages.replaced);
  write('averageLengths', Float64Array.from(averagesAfter(base, added, removed)));

  const lexicon = extendLexicon(base, added);
  const { tokens, fieldStarts, offsetDeltas, offsetDeltaStarts } = added;
  renumber(tokens, lexicon.surfaceOf);
  for (const [name, numbers] of Object.entries({ tokens, fieldStarts, offsetDeltas, offsetDeltaStarts })) {
    write(name, numbers);
  }
  const { stemOfSurface } = lexicon;
  const firstPage = base('ids', Float64Array).length;
  const { stems } = lexicon;
  const averages = averagesOf(base);
  const postings = buildPostings(tokens, fieldStarts, stemOfSurface, { stems, averages, firstPage });
  for (const [name, numbers] of Object.entries(postings)) write(name, numbers);

  const stemOf = (surface: number) => stemOfSurface[surface] ?? 0;
  const difference = { base, added, removed: renumbered(removed, lexicon), lexicon };
  const surfacePages = frequenciesAfter('surfacePages', difference, { size: stemOfSurface.length });
  const stemPages = frequenciesAfter('stemPages', difference, { size: stems, numberOf: stemOf });
  write('stemOfSurface', stemOfSurface);
  write('surfacePages', surfacePages);
  write('stemPages', stemPages);
  write('titlePages', frequenciesAfter('titlePages', difference, { size: stems, numberOf: stemOf, fields: 1 }));
  writeStringTables({ analyzer, base, lexicon, surfacePages, stemPages }, write);
  const { surfaceText, stemText } = lexicon;
  writeSpellingDictionary({ surfaceText, stemText, stemOfSurface, surfacePages, stemPages }, analyzer, write);
}

function pageTableOf(
  base: ReadArray,
  added: CollectedTerms,
  removed: CollectedTerms,
  idsOfFamily: LanguageDelta['idsOfFamily'],
) {
  const ids = base('ids', Float64Array);
  const familyOf = base('familyOf', Uint32Array);
  const pageOfId = new Map<number, number>();
  ids.forEach((id, page) => pageOfId.set(id, page));
  const cities = Buffer.from(base('cities', Uint8Array)).toString().split('\n');
  const families = new Map([['', 0]]);
  let nextFamily = familyOf.reduce((most, family) => Math.max(most, family), 0) + 1;

  function familyNumber(family: string): number {
    const known = families.get(family);
    if (known !== undefined) return known;
    const page = idsOfFamily(family).find((id) => pageOfId.has(id));
    const number = page === undefined ? nextFamily++ : (familyOf[pageOfId.get(page) ?? 0] ?? 0);
    families.set(family, number);
    return number;
  }

  function cityNumber(city: string): number {
    if (!cities.includes(city)) cities.push(city);
    return cities.indexOf(city);
  }

  const { entries } = added;
  const replaced = Uint32Array.from(removed.entries, ({ id }) => pageOfId.get(id) ?? 0).toSorted();
  const replacedSet = new Set(replaced);
  const numbersOf = (numberOf: (entry: PageEntry) => number) => entries.map(numberOf);
  return {
    table: {
      ids: Float64Array.from([...ids, ...numbersOf(({ id }) => id)]),
      cityOf: Uint16Array.from([...base('cityOf', Uint16Array), ...numbersOf(({ city }) => cityNumber(city))]),
      familyOf: Uint32Array.from([...familyOf, ...numbersOf(({ family }) => familyNumber(family))]),
      cities,
    },
    replaced,
    isHeld: (page: number) => !replacedSet.has(page),
  };
}

function averagesAfter(base: ReadArray, added: CollectedTerms, removed: CollectedTerms): AverageLengths {
  const before = averagesOf(base);
  const pagesBefore = base('ids', Float64Array).length;
  const pages = pagesBefore + added.entries.length - removed.entries.length;
  const [plus, minus] = [totalLengths(added.fieldStarts), totalLengths(removed.fieldStarts)];
  const averageOf = (field: 0 | 1 | 2) => {
    // The average is a quotient of integers far below 2^53, so the total is exact.
    const total = Math.round(before[field] * pagesBefore) + plus[field] - minus[field];
    return total / Math.max(1, pages);
  };
  return [averageOf(0), averageOf(1), averageOf(2)];
}

function averagesOf(read: ReadArray): AverageLengths {
  const [title = 0, headings = 0, body = 0] = read('averageLengths', Float64Array);
  return [title, headings, body];
}

/** Returns true if a whole index of the pages of a delta would have different impacts from its base. */
export function hasOtherImpacts(delta: ReadArray, base: ReadArray): boolean {
  const [after, before] = [delta, base].map((read) => pivotLengths(averagesOf(read)));
  return after?.some((pivot, field) => pivot !== before?.[field]) ?? false;
}

type ExtendedLexicon = {
  readonly surfaceText: (surface: number) => string;
  readonly stemText: (stem: number) => string;
  readonly stems: number;
  readonly stemOfSurface: Uint32Array;
  readonly newSurfaces: readonly string[];
  readonly newStems: readonly string[];
  // Ordinals of the surface forms of the added pages, by their ordinals in `added`.
  readonly surfaceOf: Uint32Array;
  readonly ordinalOfSurface: (text: string) => number;
};

function extendLexicon(base: ReadArray, added: CollectedTerms): ExtendedLexicon {
  const surfaceTable = readStringTable('surfaces', base);
  const stemTable = readStringTable('stems', base);
  const newStems = added.stems.filter((text) => stemTable.ordinalOf(text) === undefined).toSorted();
  const stemNumbers = new Map(newStems.map((text, at) => [text, stemTable.size + at]));
  const stemOf = (text: string) => stemTable.ordinalOf(text) ?? stemNumbers.get(text) ?? 0;
  const addedStems = Uint32Array.from(added.stems, stemOf);
  const newForms = added.surfaces
    .map((text, at) => ({ text, stem: addedStems[added.stemOfSurface[at] ?? 0] ?? 0 }))
    .filter(({ text }) => surfaceTable.ordinalOf(text) === undefined)
    .toSorted((a, b) => a.stem - b.stem || (a.text < b.text ? -1 : 1));
  const surfaceNumbers = new Map(newForms.map(({ text }, at) => [text, surfaceTable.size + at]));
  const ordinalOfSurface = (text: string) => surfaceTable.ordinalOf(text) ?? surfaceNumbers.get(text) ?? 0;
  const newSurfaces = newForms.map(({ text }) => text);
  return {
    surfaceText: (surface) => newSurfaces[surface - surfaceTable.size] ?? surfaceTable.textOf(surface),
    stemText: (stem) => newStems[stem - stemTable.size] ?? stemTable.textOf(stem),
    stems: stemTable.size + newStems.length,
    stemOfSurface: Uint32Array.from([...base('stemOfSurface', Uint32Array), ...newForms.map(({ stem }) => stem)]),
    newSurfaces,
    newStems,
    surfaceOf: Uint32Array.from(added.surfaces, ordinalOfSurface),
    ordinalOfSurface,
  };
}

// Converts the ordinals of removed pages to ordinals of the base, which contains all of their words.
function renumbered(removed: CollectedTerms, { ordinalOfSurface }: ExtendedLexicon): CollectedTerms {
  renumber(removed.tokens, Uint32Array.from(removed.surfaces, ordinalOfSurface));
  return removed;
}

type Difference = { readonly base: ReadArray; readonly added: CollectedTerms; readonly removed: CollectedTerms };

function frequenciesAfter(
  name: string,
  { base, added, removed }: Difference,
  options: Parameters<typeof documentFrequencies>[2],
): Uint32Array {
  const frequencies = documentFrequencies(added.tokens, added.fieldStarts, options);
  const fewer = documentFrequencies(removed.tokens, removed.fieldStarts, options);
  base(name, Uint32Array).forEach((pages, ordinal) => {
    frequencies[ordinal] = (frequencies[ordinal] ?? 0) + pages - (fewer[ordinal] ?? 0);
  });
  return frequencies;
}

type LexiconToWrite = {
  readonly analyzer: Analyzer;
  readonly base: ReadArray;
  readonly lexicon: ExtendedLexicon;
  readonly surfacePages: Uint32Array;
  readonly stemPages: Uint32Array;
};

// A lookup by text finds only words with a document frequency.
function writeStringTables(
  { analyzer, base, lexicon, surfacePages, stemPages }: LexiconToWrite,
  write: WriteArray,
): void {
  const { newSurfaces, newStems } = lexicon;
  const isHeldStem = (stem: number) => stemPages[stem] !== 0;
  writeExtendedStringTable('surfaces', base, newSurfaces, (surface) => surfacePages[surface] !== 0, write);
  writeExtendedStringTable('stems', base, newStems, isHeldStem, write);
  if (analyzer.hasCompounds) writeExtendedStringTable('endings', base, newStems.map(reversed), isHeldStem, write);
}
