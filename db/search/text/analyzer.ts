import { stem } from './stem.ts';
import { eachWord, fold, lowercase } from './tokenizer.ts';

/** An analyzed word: its surface form (lower case) and its stem. */
export type Term = { readonly surface: string; readonly stem: string };

const CACHED_TERMS = 200_000;

/** The analyzer of texts and queries: tokens to terms. Terms are cached, for texts repeat their words. */
export function createAnalyzer() {
  const cache = new Map<string, Term>();

  function termOf(word: string): Term {
    const cached = cache.get(word);
    if (cached) return cached;
    const term = { surface: lowercase(word), stem: stem(fold(word)) };
    if (cache.size >= CACHED_TERMS) cache.clear();
    cache.set(word, term);
    return term;
  }

  /** The terms of a text, in order; their start offsets are pushed to `starts`. */
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
