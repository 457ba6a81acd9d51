import { z } from 'zod';
import { changePage, pageText, quotaRecord, searchResultPage } from './answer-schemas.ts';
import { ANY_CITY } from './cities.ts';
import { COMPANY_SECTIONS, companyInfo } from './company.ts';
import { ALL_LANGUAGES } from './languages.ts';
import { OPERATION_TEXTS, type OperationTexts } from './operation-texts.ts';

/** Scopes of access tokens (RFC 6749 §3.3). */
export const SCOPES = ['content:read', 'quota:read'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * All scopes as a string for challenges, hints and grants. A single scope would mislead a client into a token without
 * the larger quota.
 */
export const ALL_SCOPES = SCOPES.join(' ');

/** Media types of responses. */
export type Format = 'application/json' | 'text/markdown';

/** An operation of the API. Routes, validation, the index document and all generated documents use this table. */
export type Operation = {
  /** operationId and name of the MCP tool. */
  readonly id: string;
  /** Path below `{base_url}`. */
  readonly path: string;
  readonly tag: 'contenido' | 'cuenta';
  /** Short display name in the language of the site. */
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Name of the response schema in the OpenAPI document. */
  readonly outputName: string;
  /** Media types of the response; the first is the default (RFC 9110 §12.5.1). */
  readonly formats: readonly ['application/json', ...Format[]];
  /** Source of the response: the index, or the caller's quota counter. */
  readonly answeredBy: 'content' | 'quota';
  readonly scope: Scope;
  /** `required`: a request without a token gets 401. */
  readonly authentication: 'optional' | 'required';
};

/** Schema of a string with a bounded length, counted in Unicode code points after trimming. */
export function boundedText(min: number, max: number) {
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

const cursor = (description: string) => z.string().max(12).optional().meta({ description });

const SECTIONS = ['all', ...(Object.keys(COMPANY_SECTIONS) as (keyof typeof COMPANY_SECTIONS)[])] as const;

function sectionList(sections: OperationTexts['companyInfo']['sections']): string {
  return `${SECTIONS.map((name) => `\`${name}\`: ${sections[name]}`).join('; ')}.`;
}

/** Creates the operation table of a site with these cities and languages, in the given language of texts. */
export function createOperations(
  citySlugs: readonly string[],
  texts: OperationTexts,
  languages: readonly string[] = [],
) {
  const { searchPages, readPage, companyInfo: company, quota, changes } = texts;
  return {
    search_pages: {
      id: 'search_pages',
      path: '/search_pages',
      tag: 'contenido',
      title: searchPages.title,
      summary: searchPages.summary,
      description: searchPages.description,
      input: z.object({
        query: boundedText(2, 200).meta({ description: searchPages.parameters.query }),
        city: z
          .enum([...citySlugs, ANY_CITY])
          .default(ANY_CITY)
          .meta({ description: citySlugs.length === 0 ? searchPages.parameters.noCity : searchPages.parameters.city }),
        limit: z.int().min(1).max(25).default(8).meta({ description: searchPages.parameters.limit }),
        cursor: cursor(searchPages.parameters.cursor),
        language: z
          .enum([...languages, ...ALL_LANGUAGES])
          .optional()
          .meta({ description: searchPages.parameters.language }),
      }),
      output: searchResultPage(searchPages),
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
      title: readPage.title,
      summary: readPage.summary,
      description: readPage.description,
      input: z.object({
        url: boundedText(1, 300).meta({ description: readPage.parameters.url }),
        cursor: cursor(readPage.parameters.cursor),
      }),
      output: pageText(readPage.answer),
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
      title: company.title,
      summary: company.summary,
      description: company.description,
      input: z.object({
        section: z
          .enum(SECTIONS)
          .default('all')
          .meta({ description: `${company.section} ${sectionList(company.sections)}` }),
      }),
      output: companyInfo(company.answer),
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
      title: quota.title,
      summary: quota.summary,
      description: quota.description,
      input: z.object({}),
      output: quotaRecord(quota.answer),
      outputName: 'QuotaRecord',
      formats: ['application/json'],
      answeredBy: 'quota',
      scope: 'quota:read',
      authentication: 'required',
    },
    get_changes: {
      id: 'get_changes',
      path: '/changes',
      tag: 'contenido',
      title: changes.title,
      summary: changes.summary,
      description: changes.description,
      input: z.object({
        since: z.string().max(200).optional().meta({ description: changes.parameters.since }),
        limit: z.int().min(1).max(500).default(100).meta({ description: changes.parameters.limit }),
      }),
      output: changePage(changes),
      outputName: 'ChangePage',
      formats: ['application/json'],
      answeredBy: 'content',
      scope: 'content:read',
      authentication: 'optional',
    },
  } as const satisfies Record<string, Operation>;
}

/** Returns the operations that are tools of the endpoint `/mcp`. */
export function mcpOperations(operations: Operations): Omit<Operations, 'get_changes'> {
  const { get_changes: _, ...tools } = operations;
  return tools;
}

/**
 * Operation table without cities, in English: for a server without an index, and for all parts that do not depend on
 * the site.
 */
export const DEFAULT_OPERATIONS = createOperations([], OPERATION_TEXTS.en);

export type Operations = ReturnType<typeof createOperations>;
export type OperationId = keyof Operations;
/** Operations with a response from the index. */
export type ContentOperationId = {
  [Id in OperationId]: Operations[Id]['answeredBy'] extends 'content' ? Id : never;
}[OperationId];
export type QuotaRecord = z.infer<ReturnType<typeof quotaRecord>>;
export type OperationInput<Id extends OperationId> = z.infer<Operations[Id]['input']>;
export type OperationOutput<Id extends OperationId> = z.infer<Operations[Id]['output']>;
