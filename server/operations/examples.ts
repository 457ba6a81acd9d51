import { AppError } from '../../shared/errors.ts';
import type { ContentOperationId, Operation, OperationId } from '../../shared/operations.ts';
import type { Index } from '../../db/index/reader.ts';
import { CONTENT_OPERATIONS, type Content } from './content.ts';
import { exampleHits } from './search-pages.ts';

/** A call and its response from the open index. */
export type Example = {
  readonly arguments: Readonly<Record<string, string | number>>;
  readonly answer: unknown;
};

export type Examples = Readonly<Partial<Record<OperationId, Example>>>;

// Longest Markdown in an example, in characters.
const SHOWN = 280;

/** Calls each content operation with its example arguments. Operations without a valid response are omitted. */
export function liveExamples(content: Content): Examples {
  const ids = Object.keys(CONTENT_OPERATIONS) as ContentOperationId[];
  return Object.fromEntries(ids.map((id) => [id, exampleOf(content, id)]).filter(([, example]) => example));
}

/** Returns the URL of a call. */
export function exampleAddress(baseUrl: string, { path }: Operation, given: Example['arguments'] = {}): string {
  const query = new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${baseUrl}${path}${query === '' ? '' : `?${query}`}`;
}

// The call fails if, for example, the path of the page is longer than a parameter may be.
function exampleOf(content: Content, id: ContentOperationId): Example | undefined {
  const given = CONTENT_OPERATIONS[id].exampleArguments(content.index);
  try {
    return { arguments: given, answer: abridged(content.call[id](given).value) };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function abridged(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('markdown' in answer)) return answer;
  const characters = Array.from(String(answer.markdown));
  if (characters.length <= SHOWN) return answer;
  return { ...answer, markdown: `${characters.slice(0, SHOWN - 1).join('')}…` };
}

/** Example names of a site, all short plain names. A field is omitted if the site has no such object. */
export type SiteExamples = {
  readonly site?: { readonly name?: string; readonly language: string };
  readonly service?: string;
  /** A city with pages, of the service if possible. */
  readonly city?: { readonly slug: string; readonly name: string };
  /** A page, of the service and city if possible. */
  readonly page?: { readonly title: string; readonly url: string };
};

// Longest name in UTF-16 code units.
const LONGEST_NAME = 60;

/**
 * Returns example names of the open index: a service, a city and a page; empty if no index is open. It runs a query, so
 * memoize it per generation.
 */
export function siteExamples(content: Content | undefined): SiteExamples {
  if (!content) return {};
  const { index } = content;
  const hits = exampleHits(index);
  const pages = [...hits.filter((hit) => hit.city !== ''), ...hits, ...index.samplePages(1)];
  const page = pages.find(({ title }) => isPlainName(title));
  const service = index.company.services?.find(({ name }) => isPlainName(name))?.name;
  const city = cityOf(index, page?.city);
  const { name, language } = index.site;
  return {
    site: { ...(isPlainName(name) && { name }), language },
    ...(service !== undefined && { service }),
    ...(city && { city }),
    ...(page && { page: { title: page.title, url: page.url } }),
  };
}

// Instructions for models contain text of the site only if it is a short plain name.
function isPlainName(text: string): boolean {
  return text.length <= LONGEST_NAME && /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}&/,.'’·-]|(?<! ) )*$/u.test(text);
}

// The city of the slug, or the city with the most pages.
function cityOf(index: Index, slug: string | undefined): SiteExamples['city'] {
  const chosen = slug || index.pagesByCity().find(({ city }) => city !== '')?.city;
  const rule = index.cities.find((city) => city.slug === chosen);
  return rule && { slug: rule.slug, name: rule.name };
}
