import type { Index } from '../../db/index/reader.ts';
import { createAddresses } from '../../shared/addresses.ts';
import type { CityRule } from '../../shared/cities.ts';
import { COMPANY_SECTIONS } from '../../shared/company.ts';
import { AppError } from '../../shared/errors.ts';
import {
  createOperations,
  DEFAULT_OPERATIONS,
  type ContentOperationId,
  type OperationInput,
  type OperationOutput,
  type Operations,
} from '../../shared/operations.ts';
import { memoize } from '../../shared/cache.ts';
import { toSlug } from '../../shared/places.ts';
import { documentLanguage } from '../texts/document-language.ts';
import { textsOf } from '../texts/texts.ts';
import { getChanges } from './changes.ts';
import { getCompanyInfo } from './company-info.ts';
import type { Arguments, ContentAnswer, ContentOperation, ContentSource } from './content-operation.ts';
import { createInputReader, type Advice } from './input.ts';
import { readPage } from './read-page.ts';
import { searchPages } from './search-pages.ts';

/** The implementation of each content operation of the table. */
export const CONTENT_OPERATIONS: { readonly [Id in ContentOperationId]: ContentOperation<Id> } = {
  search_pages: searchPages,
  read_page: readPage,
  get_company_info: getCompanyInfo,
  get_changes: getChanges,
};

/** Memory that the operations of an index take, about, in bytes. */
const BYTES_OF_AN_INTERFACE = 300_000;

/** Seconds after which a client may ask again while there is no index. */
const NOT_READY_RETRY = 5;

/** The content operations over one generation of the index: arguments in, answer out, for every face of the service. */
export function createContent(index: Index, options: Pick<ContentSource, 'readPageMaxChars' | 'site'>) {
  const { operations, readers } = interfaceOf(index);
  const addresses = createAddresses(index.site);
  const source = { index, addresses, ...options };
  const ids = Object.keys(CONTENT_OPERATIONS) as ContentOperationId[];
  const call = Object.fromEntries(ids.map((id) => [id, createCall(id, readers, source)])) as Readonly<
    Record<ContentOperationId, (given: Arguments) => ContentAnswer>
  >;
  return { index, addresses, operations, call };
}
export type Content = ReturnType<typeof createContent>;

/** The operations of indexes, and what reads their arguments: the same for all with these cities and languages. */
const interfaces = memoize({
  maxBytes: 64 * BYTES_OF_AN_INTERFACE,
  bytesOf: () => BYTES_OF_AN_INTERFACE,
  compute(key: string) {
    const { cities, language, languages } = JSON.parse(key) as InterfaceKey;
    const slugs = cities.map(({ slug }) => slug);
    const operations = createOperations(slugs, textsOf({ language }).operations, languages);
    const readers = {
      search_pages: createInputReader(operations.search_pages, { city: adviceOnCities(cities) }),
      read_page: createInputReader(operations.read_page),
      get_company_info: createInputReader(operations.get_company_info, { section: SECTION_ADVICE }),
      get_changes: createInputReader(operations.get_changes),
    };
    return { operations, readers };
  },
});

type InterfaceKey = {
  readonly cities: readonly CityRule[];
  readonly language: string;
  readonly languages: readonly string[];
};

/** Other names of the cities; any other place is read where it stands in the query. */
function adviceOnCities(cities: readonly CityRule[]): Advice {
  const names = cities.flatMap(({ slug, name, aliases }) =>
    [name, ...aliases].map((other) => [toSlug(other), slug] as const),
  );
  const otherwise =
    cities.length === 0
      ? 'this site has no pages by city: omit city and name the place in query'
      : 'for any other place, omit city and name the place in query';
  return { meaning: new Map(names), otherwise };
}

/** A field of company data means the section that has it. */
const SECTION_ADVICE: Advice = {
  meaning: new Map(
    Object.entries(COMPANY_SECTIONS).flatMap(([section, fields]) => fields.map((field) => [toSlug(field), section])),
  ),
};

function interfaceOf({ cities, site, languages }: Index) {
  const key: InterfaceKey = {
    cities,
    language: documentLanguage(site.language),
    languages,
  };
  return interfaces(JSON.stringify(key));
}

type Readers = ReturnType<typeof interfaceOf>['readers'];

function createCall<Id extends ContentOperationId>(id: Id, readers: Readers, source: ContentSource) {
  const { answer } = CONTENT_OPERATIONS[id];
  const readInput = readers[id] as (given: Arguments) => OperationInput<Id>;
  return (given: Arguments): ContentAnswer<OperationOutput<Id>> => answer(source, readInput(given));
}

/** The operation table of the live index; that of a site without cities while there is none. */
export function operationsOf(content: Content | undefined): Operations {
  return content?.operations ?? DEFAULT_OPERATIONS;
}

/** The live content; throws `service_not_ready` while there is none. */
export function requireContent(content: Content | undefined): Content {
  if (content) return content;
  throw new AppError('service_not_ready', 'The index is not built yet', {
    hint: `Try again in ${NOT_READY_RETRY} seconds.`,
    retryAfter: NOT_READY_RETRY,
  });
}
