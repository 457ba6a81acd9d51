import { remember } from '../remember.ts';
import type { Term, Analyzer } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import { isWithin } from '../text/edit-distance.ts';
import { isLatin } from '../text/folding.ts';
import type { Alternative } from '../types.ts';
import type { SpellingCorrector } from './spelling-corrector.ts';

/** A word of the query and its expansion; the index does not know a word whose expansion is empty. */
export type QueryWord = {
  readonly folded: string;
  readonly term: Term;
  readonly alternatives: readonly Alternative[];
  /** The words that it was read from, as they were typed: one, or the halves of a word. */
  readonly typed: readonly string[];
  /** True when its expansion is an uncertain correction. */
  readonly isGuess: boolean;
  /** True for a word of a saying, which is read as other words. */
  readonly isSaid: boolean;
  /** Whether it is searched as typed, in place of the typed words, or in addition to them. */
  readonly reading: 'typed' | 'corrected' | 'also';
};

/** A word that the index does not know; behind a preposition it may be a place. */
type Unknown = { readonly word: QueryWord; readonly mayBePlace: boolean };

/** Numbers of unknown words whose readings are cached, and of parts of words whose document frequencies are. */
const CACHED_READINGS = 500;
const CACHED_PARTS = 2000;
/** Unknown words beyond these stay as they are: each costs as much as a search. */
const MOST_CORRECTED = 6;
/** Shortest part of a split word and longest word that is split or joined, in letters. */
const SHORTEST_PART = 3;
const LONGEST_COMPOUND = 40;
/** Greatest distance of a typed space from its place, in letters. */
const SPACE_SLIP = 2;
/** Words up to this length are certainly a slip only if a letter is missing or two neighbours are swapped. */
const SHORT = 5;
/** Up to this length a stem may be any piece of a word. */
const LONGEST_SHORT = 4;

/**
 * Corrects the unknown words of a query: two words run together, the halves of one, or a misspelt one. Words that the
 * index knows stay as they are, so that a query that works is never changed. Uncertain corrections are searched in addition.
 */
