import type { Analyzer } from '../text/analyzer.ts';
import { createArrayWriter, type WriteArray } from './arrays.ts';
import { reversed } from './lexicon.ts';
import { writePageTable } from './page-table.ts';
import { averageLengths, buildPostings } from './postings.ts';
import { writeSpellingDictionary } from './spelling-dictionary.ts';
import { writeStringTable } from './string-table.ts';
import { createTermCollector, documentFrequencies, renumber } from './term-collector.ts';
import type { Database } from '../../sqlite.ts';

/**
 * Creates a writer that collects the terms of every page and stores all arrays of the index (README.md, "What is
 * stored"). Surface forms are numbered by stem: the forms of a stem are a range.
 */
export function createMemoryIndexWriter(analyzer: Analyzer) {
  const collector = createTermCollector();

  function write(db: Database): void {
    const writeArray = createArrayWriter(db, analyzer.language);
    const { entries, tokens, fieldStarts, offsetDeltas, offsetDeltaStarts, surfaces, stemOfSurface, stems } =
      collector.collected();
    writePageTable(entries, writeArray);
    writeArray('offsetDeltas', offsetDeltas);
    writeArray('offsetDeltaStarts', offsetDeltaStarts);

    const stemOf = (surface: number) => stemOfSurface[surface] ?? 0;
    const byStem = Uint32Array.from(surfaces.keys()).toSorted((a, b) => stemOf(a) - stemOf(b) || a - b);
    renumber(tokens, inverseOf(byStem));
    writeArray('tokens', tokens);
    writeArray('fieldStarts', fieldStarts);
    writeInverted(writeArray, analyzer, {
      tokens,
      fieldStarts,
      surfaces: Array.from(byStem, (surface) => surfaces[surface] ?? ''),
      stemOfSurface: byStem.map(stemOf),
      stems,
    });
  }

  return { add: collector.add, write };
}

function writeInverted(
  writeArray: WriteArray,
  analyzer: Analyzer,
  forward: {
    readonly tokens: Uint32Array;
    readonly fieldStarts: Uint32Array;
    readonly surfaces: readonly string[];
    readonly stemOfSurface: Uint32Array;
    readonly stems: readonly string[];
  },
): void {
  const { tokens, fieldStarts, surfaces, stemOfSurface, stems } = forward;
  const averages = averageLengths(fieldStarts);
  const postings = buildPostings(tokens, fieldStarts, stemOfSurface, { stems: stems.length, averages });
  const surfacePages = documentFrequencies(tokens, fieldStarts, { size: surfaces.length });
  const { postingStarts } = postings;
  const stemPages = Uint32Array.from(
    stems.keys(),
    (stem) => (postingStarts[stem + 1] ?? 0) - (postingStarts[stem] ?? 0),
  );
  writeArray('averageLengths', Float64Array.from(averages));
  writeArray('stemPages', stemPages);
  writeArray('stemOfSurface', stemOfSurface);
  writeStringTable('surfaces', surfaces, writeArray);
  writeStringTable('stems', stems, writeArray);
  if (analyzer.hasCompounds) writeStringTable('endings', stems.map(reversed), writeArray);
  const ofStem = { size: stems.length, numberOf: (surface: number) => stemOfSurface[surface] ?? 0 };
  writeArray('titlePages', documentFrequencies(tokens, fieldStarts, { ...ofStem, fields: 1 }));
  writeArray('surfacePages', surfacePages);
  for (const [name, numbers] of Object.entries(postings)) writeArray(name, numbers);
  const surfaceText = (surface: number) => surfaces[surface] ?? '';
  const stemText = (stem: number) => stems[stem] ?? '';
  writeSpellingDictionary({ surfaceText, stemText, stemOfSurface, surfacePages, stemPages }, analyzer, writeArray);
}

function inverseOf(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  order.forEach((number, place) => {
    places[number] = place;
  });
  return places;
}
