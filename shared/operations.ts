import { z } from 'zod';
import { ANY_CITY, DEFAULT_CITIES } from './cities.ts';
import { COMPANY_SECTIONS, CompanyInfo } from './company.ts';

/** Scopes of access tokens (RFC 6749 §3.3). */
export const SCOPES = ['content:read', 'quota:read'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Every scope, as challenges, hints and grants write them: never one alone, because a client that asks for no more than it
 * is told would trade the larger quota for the other scope.
 */
export const ALL_SCOPES = SCOPES.join(' ');

/** Media types in which operations answer. */
export type Format = 'application/json' | 'text/markdown';

/** One operation of the API. Routes, validation, the index document and every generated document come from this. */
export type Operation = {
  /** operationId, and the name of its MCP tool. */
  readonly id: string;
  /** Path below `{base_url}`. */
  readonly path: string;
  readonly tag: 'contenido' | 'cuenta';
  /** Short name for people, in the language of the site. */
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Name of the answer's schema in the contract. */
  readonly outputName: string;
  /** Media types of the answer; the first unless the request prefers another (RFC 9110 §12.5.1). */
  readonly formats: readonly ['application/json', ...Format[]];
  /** Source of the answer: the index, or the caller's quota counter. */
  readonly answeredBy: 'content' | 'quota';
  readonly scope: Scope;
  /** `required`: a call without a token is refused with 401. */
  readonly authentication: 'optional' | 'required';
};

/** Text with bounds on its length, which is counted in Unicode code points after trimming. */
function boundedText(min: number, max: number) {
  return z
    .string()
    .trim()
    .superRefine((value, context) => {
      const { length } = Array.from(value);
      const code = length < min ? 'too_small' : length > max ? 'too_big' : undefined;
      if (code === 'too_small') context.addIssue({ code, origin: 'string', minimum: min, input: value });
      if (code === 'too_big') context.addIssue({ code, origin: 'string', maximum: max, input: value });
    })
    .meta({ minLength: min, maxLength: max });
}

const Cursor = z.string().max(12).optional().meta({ description: 'The `next_cursor` of the previous answer' });

const NextCursor = z.string().max(12);

const SearchResult = z.looseObject({
  title: z.string().meta({ description: 'Page title' }),
  url: z.string().meta({ description: 'Page address; pass it to read_page' }),
  city: z.string().meta({ description: "Slug of the page's city; empty string if the page is general" }),
  excerpt: z.string().meta({ description: 'Extract of the page' }),
  modified: z.string().meta({ description: 'Last change of the page, ISO 8601 UTC' }),
});

const SearchResultPage = z.looseObject({
  total: z.int().meta({ description: 'Number of results in this page' }),
  results: z
    .array(SearchResult.meta({ title: 'SearchResult' }))
    .meta({ description: 'Most relevant pages, each with an excerpt' }),
  next_cursor: z
    .union([NextCursor, z.null()])
    .meta({ description: 'Value to pass as `cursor` to get the next page; null when there are no more results' }),
  hint: z.string().optional().meta({ description: 'When nothing was found: what to try instead' }),
});

/** The quota that a caller has used, and the time until the counter restarts. */
const QuotaRecord = z.looseObject({
  client_id: z.string().meta({ description: 'Identified client' }),
  scope: z.string().meta({ description: 'Scopes of the token' }),
  policy: z.enum(['anonimo', 'identificado']).meta({ description: 'Applied policy' }),
  limit: z.int().meta({ description: 'Requests admitted per window' }),
  window_seconds: z.int().meta({ description: 'Window length in seconds' }),
  used: z.int().meta({ description: 'Requests consumed in the current window' }),
  remaining: z.int().meta({ description: 'Requests left in the current window' }),
  reset_seconds: z.int().meta({ description: 'Seconds until the counter restarts' }),
});

const PageText = z.looseObject({
  title: z.string().meta({ description: 'Page title' }),
  url: z.string().meta({ description: 'Page address' }),
  markdown: z.string().meta({ description: 'Full page text converted to Markdown, without menus or footer' }),
  truncated: z.boolean().meta({ description: 'Whether the text was cut' }),
  modified: z.string().meta({ description: 'Last change of the page, ISO 8601 UTC' }),
  language: z.string().meta({ description: 'Language of the page, BCP 47' }),
  next_cursor: NextCursor.optional().meta({ description: 'When truncated: value to pass as `cursor` to read on' }),
});

/** The fields of each section of get_company_info. */
const SECTIONS =
  'Each has `brand` and `website`; ' +
  [
    ...Object.entries(COMPANY_SECTIONS).map(([section, fields]) => `\`${section}\`: ${fields.join(', ')}`),
    '`all`: everything',
  ].join('; ');

/** The operation table of a site that works in these cities. */
export function createOperations(citySlugs: readonly string[]) {
  return {
    search_pages: {
      id: 'search_pages',
      path: '/search_pages',
      tag: 'contenido',
      title: 'Buscar páginas',
      summary: 'Search the published pages',
      description:
        'Finds the pages that answer a question, most relevant first, each with an excerpt. ' +
        'A specific service or problem works better than a long phrase. Then call read_page with a returned `url`.',
      input: z.object({
        query: boundedText(2, 200).meta({ description: 'What to look for, in Spanish: a service, a problem, a place' }),
        city: z
          .enum([...citySlugs, ANY_CITY])
          .default(ANY_CITY)
          .meta({ description: `Only pages of this city; \`${ANY_CITY}\` does not filter` }),
        limit: z.int().min(1).max(25).default(8).meta({ description: 'How many results to return' }),
        cursor: Cursor,
      }),
      output: SearchResultPage,
      outputName: 'SearchResultPage',
      formats: ['application/json'],
      answeredBy: 'content',
      scope: 'content:read',
      authentication: 'optional',
    },
    read_page: {
      id: 'read_page',
      path: '/read_page',
      tag: 'contenido',
      title: 'Leer una página',
      summary: 'Read one page as Markdown',
      description:
        'Returns the full text of one page of this site as Markdown. Use it on a `url` that search_pages returned. ' +
        'When `truncated` is true, call again with `cursor` set to `next_cursor` to read on.',
      input: z.object({
        url: boundedText(1, 300).meta({ description: 'A full page address, a path, or a slug of a page of this site' }),
        cursor: Cursor,
      }),
      output: PageText,
      outputName: 'Page',
      formats: ['application/json', 'text/markdown'],
      answeredBy: 'content',
      scope: 'content:read',
      authentication: 'optional',
    },
    get_company_info: {
      id: 'get_company_info',
      path: '/get_company_info',
      tag: 'contenido',
      title: 'Datos de la empresa',
      summary: 'Company data, services and cities',
      description:
        'Returns who the company is, how to reach it, how its service works, and the catalogue of services and cities ' +
        'with their page addresses. Ask for one `section` when that is all you need: opening hours are in `contact`, ' +
        'prices and taxes in `service_model`.',
      input: z.object({
        section: z
          .enum(['all', ...(Object.keys(COMPANY_SECTIONS) as (keyof typeof COMPANY_SECTIONS)[])])
          .default('all')
          .meta({ description: `Which part to return. ${SECTIONS}` }),
      }),
      output: CompanyInfo,
      outputName: 'CompanyInfo',
      formats: ['application/json'],
      answeredBy: 'content',
      scope: 'content:read',
      authentication: 'optional',
    },
    get_quota: {
      id: 'get_quota',
      path: '/quota',
      tag: 'cuenta',
      title: 'Cuota del cliente',
      summary: "The calling client's quota",
      description:
        'Returns how many requests the calling client has left in the current window, and when the counter restarts. ' +
        'It needs a token with the scope `quota:read`, and counts as one request. Ask for a token without `scope`: it has ' +
        'both scopes. One without `content:read` reads with the anonymous quota.',
      input: z.object({}),
      output: QuotaRecord,
      outputName: 'QuotaRecord',
      formats: ['application/json'],
      answeredBy: 'quota',
      scope: 'quota:read',
      authentication: 'required',
    },
  } as const satisfies Record<string, Operation>;
}

/** The operation table with the default cities: that of a server without an index, and of whatever is the same for all sites. */
export const DEFAULT_OPERATIONS = createOperations(DEFAULT_CITIES.map(({ slug }) => slug));

export type Operations = ReturnType<typeof createOperations>;
export type OperationId = keyof Operations;
/** Operations that the index answers. */
export type ContentOperationId = {
  [Id in OperationId]: Operations[Id]['answeredBy'] extends 'content' ? Id : never;
}[OperationId];
export type QuotaRecord = z.infer<typeof QuotaRecord>;
export type OperationInput<Id extends OperationId> = z.infer<Operations[Id]['input']>;
export type OperationOutput<Id extends OperationId> = z.infer<Operations[Id]['output']>;
