import { remember } from '../remember.ts';
import type { Term, Analyzer } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { WordForms } from '../storage/word-forms.ts';
import { isWithin } from '../text/edit-distance.ts';
import { isLatin } from '../text/folding.ts';
import type { Alternative } from '../types.ts';
import { CORRECTION, type Correction, type SpellingCorrector } from './spelling-corrector.ts';

/** A word of the query and its expansion; the index does not know a word whose expansion is empty. */
export type QueryWord = {
  readonly folded: string;
  readonly term: Term;
  readonly alternatives: readonly Alternative[];
  /** The typed words, folded, that it was read from: one, or the halves of a word. */
  readonly typed: readonly string[];
  /** True when its expansion is that of words of about its meaning, or of one that it may be a slip for, though it is a word itself. */
  readonly isGuess: boolean;
  /** True for a word of a saying, which is read as other words. */
  readonly isSaid: boolean;
};

/** A word that the index does not know; behind a preposition it may be a place. */
type Unknown = { readonly word: QueryWord; readonly mayBePlace: boolean };

/** So many unknown words are remembered with how they are read, and so many parts of words with the pages that hold them. */
const CACHED_READINGS = 500;
const CACHED_PARTS = 2000;
/** Unknown words beyond these stay as they are: each costs as much as a search. */
const MAX_CORRECTED = 6;
/** Shortest part of a split word and longest word that is split or joined, in letters. */
const SHORTEST_PART = 3;
const LONGEST_COMPOUND = 40;
/** A space may be so many letters away from its place. */
const SPACE_SLIP = 2;
/** A word of another language is a slip of one of this only where so many letters come to each edit. */
const LETTERS_PER_SLIP = 6;
/** Of so many letters at most, one edit makes many words of others; from so many on two do not. */
const SHORT = 5;
const LONG = 9;
/** Share of its letters that a form has in common with its word, at the beginning. */
const FORM_SHARE = 0.6;
/** Up to this length a stem may be any piece of a word. */
const LONGEST_SHORT = 4;

/**
 * Corrects the unknown words of a query: two words run together, the halves of one, or a misspelt one. Words that the
 * index knows stay as they are, so that a query that works is never changed.
 */