export function createQueryCorrector(options: {
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly correct: SpellingCorrector;
  readonly expand: (term: Term) => readonly Alternative[];
  /** The word of a city's name that is written like this, or has this stem. */
  readonly cityWord: (folded: string) => string | undefined;
  /** True for the whole name of a city. */
  readonly isCity: (folded: string) => boolean;
}) {
  const { analyzer, lexicon, correct, expand, cityWord, isCity } = options;
  const { fold, isContentWord, isStopWord } = analyzer;
  const { join, splitCompound, splitNumber } = createCompounds(lexicon, analyzer);

  function partOf(text: string, typed: readonly string[]): QueryWord {
    const term = analyzer.termOf(text);
    const alternatives = expand(term);
    return { folded: fold(text), term, alternatives, typed, isGuess: false, isSaid: false, reading: 'corrected' };
  }

  /** The reading of an unknown word: one word or several. */
  function interpret(word: QueryWord, mayBePlace: boolean): readonly QueryWord[] {
    const isAsTyped = !word.isSaid && word.folded === fold(word.term.surface);
    const reading = isAsTyped ? readingOf({ word, mayBePlace }) : interpretAnew({ word, mayBePlace });
    const { typed, isSaid } = word;
    return reading.map((one): QueryWord => Object.assign({}, one, { typed, isSaid }));
  }

  const readingOf = remember(
    CACHED_READINGS,
    ({ word, mayBePlace }: Unknown) => `${mayBePlace ? 'in ' : ''}${word.term.surface}`,
    interpretAnew,
  );

  function interpretAnew({ word, mayBePlace }: Unknown): readonly QueryWord[] {
    const { folded, typed } = word;
    const partsOf = (parts: readonly string[]) => parts.map((part) => partOf(part, typed));
    // `fontanero24h` is `fontanero 24 h`.
    const runs = folded.match(/\d+|\D+/g) ?? [];
    if (runs.length > 1) return partsOf(runs);
    const apart = splitNumber(folded) ?? splitBeforeCity(folded);
    if (apart) return partsOf(apart);
    const near = correct(folded, 1);
    const parts = near ? undefined : splitCompound(folded);
    if (parts) return partsOf(parts);
    const correction = near ?? correct(folded, 2);
    if (!correction) return [word];
    const { text, alternatives } = correction;
    const name = cityWord(text);
    if (isCertainSlip(folded, text) || (name !== undefined && mayBePlace)) {
      const read = name ?? text;
      return [{ ...word, folded: read, term: analyzer.termOf(read), alternatives, reading: 'corrected' }];
    }
    // Behind a preposition, an unknown word may be the name of a place.
    return [mayBePlace && !near ? word : { ...word, alternatives, isGuess: true, reading: 'also' }];
  }

  /** `enmadrid` is `en madrid`, whatever verb might have that form. */
  function splitBeforeCity(folded: string): readonly string[] | undefined {
    const at = [2, 3].find((length) => isStopWord(folded.slice(0, length)) && isCity(folded.slice(length)));
    return at === undefined ? undefined : [folded.slice(0, at), folded.slice(at)];
  }

  const isAfterPreposition = (before: QueryWord | undefined): boolean =>
    before !== undefined && analyzer.isPlacePreposition(before.folded);

  function isUnknown({ folded, alternatives }: QueryWord): boolean {
    return alternatives.length === 0 && isContentWord(folded) && cityWord(folded) !== folded;
  }

  /** The words of a query as they were probably meant; those of a place that was found mean it. */
  return function correctUnknown(
    typed: readonly QueryWord[],
    place: { readonly start: number; readonly end: number } | undefined,
  ): readonly QueryWord[] {
    const isOfPlace = (at: number) => place !== undefined && at >= place.start && at < place.end;
    const unknown = new Set(typed.filter((word, at) => isUnknown(word) && !isOfPlace(at)).slice(0, MOST_CORRECTED));
    if (unknown.size === 0) return typed;
    const corrected: QueryWord[] = [];
    for (let at = 0; at < typed.length; at++) {
      const [word, next] = [typed[at], typed[at + 1]];
      if (!word) continue;
      const areHalves =
        next && (unknown.has(word) || unknown.has(next)) && isContentWord(word.folded) && isContentWord(next.folded);
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

/**
 * True where one word is certainly a slip for another: one edit, the same first letter and more than `SHORT` letters. In a shorter
 * word, a missing letter or two swapped neighbours.
 */
function isCertainSlip(typed: string, word: string): boolean {
  // Scripts without vowels, or with a sign for a syllable, put more into a letter.
  if (!isLatin(typed)) return true;
  if (typed.charAt(0) !== word.charAt(0) || !isWithin(typed, word, 1)) return false;
  return typed.length > SHORT || word.length > typed.length || isTransposed(typed, word);
}

/** True for words of one length that differ by two neighbours that changed places. */
function isTransposed(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return a.length === b.length && a.charAt(at) === b.charAt(at + 1) && a.charAt(at + 1) === b.charAt(at);
}

/** Splits words that are run together and joins halves, by the document frequencies of the parts. */
function createCompounds(lexicon: Lexicon, { fold, stemOf, isStopWord }: Analyzer) {
  /** Document frequency of a folded word; of a short one only as such, with whatever accents. */
  const pagesWith = remember(CACHED_PARTS, (folded: string) => folded, countPages);

  function countPages(folded: string): number {
    const stem = lexicon.stemOrdinal(stemOf(folded));
    if (stem === undefined) return 0;
    if (folded.length > LONGEST_SHORT) return lexicon.stemPages(stem);
    let pages = 0;
    for (const [from, to] of lexicon.surfacesOf(stem)) {
      for (let surface = from; surface < to; surface++) {
        if (fold(lexicon.surfaceText(surface)) === folded) pages += lexicon.surfacePages(surface);
      }
    }
    return pages;
  }

  /** The split whose rarer part is in most pages, with the border from `earliest` to `latest`. */
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

  /** `cerra jeria` is `cerrajeria`, `airea condicionado` is `aire acondicionado`. */
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

  /** `aireacondicionado` is `aire acondicionado`, `enmadrid` is `en madrid`, `pintorenmadrid` is `pintor en madrid`. */
  function splitCompound(folded: string): readonly string[] | undefined {
    if (folded.length > LONGEST_COMPOUND) return undefined;
    return split(folded, 2, folded.length - SHORTEST_PART) ?? splitAtStopWord(folded);
  }

  function splitAtStopWord(folded: string): readonly string[] | undefined {
    for (let at = folded.length - LONGEST_SHORT - 2; at >= LONGEST_SHORT; at--) {
      const first = folded.slice(0, at);
      if (pagesWith(first) === 0) continue;
      for (const length of [2, 3]) {
        const [middle, last] = [folded.slice(at, at + length), folded.slice(at + length)];
        if (last.length >= LONGEST_SHORT && isStopWord(middle) && pagesWith(last) > 0) return [first, middle, last];
      }
    }
    return undefined;
  }

  /** `900000123` is `900 000 123` where pages write it in such groups. */
  function splitNumber(folded: string): readonly string[] | undefined {
    if (!/^\d{6,15}$/.test(folded)) return undefined;
    return groupsOf(folded);
  }

  /** Groups of two to four digits that the index holds, of three where it can be. */
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
