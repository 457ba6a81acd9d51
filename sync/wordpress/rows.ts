import { z } from 'zod';
import { NO_DATE } from '../../shared/page.ts';
import { cleanText } from '../markdown/clean/characters.ts';
import type { Reply } from './api.ts';
import { WordPressError } from './errors.ts';
import { isSamePlace } from './same-place.ts';
import { languageTag } from './text.ts';

/** Census row with enough fields to detect a new, changed, moved or deleted page. */
export type CensusRow = {
  readonly id: number;
  /** Absolute address. */
  readonly link: string;
  readonly slug: string;
  /** Last change, ISO 8601 UTC. It is a hint: WordPress does not update it for every change. */
  readonly modified: string;
  /** Password-protected. */
  readonly protected: boolean;
  readonly status: string;
};

/** A page in the format of the REST API. */
export type WordPressPage = CensusRow & {
  /**
   * `modified` when the page was read. Empty if that was within two seconds of the change: WordPress counts in seconds, and a
   * second edit may follow.
   */
  readonly seenModified: string;
  /** Post type in the singular: `page`. */
  readonly type: string;
  /** Rendered HTML. */
  readonly title: string;
  /** Rendered HTML. */
  readonly content: string;
  /** BCP 47 tag from a translation plugin. */
  readonly language: string | undefined;
  /** BCP 47 tag from an SEO plugin: the language of the page if a plugin translates it, by default of the site. */
  readonly printedLanguage: string | undefined;
  /** Ids of its translations from a translation plugin. */
  readonly translations: readonly number[];
  /** True if an SEO plugin declares `noindex`. */
  readonly noindex: boolean;
  /** All in One SEO or Yoast declares `noindex`. Lists may repeat the value of an earlier page, so the HTML decides. */
  readonly maybeNoindex: boolean;
};

/** Query fields of the census. They are cheap: WordPress does not render the content for `content.protected` alone. */
export const CENSUS_FIELDS = 'id,link,slug,status,modified_gmt,content.protected';

/** Query fields of a full page, with only the required fields of an SEO plugin. */
export const PAGE_FIELDS = [
  CENSUS_FIELDS,
  'type,title.rendered,content.rendered',
  'lang,wpml_current_locale,translations,wpml_translations,meta.rank_math_robots,meta._seopress_robots_index',
  ...['robots', 'og_locale', 'og_url'].map((name) => `yoast_head_json.${name}`),
  'aioseo_head_json.robots',
].join(',');

// Maximum characters of a title's HTML; WordPress does not limit them.
const LONGEST_TITLE = 2000;

/** Default row of a page with only an address. */
export const LONE_ROW: WordPressPage = {
  id: 0,
  link: '',
  slug: '',
  modified: NO_DATE,
  seenModified: NO_DATE,
  protected: false,
  status: 'publish',
  type: '',
  title: '',
  content: '',
  language: undefined,
  printedLanguage: undefined,
  translations: [],
  noindex: false,
  maybeNoindex: false,
};

/** First id of pages without a WordPress id: these ids are hashes of path and query. */
export const FIRST_ID = 2 ** 42;

/** True for the id of a page from a sitemap. */
export const isFromSitemap = (id: number): boolean => id >= FIRST_ID;

// `modified_gmt` is UTC without a time zone.
const Modified = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  .transform((text) => (text.startsWith('0000') ? NO_DATE : `${text}Z`))
  .catch(NO_DATE);

// Post types without a title or content lack the field.
const Rendered = z.object({ rendered: z.string().catch(''), protected: z.boolean().catch(false) });
const NOTHING = { rendered: '', protected: false };

const Row = z.object({
  id: z.int().positive(),
  link: z.url({ protocol: /^https?$/ }).transform(plainLink),
  slug: z.string().catch(''),
  status: z.string().catch('publish'),
  modified_gmt: Modified,
  content: Rendered.catch(NOTHING),
});

const Page = Row.extend({
  type: z.string().catch(''),
  title: Rendered.catch(NOTHING),
  lang: z.unknown().optional(),
  wpml_current_locale: z.unknown().optional(),
  // Polylang: ids by language.
  translations: z.record(z.string(), z.int().positive()).catch({}),
  wpml_translations: z.array(z.object({ id: z.int().positive() })).catch([]),
  meta: z
    .object({ rank_math_robots: z.unknown().optional(), _seopress_robots_index: z.unknown().optional() })
    .partial()
    .catch({}),
  yoast_head_json: z
    .object({
      robots: z.object({ index: z.unknown().optional() }).partial().catch({}),
      og_locale: z.unknown().optional(),
      og_url: z.url().optional().catch(undefined),
    })
    .partial()
    .catch({}),
  aioseo_head_json: z.object({ robots: z.unknown().optional() }).partial().catch({}),
});

