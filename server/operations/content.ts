import type { Index } from '../../db/index/reader.ts';
import { createAddresses } from '../../shared/addresses.ts';
import { createOperations, type ContentOperationId } from '../../shared/operations.ts';
import { getCompanyInfo } from './company-info.ts';
import { createInputReader } from './input.ts';
import { readPage } from './read-page.ts';
import { searchPages } from './search-pages.ts';

/** An answer of a content operation. */
export type ContentAnswer = {
  readonly value: unknown;
  /** When what it tells last changed, ISO 8601 UTC. */
  readonly modified: string;
};

/** The content operations over one generation of the index: arguments in, answer out, for every face of the service. */
export function createContent(index: Index, options: { readonly readPageMaxChars: number }) {
  const operations = createOperations(index.cities.map((city) => city.slug));
  const addresses = createAddresses(index.site);
  const searchInput = createInputReader(operations.search_pages);
  const readInput = createInputReader(operations.read_page);
  const companyInput = createInputReader(operations.get_company_info);

  const call: Record<ContentOperationId, (given: Readonly<Record<string, unknown>>) => ContentAnswer> = {
    search_pages: (given) => ({ value: searchPages(index, searchInput(given)), modified: index.builtAt }),
    read_page: (given) => {
      const page = readPage(index, addresses, options.readPageMaxChars, readInput(given));
      return { value: page, modified: page.modified };
    },
    get_company_info: (given) => ({ value: getCompanyInfo(index, companyInput(given)), modified: index.builtAt }),
  };

  return { index, operations, call };
}
export type Content = ReturnType<typeof createContent>;
