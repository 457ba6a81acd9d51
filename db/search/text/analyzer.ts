import { stem } from './stem.ts';
import { eachWord, fold, lowercase } from './tokenizer.ts';

/** A word as the index knows it: as written (lower case), and its stem. */
export type Term = { readonly surface: string; readonly stem: string };

const REMEMBERED = 200_000;

/** Turns words into terms; remembers what it has seen, for texts repeat their words. */
export function createAnalyzer() {
  const known = new Map<string, Term>();

  function termOf(word: string): Term {
    const remembered = known.get(word);
    if (remembered) return remembered;
    const term = { surface: lowercase(word), stem: stem(fold(word)) };
    if (known.size >= REMEMBERED) known.clear();
    known.set(word, term);
    return term;
  }

  /** The terms of a text, in order; where each starts goes into `starts`. */
  function termsOf(text: string, starts?: number[]): Term[] {
    const list: Term[] = [];
    eachWord(text, (start, end) => {
      list.push(termOf(text.slice(start, end)));
      starts?.push(start);
    });
    return list;
  }

  return { termOf, termsOf };
}
export type Analyzer = ReturnType<typeof createAnalyzer>;
