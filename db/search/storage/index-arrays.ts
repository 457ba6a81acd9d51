import type { Database } from '../../sqlite.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { createArrayWriter, NO_ARRAYS, type ReadArray } from './arrays.ts';
import { reversed } from './lexicon.ts';
import { writePageTable } from './page-table.ts';
import { buildPostings, pivotLengths, totalLengths, type AverageLengths } from './postings.ts';
import { writeSpellingDictionary } from './spelling-dictionary.ts';
import { readStringTable, writeStringTable } from './string-table.ts';
import { createTermCollector, documentFrequencies, renumber, type CollectedTerms } from './term-collector.ts';

/** Changed pages of a language in comparison with a base; without a base, all pages. */
export type LanguageChanges = {
  readonly analyzer: Analyzer;
  /** Pages that are new, or changed in comparison with the base. */
  readonly added: CollectedTerms;
  readonly base?: ReadArray;
  /** Pages of the base that are deleted or changed, as in the base. */
  readonly removed?: CollectedTerms;
  /** Returns the ids of the pages of a family in the base. */
  readonly idsOfFamily?: (family: string) => readonly number[];
};

/**
 * Stores the arrays of a language (README.md, "What is stored"). With a base, it stores only changed arrays. Added pages
 * are a segment. Page table, lexicon, frequencies and spelling dictionary are complete arrays. Surface forms and stems of
 * the base keep their ordinals. New ordinals follow. Impacts use the averages of the
 * base.
 */
export function writeIndexArrays(db: Database, changes: LanguageChanges): void {
  const { analyzer, added, base = NO_ARRAYS, removed = createTermCollector().collected() } = changes;
  const write = createArrayWriter(db, analyzer.language);
  writePageTable({ base, added: added.entries, removed: removed.entries, idsOfFamily: changes.idsOfFamily }, write);
  const averages = averagesAfter(base, added, removed);
  write('averageLengths', Float64Array.from(averages));

  const lexicon = extendLexicon(base, added);
  const { stems, surfaceText, stemText, stemOfSurface, newSurfaces, newStems } = lexicon;
  renumber(added.tokens, Uint32Array.from(added.surfaces, lexicon.ordinalOfSurface));
  renumber(removed.tokens, Uint32Array.from(removed.surfaces, lexicon.ordinalOfSurface));
  const { tokens, fieldStarts, offsetDeltas, offsetDeltaStarts } = added;
  const firstPage = base('ids', Float64Array).length;
  const options = { stems, averages: firstPage === 0 ? averages : averagesOf(base), firstPage };
  const postings = buildPostings(tokens, fieldStarts, stemOfSurface, options);

  const frequencies = (name: string, counted: Parameters<typeof documentFrequencies>[2]): Uint32Array => {
    const after = documentFrequencies(tokens, fieldStarts, counted);
    const fewer = documentFrequencies(removed.tokens, removed.fieldStarts, counted);
    base(name, Uint32Array).forEach((pages, ordinal) => {
      after[ordinal] = (after[ordinal] ?? 0) + pages - (fewer[ordinal] ?? 0);
    });
    return after;
  };
  const ofStem = { size: stems, numberOf: (surface: number) => stemOfSurface[surface] ?? 0 };
  const surfacePages = frequencies('surfacePages', { size: stemOfSurface.length });
  const stemPages = frequencies('stemPages', ofStem);
  const titlePages = frequencies('titlePages', { ...ofStem, fields: 1 });
  const forward = { tokens, fieldStarts, offsetDeltas, offsetDeltaStarts };
  const arrays = { ...forward, ...postings, stemOfSurface, surfacePages, stemPages, titlePages };
  for (const [name, numbers] of Object.entries(arrays)) write(name, numbers);

  // A lookup by text finds only words with a document frequency.
  const isHeldStem = (stem: number) => stemPages[stem] !== 0;
  writeStringTable('surfaces', newSurfaces, write, base, (surface) => surfacePages[surface] !== 0);
  writeStringTable('stems', newStems, write, base, isHeldStem);
  if (analyzer.hasCompounds) writeStringTable('endings', newStems.map(reversed), write, base, isHeldStem);
  writeSpellingDictionary({ surfaceText, stemText, stemOfSurface, surfacePages, stemPages }, analyzer, write);
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

// Returns the lexicon of the base and of the added pages.
function extendLexicon(base: ReadArray, added: CollectedTerms) {
  const surfaceTable = readStringTable('surfaces', base);
  const stemTable = readStringTable('stems', base);
  const newStems = added.stems.filter((text) => stemTable.ordinalOf(text) === undefined);
  const stemNumbers = new Map(newStems.map((text, at) => [text, stemTable.size + at]));
  const stemOf = (text: string) => stemTable.ordinalOf(text) ?? stemNumbers.get(text) ?? 0;
  const addedStems = Uint32Array.from(added.stems, stemOf);
  const newForms = added.surfaces
    .map((text, at) => ({ text, stem: addedStems[added.stemOfSurface[at] ?? 0] ?? 0 }))
    .filter(({ text }) => surfaceTable.ordinalOf(text) === undefined)
    // Servers of 1.1.0 need a table of all stems for each ascending run.
    .toSorted((a, b) => a.stem - b.stem);
  const surfaceNumbers = new Map(newForms.map(({ text }, at) => [text, surfaceTable.size + at]));
  const newSurfaces = newForms.map(({ text }) => text);
  return {
    newSurfaces,
    newStems,
    surfaceText: (surface: number) => newSurfaces[surface - surfaceTable.size] ?? surfaceTable.textOf(surface),
    stemText: (stem: number) => newStems[stem - stemTable.size] ?? stemTable.textOf(stem),
    stems: stemTable.size + newStems.length,
    stemOfSurface: Uint32Array.from([...base('stemOfSurface', Uint32Array), ...newForms.map(({ stem }) => stem)]),
    ordinalOfSurface: (text: string) => surfaceTable.ordinalOf(text) ?? surfaceNumbers.get(text) ?? 0,
  };
}
