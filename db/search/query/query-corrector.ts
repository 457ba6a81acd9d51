import type { Term, Analyzer } from '../text/analyzer.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Alternative } from '../types.ts';
import type { SpellingCorrector } from './spelling-corrector.ts';

/** A word of the query and its expansion; the index does not know a word whose expansion is empty. */
export type QueryWord = {
  readonly folded: string;
  readonly term: Term;
  readonly alternatives: readonly Alternative[];
  /** The typed words, folded, that it was read from: one, or the halves of a word. */
  readonly typed: readonly string[];
};

/** Unknown words beyond these stay as they are: each costs as much as a search. */
const MAX_CORRECTED = 6;
/** Shortest part of a split word and longest word that is split or joined, in letters. */
const SHORTEST_PART = 3;
const LONGEST_COMPOUND = 40;
/** A space may be so many letters away from its place. */
const SPACE_SLIP = 2;
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
  readonly expand: (term: Term) => readonly Alternative[];
  /** The word of a city's name that is written like this, or has this stem. */
  readonly cityWord: (folded: string) => string | undefined;
}) {
  const { analyzer, lexicon, correct, expand, cityWord } = options;
  const { fold, isContentWord } = analyzer;
  const { join, splitCompound } = createCompounds(lexicon, analyzer);

  function queryWordOf(text: string, typed: readonly string[]): QueryWord {
    const term = analyzer.termOf(text);
    return { folded: fold(text), term, alternatives: expand(term), typed };
  }

  /** The reading of an unknown word: one word or several. */
  function interpret(word: QueryWord): readonly QueryWord[] {
    // `fontanero24h` is `fontanero 24 h`.
    const runs = word.folded.match(/\d+|\D+/g) ?? [];
    if (runs.length > 1) return runs.map((run) => queryWordOf(run, word.typed));
    const near = correct(word.folded, 1);
    const parts = near ? undefined : splitCompound(word.folded);
    if (parts) return parts.map((part) => queryWordOf(part, word.typed));
    const correction = near ?? correct(word.folded, 2);
    if (!correction) return [word];
    const text = cityWord(correction.text) ?? correction.text;
    return [{ folded: text, term: analyzer.termOf(text), alternatives: correction.alternatives, typed: word.typed }];
  }

  function isUnknown({ folded, alternatives }: QueryWord): boolean {
    return alternatives.length === 0 && isContentWord(folded) && cityWord(folded) !== folded;
  }

  /** The words of a query as they were probably meant. */
  return function correctUnknown(typed: readonly QueryWord[]): readonly QueryWord[] {
    const unknown = new Set(typed.filter(isUnknown).slice(0, MAX_CORRECTED));
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
      } else corrected.push(...(unknown.has(word) ? interpret(word) : [word]));
    }
    return corrected;
  };
}

/** Splits words that are run together and joins halves, by the document frequencies of the parts. */
function createCompounds(lexicon: Lexicon, { fold, stemOf, isStopWord }: Analyzer) {
  /** Document frequency of a folded word; of a short one only as such, with whatever accents. */
  function pagesWith(folded: string): number {
    const stem = lexicon.stemOrdinal(stemOf(folded));
    if (stem === undefined) return 0;
    if (folded.length > LONGEST_SHORT) return lexicon.stemPages(stem);
    const [from, to] = lexicon.surfacesOf(stem);
    let pages = 0;
    for (let surface = from; surface < to; surface++) {
      if (fold(lexicon.surfaceText(surface)) === folded) pages += lexicon.surfacePages(surface);
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

  /** `aireacondicionado` is `aire acondicionado`, `enmadrid` is `en madrid`. */
  function splitCompound(folded: string): readonly string[] | undefined {
    return folded.length > LONGEST_COMPOUND ? undefined : split(folded, 2, folded.length - SHORTEST_PART);
  }

  return { join, splitCompound };
}
