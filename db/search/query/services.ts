import type { Vocabulary } from '../../../shared/vocabulary.ts';
import type { Slices } from '../../slices.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';

/** Of so few pages, a subject is named in passing; so is a service, if they are no more than a few. */
export const PASSING_SHARE = 0.05;
const PASSING_PAGES = 3;

type Name = { readonly stems: readonly string[]; readonly key: string };
type Word = { readonly folded: string; readonly term: Term };
export type Services = {
  /** True for a query that asks for services of which this company has none, and for no part of what its pages name. */
  readonly asksForLacking: (query: readonly Word[], isMeant: (word: Word) => boolean) => boolean;
  /** True for a query that names a part or a kind of what this company has: a *washing machine*, where it repairs appliances. */
  readonly namesOffered: (query: readonly Word[]) => boolean;
};

/**
 * The services of a trade that some companies have and others do not (`services` of a vocabulary), and those of trades next door
 * (`neighbours`): tells whether a query asks for one that this company has not. It has what a title, a heading or several pages
 * say, by any word for it; and what one page says where a title has the wider thing, or a part of it.
 */
export function* createServices(options: {
  readonly vocabulary: Vocabulary;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  /** True for a stem that one of its few pages has in a heading. */
  readonly isInHeading: (stem: number) => boolean;
}): Slices<Services> {
  const { vocabulary, analyzer, lexicon, pages, isInHeading } = options;
  const { isContentWord, isGeneralWord } = analyzer;
  const { words: things = {}, neighbours = {}, services = [], broader = {} } = vocabulary[analyzer.language] ?? {};
  const names: Name[] = [];
  for (const [key, group] of [...Object.entries(things), ...Object.entries(neighbours)]) {
    yield;
    for (const name of group) names.push({ key, stems: stemsOf(name) });
  }
  const byKey = Map.groupBy(names, ({ key }) => key);
  const isService = new Set([...services, ...Object.keys(neighbours)]);
  const isPart = new Set(Object.entries(broader).flat(2));
  /** The names by the stem that they begin with, the longest first. */
  const byFirst = Map.groupBy(
    names.toSorted((a, b) => b.stems.length - a.stems.length),
    ({ stems: [first] }) => first,
  );
  const inPassing = Math.min(PASSING_PAGES, pages * PASSING_SHARE);
  const offered = new Map<string, boolean>();

  function stemsOf(name: string): readonly string[] {
    return analyzer.words(name).map(({ text }) => analyzer.termOf(text).stem);
  }

  const isNamed = (key: string, holds: (stem: string) => boolean): boolean =>
    (byKey.get(key) ?? []).some(({ stems }) => stems.filter(isContentWord).every(holds));

  /** A title may have a word that begins alike: *Fensterbau* offers a *Fenster*. */
  function isInTitle(stem: string): boolean {
    const alike = stem.length < BEGINNING ? [lexicon.stemOrdinal(stem)] : beginningsOf(stem, lexicon);
    return alike.some((one) => one !== undefined && lexicon.titlePages(one) > 0);
  }

  const isHeld = (stem: string): boolean => lexicon.stemOrdinal(stem) !== undefined;

  /** True for a stem that a title, a heading or more than a few pages have. */
  function isShown(stem: string): boolean {
    const ordinal = lexicon.stemOrdinal(stem);
    if (isInTitle(stem)) return true;
    return ordinal !== undefined && (lexicon.stemPages(ordinal) > inPassing || isInHeading(ordinal));
  }

  function isOffered(key: string): boolean {
    const known = offered.get(key);
    if (known !== undefined) return known;
    const related = [
      ...(broader[key] ?? []),
      ...Object.keys(broader).filter((narrower) => broader[narrower]?.includes(key)),
    ];
    const is = isNamed(key, isShown) || (isNamed(key, isHeld) && related.some((one) => isNamed(one, isInTitle)));
    offered.set(key, is);
    return is;
  }

  const namesOffered: Services['namesOffered'] = (query) =>
    query.some((word, at) =>
      (byFirst.get(word.term.stem) ?? []).some(
        (name) => isPart.has(name.key) && isAt(name, at, query) && !isGeneralWord(word.folded) && isOffered(name.key),
      ),
    );

  const asksForLacking: Services['asksForLacking'] = (query, isMeant) => {
    let isAsked = false;
    let end = 0;
    for (const [at, word] of query.entries()) {
      if (at < end || isGeneralWord(word.folded) || !isContentWord(word.folded)) continue;
      const here = byFirst.get(word.term.stem)?.filter((name) => isAt(name, at, query)) ?? [];
      const length = here[0]?.stems.length ?? 1;
      const keys = here.filter(({ stems }) => stems.length === length).map(({ key }) => key);
      const areServices = keys.length > 0 && keys.every((key) => isService.has(key));
      if (areServices && (keys.some(isOffered) || query.slice(at, at + length).some(isMeant))) return false;
      if (areServices) isAsked = true;
      else if (keys.some((key) => isPart.has(key) && isNamed(key, isHeld))) return false;
      end = at + length;
    }
    return isAsked;
  };
  return { asksForLacking, namesOffered };

  function isAt({ stems }: Name, at: number, query: readonly Word[]): boolean {
    return stems.every((stem, nth) => query[at + nth]?.term.stem === stem);
  }
}

/** Letters that words of one subject begin with. */
const BEGINNING = 5;
const MOST_BEGINNINGS = 20;

/** Stems that begin like this one, some of them: a *painter* does *painting*. */
export function beginningsOf(stem: string, lexicon: Lexicon): readonly number[] {
  return lexicon.stemsWithPrefix(stem.slice(0, BEGINNING), MOST_BEGINNINGS);
}
