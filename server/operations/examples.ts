import { AppError } from '../../shared/errors.ts';
import type { ContentOperationId } from '../../shared/operations.ts';
import type { Content } from './content.ts';

/** A call and what it answers now. */
export type Example = {
  readonly arguments: Readonly<Record<string, string | number>>;
  readonly answer: unknown;
};

/** Characters of a page that an example shows. */
const SHOWN = 280;

type Examples = Readonly<Partial<Record<ContentOperationId, Example>>>;

/** One call of each content operation that has an answer on this site, with that answer: examples that cannot be wrong. */
export function liveExamples(content: Content): Examples {
  const { company, site, samplePages } = content.index;
  const [service] = company.services ?? [];
  const search = run(content, 'search_pages', { query: clipped(service?.name ?? site.name, 200), limit: 2 });
  const { results } = (search?.answer ?? { results: [] }) as { readonly results: readonly { readonly url: string }[] };
  const read = run(content, 'read_page', { url: results[0]?.url ?? samplePages(1)[0]?.url ?? site.home });
  const info = run(content, 'get_company_info', { section: 'contact' });
  return {
    ...(search && { search_pages: search }),
    ...(read && { read_page: shortened(read) }),
    ...(info && { get_company_info: info }),
  };
}

/** Nothing when the site has no such answer: a page with an address that is too long to ask for, say. */
function run(content: Content, id: ContentOperationId, given: Example['arguments']): Example | undefined {
  try {
    return { arguments: given, answer: content.call[id](given).value };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** An example shows the beginning of a page. */
function shortened(example: Example): Example {
  const page = example.answer as { readonly markdown: string };
  return { ...example, answer: { ...page, markdown: clipped(page.markdown, SHOWN) } };
}

function clipped(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
