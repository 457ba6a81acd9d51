import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';

/** A name of a thing: its telling stems, and those of each of its words in either number, as a query may have them. */
export type Name = {
  readonly stems: readonly string[];
  readonly forms: readonly ReadonlySet<string>[];
};
/** A word of a query. */
export type Word = { readonly folded: string; readonly term: Term };
/** Names by each form of their first word. */
export type NamesByFirst<N extends Name> = ReadonlyMap<string, readonly N[]>;
const NO_NAMES: readonly never[] = [];

/** Reads names of things. */
export function createNaming({ words, fold, termOf, isContentWord, otherNumbers }: Analyzer) {
  /** The terms of a name without the words between: *limpieza del sofá* is *limpieza de sofás*. */
  function tellingOf(name: string): readonly Term[] {
    const all = words(name).map(({ text }) => termOf(text));
    const telling = all.filter(({ surface }) => isContentWord(fold(surface)));
    return telling.length === 0 ? all : telling;
  }

  function nameOf(text: string): Name {
    const telling = tellingOf(text);
    return { stems: telling.map(({ stem }) => stem), forms: telling.map((term) => new Set(formsOf(term))) };
  }

  /** The stems of a word in either number, its own first. */
  function formsOf(term: Term): readonly string[] {
    return [term.stem, ...otherNumbers(term.surface).map((other) => termOf(other).stem)];
  }

  return { tellingOf, nameOf };
}
export type Naming = ReturnType<typeof createNaming>;

export function namesByFirst<N extends Name>(names: readonly N[]): NamesByFirst<N> {
  const byFirst = new Map<string, N[]>();
  for (const name of names) {
    for (const stem of name.forms[0] ?? []) byFirst.set(stem, [...(byFirst.get(stem) ?? []), name]);
  }
  return byFirst;
}

/** The names that begin at a word of a query, the longest first. */
export function namesAt<N extends Name>(at: number, query: readonly Word[], among: NamesByFirst<N>): readonly N[] {
  const starting = among.get(query[at]?.term.stem ?? '');
  if (!starting) return NO_NAMES;
  const here = starting.filter(({ forms }) => forms.every((stems, nth) => stems.has(query[at + nth]?.term.stem ?? '')));
  return here.toSorted((a, b) => b.stems.length - a.stems.length);
}

/** The ordinals of the words of a phrase; none when the index lacks one of them. */
export function ordinalsOf(stems: readonly string[], lexicon: Lexicon): readonly number[] | undefined {
  const ordinals = stems.map(lexicon.stemOrdinal).filter((one) => one !== undefined);
  return ordinals.length < stems.length ? undefined : ordinals;
}
