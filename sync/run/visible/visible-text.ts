import { readPage } from '../../markdown/parse/page.ts';
import { needsPageHtml } from '../../markdown/plain-text.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import { headOf } from '../../wordpress/page-head.ts';
import { asksNotToBeIndexed } from '../../wordpress/robots.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { View } from '../../wordpress/visitor.ts';
import type { SkipReason } from '../census/plan.ts';
import type { StoredView } from '../../../db/mirror/views.ts';
import type { Elsewhere } from './elsewhere.ts';
import { furtherParts, partsIn } from './further-parts.ts';
import { addsTo, hasDataBeside, isMostlyOutside, isProductPage, mainOf } from './outside-editor.ts';
import type { PageHtml } from './page-html.ts';
import type { PageText } from './page-text.ts';
import { names, shownTitle } from './page-title.ts';
import { restrictedBy } from './refusals.ts';
import { compareWithPage } from './shown-text.ts';
import { shownHtml } from './shown-html.ts';
import { shownPart } from './shown-part.ts';
import { FEW_WORDS, MOST, overlapOf, SOME, wordsOf } from './text-comparison.ts';
import type { Before, HtmlReason, VisibleText } from './types.ts';

type Options = {
  readonly html: PageHtml;
  readonly text: PageText;
  // Requests to the REST API carry credentials, so a response may contain more than visitors see.
  readonly isLoggedIn: boolean;
  // The owner declares that the REST API shows nothing hidden (`unseen: publish`).
  readonly publishesUnseen: boolean;
  readonly elsewhereOf: Elsewhere;
  // Key of a link on this site; `undefined` for a foreign link.
  readonly keyOf: (link: string) => string | undefined;
  // True for a page whose HTML the owner has configured to be read.
  readonly readsHtml: (page: WordPressPage) => boolean;
  readonly now: () => Date;
};

type Seen = View & { kind: 'page' };

export const DAMAGED = 'The site answered with text that is not UTF-8';

// Maximum overlap with a text that a page does not show: short common phrases.
const TRACE = 0.05;
// A part with fewer words and a smaller share of its text is not a text.
const FEWEST_IN_PART = 8;
const SMALLEST_PART = 0.2;

/**
 * Creates the function that finds the visible text of a page (docs/visibility.md). It is the REST text if the visitor's HTML
 * contains all of it. If the HTML contains most of it, it is the text of the HTML. Otherwise it is the part of the REST text in
 * the HTML.
 */
