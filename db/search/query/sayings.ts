import type { Analyzer, Term } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';

/** A word of a query, before correction. */
type TypedWord = { readonly folded: string; readonly term: Term; readonly typed: readonly string[] };

/**
 * Sayings: phrases that mean a thing without naming it (`fuera de casa`, a locksmith), by the word for it. Those whose word
 * the index does not hold are read as they stand.
 */
export function createSayings(
  sayings: Readonly<Record<string, readonly string[]>>,
  { fold, termOf, words }: Analyzer,
  lexicon: Lexicon,
) {
  const stemsOf = (phrase: string) => words(phrase).map(({ text }) => termOf(text).stem);
  const phrases = Object.entries(sayings)
    .filter(([word]) => lexicon.stemOrdinal(termOf(word).stem) !== undefined)
    .flatMap(([word, said]) => said.map((phrase) => ({ word, stems: stemsOf(phrase) })));

  /** The words of a query, those of the first saying in it replaced by what it means. */
  return function readSaying(query: readonly TypedWord[]): readonly TypedWord[] {
    for (const { word, stems } of phrases) {
      const start = query.findIndex((_, from) => stems.every((stem, at) => query[from + at]?.term.stem === stem));
      if (start < 0) continue;
      const end = start + stems.length;
      const typed = query.slice(start, end).flatMap((one) => one.typed);
      return [...query.slice(0, start), { folded: fold(word), term: termOf(word), typed }, ...query.slice(end)];
    }
    return query;
  };
}
