import type { Slices } from '../../slices.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Mentions } from './mentions.ts';
import { namesAt, namesByFirst, type Name, type Naming, type Word } from './names.ts';

/** More pages than this share, and than one, name no trade by the way. */
const SHOWN_SHARE = 0.1;

/** A name with the spellings of its words, folded: a word may share its stem with another, as *tapas* and *tapar*. */
type NameOfOthers = Name & { readonly spellings: ReadonlySet<string> };

/**
 * Tells a query that names what other trades do and no page has: neither a word that begins like it, nor the words of a phrase
 * together, nor titles all of them. Where the trade itself has a name as long, that is meant.
 */
export function* createOtherTrades(options: {
  /** Their names by trade. */
  readonly others: Readonly<Record<string, readonly string[]>>;
  readonly naming: Naming;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly mentions: Mentions;
}): Slices<(query: readonly Word[], ownLengthAt: (at: number) => number) => boolean> {
  const { others, naming, analyzer, lexicon, pages, mentions } = options;
  const mostPages = Math.max(1, pages * SHOWN_SHARE);
  const names: NameOfOthers[] = [];
  for (const ofTrade of Object.values(others)) {
    yield;
    const read = ofTrade.map(readName);
    if (!read.some(isShown)) names.push(...read);
  }
  const byFirst = namesByFirst(names);

  function readName(name: string): NameOfOthers {
    const { stems } = naming.tellingOf(name);
    return { key: name, stems, forms: stems.map((stem) => new Set([stem])), spellings: spellingsOf(name) };
  }

  /** True for a word by which a title, or the texts of so many pages, show that the company is of its trade. */
  function isShown({ stems: [only = '', ...more] }: NameOfOthers): boolean {
    const ordinal = more.length === 0 ? lexicon.stemOrdinal(only) : undefined;
    return ordinal !== undefined && (lexicon.titlePages(ordinal) > 0 || lexicon.stemPages(ordinal) > mostPages);
  }

  /** The words as they are and in the plural: who wants a *removal* may mean another than *removals*. */
  function spellingsOf(name: string): ReadonlySet<string> {
    const surfaces = analyzer.words(name).map(({ text }) => analyzer.termOf(text).surface);
    const plurals = surfaces.flatMap((one) => analyzer.otherNumbers(one).filter(({ length }) => length > one.length));
    return new Set([...surfaces, ...plurals].map(analyzer.fold));
  }

  function isKnown(stems: readonly string[]): boolean {
    const [only = '', ...more] = stems;
    if (more.length === 0) return lexicon.stemsWithPrefix(only, 1).length > 0;
    const ordinals = stems.map(lexicon.stemOrdinal).filter((one) => one !== undefined);
    if (ordinals.length < stems.length) return false;
    return ordinals.every((one) => lexicon.titlePages(one) > 0) || mentions.together(ordinals).pages > 0;
  }

  return (query, ownLengthAt) =>
    query.some(({ folded }, at) =>
      namesAt(at, query, byFirst).some(
        ({ stems, spellings }) =>
          stems.length > ownLengthAt(at) && (stems.length > 1 || spellings.has(folded)) && !isKnown(stems),
      ),
    );
}
