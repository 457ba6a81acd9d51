import type { Index } from '../../db/index/reader.ts';
import { createAnalyzer } from '../../db/search/text/analyzer.ts';
import { createAddresses } from '../../shared/addresses.ts';
import { comparable } from '../ledger/question-text.ts';
import type { LedgerDay } from './ledger-days.ts';

/** A remedy for the owner for an unanswered question. */
export type Proposal =
  /** Words of a group of `synonyms` in site.yaml: the unknown word, then a word of the site. */
  | { readonly kind: 'synonym'; readonly words: readonly [unknown: string, known: string] }
  /** A page that has the answer, or should have it. */
  | { readonly kind: 'page'; readonly path: string; readonly title: string }
  /** A place without pages. */
  | { readonly kind: 'place'; readonly place: string }
  | { readonly kind: 'new_page' };

type Asked = { readonly question: string; readonly empty: number; readonly unmatched: number };

// Words before a place name, in the supported languages.
const BEFORE_PLACES = new Set(['en', 'in', 'em', 'near', 'nach', 'bei', 'presso']);

// Minimum count of a proposal.
const LEAST_COUNT = 3;

/** Creates proposals from the next calls of callers and from the index. */
export function createProposals(days: readonly LedgerDay[], live: Index | undefined) {
  const addresses = live && createAddresses(live.site);
  const read = days.flatMap(({ pages }) => pages).filter(({ use }) => use === 'read');
  const readFor = tallyOf(read.map(({ text, path, times }) => [text, path, times]));
  const nextOf = tallyOf(days.flatMap(({ next }) => next).map(({ from, to, times }) => [from, to, times]));
  const stemOf = createAnalyzer(live?.site.language ?? '').stemOf;

  return (asked: Asked): Proposal => {
    if (!live) return { kind: 'new_page' };
    const {
      unmatched: unknown = [],
      hits: [hit],
    } = searched(live, asked.question);
    const [only] = unknown;
    if (only !== undefined && unknown.length === 1) {
      if (isPlace(asked.question, only)) return { kind: 'place', place: only };
      const meant = replacementOf(live, asked.question);
      if (meant !== undefined) return { kind: 'synonym', words: [only, meant] };
    }
    const isLacking = asked.empty > 0 || asked.unmatched > 0;
    const path = mostRead(asked.question) ?? (isLacking ? undefined : hit && addresses?.keyOf(hit.url));
    const page = path === undefined ? undefined : live.pageByPath(path);
    return page ? { kind: 'page', path: page.path, title: page.title } : { kind: 'new_page' };
  };

  // The word that callers used instead before they read a page, or a word of the title of that page.
  function replacementOf(index: Index, question: string): string | undefined {
    const path = mostRead(question);
    const title = path === undefined ? undefined : index.pageByPath(path)?.title;
    const asked = comparable(question).split(' ');
    const stems = new Set(asked.map(stemOf));
    for (const text of [...mostOften(nextOf.get(comparable(question))), ...(title === undefined ? [] : [title])]) {
      const added = comparable(text)
        .split(' ')
        .filter((word) => !stems.has(stemOf(word)) && isContentWord(index, word));
      if (added.length === 1) return added[0];
    }
    return undefined;
  }

  function mostRead(question: string): string | undefined {
    return mostOften(readFor.get(comparable(question)))[0];
  }
}

type Tally = ReadonlyMap<string, ReadonlyMap<string, number>>;

function tallyOf(counted: readonly (readonly [question: string | undefined, value: string, times: number])[]): Tally {
  const tally = new Map<string, Map<string, number>>();
  for (const [question, value, times] of counted) {
    if (question === undefined) continue;
    const counts = tally.get(comparable(question)) ?? new Map<string, number>();
    tally.set(comparable(question), counts.set(value, (counts.get(value) ?? 0) + times));
  }
  return tally;
}

// Entries with at least `LEAST_COUNT` counts, the most frequent first.
function mostOften(counts: ReadonlyMap<string, number> = new Map()): readonly string[] {
  const often = [...counts].filter(([, times]) => times >= LEAST_COUNT);
  return often.toSorted((a, b) => b[1] - a[1]).map(([value]) => value);
}

const searched = (index: Index, query: string) => index.search({ query, city: undefined, limit: 1, offset: 0 });

// A word that has results by itself.
function isContentWord(index: Index, word: string): boolean {
  const { hits, unmatched } = searched(index, word);
  return hits.length > 0 && unmatched === undefined && Array.from(word).length > 2;
}

function isPlace(question: string, word: string): boolean {
  const words = comparable(question).split(' ');
  return BEFORE_PLACES.has(words[words.lastIndexOf(word) - 1] ?? '');
}
