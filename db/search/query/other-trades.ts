import type { Slices } from '../../slices.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Mentions } from './mentions.ts';
import { namesAt, namesByFirst, type Name, type Naming, type Word } from './names.ts';

/** Names between two turns of the event loop. */
const SLICE = 50;

/** A name with the spellings of its words, folded: a word may share its stem with another, as *tapas* and *tapar*. */
type NameOfOthers = Name & { readonly spellings: ReadonlySet<string> };

/**
 * Tells a query that names what other trades do and no page has: neither a word that begins like it, nor the words of a phrase
 * together, nor titles all of them. Where the trade itself has a name as long, that is meant.
 */
export function* createOtherTrades(options: {
  readonly others: readonly string[];
  readonly naming: Naming;
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly mentions: Mentions;
}): Slices<(query: readonly Word[], ownLengthAt: (at: number) => number) => boolean> {
  const { others, naming, analyzer, lexicon, mentions } = options;
  const names: NameOfOthers[] = [];
  for (const [at, name] of others.entries()) {
    if (at % SLICE === 0) yield;
    const { stems } = naming.tellingOf(name);
    names.push({ key: name, stems, forms: stems.map((stem) => new Set([stem])), spellings: spellingsOf(name) });
  }
  const byFirst = namesByFirst(names);

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
