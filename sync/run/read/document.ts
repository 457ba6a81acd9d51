import { createHash } from 'node:crypto';
import type { KnownPage, MirroredPage, StagedPage } from '../../../db/mirror/mirror.ts';
import type { StoredView } from '../../../db/mirror/views.ts';
import { slugOf } from '../../../shared/addresses.ts';
import type { Page } from '../../../shared/page.ts';
import { cleanLine } from '../../markdown/clean/characters.ts';
import { htmlToText } from '../../markdown/plain-text.ts';
import { ConversionError } from '../../markdown/parse/room.ts';
import { languageOf, translationsOf, type Languages, type LanguageTest } from './page-language.ts';
import { refusal, type ListingRules, type SkipReason } from '../census/plan.ts';
import { isFirewall } from '../../wordpress/errors.ts';
import type { PageHead } from '../../wordpress/page-head.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import { slugText } from '../census/query-vars.ts';
import { isLogin, targetIn } from '../visible/refusals.ts';
import { wordsBeside, wordsOf } from '../visible/text-comparison.ts';
import type { Before, Fault, VisibleText } from '../visible/types.ts';
import type { Answer } from '../guard/guard.ts';

/** Outcome of reading a page. */
export type Reading = {
  readonly warnings: readonly string[];
  /** Visitor snapshot to store with the outcome. */
  readonly view?: StoredView;
  /** Reason why no visitor snapshot was available. */
  readonly unseen?: string;
} &
  /** `isReduced`: visitors see less than the REST API returns, or a different title. */
  (
    | { readonly outcome: 'page'; readonly page: StagedPage; readonly isReduced?: boolean }
    /** `shown`: the text that visitors get instead. `isUnseen`: the reason is an earlier one or a hint; the next run reads the page again. */
    | {
        readonly outcome: 'skip';
        readonly reason: SkipReason;
        readonly detail: string;
        readonly shown?: string;
        readonly isUnseen?: boolean;
      }
    /** Unchanged, or nothing is known about it. */
    | { readonly outcome: 'same' }
  );

/** State of a page in the mirror before it is read. */
export type Mirrored = Before & {
  readonly known: KnownPage | undefined;
  /** Hours since the first of the consecutive runs without a visitor snapshot. */
  readonly unseenHours?: number;
};

type Collaborators = {
  readonly rules: ListingRules;
  readonly languages: Languages;
  readonly languageTest: LanguageTest;
  readonly keyOfId: (id: number) => string | undefined;
  readonly visibleText: (page: WordPressPage, before: Before) => Promise<VisibleText>;
  // Hours that a published page without a visitor snapshot stays published.
  readonly unseenHours: number;
  readonly now: () => Date;
};

/** Creates the function that converts a page of the REST API to a page of the mirror, or to a reason to exclude it. */
export function createDocumentReader(collaborators: Collaborators) {
  const { rules, languages, languageTest, keyOfId, visibleText, now } = collaborators;
  // A text without a visitor snapshot of this run is accepted only if it equals the known text.
  async function readText(source: WordPressPage, before: Mirrored, document: (text: Text) => StagedPage) {
    const text = await visibleText(source, before);
    const isKnown = text.kind !== 'text' || !text.isAssumed || document(text).hash === before.known?.hash;
    return isKnown ? text : await visibleText(source, { ...before, view: undefined });
  }

  return async function read(source: WordPressPage, before: Mirrored): Promise<Reading> {
    const path = rules.keyOf(source.link);
    const checkedAt = now().getTime();
    const view = {
      id: source.id,
      verdict: '',
      detail: '',
      textFrom: 'rest',
      checkedAt,
      language: '',
      alternates: '',
    } as const;
    const skip = (reason: SkipReason, detail = '', shown?: string): Reading => ({
      outcome: 'skip',
      reason,
      detail,
      warnings: [],
      view: { ...view, verdict: reason, detail },
      ...(shown !== undefined && { shown }),
    });
    const reason = refusal(source, rules) ?? (source.noindex ? 'noindex' : undefined);
    if (reason) return skip(reason);
    if (path === undefined) return skip('foreign address');
    const named = source.translations.flatMap((id) => keyOfId(id) ?? []);
    const document = ({ markdown, head, title }: Text) => {
      const language = languageOf(languages, source, path, head);
      const translations = translationsOf(languages, { path, language, markdown, named, head }, languageTest);
      return toDocument(
        title === undefined ? source : { ...source, title },
        path,
        { language, translations },
        markdown,
      );
    };
    let text: VisibleText;
    try {
      text = await readText(source, before, document);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      const warnings = [`it could not be converted: ${error.message}`];
      return before.known
        ? { outcome: 'same', warnings }
        : { outcome: 'skip', reason: 'not convertible', detail: error.message, warnings };
    }
    switch (text.kind) {
      case 'hidden':
        return {
          ...skip(text.reason, text.detail, text.shown),
          ...(text.isUnseen === true && { isUnseen: true }),
        };
      case 'same':
        return { outcome: 'same', warnings: [], ...(before.view && { view: { ...before.view, checkedAt } }) };
      case 'unseen': {
        const { error } = text.fault;
        const isLasting = (before.unseenHours ?? 0) >= collaborators.unseenHours;
        if (before.known && !isLasting) return { outcome: 'same', warnings: warningOf(text.fault), unseen: error.what };
        const never = isFirewall(error) ? 'firewall' : 'not seen yet';
        const isFormer = before.known !== undefined || before.view?.verdict === 'failing';
        return { ...skip(isFormer ? 'failing' : never, error.what), unseen: error.what };
      }
      case 'text': {
        const { from: textFrom, why: detail = '', notes: warnings, isUnseen = false } = text;
        const seen = { ...view, ...text.head, detail, textFrom };
        const isReduced = ['part', 'different'].includes(detail) || text.title !== undefined;
        return { outcome: 'page', page: document(text), isReduced, warnings, ...(!isUnseen && { view: seen }) };
      }
      default:
        return text satisfies never;
    }
  };
}

const warningOf = ({ error, isRepeated }: Fault): readonly string[] =>
  isRepeated ? [] : [`not seen as visitors see it: ${error.message}`];

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

type HashedPage = Pick<Page, 'url' | 'title' | 'language' | 'markdown'> & {
  readonly translations?: string | undefined;
};

/** Returns the digest of the visible fields of a page. */
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

// A text, with the head of its HTML and the visible title, if a visitor snapshot was available.
type Text = { readonly markdown: string; readonly head?: PageHead; readonly title?: string | undefined };

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
