import type { Vocabulary } from '../../../shared/vocabulary.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';

/** Of so few pages, a subject is named in passing; so is a service, if they are no more than a few. */
export const PASSING_SHARE = 0.05;
const PASSING_PAGES = 3;

type Name = { readonly stems: readonly string[]; readonly key: string };

/**
 * The services of a trade that some companies have and others do not (`services` of a vocabulary): tells whether a query asks for
 * one, and whether this company has it. It has what a title or more than a few pages say, by any word for it.
 */
export function createServices(options: {
  readonly vocabulary: Vocabulary;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
}) {
  const { vocabulary, analyzer, lexicon, pages } = options;
  const { words: things = {}, neighbours = {}, services = [], broader = {} } = vocabulary[analyzer.language] ?? {};
  const names = [...Object.entries(things), ...Object.entries(neighbours)].flatMap(([key, group]) =>
    group.map((name): Name => ({ key, stems: stemsOf(name) })),
  );
  const byKey = Map.groupBy(names, ({ key }) => key);
  const isService = new Set([...services, ...Object.keys(neighbours)]);
  const isPart = new Set(Object.entries(broader).flat(2));
  /** The names by the stem that they begin with, the longest first. */
  const byFirst = Map.groupBy(
    names.toSorted((a, b) => b.stems.length - a.stems.length),
    ({ stems: [first] }) => first,
  );
  const offered = new Map<string, boolean>();

  function stemsOf(name: string): readonly string[] {
    return analyzer.words(name).map(({ text }) => analyzer.termOf(text).stem);
  }

  /** Pages that hold the rarest word of a name; of all of them, when one is in a title. */
  function pagesOf(stems: readonly string[]): number {
    const telling = stems.filter((stem) => analyzer.isContentWord(stem));
    const counts = telling.map((stem) => {
      const ordinal = lexicon.stemOrdinal(stem);
      if (ordinal === undefined) return 0;
      return lexicon.titlePages(ordinal) > 0 ? pages : lexicon.stemPages(ordinal);
    });
    return counts.length === 0 ? 0 : Math.min(...counts);
  }

  function isOffered(key: string): boolean {
    const known = offered.get(key);
    if (known !== undefined) return known;
    const held = (byKey.get(key) ?? []).reduce((sum, { stems }) => sum + pagesOf(stems), 0);
    const is = held > Math.min(PASSING_PAGES, pages * PASSING_SHARE);
    offered.set(key, is);
    return is;
  }

  /** True for a query that asks for services of the trade of which this company has none. */
  return function asksForLacking(query: readonly { readonly term: Term }[]): boolean {
    const asked: (readonly string[])[] = [];
    let end = 0;
    for (const [at, { term }] of query.entries()) {
      if (at < end) continue;
      const named = byFirst.get(term.stem)?.filter((name) => isAt(name, at, query)) ?? [];
      const length = named[0]?.stems.length ?? 1;
      const keys = named.filter(({ stems }) => stems.length === length).map(({ key }) => key);
      const areServices = keys.length > 0 && keys.every((key) => isService.has(key));
      if (areServices) asked.push(keys);
      else if (keys.some((key) => isPart.has(key) && isOffered(key))) return false;
      end = at + length;
    }
    return asked.length > 0 && asked.every((keys) => !keys.some(isOffered));
  };

  function isAt({ stems }: Name, at: number, query: readonly { readonly term: Term }[]): boolean {
    return stems.every((stem, nth) => query[at + nth]?.term.stem === stem);
  }
}
