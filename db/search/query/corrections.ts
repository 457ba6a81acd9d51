import type { CityRule } from '../../../shared/cities.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { FoundPlace } from './place-finder.ts';
import type { QueryWord } from './query-corrector.ts';

/** Typed words, and the words that were looked for instead; both folded, with spaces between. */
export type Correction = { readonly typed: string; readonly readAs: string };

const NONE: readonly Correction[] = [];

/** The words of a part of a query, with spaces between. */
export const textOf = (words: readonly QueryWord[]): string => words.map(({ folded }) => folded).join(' ');

/** What was read for what in a query, for those who asked: corrected words, and the city that a part of it was read as. */
export function createCorrections(options: {
  readonly cities: readonly CityRule[];
  readonly lexicon: Lexicon;
  readonly analyzer: Analyzer;
}) {
  const { cities, lexicon, analyzer } = options;
  const { fold } = analyzer;

  return function correctionsOf(meant: readonly QueryWord[], place: FoundPlace | undefined): readonly Correction[] {
    return [...correctedWords(meant), ...cityOfPart(meant, place)];
  };

  /** The corrections among interpreted words: neighbours that were read from the same typed words are one. */
  function correctedWords(meant: readonly QueryWord[]): readonly Correction[] {
    if (meant.every(isAsTyped)) return NONE;
    const corrections: { readonly typed: readonly string[]; readAs: string }[] = [];
    for (const word of meant) {
      const last = corrections.at(-1);
      if (last?.typed === word.typed) last.readAs += ` ${shownAs(word)}`;
      else corrections.push({ typed: word.typed, readAs: shownAs(word) });
    }
    return corrections
      .map(({ typed, readAs }) => ({ typed: typed.join(' '), readAs }))
      .filter(({ typed, readAs }) => typed !== readAs);
  }

  function isAsTyped(word: QueryWord, at: number, all: readonly QueryWord[]): boolean {
    return word.typed.length === 1 && word.typed[0] === shownAs(word) && word.typed !== all[at - 1]?.typed;
  }

  function cityOfPart(meant: readonly QueryWord[], place: FoundPlace | undefined): readonly Correction[] {
    if (place?.kind !== 'part') return [];
    const name = cities.find(({ slug }) => slug === place.city)?.name ?? place.city;
    return [{ typed: textOf(meant.slice(place.start, place.end)), readAs: fold(name) }];
  }

  /** A word as people write it: the spelling dictionary holds stems as well, and words that only a vocabulary has. */
  function shownAs({ folded, alternatives: [best], isGuess }: QueryWord): string {
    if (best?.origin !== 'spelling' || isGuess || lexicon.surfaceOrdinal(folded) !== undefined) return folded;
    const stems = [folded, analyzer.stemOf(folded)].map((stem) => lexicon.stemOrdinal(stem));
    if (!stems.includes(best.stem)) return folded;
    const [shown] = lexicon.formsOf(best.stem);
    return shown === undefined ? folded : fold(lexicon.surfaceText(shown));
  }
}
