import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { FoundPlace } from './place-finder.ts';
import type { QueryWord } from './query-terms.ts';

// Typed words that were not searched, and the words that were searched instead, separated by spaces.
type Correction = { readonly typed: string; readonly readAs: string };

// A typed place name, and the slug of its city.
type PlaceReading = { readonly typed: string; readonly city: string };

// Typed words, and words that were searched in addition.
type AlsoSearched = { readonly typed: string; readonly words: readonly string[] };

/** Differences between the typed and the searched query. `typed` is always a substring of the query. */
export type Readings = {
  readonly corrected: readonly Correction[];
  readonly placeReadAs: PlaceReading | undefined;
  readonly alsoSearched: readonly AlsoSearched[];
};

// Maximum number of reported words for a typed word.
const MOST_WORDS = 3;

const AS_TYPED: Readings = { corrected: [], placeReadAs: undefined, alsoSearched: [] };

/** Creates a function that reports the differences between the typed words and the searched words. */
export function createReadings(lexicon: Lexicon, { fold, stemOf }: Analyzer) {
  const typedOf = (words: readonly QueryWord[]): string => [...new Set(words.flatMap(({ typed }) => typed))].join(' ');

  // Returns the most frequent surface form of a stem.
  function shownAs(stem: number): string | undefined {
    const shown = lexicon.mostFrequentForm(stem);
    return shown === undefined ? undefined : lexicon.surfaceText(shown);
  }

  // Returns surface forms of the alternatives with an accepted origin.
  function wordsFor({ alternatives }: QueryWord, isMeant: (origin: string) => boolean): readonly string[] {
    const stems = alternatives.filter(({ origin }) => isMeant(origin)).map(({ stem }) => stem);
    const shown = stems.slice(0, MOST_WORDS).map(shownAs);
    return shown.filter((word) => word !== undefined);
  }

  return function readingsOf(meant: readonly QueryWord[], place: FoundPlace | undefined): Readings {
    if (place?.kind !== 'part' && meant.every(({ reading }) => reading === 'typed')) return AS_TYPED;
    const corrected: Correction[] = [];
    const alsoSearched: AlsoSearched[] = [];
    for (const [at, word] of meant.entries()) {
      const isOfPlace = place !== undefined && at >= place.start && at < place.end;
      if (meant[at - 1]?.typed === word.typed || isOfPlace) continue;
      const group = meant.filter((further) => further.typed === word.typed);
      const typed = word.typed.join(' ');
      if (word.reading === 'corrected') {
        corrected.push({ typed, readAs: group.map(readAs).join(' ') });
        const others = wordsFor(word, (origin) => origin === 'spelling').slice(1);
        if (group.length === 1 && others.length > 0) alsoSearched.push({ typed, words: others });
      } else if (word.reading === 'also') {
        const words = group.flatMap((member) => (member.isGuess ? wordsFor(member, () => true) : [member.folded]));
        const typedWords = new Set(word.typed.map(fold));
        const added = [...new Set(words)].filter((text) => !typedWords.has(fold(text)));
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

  // Returns a corrected word as a surface form: the spelling dictionary also contains stems, and words that only the
  // vocabulary contains.
  function readAs({ folded, alternatives: [best] }: QueryWord): string {
    if (best?.origin !== 'spelling' || lexicon.surfaceOrdinal(folded) !== undefined) return folded;
    if (![folded, stemOf(folded)].some((stem) => lexicon.stemOrdinal(stem) === best.stem)) return folded;
    return shownAs(best.stem) ?? folded;
  }
}
