import type { ContentOperationId } from '../../shared/operations.ts';
import type { Content } from './content.ts';

/** A call and what it answers now. */
export type Example = {
  readonly arguments: Readonly<Record<string, string | number>>;
  readonly answer: unknown;
};

/** Characters of a page that an example shows. */
const SHOWN = 280;

/** One call of each content operation that has an answer on this site, with that answer: examples that cannot be wrong. */
export function liveExamples(content: Content): Readonly<Record<ContentOperationId, Example>> {
  const run = (id: ContentOperationId, given: Example['arguments']): Example => ({
    arguments: given,
    answer: content.call[id](given).value,
  });
  const { company, site } = content.index;
  const [service] = company.services ?? [];
  const search = run('search_pages', { query: clipped(service?.name ?? site.name, 200), limit: 2 });
  const [found] = (search.answer as { readonly results: readonly { readonly url: string }[] }).results;
  return {
    search_pages: search,
    read_page: shortened(run('read_page', { url: found?.url ?? content.index.samplePages(1)[0]?.url ?? site.home })),
    get_company_info: run('get_company_info', { section: 'contact' }),
  };
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
