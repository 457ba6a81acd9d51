import { createHash } from 'node:crypto';
import type { KnownPage, MirroredPage } from '../../db/mirror/mirror.ts';
import { slugOf } from '../../shared/addresses.ts';
import type { Site } from '../../shared/page.ts';
import { cleanLine } from '../markdown/clean/characters.ts';
import { convert, needsPageHtml, htmlToText } from '../markdown/convert.ts';
import { refusal, type ListingRules, type SkipReason } from './plan.ts';
import type { WordPressPage } from '../wordpress/rows.ts';
import { WordPressError } from '../wordpress/errors.ts';

/** One page of the site, as far as it could be read. */
export type Reading = { readonly warnings: readonly string[] } & (
  | { readonly outcome: 'page'; readonly page: MirroredPage }
  | { readonly outcome: 'skip'; readonly reason: SkipReason }
  /** The page itself could not be read; `page` holds what the REST API gave. */
  | { readonly outcome: 'incomplete'; readonly page: MirroredPage }
);

type Collaborators = {
  readonly rules: ListingRules;
  readonly languages: Languages;
  readonly fetchHtml: (page: WordPressPage) => Promise<string>;
};

/** Turns what WordPress answers for one page into what the mirror keeps of it, or into the reason to leave it out. */
export function createDocumentReader({ rules, languages, fetchHtml }: Collaborators) {
  return async function read(source: WordPressPage): Promise<Reading> {
    const path = rules.keyOf(source.link);
    const reason = refusal(source, rules) ?? (source.noindex ? 'noindex' : undefined);
    if (reason) return { outcome: 'skip', reason, warnings: [] };
    if (path === undefined) return { outcome: 'skip', reason: 'foreign address', warnings: [] };
    const language = source.language ?? languageOfPath(path) ?? languages.unsaid;
    if (primary(language) !== primary(languages.wanted))
      return { outcome: 'skip', reason: 'other language', warnings: [] };

    const document = (html: string, kind: 'rest' | 'page') => {
      const { markdown, notes } = convert(html, { baseUrl: source.link, source: kind });
      return { page: mirrored(source, path, language, markdown), warnings: notes };
    };
    if (!needsPageHtml(source.content)) return { outcome: 'page', ...document(source.content, 'rest') };
    try {
      const html = await fetchHtml(source);
      if (saysNoindex(html)) return { outcome: 'skip', reason: 'noindex', warnings: [] };
      return { outcome: 'page', ...document(html, 'page') };
    } catch (error) {
      if (!(error instanceof WordPressError)) throw error;
      const { page, warnings } = document(source.content, 'rest');
      const unread = { ...page, seenLink: '', seenModified: '' };
      return { outcome: 'incomplete', page: unread, warnings: [...warnings, `its own HTML: ${error.message}`] };
    }
  };
}

function mirrored(source: WordPressPage, path: string, language: string, markdown: string): MirroredPage {
  const title = htmlToText(source.title) || titleOf(path);
  const text = normalise(markdown);
  const page = {
    id: source.id,
    type: source.type,
    url: source.link,
    path,
    title,
    markdown: text,
    language,
    modified: source.modified,
    seenLink: source.link,
    seenModified: source.seenModified,
  };
  return { ...page, hash: hashOf(page) };
}

/** Digest of what a reader sees of a page. */
export function hashOf({ url, title, language, markdown }: Omit<MirroredPage, 'hash'>): string {
  return digest([url, title, language, markdown]);
}

/** A name for a page without a title: the last part of its address in words. */
function titleOf(path: string): string {
  const words = cleanLine(slugOf(path).replaceAll(/[-_]+/g, ' '));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How a page that was read differs from the one in the mirror. `dated`: only WordPress's time of change differs. */
export type Difference = 'new' | 'changed' | 'moved' | 'dated' | 'none';

/** Compares by content: neither HTML nor times make a change. */
export function differenceOf(known: KnownPage | undefined, page: MirroredPage): Difference {
  if (!known) return 'new';
  if (known.path !== page.path) return 'moved';
  if (known.hash !== page.hash || known.type !== page.type) return 'changed';
  const sameSeen = known.seenLink === page.seenLink && known.seenModified === page.seenModified;
  return sameSeen && known.modified === page.modified ? 'none' : 'dated';
}

function normalise(markdown: string): string {
  return markdown
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, (blanks) => (blanks === '  ' ? blanks : ''))
    .trim();
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function primary(language: string): string {
  return (language.split(/[-_]/)[0] ?? '').toLowerCase();
}

/** Languages into which Spanish sites are translated, as WPML and Polylang put them before the path. */
const TRANSLATIONS = new Set(
  'es en fr de it pt ca eu gl nl ru uk pl ro sv da nb no fi cs hu bg el ar zh ja'.split(' '),
);

/** The language of an index, and of the pages that do not say theirs. */
export type Languages = { readonly wanted: string; readonly unsaid: string };

/**
 * What the owner says, or else the site. Where the wanted language has a prefix of its own, a page without prefix is in
 * the site's; where it has none, the owner knows better than a site that was installed in English and never told.
 */
export function languagesOf(site: Site, configured: string | undefined, paths: Iterable<string>): Languages {
  const wanted = configured ?? site.language;
  const hasPrefix = [...paths].some((path) => languageOfPath(path) === primary(wanted));
  return { wanted, unsaid: hasPrefix ? site.language : wanted };
}

function languageOfPath(path: string): string | undefined {
  const prefix = /^\/([a-z]{2})(?:-[a-z]{2})?(?:\/|$)/.exec(path)?.[1];
  return prefix !== undefined && TRANSLATIONS.has(prefix) ? prefix : undefined;
}

/** Whether a page asks search engines to leave it out. */
function saysNoindex(html: string): boolean {
  const metas = html.match(/<meta\b[^>]*>/gi) ?? [];
  return metas.some(
    (meta) => /\bname\s*=\s*["']?(?:robots|googlebot)\b/i.test(meta) && /\b(?:noindex|none)\b/i.test(meta),
  );
}