export function createVisibleText(options: Options) {
  const { html, isLoggedIn, publishesUnseen, elsewhereOf, keyOf, readsHtml, now } = options;
  const { restText, pageText } = options.text;

  // A page that was public is requested twice before it counts as hidden, because firewalls, overload and damaged bytes hide
  // pages temporarily.
  return async function find(page: WordPressPage, before: Before): Promise<VisibleText> {
    const first = await attempt(page, before);
    const verdict = before.view?.verdict ?? '';
    const wasHidden = verdict !== '' && !isUnseen(verdict);
    return first.kind === 'hidden' && first.reason !== 'noindex' && !wasHidden ? await attempt(page, before) : first;
  };

  async function attempt(page: WordPressPage, before: Before): Promise<VisibleText> {
    if (isKnown(page, before)) return await assumed(page, before);
    const view = await html.look(page);
    if (view.kind === 'hidden') return view;
    if (view.kind === 'unknown') return await unseen(page, before.view, view.error);
    const text = await seen(page, before, view);
    if (text.kind !== 'text') return text;
    return { ...text, title: shownTitle(view.page, page.title), head: headOf(view.page, page.link, keyOf) };
  }

  // True if the stored visitor snapshot is still valid.
  function isKnown({ maybeNoindex }: WordPressPage, { view, unchanged, isOutdated, isDue }: Before): boolean {
    return !isDue && unchanged && !isOutdated && !maybeNoindex && view !== undefined && view.verdict !== 'other text';
  }

  async function assumed(page: WordPressPage, { view, title }: Before): Promise<VisibleText> {
    if (view && view.verdict !== '') {
      return { kind: 'hidden', reason: view.verdict as SkipReason, detail: view.detail };
    }
    if (view?.textFrom === 'page') return { kind: 'same' };
    const head = view && { language: view.language, alternates: view.alternates };
    return { ...(await fromRest(page)), isAssumed: true, title, ...(head && { head }) };
  }

  async function unseen(
    page: WordPressPage,
    view: StoredView | undefined,
    error: WordPressError,
  ): Promise<VisibleText> {
    const hidden = { kind: 'hidden', isUnseen: true } as const;
    if (page.maybeNoindex) return { ...hidden, reason: 'noindex', detail: '' };
    if (view && view.verdict !== '' && !isUnseen(view.verdict)) {
      return { ...hidden, reason: view.verdict as SkipReason, detail: view.detail };
    }
    if (publishesUnseen && !isLoggedIn && !needsPageHtml(page.content) && view?.textFrom !== 'page')
      return { ...(await fromRest(page)), isUnseen: true };
    return { kind: 'unseen', fault: { error, isRepeated: html.isStopped() } };
  }

  async function fromRest(page: WordPressPage) {
    const { markdown, notes } = await restText(page);
    return { kind: 'text', from: 'rest', markdown, notes, isAssumed: false } as const;
  }

  async function seen(page: WordPressPage, before: Before, view: Seen, isFresh = false): Promise<VisibleText> {
    const hidden = (reason: SkipReason, detail: string, shown?: string) =>
      ({ kind: 'hidden', reason, detail, shown }) as const;
    const elsewhere = elsewhereOf(page.link, view.canonicals);
    if (elsewhere !== undefined) return hidden('canonical', elsewhere);
    const extent = { parts: partsIn(page.content), isFront: keyOf(page.link) === '/' };
    const further = await furtherParts(page, extent, html.look);
    if (further instanceof WordPressError) return await unseen(page, before.view, further);
    const first = shownHtml(view.page);
    const shown = first + further.map(shownHtml).join('');
    const written = first === view.html ? page.content : shownHtml(readPage(page.content));
    const { given, overlap, isWhole, isAllAside } = compareWithPage(written, shown);

    const isWanted = needsPageHtml(page.content) ? 'unrendered' : readsHtml(page) ? 'site.yaml' : undefined;
    const isInPage = isWanted === undefined && isShown(given.length, overlap) && isWhole();
    const hasData = hasDataBeside(view.html, page.type);
    const isOutside = hasData || isMostlyOutside(wordsOf(mainOf(first) ?? first), given);
    const rest = isInPage ? await fromRest(page) : undefined;
    const isRest = rest !== undefined && isAllAside(rest.markdown);
    if (isRest && !isOutside) return rest;

    // A page cache may still serve the text from before a change.
    if (!isFresh && (!before.unchanged || view.damaged)) {
      const fresh = await html.fetch(page);
      if (fresh !== undefined) {
        if (asksNotToBeIndexed(fresh, {}, now().getTime())) return hidden('noindex', '');
        return await seen(page, before, { ...view, page: fresh, html: fresh.html, damaged: false }, true);
      }
      if (view.damaged)
        return await unseen(page, before.view, new WordPressError('damaged', DAMAGED, { url: page.link }));
    }
    const { markdown, notes } = await pageText(page, [view.page, ...further]);
    const words = wordsOf(markdown);
    const own = (why: HtmlReason) => ({ kind: 'text', from: 'page', why, markdown, notes, isAssumed: false }) as const;
    if (isRest) {
      const saysMore = isMostlyOutside(words, given) || (hasData && addsTo(words, given));
      return saysMore ? own('outside') : rest;
    }
    const detail = [restrictedBy(view.html), `${Math.round(overlap * 100)} % of its text is shown`];
    const replaced = () => hidden('other text', detail.filter(Boolean).join(': '), markdown);
    const isProduct = isProductPage(view.html) || page.type === 'product';
    const isNothing = given.length === 0 || overlap < TRACE;
    if (isProduct && isNothing && !names(first, page.title)) return replaced();
    if (isWanted) {
      const isReplaced = given.length >= FEW_WORDS && overlap < TRACE && words.length < given.length;
      return isReplaced ? replaced() : own(isWanted);
    }
    if (overlap >= SOME && words.length >= given.length * SOME) return own('different');
    const part = shownPart((await restText(page)).markdown, shown, markdown);
    if (isText(part, given.length)) return { ...own('part'), markdown: part };
    return isOtherText(given, words) ? own('different') : replaced();
  }

  // With a login, every word counts.
  function isShown(words: number, overlap: number): boolean {
    if (isLoggedIn) return overlap === 1;
    return overlap >= (words < FEW_WORDS ? SOME : MOST);
  }
}

/** True for a part that is more than some words of a text of this length. */
export function isText(part: string, given: number): boolean {
  const words = wordsOf(part).length;
  return words > 0 && (words >= FEWEST_IN_PART || words >= given * SMALLEST_PART);
}

/** True for a page with a different text of at least the same length: a template without the editor's text, not a notice. */
export const isOtherText = (given: readonly string[], shown: readonly string[]): boolean =>
  shown.length >= Math.max(given.length, FEW_WORDS) && overlapOf(given, shown) < TRACE;

/** True for a reason of pages without a visitor snapshot. */
export const isUnseen = (reason: string): boolean => ['firewall', 'not seen yet', 'failing'].includes(reason);
