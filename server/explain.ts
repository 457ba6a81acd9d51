import { printerOf, runProgram, UsageError } from '../shared/command-line.ts';
import { siteCommand } from '../db/site-identity.ts';
import type { Index } from '../db/index/reader.ts';
import { createAddresses } from '../shared/addresses.ts';
import { ANY_CITY } from '../shared/cities.ts';
import { AppError } from '../shared/errors.ts';
import { lookUpLanguage, primaryLanguage } from '../shared/languages.ts';
import { dataPaths, readSettings } from '../shared/settings.ts';
import { explanationText, type QueryExplanation } from './explanation-text.ts';
import { noIndexError, openLiveIndex } from './live-index.ts';
import { findPage } from './operations/read-page.ts';

const { printData } = printerOf(process);

const HELP = new URL('help/explain.txt', import.meta.url);

const MAX_LIMIT = 25;

function explainQuery(
  index: Index,
  request: {
    readonly query: string;
    readonly city: string;
    readonly language?: string | undefined;
    readonly limit: number;
    readonly page?: string | undefined;
  },
): QueryExplanation {
  const slugs = [ANY_CITY, ...index.cities.map(({ slug }) => slug)];
  if (!slugs.includes(request.city)) throw new Error(`--city: got ${request.city}, wants one of ${slugs.join(', ')}`);
  const city = request.city === ANY_CITY ? undefined : request.city;
  const { languages } = index;
  const tag = request.language ?? languages[0] ?? '';
  const language = lookUpLanguage(tag, languages);
  if (language === undefined) {
    throw new Error(`--language: got ${tag}, wants one of ${languages.join(', ')}`);
  }
  const page = request.page === undefined ? undefined : pageAt(index, request.page);
  const { about, results, ...reading } = index.explain(request.query, city, request.limit, page?.id, language);
  const named = results.map((result) => {
    const { title = '', path = '' } = index.pageById(result.id) ?? {};
    return Object.assign({ path, title }, result);
  });
  const { query, limit } = request;
  const { generation, mode } = index;
  const head = { query, city: city ?? null, language, limit, generation, mode, ...reading, results: named };
  if (request.page === undefined) return { ...head, page: null };
  if (!page) return { ...head, page: { asked: request.page, path: null, why: 'not_in_index', explained: null } };
  const why = about
    ? about.place <= limit
      ? 'shown'
      : 'below'
    : city !== undefined && page.city !== city
      ? 'other_city'
      : primaryLanguage(page.language) === language
        ? 'no_term'
        : 'other_language';
  return { ...head, page: { asked: request.page, path: page.path, why, explained: about } };
}

// Resolves a URL as `read_page` does.
function pageAt(index: Index, address: string) {
  try {
    return findPage({ index, addresses: createAddresses(index.site) }, address, '--page');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'page_not_found') return undefined;
    throw Object.assign(error, { message: error.hint ?? error.message });
  }
}

// Converts field names to snake case, as in the API.
function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(field),
    ]),
  );
}

const options = {
  city: { type: 'string', default: ANY_CITY },
  language: { type: 'string' },
  limit: { type: 'string', default: '8' },
  page: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;
const program = { name: 'explain', usage: HELP, options, allowPositionals: true, commandOf: siteCommand };
await runProgram(process, program, async ({ values, positionals: [query, ...more] }, environment) => {
  const limit = Number(values.limit);
  if (query === undefined || more.length > 0) throw new UsageError('expected a single query in quotes', HELP);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)) {
    throw new UsageError(`--limit: got ${values.limit}, wants 1 to ${MAX_LIMIT}`);
  }
  const { dir } = dataPaths(readSettings(environment));
  const live = await openLiveIndex(dir);
  if (!live) throw noIndexError(dir);
  const { index } = live;
  try {
    const explanation = explainQuery(index, { ...values, query, limit });
    printData(values.json ? `${JSON.stringify(snakeCased(explanation), null, 2)}\n` : explanationText(explanation));
  } finally {
    index.close();
  }
});
