import { remember } from '../remember.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import { isWithin } from '../text/edit-distance.ts';
import type { QueryTerms, QueryWord } from './query-terms.ts';
import type { SpellingCorrector } from './spelling-corrector.ts';

// A word that is missing from the index. After a preposition it may be a place name.
type Unknown = { readonly word: QueryWord; readonly mayBePlace: boolean };

// Cache sizes: corrections of unknown words, and document frequencies of parts of words.
const CACHED_READINGS = 500;
const CACHED_PARTS = 2000;
// Number of corrected words in a query: the correction of a word costs as much as a search.
const MOST_CORRECTED = 6;
// Shortest part of a split word, and longest word that is split or joined, in letters.
const SHORTEST_PART = 3;
const LONGEST_COMPOUND = 40;
// Maximum distance of a typed space from its correct position, in letters.
const SPACE_SLIP = 2;
// In words up to this length, only a missing letter or a transposition is a certain correction.
const SHORT = 5;
// A shorter stem may be any piece of a word.
const LONGEST_SHORT = 4;

/**
 * Creates a corrector of unknown words of a query: two words without a space, the halves of a word, or a misspelt word.
 * Words in the index are never corrected. Uncertain corrections are searched in addition.
 */
export function createQueryCorrector(options: {
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly correct: SpellingCorrector;
  readonly queryTerms: Pick<QueryTerms, 'expand' | 'wordOf' | 'relatedTo'>;
  /** Returns a word of a city name by the folded word or its stem. */
  readonly cityWord: (folded: string) => string | undefined;
  /** True for words of trades, which are not misspelt. */
  readonly isThing: (word: string) => boolean;
}) {
  const { analyzer, lexicon, correct, cityWord, isThing } = options;
  const { expand, wordOf, relatedTo } = options.queryTerms;
  const { fold } = analyzer;
  const { join, splitCompound, splitNumber } = createCompounds(lexicon, analyzer);

  function partOf(text: string, typed: readonly string[]): QueryWord {
    const word = wordOf(text);
    return { ...word, alternatives: expand(word.term), typed, reading: 'corrected' };
  }

  function interpret(word: QueryWord, mayBePlace: boolean): readonly QueryWord[] {
    const isAsTyped = !word.isSaid && word.folded === fold(word.term.surface);
    const reading = isAsTyped ? readingOf({ word, mayBePlace }) : interpretUncached({ word, mayBePlace });
    const { typed, isSaid } = word;
    return reading.map((read) => asTyped(read, typed, isSaid));
  }

  const readingOf = remember(
    CACHED_READINGS,
    ({ word, mayBePlace }: Unknown) => `${mayBePlace ? 'in ' : ''}${word.term.surface}`,
    interpretUncached,
  );

  function interpretUncached({ word, mayBePlace }: Unknown): readonly QueryWord[] {
    const { folded, typed } = word;
    const partsOf = (parts: readonly string[]) => parts.map((part) => partOf(part, typed));
    // `fontanero24h` is `fontanero 24 h`.
    const runs = folded.match(/\d+|\D+/g) ?? [];
    if (runs.length > 1) return partsOf(runs);
    const apart = splitNumber(folded);
    if (apart) return partsOf(apart);
    const near = correct(folded, 1);
    const parts = near ? undefined : splitCompound(folded);
    if (parts) return partsOf(parts);
    const correction = near ?? correct(folded, 2);
    if (!correction) return [word];
    const { text, alternatives } = correction;
    const name = cityWord(text);
    const isCertain = isThing(folded) ? isEnding(folded, text) : isCertainSlip(folded, text);
    if (isCertain || (name !== undefined && mayBePlace)) {
      const read = name ?? text;
      return [{ ...wordOf(read), alternatives, typed, isSaid: word.isSaid, reading: 'corrected' }];
    }
    // After a preposition, an unknown word may be a place name. A related word is more probable than an uncertain correction.
    return [
      (mayBePlace && !near) || relatedTo(word.term.stem).length > 0
        ? word
        : { ...word, alternatives, isGuess: true, reading: 'also' },
    ];
  }

  const isAfterPreposition = (before: QueryWord | undefined): boolean =>
    before !== undefined && analyzer.isPlacePreposition(before.folded);

  function isUnknown({ folded, isStopWord, alternatives }: QueryWord): boolean {
    return alternatives.length === 0 && !isStopWord && cityWord(folded) !== folded;
  }

  // Returns the corrected words of a query. Words of a place name are not corrected, also where they are repeated.
  return function correctUnknown(
    typed: readonly QueryWord[],
    place: { readonly start: number; readonly end: number } | undefined,
  ): readonly QueryWord[] {
    if (!typed.some(isUnknown)) return typed;
    const ofPlace = new Set(typed.slice(place?.start ?? 0, place?.end ?? 0).map(({ folded }) => folded));
    const unknown = new Set(
      typed.filter((word) => isUnknown(word) && !ofPlace.has(word.folded)).slice(0, MOST_CORRECTED),
    );
    if (unknown.size === 0) return typed;
    const corrected: QueryWord[] = [];
    for (let at = 0; at < typed.length; at++) {
      const [word, next] = [typed[at], typed[at + 1]];
      if (!word) continue;
      const areHalves = next && (unknown.has(word) || unknown.has(next)) && !word.isStopWord && !next.isStopWord;
      const joined = areHalves ? join(word.folded, next.folded) : undefined;
      if (joined && next) {
        at += 1;
        const halves = [...word.typed, ...next.typed];
        corrected.push(...joined.map((text) => partOf(text, halves)));
      } else corrected.push(...(unknown.has(word) ? interpret(word, isAfterPreposition(typed[at - 1])) : [word]));
    }
    return corrected;
  };
}

