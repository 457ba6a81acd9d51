import { primaryLanguage } from '../../../shared/languages.ts';
import type { Site } from '../../../shared/page.ts';
import type { PageHead } from '../../wordpress/page-head.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';

/** Languages into which Spanish sites are translated, as WPML and Polylang put them before the path. */
const TRANSLATIONS = new Set(
  'es en fr de it pt ca eu gl nl ru uk pl ro sv da nb no fi cs hu bg el ar zh ja'.split(' '),
);

/** The language that the site is in as a whole, and that of the pages that do not say theirs. */
export type Languages = {
  readonly site: string;
  readonly unsaid: string;
  /** First segments of its paths that name a language: `en`, `pt-br`. */
  readonly prefixes: readonly string[];
};

/**
 * The language of a page: the word of a plugin that translates, else that of an SEO plugin or of the page's own HTML where it is
 * another than the site's, for many sites give every page the same, else the prefix of its path.
 */
export function languageOf(
  languages: Languages,
  { language, printedLanguage }: Pick<WordPressPage, 'language' | 'printedLanguage'>,
  path: string,
  head: PageHead | undefined,
): string {
  const own = primaryLanguage(languages.site);
  const telling = [printedLanguage ?? '', head?.language ?? ''].find(
    (tag) => tag !== '' && primaryLanguage(tag) !== own,
  );
  return language ?? telling ?? languageOfPath(path) ?? languages.unsaid;
}

/** A page as far as its translations are told by it. */
type Told = {
  readonly path: string;
  readonly language: string;
  readonly markdown: string;
  /** Keys of the translations that a plugin names. */
  readonly named: readonly string[];
  readonly head: PageHead | undefined;
};

/**
 * Keys of the translations of a page, one a line: those that a plugin names, else those that its HTML links, else its path under
 * the prefixes of the other languages. A switcher that leads to the front page of a language tells nothing of other pages. That
 * a page is there, and names this one, is for the index to see.
 */
export function translationsOf(languages: Languages, page: Told, languageTest: LanguageTest): string {
  const { path, named, head } = page;
  const linked = (head?.alternates ?? '').split('\n');
  const isTelling = (key: string) => key !== '' && key !== path && (isFront(path) || !isFront(key));
  const told = named.length > 0 ? named.filter((key) => key !== path) : linked.filter(isTelling);
  return (told.length > 0 ? told : sameUnderPrefixes(languages, page, languageTest)).join('\n');
}

const isFront = (path: string): boolean => path === '/' || withoutPrefix(path).rest === '';

/** The path of a page under the prefixes of other languages, and without one, where its text is in its own and not in those. */
function sameUnderPrefixes(
  { unsaid, prefixes }: Languages,
  { path, language, markdown }: Told,
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
 * A test whether a text is certainly in its language (primary subtag) rather than in another one. It is made elsewhere
 * (text-language.ts): what it goes by changes no page, so that none need be read again for it.
 */
export type LanguageTest = (markdown: string, own: string) => (other: string) => boolean;

/**
 * The configured language, or else the site's. Where the wanted language has a prefix of its own, a page without prefix is in
 * the site's; where it has none, the owner knows better than a site that was installed in English and never told.
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

/** A path as the prefix that names a language, if it has one, and the rest. */
function withoutPrefix(path: string): { readonly prefix: string; readonly rest: string } {
  const prefix = /^\/([a-z]{2}(?:-[a-z]{2})?)(?=\/|$)/.exec(path)?.[1] ?? '';
  return TRANSLATIONS.has(primaryLanguage(prefix))
    ? { prefix, rest: path.slice(prefix.length + 1) }
    : { prefix: '', rest: path === '/' ? '' : path };
}
