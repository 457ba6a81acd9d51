import type { Index } from '../../db/index/reader.ts';
import { ANY_CITY } from '../../shared/cities.ts';
import { ALL_LANGUAGES } from '../../shared/languages.ts';
import type { OperationInput, OperationOutput } from '../../shared/operations.ts';
import { printable } from '../../shared/printable.ts';
import type { Question } from '../ledger/noted.ts';
import type { ContentOperation, ContentSource } from './content-operation.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** Number of results among which an example is looked for. */
const LOOKED_AT = 10;

/** `search_pages`: one page of the search results. */
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
      hint: offset > 0 ? 'There are no more results.' : advice(index, { query, city: place, language }, queryLanguage),
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

type Asked = Pick<Parameters<Index['search']>[0], 'query' | 'city' | 'language'>;

/** Advice for a search without hits; `spoken` is the language of the query, where it seems to be another than the one searched. */
function advice(index: Index, asked: Asked, spoken: string | undefined): string {
  return (
    `${onLanguage(index, spoken)}${whereElse(index, asked)} ${betterWords(index)}: a service, a problem, a place. ` +
    'get_company_info lists the services and cities.'
  );
}

/** The words to try where nothing was found. */
export const betterWords = ({ site }: Index): string =>
  `fewer words, or other ones in the language of the site (${site.language})`;

/** Says in which language to ask. */
function onLanguage({ site, languages }: Index, spoken: string | undefined): string {
  if (spoken === undefined) return '';
  const advised = languages.includes(spoken)
    ? `the site has pages in it: try language=${spoken}`
    : `the site has no page in it: ask in ${site.language}`;
  return `The query seems to be in ${spoken}, and ${advised}. `;
}

/** Says where nothing was found, and the page that is found without the city: who only reads the hint knows if it is worth a call. */
function whereElse(index: Index, { query, city, language }: Asked): string {
  if (city === undefined) return 'No page has these words. Try';
  const [found] = index.search({ query, city: undefined, language, limit: 1, offset: 0 }).hits;
  if (!found) return `No page of ${city} has these words, nor any other. Try`;
  const page = `${found.url} (${printable(found.title, 100)})`;
  return `No page of ${city} has these words. With city=${ANY_CITY} the first is ${page}. Try that, or`;
}

/** A query that finds pages on this site: the name of its first service, or its own. */
function exampleQuery({ company, site }: Index): string {
  return Array.from(company.services?.[0]?.name ?? site.name)
    .slice(0, 200)
    .join('');
}

/** The first pages that the example query finds. */
export function exampleHits(index: Index) {
  return index.search({ query: exampleQuery(index), city: undefined, limit: LOOKED_AT, offset: 0 }).hits;
}
