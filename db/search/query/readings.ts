import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { FoundPlace } from './place-finder.ts';
import type { QueryWord } from './query-corrector.ts';

/** Typed words that were not searched, and the words that were searched instead, with spaces between. */
type Correction = { readonly typed: string; readonly readAs: string };

/** A place that was typed, and the slug of the city that it was read as. */
type PlaceReading = { readonly typed: string; readonly city: string };

/** Typed words, and words that were searched for them as well. */
type AlsoSearched = { readonly typed: string; readonly words: readonly string[] };

/** How a query was read where that differs from its words. `typed` is always a part of the query as it was typed. */
export type Readings = {
  readonly corrected: readonly Correction[];
  readonly placeReadAs: PlaceReading | undefined;
  readonly alsoSearched: readonly AlsoSearched[];
};

/** Words of one typed word that are listed at most. */
const MOST_WORDS = 3;

/** Lists the differences between the words of a query and the words that are searched for. */
export function createReadings(lexicon: Lexicon, { fold, stemOf }: Analyzer) {
  const typedOf = (words: readonly QueryWord[]): string => [...new Set(words.flatMap(({ typed }) => typed))].join(' ');

  /** A word that pages have for a stem. */
  function shownAs(stem: number): string | undefined {
    const [shown] = lexicon.formsOf(stem);
    return shown === undefined ? undefined : lexicon.surfaceText(shown);
  }

  /** The stems that a query looks for, but for those of one reading. */
  function wordsFor({ alternatives }: QueryWord, isMeant: (origin: string) => boolean): readonly string[] {
    const stems = alternatives.filter(({ origin }) => isMeant(origin)).map(({ stem }) => stem);
    const shown = stems.slice(0, MOST_WORDS).map(shownAs);
    return shown.filter((word) => word !== undefined);
  }

  return function readingsOf(meant: readonly QueryWord[], place: FoundPlace | undefined): Readings {
    const corrected: Correction[] = [];
    const alsoSearched: AlsoSearched[] = [];
    for (const [at, word] of meant.entries()) {
      const isOfPlace = place !== undefined && at >= place.start && at < place.end;
      if (meant[at - 1]?.typed === word.typed || isOfPlace) continue;
      const group = meant.filter((one) => one.typed === word.typed);
      const typed = word.typed.join(' ');
      if (word.reading === 'corrected') {
        corrected.push({ typed, readAs: group.map(readAs).join(' ') });
        const others = wordsFor(word, (origin) => origin === 'spelling').slice(1);
        if (group.length === 1 && others.length > 0) alsoSearched.push({ typed, words: others });
      } else if (word.reading === 'also') {
        const words = group.flatMap((one) => (one.isGuess ? wordsFor(one, () => true) : [one.folded]));
        const own = new Set(word.typed.map(fold));
        const added = [...new Set(words)].filter((one) => !own.has(fold(one)));
        if (added.length > 0) alsoSearched.push({ typed, words: added.slice(0, MOST_WORDS) });
      }
    }
    const named = place?.kind === 'part' ? typedOf(meant.slice(place.start, place.end)) : '';
    return {
      corrected: corrected.filter(({ typed, readAs: read }) => fold(typed) !== fold(read)),
      placeReadAs: place && named !== '' ? { typed: named, city: place.city } : undefined,
      alsoSearched,
    };
  };

  /** A corrected word as pages write it: the spelling dictionary holds stems as well, and words of the vocabulary alone. */
  function readAs({ folded, alternatives: [best] }: QueryWord): string {
    if (best?.origin !== 'spelling' || lexicon.surfaceOrdinal(folded) !== undefined) return folded;
    if (![folded, stemOf(folded)].some((stem) => lexicon.stemOrdinal(stem) === best.stem)) return folded;
    return shownAs(best.stem) ?? folded;
  }
}
