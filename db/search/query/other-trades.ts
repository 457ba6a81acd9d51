import type { Slices } from '../../slices.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Mentions } from './mentions.ts';
import { namesAt, namesByFirst, ordinalsOf, type Name, type Naming, type Word } from './names.ts';

/** More pages than this share, and than one, name no trade by the way. */
const SHOWN_SHARE = 0.1;

/** A name with the spellings of a single word, folded: it may share its stem with another, as *tapas* and *tapar*. */
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
    const terms = naming.tellingOf(name);
    const [only, ...more] = terms.map(({ surface }) => surface);
    return {
      stems: terms.map(({ stem }) => stem),
      forms: terms.map(({ stem }) => new Set([stem])),
      spellings: new Set(only === undefined || more.length > 0 ? [] : spellingsOf(only)),
    };
  }

  /** True for a word by which a title, or the texts of so many pages, show that the company is of its trade. */
  function isShown({ stems: [only = '', ...more] }: NameOfOthers): boolean {
    const ordinal = more.length === 0 ? lexicon.stemOrdinal(only) : undefined;
    return ordinal !== undefined && (lexicon.titlePages(ordinal) > 0 || lexicon.stemPages(ordinal) > mostPages);
  }

  /** A word as it is and in the plural: who wants a *removal* may mean another than *removals*. */
  function spellingsOf(surface: string): readonly string[] {
    const plurals = analyzer.otherNumbers(surface).filter(({ length }) => length > surface.length);
    return [surface, ...plurals].map(analyzer.fold);
  }

  function isKnown(stems: readonly string[]): boolean {
    const [only = '', ...more] = stems;
    if (more.length === 0) return lexicon.stemsWithPrefix(only, 1).length > 0;
    const ordinals = ordinalsOf(stems, lexicon);
    if (!ordinals) return false;
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
