import type { Index } from '../../db/index/reader.ts';
import { createAddresses } from '../../shared/addresses.ts';
import type { CityRule } from '../../shared/cities.ts';
import { COMPANY_SECTIONS, type CompanyInfo } from '../../shared/company.ts';
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
import { documentLanguage, textsOf } from '../texts/texts.ts';
import { getChanges } from './changes.ts';
import type { Arguments, ContentAnswer, ContentOperation, ContentSource } from './content-operation.ts';
import { createInputReader, type Advice } from './input.ts';
import { readPage } from './read-page.ts';
import { searchPages } from './search-pages.ts';

/** `get_company_info`: the company data, or the fields of a section of `COMPANY_SECTIONS`. */
const getCompanyInfo: ContentOperation<'get_company_info'> = {
  answer: ({ index }, { section }) => ({ value: sectionOf(index.company, section), modified: index.changedAt }),
  exampleArguments: () => ({ section: 'contact' }),
};

function sectionOf(company: CompanyInfo, section: OperationInput<'get_company_info'>['section']): CompanyInfo {
  if (section === 'all') return company;
  const { brand, website } = company;
  const chosen = COMPANY_SECTIONS[section].flatMap((field) =>
    company[field] === undefined ? [] : [[field, company[field]] as const],
  );
  return { brand, website, ...Object.fromEntries(chosen) };
}

/** Implementations of the content operations, by id. */
export const CONTENT_OPERATIONS: { readonly [Id in ContentOperationId]: ContentOperation<Id> } = {
  search_pages: searchPages,
  read_page: readPage,
  get_company_info: getCompanyInfo,
  get_changes: getChanges,
};

// Estimated bytes of the schemas and input readers of an index.
const BYTES_OF_AN_INTERFACE = 300_000;

// Seconds in `Retry-After` while no index is open.
const NOT_READY_RETRY = 5;

/** Creates the content operations of an index. All APIs call them: arguments in, response out. */
export function createContent(index: Index, options: Omit<ContentSource, 'index' | 'addresses'>) {
  const { operations, readers } = interfaceOf(index);
  const addresses = createAddresses(index.site);
  const source = { index, addresses, ...options };
  const ids = Object.keys(CONTENT_OPERATIONS) as ContentOperationId[];
  const call = Object.fromEntries(ids.map((id) => [id, createCall(id, readers, source)])) as Readonly<
    Record<ContentOperationId, (given: Arguments) => ContentAnswer>
  >;
  return { index, addresses, partialOf: options.partialOf, operations, call };
}
export type Content = ReturnType<typeof createContent>;

// Shared by indexes with the same cities and languages, such as generations of a site.
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

// Maps names and aliases of a city to its slug.
function adviceOnCities(cities: readonly CityRule[]): Advice {
  const names = cities.flatMap(({ slug, name, aliases }) =>
    [name, ...aliases].map((alias) => [toSlug(alias), slug] as const),
  );
  const otherwise =
    cities.length === 0
      ? 'this site has no pages by city: omit city and name the place in query'
      : 'for any other place, omit city and name the place in query';
  return { meaning: new Map(names), otherwise };
}

// Maps a field of the company data to its section.
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

/** Returns the operation table of the open index, or a default table without cities. */
export function operationsOf(content: Content | undefined): Operations {
  return content?.operations ?? DEFAULT_OPERATIONS;
}

/** Returns the open content; throws `service_not_ready` if no index is open. */
export function requireContent(content: Content | undefined): Content {
  if (content) return content;
  throw new AppError('service_not_ready', 'The index is not built yet', {
    hint: `Try again in ${NOT_READY_RETRY} seconds.`,
    retryAfter: NOT_READY_RETRY,
  });
}
