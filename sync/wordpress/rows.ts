import { z } from 'zod';
import type { Reply } from './api.ts';
import { WordPressError } from './errors.ts';
import { plainLink } from './link.ts';
import { languageTag } from './text.ts';

/** A row of the census: enough to see that a page is new, changed, moved or gone. */
export type CensusRow = {
  readonly id: number;
  /** Absolute address. */
  readonly link: string;
  readonly slug: string;
  /** Last change, ISO 8601 UTC: a hint, as WordPress does not touch it for every change. */
  readonly modified: string;
  /** Behind a password. */
  readonly protected: boolean;
  readonly status: string;
};

/** A page as the REST API shows it. */
export type WordPressPage = CensusRow & {
  /**
   * Time of its last change, as the census gives it until the next change; empty if the page was read within two seconds of that time:
   * WordPress counts in seconds, and a second edit may follow.
   */
  readonly seenModified: string;
  /** Post type, in the singular: `page`. */
  readonly type: string;
  /** Rendered HTML. */
  readonly title: string;
  /** Rendered HTML. */
  readonly content: string;
  /** BCP 47 tag, when a translation plugin says so. */
  readonly language: string | undefined;
  /** BCP 47 tag that an SEO plugin prints: the page's, where some plugin translates, else the site's. */
  readonly printedLanguage: string | undefined;
  /** Ids of its translations, when a translation plugin says so. */
  readonly translations: readonly number[];
  /** True when an SEO plugin asks search engines to leave it out. */
  readonly noindex: boolean;
  /** All in One SEO says so, which in a list repeats what it said of an earlier page: the page's own HTML decides. */
  readonly maybeNoindex: boolean;
};

/** Cheap on purpose: `content.protected` alone does not have WordPress render the content. */
export const CENSUS_FIELDS = 'id,link,slug,status,modified_gmt,content.protected';

/** A whole page, without what nobody reads: of an SEO plugin's head, only what is used. */
export const PAGE_FIELDS = [
  CENSUS_FIELDS,
  'type,title.rendered,content.rendered',
  'lang,wpml_current_locale,translations,wpml_translations,meta.rank_math_robots,meta._seopress_robots_index',
  ...['robots', 'og_locale'].map((name) => `yoast_head_json.${name}`),
  'aioseo_head_json.robots',
].join(',');

/** Characters of a title's HTML: WordPress sets no limit, and nobody reads more. */
const LONGEST_TITLE = 2000;

/** A page without a date was never touched. */
const NO_DATE = '1970-01-01T00:00:00Z';

/** A page of which only the address is known. */
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

/** `modified_gmt` has no zone and means UTC. */
const Modified = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  .transform((text) => (text.startsWith('0000') ? NO_DATE : `${text}Z`))
  .catch(NO_DATE);

/** The title or content of a post type that has none is missing. */
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
  /** Polylang: ids by language. */
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
    })
    .partial()
    .catch({}),
  aioseo_head_json: z.object({ robots: z.unknown().optional() }).partial().catch({}),
});

/** The census rows of a listing. A row without id or address would look like a deleted page, so it fails the listing. */
export function readRows(reply: Reply): readonly CensusRow[] {
  return parse(z.array(Row), reply).map(asRow);
}

/** The full pages of a listing. */
export function readPages(reply: Reply): readonly WordPressPage[] {
  return parse(z.array(Page), reply).map((page) => asPage(page, reply.askedAt));
}

/** A second edit within this time may have the date of the first. */
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
    maybeNoindex: saysNoindex(aioseo_head_json.robots),
  };
}

/** Yoast gives the rules that it prints, Rank Math and SEOPress the settings of the page. */
function isNoindex({ meta, yoast_head_json: yoast }: z.output<typeof Page>): boolean {
  if (yoast.robots?.index === 'noindex' || meta._seopress_robots_index === 'yes') return true;
  return [meta.rank_math_robots].flat().some(saysNoindex);
}

const saysNoindex = (rules: unknown): boolean =>
  typeof rules === 'string' && /(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i.test(rules);

function asRow({ id, link, slug, status, modified_gmt, content }: z.output<typeof Row>): CensusRow {
  return { id, link, slug, status, modified: modified_gmt, protected: content.protected };
}

/** True for what `_fields` leaves of the error that a plugin puts in the place of a page which it keeps back. */
const isRefusal = (row: unknown): boolean => Array.isArray(row) && row.length === 0;

/** The rows of a list, also of one that PHP writes as an object: a plugin has put a name beside its rows, or taken some out. */
function rowsIn(data: unknown): unknown {
  if (Array.isArray(data) || typeof data !== 'object' || data === null) return data;
  // Such keys come in ascending order (ECMAScript, OrdinaryOwnPropertyKeys).
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
    `The listing is not as WordPress writes it (${where}${issue?.message})`,
    reply,
  );
}
