import type { Index } from '../../db/index/reader.ts';
import { ANY_CITY } from '../../shared/cities.ts';
import { fill } from '../../shared/fill.ts';
import { ALL_LANGUAGES } from '../../shared/languages.ts';
import type { OperationInput, OperationOutput } from '../../shared/operations.ts';
import { printable } from '../../shared/printable.ts';
import type { Question } from '../ledger/entries.ts';
import { textsOf } from '../texts/texts.ts';
import type { ContentOperation, ContentSource } from './content-operation.ts';
import { readCursor, writeCursor } from './cursor.ts';

// Search results among which an example is selected.
const EXAMPLE_HITS = 10;

/** `search_pages`: a page of search results. */
export const searchPages: ContentOperation<'search_pages'> = {
  answer: (source, input) => {
    const value = search(source, input);
    return { value, modified: source.index.changedAt, noted: questionOf(source, input, value) };
  },
  exampleArguments: (index) => {
    const { city = '' } = exampleHits(index).find((hit) => hit.city !== '') ?? {};
    return { query: exampleQuery(index), ...(city !== '' && { city }), limit: 1 };
  },
};

function search(
  { index, site }: ContentSource,
  input: OperationInput<'search_pages'>,
): OperationOutput<'search_pages'> {
  const { query, city, limit } = input;
  const language = ALL_LANGUAGES.some((all) => all === input.language) ? 'all' : input.language;
  const about = ['search_pages', query.toLowerCase(), city, ...(language === undefined ? [] : [language])];
  const subject = site === undefined ? about : [site, ...about];
  const offset = readCursor(subject, input.cursor);
  const place = city === ANY_CITY ? undefined : city;
  const found = index.search({ query, city: place, language, limit, offset });
  const { hits, more, confidence, queryLanguage, corrected, placeReadAs, alsoSearched, unmatched } = found;
  return {
    total: hits.length,
    results: hits.map(({ title, url, city: slug, excerpt, modified, language: tag }) => ({
      title,
      url,
      city: slug,
      excerpt,
      modified,
      language: tag,
    })),
    next_cursor: more ? writeCursor(subject, offset + hits.length) : null,
    ...(corrected !== undefined && { corrected: corrected.map(({ typed, readAs }) => ({ typed, read_as: readAs })) }),
    ...(placeReadAs !== undefined && { read_as_city: { ...placeReadAs } }),
    ...(alsoSearched !== undefined && {
      also_searched: alsoSearched.map(({ typed, words }) => ({ typed, words: [...words] })),
    }),
    ...(hits.length > 0 && { confidence }),
    ...(unmatched !== undefined && { unmatched: [...unmatched] }),
    ...(queryLanguage !== undefined && { query_language: queryLanguage }),
    ...(hits.length === 0 && {
      hint:
        offset > 0 ? textsOf(index.site).hints.noMore : advice(index, { query, city: place, language }, queryLanguage),
    }),
  };
}

function questionOf(
  { addresses }: Pick<ContentSource, 'addresses'>,
  { query, city, language = '', cursor }: OperationInput<'search_pages'>,
  { results, corrected, unmatched }: OperationOutput<'search_pages'>,
): Question {
  return {
    kind: 'question',
    query,
    city,
    language,
    isFirstPart: cursor === undefined,
    pages: results.map(({ url }) => addresses.keyOf(url) ?? ''),
    hasUnmatched: unmatched !== undefined,
    isCorrected: corrected !== undefined,
  };
}

type SearchRequest = Pick<Parameters<Index['search']>[0], 'query' | 'city' | 'language'>;

// `spoken` is the language of the query if it differs from the searched language. The first result without the city is
// named, so that a client can decide whether to repeat the query.
function advice(index: Index, { query, city, language }: SearchRequest, spoken: string | undefined): string {
  const { hints } = textsOf(index.site);
  const main = index.site.language;
  const inLanguage = index.languages.some((known) => known === spoken) ? hints.inLanguage : hints.noPagesInLanguage;
  const [found] =
    city === undefined ? [] : index.search({ query, city: undefined, language, limit: 1, offset: 0 }).hits;
  return [
    ...(spoken === undefined ? [] : [fill(inLanguage, { spoken, main })]),
    found && city !== undefined ? fill(hints.notInCity, { city }) : hints.nowhere,
    ...(found ? [fill(hints.elsewhere, { url: found.url, title: printable(found.title, 100) })] : []),
    fill(hints.otherWords, { main }),
    hints.catalogue,
  ].join(' ');
}

// The name of the first service, or of the site: a query with results on this site.
function exampleQuery({ company, site }: Index): string {
  return Array.from(company.services?.[0]?.name ?? site.name)
    .slice(0, 200)
    .join('');
}

/** Returns the first results of the example query. */
export function exampleHits(index: Index) {
  return index.search({ query: exampleQuery(index), city: undefined, limit: EXAMPLE_HITS, offset: 0 }).hits;
}
