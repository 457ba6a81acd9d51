import { primaryLanguage } from '../../../shared/languages.ts';
import type { Site } from '../../../shared/page.ts';
import type { PageHead } from '../../wordpress/page-head.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';

// Path prefixes of the languages of WPML and Polylang.
const TRANSLATIONS = new Set(
  'es en fr de it pt ca eu gl nl ru uk pl ro sv da nb no fi cs hu bg el ar zh ja'.split(' '),
);

/** Language of the site, and default language of its pages. */
export type Languages = {
  readonly site: string;
  readonly unsaid: string;
  /** First path segments that are language codes: `en`, `pt-br`. */
  readonly prefixes: readonly string[];
};

/**
 * Returns the language of a page from a translation plugin. The first fallback is an SEO plugin or the HTML, if it differs from
 * the site's language: many sites declare the same language everywhere. The last fallback is the path prefix.
 */
export function languageOf(
  languages: Languages,
  { language, printedLanguage }: Pick<WordPressPage, 'language' | 'printedLanguage'>,
  path: string,
  head: PageHead | undefined,
): string {
  const own = primaryLanguage(languages.site);
  const differing = [printedLanguage ?? '', head?.language ?? ''].find(
    (tag) => tag !== '' && primaryLanguage(tag) !== own,
  );
  return language ?? differing ?? languageOfPath(path) ?? languages.unsaid;
}

// Each field of a page that reveals its translations.
type Source = {
  readonly path: string;
  readonly language: string;
  readonly markdown: string;
  // Path of each translation that a plugin declares.
  readonly named: readonly string[];
  readonly head: PageHead | undefined;
};

/**
 * Returns the keys of the translations of a page, separated by line breaks. The source is a plugin; the fallbacks are links in
 * its HTML, then its path under further language prefixes. A link to the front page of a language is no evidence for further
 * pages. The index verifies that the target exists and links back.
 */
export function translationsOf(languages: Languages, page: Source, languageTest: LanguageTest): string {
  const { path, named, head } = page;
  const linked = (head?.alternates ?? '').split('\n');
  const isTelling = (key: string) => key !== '' && key !== path && (isFront(path) || !isFront(key));
  const declared = named.length > 0 ? named.filter((key) => key !== path) : linked.filter(isTelling);
  return (declared.length > 0 ? declared : sameUnderPrefixes(languages, page, languageTest)).join('\n');
}

const isFront = (path: string): boolean => path === '/' || withoutPrefix(path).rest === '';

// The path under further language prefixes and without a prefix, if the text is certainly in its declared language.
function sameUnderPrefixes(
  { unsaid, prefixes }: Languages,
  { path, language, markdown }: Source,
  languageTest: LanguageTest,
): readonly string[] {
  if (prefixes.length === 0) return [];
  const { prefix, rest } = withoutPrefix(path);
  const own = primaryLanguage(language);
  if (own !== primaryLanguage(prefix || unsaid)) return [];
  const isIn = languageTest(markdown, own);
  return ['', ...prefixes]
    .filter((other) => other !== prefix && isIn(primaryLanguage(other || unsaid)))
    .map((other) => (other === '' ? rest : `/${other}${rest}`) || '/');
}

/**
 * Tests whether a text is in its language (primary subtag) rather than in another language. The implementation (text-language.ts)
 * is separate: it does not affect pages, so a change requires no new reading.
 */
export type LanguageTest = (markdown: string, own: string) => (other: string) => boolean;

/**
 * Returns the languages of a site. If the configured language has a path prefix, pages without a prefix have the site's language.
 * Otherwise they have the configured language, because the option of WordPress may still be its default English.
 */
export function languagesOf(site: Site, configured: string | undefined, paths: Iterable<string>): Languages {
  const wanted = configured ?? site.language;
  const prefixes = new Set([...paths].map((path) => withoutPrefix(path).prefix).filter((prefix) => prefix !== ''));
  const hasPrefix = [...prefixes].some((prefix) => primaryLanguage(prefix) === primaryLanguage(wanted));
  return { site: site.language, unsaid: hasPrefix ? site.language : wanted, prefixes: [...prefixes].toSorted() };
}

function languageOfPath(path: string): string | undefined {
  return primaryLanguage(withoutPrefix(path).prefix) || undefined;
}

// Splits a path into a language prefix, if present, and the rest.
function withoutPrefix(path: string): { readonly prefix: string; readonly rest: string } {
  const prefix = /^\/([a-z]{2}(?:-[a-z]{2})?)(?=\/|$)/.exec(path)?.[1] ?? '';
  return TRANSLATIONS.has(primaryLanguage(prefix))
    ? { prefix, rest: path.slice(prefix.length + 1) }
    : { prefix: '', rest: path === '/' ? '' : path };
}
