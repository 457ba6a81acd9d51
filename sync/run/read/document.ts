import { createHash } from 'node:crypto';
import type { KnownPage, MirroredPage, StagedPage } from '../../../db/mirror/mirror.ts';
import { slugOf } from '../../../shared/addresses.ts';
import { NO_DATE, type Page } from '../../../shared/page.ts';
import { cleanLine } from '../../markdown/clean/characters.ts';
import { htmlToText } from '../../markdown/plain-text.ts';
import { languageOf, translationsOf, type Languages, type LanguageTest } from './page-language.ts';
import { refusal, type ListingRules } from '../census/plan.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import { slugText } from '../census/census.ts';
import { isLogin, targetIn } from '../visible/refusals.ts';
import { wordsOf } from '../visible/shown-page.ts';
import { wordsBeside } from '../visible/text-comparison.ts';
import { skip, snapshotOf, type Before, type Reading, type ShownText, type VisibleText } from '../visible/reading.ts';

type Collaborators = {
  readonly rules: ListingRules;
  readonly languages: Languages;
  readonly languageTest: LanguageTest;
  readonly keyOfId: (id: number) => string | undefined;
  readonly visibleText: (page: WordPressPage, before: Before) => Promise<VisibleText>;
  readonly now: () => Date;
};

/** Creates the function that converts a page of the REST API to a page of the mirror, or to a reason to exclude it. */
export function createDocumentReader(collaborators: Collaborators) {
  const { rules, languages, languageTest, keyOfId, visibleText, now } = collaborators;

  // A text without a visitor snapshot of this run is accepted only if it equals the known text.
  async function readText(source: WordPressPage, before: Before, document: (text: ShownText) => StagedPage) {
    const text = await visibleText(source, before);
    const isKnown = text.outcome !== 'text' || !text.isAssumed || document(text).hash === before.known?.hash;
    return isKnown ? text : await visibleText(source, { ...before, snapshot: undefined });
  }

  return async function read(source: WordPressPage, before: Before): Promise<Reading> {
    const path = rules.keyOf(source.link);
    const reason = refusal(source, rules) ?? (source.noindex ? 'noindex' : undefined);
    if (reason) return skip(source.id, now(), reason);
    if (path === undefined) return skip(source.id, now(), 'foreign address');
    const named = source.translations.flatMap((id) => keyOfId(id) ?? []);
    const document = ({ markdown, head, title = source.title }: ShownText) => {
      const language = languageOf(languages, source, path, head);
      const translations = translationsOf(languages, { path, language, markdown, named, head }, languageTest);
      return toDocument({ ...source, title }, path, { language, translations }, markdown);
    };
    const text = await readText(source, before, document);
    if (text.outcome !== 'text') return text;
    const { from: textFrom, why: detail = '', notes: warnings, isUnseen = false } = text;
    const found = snapshotOf(source.id, now(), { ...text.head, detail, textFrom });
    const snapshot =
      text.isAssumed === true && before.snapshot ? { ...found, checkedAt: before.snapshot.checkedAt } : found;
    const isReduced = ['part', 'different'].includes(detail) || text.title !== undefined;
    const page = dated(document(text), before, now());
    return { outcome: 'page', page, isReduced, warnings, ...(!isUnseen && { snapshot }) };
  };
}

function toDocument(
  source: WordPressPage,
  path: string,
  { language, translations }: { readonly language: string; readonly translations: string },
  markdown: string,
): StagedPage {
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
    translations,
    modified: source.modified,
    seenLink: source.link,
    seenModified: source.seenModified,
    ownSlug: slugText(source.slug) === slugOf(path) ? 1 : 0,
  } as const;
  return { ...page, hash: hashOf(page) };
}

// Without a date of the site, a page was modified when sync first read its text. The hash does not identify this text if a new
// version of the code converts it, or if the page is in doubt and has no hash.
function dated(page: StagedPage, { known, isOutdated }: Before, now: Date): StagedPage {
  if (page.modified !== NO_DATE) return page;
  const isSame = known && known.modified !== NO_DATE && (isOutdated || ['', page.hash].includes(known.hash));
  return { ...page, modified: isSame ? known.modified : `${now.toISOString().slice(0, 19)}Z` };
}

type HashedPage = Pick<Page, 'url' | 'title' | 'language' | 'markdown'> & {
  readonly translations?: string | undefined;
};

/** Returns the digest of every visible field of a page. */
export function hashOf({ url, title, language, markdown, translations }: HashedPage): string {
  return digest([url, title, language, markdown, ...(translations ? [translations] : [])]);
}

/** Derives the title of a page without a title from its slug. */
export function titleOf(path: string): string {
  const words = cleanLine(slugOf(path).replaceAll(/[-_]+/g, ' '));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Kind of difference between a page and its mirrored version. `dated`: only WordPress's time of change differs. */
export type Difference = 'new' | 'changed' | 'moved' | 'dated' | 'none';

/** Compares by content; HTML and times do not count. */
export function differenceOf(known: Omit<KnownPage, 'size'> | undefined, page: MirroredPage): Difference {
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

/** Response of a page to visitors in this run, reduced to a comparable value. */
export type Answer = {
  /** Equal for pages with the same response; empty for a unique response. */
  readonly alike: string;
  /** Digest of the former text if the response is a text: pages that shared a text before may share a new text. */
  readonly before?: string | undefined;
};

/**
 * Returns the visitor's response to a page in a comparable form. Texts are compared without the words of the title, because a
 * notice may contain it; texts of new pages are compared unchanged.
 */
export function answerOf(reading: Reading, former: MirroredPage | undefined): Answer {
  const before = former && digest([wordsBeside(former.title, former.markdown)]);
  const text = (markdown: string): Answer => {
    const alike = digest(former ? [wordsBeside(former.title, markdown)] : ['', markdown]);
    return alike === before ? { alike: '' } : { alike: `text ${alike}`, before };
  };
  if (reading.outcome === 'same') return { alike: '' };
  if (reading.outcome === 'page') return text(reading.page.markdown);
  const { reason, detail, shown } = reading;
  if (reason === 'not found' || reason === 'denied') return { alike: detail === 'status 401' ? '' : detail };
  if (shown !== undefined)
    return reason === 'other page' ? { alike: `text ${digest(wordsOf(shown))}`, before } : text(shown);
  const target = reason === 'redirect' || reason === 'other page' ? targetIn(detail) : null;
  return { alike: target && former && !isLogin(target, { link: former.url }) ? detail : '' };
}