export function createQueryCorrector(options: {
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly correct: SpellingCorrector;
  readonly wordForms: WordForms;
  readonly isForeign: (term: Term) => boolean;
  /** True for a word of the name of a service, by the vocabulary of this language. */
  readonly isOfName: (folded: string) => boolean;
  readonly expand: (term: Term) => readonly Alternative[];
  /** Stems of about the same meaning as a word of the language that the index lacks. */
  readonly similarTo: (folded: string) => readonly Alternative[];
  /** The word of a city's name that is written like this, or has this stem. */
  readonly cityWord: (folded: string) => string | undefined;
  /** True for the whole name of a city. */
  readonly isCity: (folded: string) => boolean;
}) {
  const { analyzer, lexicon, correct, wordForms, isForeign, isOfName, expand, similarTo, cityWord, isCity } = options;
  const { fold, isContentWord, isStopWord } = analyzer;
  const { join, splitCompound, splitNumber } = createCompounds(lexicon, analyzer);

  function queryWordOf(text: string, typed: readonly string[]): QueryWord {
    const term = analyzer.termOf(text);
    return { folded: fold(text), term, alternatives: expand(term), typed, isGuess: false, isSaid: false };
  }

  /** The reading of an unknown word: one word or several. */
  function interpret(word: QueryWord, mayBePlace: boolean): readonly QueryWord[] {
    const isAsTyped = !word.isSaid && word.folded === fold(word.term.surface);
    const reading = isAsTyped ? readingOf({ word, mayBePlace }) : interpretAnew({ word, mayBePlace });
    const { typed } = word;
    return reading.map(({ folded, term, alternatives, isGuess, isSaid }): QueryWord => ({
      folded,
      term,
      alternatives,
      typed,
      isGuess,
      isSaid,
    }));
  }

  const readingOf = remember(
    CACHED_READINGS,
    ({ word, mayBePlace }: Unknown) => `${mayBePlace ? 'in ' : ''}${word.term.surface}`,
    interpretAnew,
  );

  function interpretAnew({ word, mayBePlace }: Unknown): readonly QueryWord[] {
    // `fontanero24h` is `fontanero 24 h`.
    const runs = word.folded.match(/\d+|\D+/g) ?? [];
    if (runs.length > 1) return runs.map((run) => queryWordOf(run, word.typed));
    const digits = splitNumber(word.folded);
    if (digits) return digits.map((part) => queryWordOf(part, word.typed));
    const inCity = splitBeforeCity(word.folded);
    if (inCity) return inCity.map((part) => queryWordOf(part, word.typed));
    // A word of the language means what it says, even if no page does.
    if (wordForms.isWord(word.folded) || isOfName(word.folded)) return [readRealWord(word)];
    const subject = analyzer.subjectOf(word.folded);
    if (subject) {
      const parts = subject.word === word.folded ? undefined : splitCompound(word.folded);
      return parts?.map((part) => queryWordOf(part, word.typed)) ?? [readRealWord(word)];
    }
    if (isForeign(word.term)) return [readForeignWord(word)];
    const near = correct(word.folded, 1);
    const parts = near ? undefined : splitCompound(word.folded);
    if (parts) return parts.map((part) => queryWordOf(part, word.typed));
    const correction = near ?? correct(word.folded, 2);
    if (!correction) return [word];
    const name = cityWord(correction.text);
    // Two slips are many: another place has a name like that.
    if (!near && mayBePlace && name === undefined) return [word];
    if (!wordForms.isKnown && name === undefined && !isLikelySlip(word.folded, correction.text)) {
      return [readRealWord(word, () => correction)];
    }
    const text = name ?? correction.text;
    return [{ ...word, folded: text, term: analyzer.termOf(text), alternatives: correction.alternatives }];
  }

  /** `enmadrid` is `en madrid`, whatever verb might have that form. */
  function splitBeforeCity(folded: string): readonly string[] | undefined {
    const at = [2, 3].find((length) => isStopWord(folded.slice(0, length)) && isCity(folded.slice(length)));
    return at === undefined ? undefined : [folded.slice(0, at), folded.slice(at)];
  }

  /** A word of the language that the index does not hold: by its base form, or else by words of its meaning or a guess, which claim nothing. */
  function readRealWord(word: QueryWord, near = () => correct(word.folded, 1)): QueryWord {
    const bases = basesOf(word);
    if (bases.length > 0) return { ...word, alternatives: bases };
    const similar = similarTo(word.folded);
    if (similar.length > 0) return { ...word, alternatives: similar, isGuess: true };
    const guess = near()?.alternatives.map(({ stem, weight, origin }): Alternative => {
      return { stem, weight: weight * CORRECTION.guess, origin };
    });
    return guess ? { ...word, alternatives: guess, isGuess: true } : word;
  }

  /** A word of another language: what a title has in nearly the same letters, as *installation* for *instalación*, or else a guess. */
  function readForeignWord(word: QueryWord): QueryWord {
    const { folded } = word;
    const slips = Math.trunc(folded.length / LETTERS_PER_SLIP);
    const near = correct(folded, 1);
    const correction = near ?? (slips > 1 ? correct(folded, 2) : undefined);
    const isOther = slips === 0 && correction && analyzer.soundOf(correction.text) !== analyzer.soundOf(folded);
    if (!correction || isOther || !isInTitle(correction)) return readRealWord(word, () => near);
    const { text, alternatives } = correction;
    return { ...word, folded: text, term: analyzer.termOf(text), alternatives };
  }

  /** True for a word of a title, and not for a stem that looks like one. */
  function isInTitle({ text, alternatives: [best] }: Correction): boolean {
    if (!best || lexicon.titlePages(best.stem) === 0) return false;
    return lexicon.formsOf(best.stem).some((surface) => fold(lexicon.surfaceText(surface)) === text);
  }

  /** The words of which it is a form, where the stemmer does not know it: `otorgarían` is `otorgar`. */
  function basesOf({ folded }: QueryWord): readonly Alternative[] {
    const meant = wordForms.basesOf(folded).flatMap((base) => expand(analyzer.termOf(base)));
    return [...new Map(meant.map((alternative) => [alternative.stem, alternative])).values()];
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
    const unknown = new Set(typed.filter((word, at) => isUnknown(word) && !isOfPlace(at)).slice(0, MAX_CORRECTED));
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
        corrected.push(...joined.map((text) => queryWordOf(text, [word.folded, next.folded])));
      } else corrected.push(...(unknown.has(word) ? interpret(word, isAfterPreposition(typed[at - 1])) : [word]));
    }
    return corrected;
  };
}

/**
 * True where one word is likelier a slip for another than a word of its own: of nearly as many letters, most of which they begin
 * with, like a form of it; by one edit, of a short word a letter left out or two that changed places; by two, of a long one. For
 * languages of which no dictionary tells the words.
 */
function isLikelySlip(typed: string, word: string): boolean {
  // Scripts without vowels, or with a sign for a syllable, put more into a letter.
  if (!isLatin(typed)) return true;
  const same = beginningInCommon(typed, word);
  const isForm = same >= LONGEST_SHORT && same >= FORM_SHARE * Math.max(typed.length, word.length);
  if (isForm || typed.length >= LONG) return true;
  if (!isWithin(typed, word, 1)) return false;
  return typed.length > SHORT || word.length > typed.length || isTransposed(typed, word, same);
}

function beginningInCommon(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a.charCodeAt(same) === b.charCodeAt(same)) same += 1;
  return same;
}

/** True for words of one length that differ, from a place on, by two neighbours that changed places. */
function isTransposed(a: string, b: string, at: number): boolean {
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