const asTyped = (word: QueryWord, typed: readonly string[], isSaid: boolean): QueryWord => ({ ...word, typed, isSaid });

// Scripts with letters for vowels, at the first letter of a word.
const ALPHABETS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]/u;

// True if the correction is certain: a single edit with the same first letter, in words of more than `SHORT` letters.
// In shorter words, a missing letter or a transposition.
function isCertainSlip(typed: string, word: string): boolean {
  // In scripts without vowels or with syllabic signs, a letter carries more information.
  if (!ALPHABETS.test(typed)) return true;
  if (typed.charAt(0) !== word.charAt(0) || !isWithin(typed, word, 1)) return false;
  return typed.length > SHORT || word.length > typed.length || isTransposed(typed, word);
}

// True if a word of more than `SHORT` letters has a different ending: *wechsel*, *wechseln*.
function isEnding(typed: string, word: string): boolean {
  const [shorter, longer] = typed.length < word.length ? [typed, word] : [word, typed];
  return shorter.length > SHORT && longer.startsWith(shorter);
}

// True for words of equal length that differ by a transposition.
function isTransposed(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return a.length === b.length && a.charAt(at) === b.charAt(at + 1) && a.charAt(at + 1) === b.charAt(at);
}

// Splits and joins words by the document frequencies of the parts.
function createCompounds(lexicon: Lexicon, { fold, termOf, isStopWord }: Analyzer) {
  // Document frequency of a folded word. For a short word, only surface forms that equal it when folded.
  const pagesWith = remember(CACHED_PARTS, (folded: string) => folded, countPages);

  function countPages(folded: string): number {
    const stem = lexicon.stemOrdinal(termOf(folded).stem);
    if (stem === undefined) return 0;
    if (folded.length > LONGEST_SHORT) return lexicon.stemPages(stem);
    let pages = 0;
    for (const surface of lexicon.surfacesOf(stem)) {
      if (fold(lexicon.surfaceText(surface)) === folded) pages += lexicon.surfacePages(surface);
    }
    return pages;
  }

  // Returns the split with the greatest document frequency of its rarer part, at an offset from `earliest` to `latest`.
  function split(folded: string, earliest: number, latest: number): readonly string[] | undefined {
    let best: readonly string[] | undefined;
    let most = 0;
    for (let at = earliest; at <= latest; at++) {
      const [first, second] = [folded.slice(0, at), folded.slice(at)];
      const isArticle = isStopWord(first);
      if (at < SHORTEST_PART && !isArticle) continue;
      const before = isArticle ? Infinity : pagesWith(first);
      if (before <= most) continue;
      const pages = Math.min(before, pagesWith(second));
      if (pages > most) [best, most] = [[first, second], pages];
    }
    return best;
  }

  // `cerra jeria` is `cerrajeria`, `airea condicionado` is `aire acondicionado`.
  function join(first: string, second: string): readonly string[] | undefined {
    const together = first + second;
    if (together.length > LONGEST_COMPOUND) return undefined;
    if (pagesWith(together) > 0) return [together];
    const { length } = first;
    return split(
      together,
      Math.max(LONGEST_SHORT, length - SPACE_SLIP),
      Math.min(together.length - LONGEST_SHORT, length + SPACE_SLIP),
    );
  }

  // `aireacondicionado` is `aire acondicionado`, `enmadrid` is `en madrid`.
  function splitCompound(folded: string): readonly string[] | undefined {
    if (folded.length > LONGEST_COMPOUND) return undefined;
    return split(folded, 2, folded.length - SHORTEST_PART);
  }

  // `900000123` is `900 000 123` if pages contain these groups.
  function splitNumber(folded: string): readonly string[] | undefined {
    if (!/^\d{6,15}$/.test(folded)) return undefined;
    return groupsOf(folded);
  }

  // Returns groups of two to four digits in the index, preferably of three.
  function groupsOf(digits: string): readonly string[] | undefined {
    if (digits === '') return [];
    for (const length of [3, 2, 4]) {
      if (digits.length < length || pagesWith(digits.slice(0, length)) === 0) continue;
      const rest = groupsOf(digits.slice(length));
      if (rest) return [digits.slice(0, length), ...rest];
    }
    return undefined;
  }

  return { join, splitCompound, splitNumber };
}
