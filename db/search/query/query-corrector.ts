import { isStopWord } from '../text/stop-words.ts';
import { stem as stemOf } from '../text/stem.ts';
import type { Term, Analyzer } from '../text/analyzer.ts';
import { fold } from '../text/tokenizer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative } from '../types.ts';
import type { SpellingCorrector } from './spelling-corrector.ts';

/** A word of the query and what the index knows it as: nothing, when it is unknown. */
export type QueryWord = { readonly folded: string; readonly term: Term; readonly alternatives: readonly Alternative[] };

/** So many unknown words of one query are looked into: each costs as much as a search. */
const MOST_CORRECTED = 6;
/** How many letters a part of a word that is two run together has at least, and both together at most. */
const SHORTEST_PART = 3;
const LONGEST_PARTED = 40;
/** How many letters a space may be away from where it belongs. */
const SLIP = 2;
/** Up to this length a stem may be any piece of a word. */
const LONGEST_SHORT = 4;

/**
 * Finds out what the unknown words of a query may mean: two words run together, the halves of one, or a misspelt one.
 * Words that the index knows stay as they are, so that a query that works is never changed.
 */
export function createQueryCorrector(options: {
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly correct: SpellingCorrector;
  readonly knownAs: (term: Term) => readonly Alternative[];
  /** The word of a city's name that is written like this, or has this stem. */
  readonly cityWord: (folded: string) => string | undefined;
}) {
  const { analyzer, lexicon, correct, knownAs, cityWord } = options;

  function queryWordOf(text: string): QueryWord {
    const term = analyzer.termOf(text);
    return { folded: fold(text), term, alternatives: knownAs(term) };
  }

  /** How many pages hold a folded word; a short one as such, with whatever accents. */
  function pagesWith(folded: string): number {
    const stem = lexicon.stemNumber(stemOf(folded));
    if (stem === undefined) return 0;
    if (folded.length > LONGEST_SHORT) return lexicon.stemPages(stem);
    const [from, to] = lexicon.surfacesOf(stem);
    let pages = 0;
    for (let surface = from; surface < to; surface++) {
      if (fold(lexicon.surfaceText(surface)) === folded) pages += lexicon.surfacePages[surface] ?? 0;
    }
    return pages;
  }

  /** The two words that most pages hold, with the border between them from `earliest` to `latest`. */
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
    if (together.length > LONGEST_PARTED) return undefined;
    if (pagesWith(together) > 0) return [together];
    const { length } = first;
    return split(
      together,
      Math.max(LONGEST_SHORT, length - SLIP),
      Math.min(together.length - LONGEST_SHORT, length + SLIP),
    );
  }

  /** `aireacondicionado` is `aire acondicionado`, `enmadrid` is `en madrid`. */
  function splitCompound(folded: string): readonly string[] | undefined {
    return folded.length > LONGEST_PARTED ? undefined : split(folded, 2, folded.length - SHORTEST_PART);
  }

  function interpret(word: QueryWord): readonly QueryWord[] {
    // `fontanero24h` is `fontanero 24 h`.
    const runs = word.folded.match(/\d+|\D+/g) ?? [];
    if (runs.length > 1) return runs.map(queryWordOf);
    const near = correct(word.folded, 1);
    const parts = near ? undefined : splitCompound(word.folded);
    if (parts) return parts.map(queryWordOf);
    const correction = near ?? correct(word.folded, 2);
    if (!correction) return [word];
    const text = cityWord(correction.text) ?? correction.text;
    return [{ folded: text, term: analyzer.termOf(text), alternatives: correction.alternatives }];
  }

  function isUnknown({ folded, alternatives }: QueryWord): boolean {
    return alternatives.length === 0 && !isStopWord(folded) && cityWord(folded) !== folded;
  }

  const isContentWord = ({ folded }: QueryWord) => !isStopWord(folded);

  /** The words as they were probably meant. */
  return function correctUnknown(typed: readonly QueryWord[]): readonly QueryWord[] {
    const unknown = new Set(typed.filter(isUnknown).slice(0, MOST_CORRECTED));
    if (unknown.size === 0) return typed;
    const corrected: QueryWord[] = [];
    for (let at = 0; at < typed.length; at++) {
      const [word, next] = [typed[at], typed[at + 1]];
      if (!word) continue;
      const areHalves = next && (unknown.has(word) || unknown.has(next)) && isContentWord(word) && isContentWord(next);
      const together = areHalves ? join(word.folded, next.folded) : undefined;
      if (together) at += 1;
      corrected.push(...(together?.map(queryWordOf) ?? (unknown.has(word) ? interpret(word) : [word])));
    }
    return corrected;
  };
}
