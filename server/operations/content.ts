import type { Index } from '../../db/index/reader.ts';
import { createAddresses } from '../../shared/addresses.ts';
import { AppError } from '../../shared/errors.ts';
import {
  createOperations,
  DEFAULT_OPERATIONS,
  type ContentOperationId,
  type OperationOutput,
  type Operations,
} from '../../shared/operations.ts';
import { textsOf } from '../texts/texts.ts';
import { getCompanyInfo } from './company-info.ts';
import type { Arguments, ContentAnswer, ContentOperation, ContentSource } from './content-operation.ts';
import { createInputReader } from './input.ts';
import { readPage } from './read-page.ts';
import { searchPages } from './search-pages.ts';

/** The implementation of each content operation of the table. */
export const CONTENT_OPERATIONS: { readonly [Id in ContentOperationId]: ContentOperation<Id> } = {
  search_pages: searchPages,
  read_page: readPage,
  get_company_info: getCompanyInfo,
};

/** Seconds after which a client may ask again while there is no index. */
const NOT_READY_RETRY = 5;

/** The content operations over one generation of the index: arguments in, answer out, for every face of the service. */
export function createContent(index: Index, options: { readonly readPageMaxChars: number }) {
  const operations = createOperations(
    index.cities.map((city) => city.slug),
    textsOf(index.site).operations,
    index.languages,
  );
  const addresses = createAddresses(index.site);
  const source = { index, addresses, ...options };
  const ids = Object.keys(CONTENT_OPERATIONS) as ContentOperationId[];
  const call = Object.fromEntries(ids.map((id) => [id, createCall(id, operations, source)])) as Readonly<
    Record<ContentOperationId, (given: Arguments) => ContentAnswer>
  >;
  return { index, addresses, operations, call };
}
export type Content = ReturnType<typeof createContent>;

function createCall<Id extends ContentOperationId>(id: Id, operations: Operations, source: ContentSource) {
  const { answer } = CONTENT_OPERATIONS[id];
  const readInput = createInputReader<Operations[Id]['input']>(operations[id]);
  return (given: Arguments): ContentAnswer<OperationOutput<Id>> => answer(source, readInput(given));
}

/** The operation table of the live index; that of the default cities while there is none. */
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