/** Parses the census rows of a listing. A row without id or address would look like a deleted page, so it fails the listing. */
export function readRows(reply: Reply): readonly CensusRow[] {
  return parse(z.array(Row), reply).map(asRow);
}

/** Parses the full pages of a listing. */
export function readPages(reply: Reply): readonly WordPressPage[] {
  return parse(z.array(Page), reply).map((page) => asPage(page, reply.askedAt));
}

// A second edit within this time may have the same date.
const EDITS_WITHIN_MS = 2000;

function asPage(page: z.output<typeof Page>, askedAt: number): WordPressPage {
  const { type, title, content, lang, wpml_current_locale, yoast_head_json: yoast, aioseo_head_json } = page;
  const row = asRow(page);
  const mayHaveChanged = askedAt < Date.parse(row.modified) + EDITS_WITHIN_MS;
  return {
    ...row,
    seenModified: mayHaveChanged ? '' : row.modified,
    type,
    title: title.rendered.slice(0, LONGEST_TITLE),
    content: content.rendered,
    language: languageTag(lang) ?? languageTag(wpml_current_locale),
    printedLanguage: languageTag(yoast.og_locale),
    translations: [...Object.values(page.translations), ...page.wpml_translations.map((one) => one.id)],
    noindex: isNoindex(page),
    maybeNoindex: saysNoindex(aioseo_head_json.robots) || saysNoindex(yoast.robots?.index),
  };
}

// Yoast reports the printed rules, Rank Math and SEOPress the settings of the page. On a site under development, every row of a
// list has Yoast's rules and address of the first row.
function isNoindex({ link, meta, yoast_head_json: yoast }: z.output<typeof Page>): boolean {
  const isOwn = yoast.og_url === undefined || isSamePlace(link, yoast.og_url);
  if ((isOwn && saysNoindex(yoast.robots?.index)) || meta._seopress_robots_index === 'yes') return true;
  return [meta.rank_math_robots].flat().some(saysNoindex);
}

const saysNoindex = (rules: unknown): boolean =>
  typeof rules === 'string' && /(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i.test(rules);

function asRow({ id, link, slug, status, modified_gmt, content }: z.output<typeof Row>): CensusRow {
  return { id, link, slug, status, modified: modified_gmt, protected: content.protected };
}

// `_fields` reduces the error object that a plugin returns for a hidden page to an empty array.
const isRefusal = (row: unknown): boolean => Array.isArray(row) && row.length === 0;

// PHP encodes a list as an object if a plugin added a named key or removed rows.
function rowsIn(data: unknown): unknown {
  if (Array.isArray(data) || typeof data !== 'object' || data === null) return data;
  // Integer keys come in ascending order (ECMAScript, OrdinaryOwnPropertyKeys).
  const rows = Object.entries(data).flatMap(([key, row]: [string, unknown]) => (/^\d+$/.test(key) ? [row] : []));
  return rows.length > 0 ? rows : data;
}

function parse<T>(schema: z.ZodType<T>, reply: Reply): T {
  const data = rowsIn(reply.data);
  const parsed = schema.safeParse(Array.isArray(data) ? data.filter((row) => !isRefusal(row)) : data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new WordPressError(
    'unexpected',
    `The listing does not match the format of WordPress (${where}${issue?.message})`,
    reply,
  );
}

/**
 * Normalizes the address of a page for storage (WHATWG URL): without user info, fragment, and the invisible characters that
 * imported slugs may contain.
 */
export function plainLink(link: string): string {
  const url = new URL(link);
  url.username = '';
  url.password = '';
  url.hash = '';
  url.pathname = url.pathname.split('/').map(plainSegment).join('/');
  for (const [name, value] of new URLSearchParams(url.search)) {
    if (cleanText(value) !== value) url.searchParams.set(name, cleanText(value));
  }
  return url.href;
}

// Cleans the text of a path segment. A segment that is not UTF-8, or is clean, is returned unchanged.
function plainSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    const plain = cleanText(text);
    return plain === text ? segment : encodeURIComponent(plain);
  } catch {
    return segment;
  }
}
