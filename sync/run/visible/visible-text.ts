import type { StoredView } from '../../../db/mirror/views.ts';
import { needsPageHtml } from '../../markdown/plain-text.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import { mainOf } from '../../wordpress/html-tags.ts';
import { headOf } from '../../wordpress/page-head.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { Validators, View } from '../../wordpress/visitor.ts';
import type { SkipReason } from '../census/plan.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { FailingPages } from './failing-pages.ts';
import { createFreeText } from './free-text.ts';
import { furtherParts } from './further-parts.ts';
import { withoutHiddenAround } from './hidden-around.ts';
import { isLockedIn, withoutLocks } from './locked-text.ts';
import { isLocked, isNotice, noticeMakerOf, reasonOfNotice, withoutNotices } from './members-only.ts';
import { addsTo, hasDataBeside, isMostlyOutside, isProductPage, names } from './outside-editor.ts';
import type { PageHtml } from './page-html.ts';
import { createPageText, type PageTextOptions } from './page-text.ts';
import { paywalledIn } from './paywalled.ts';
import { compareWithPage } from './shown-text.ts';
import { FEW_WORDS, MOST, SOME, wordsOf } from './text-comparison.ts';
import { because, type Before, type HtmlReason, type VisibleText } from './types.ts';
import type { Walls } from './walls.ts';

type Options = PageTextOptions & {
  readonly html: Pick<PageHtml, 'look'>;
  /** True for a page that visitors have been getting such an error of for long. */
  readonly isFailing: FailingPages;
  readonly isWalled: Walls;
  /** True where sync could ever see a page of the site as visitors do. */
  readonly isOpen: () => Promise<boolean>;
  /** The REST API answers a login, who may be shown more than visitors are. */
  readonly isLoggedIn: boolean;
  readonly elsewhereOf: Elsewhere;
  /** True for a page whose own HTML the owner wants read. */
  readonly readsHtml: (page: WordPressPage) => boolean;
};

const NO_VALIDATORS: Validators = { etag: '', lastModified: '' };

/** Failures that are of the way to the site, or of a site whose pages are shown elsewhere: where all pages meet them, they hide nothing. */
const HARMLESS = new Set(['denied', 'html', 'foreign', 'certificate']);

/** Finds the text of a page that visitors see: the REST API's where its own HTML holds it too, else its own HTML's. */
export function createVisibleText(options: Options) {
  const { html, isWalled, isFailing, isOpen, isLoggedIn, elsewhereOf, keyOf, readsHtml } = options;
  const { faultOf, ownText, freshHtml, restText, pageText } = createPageText(options);
  const { freeText, teaser } = createFreeText({ pageText, freshHtml });

  /** Firewalls, overloaded servers and broken bytes hide a page now and then: one that was not hidden is asked for again. */
  return async function find(source: WordPressPage, before: Before): Promise<VisibleText> {
    const first = await attempt(source, before);
    const wasHidden = before.view !== undefined && before.view.verdict !== '';
    return first.kind === 'hidden' && first.reason !== 'noindex' && !wasHidden ? await attempt(source, before) : first;
  };

  async function attempt(source: WordPressPage, before: Before): Promise<VisibleText> {
    const isCut = !isNotice(source.content) && noticeMakerOf(source.content) !== '';
    const page = isCut ? { ...source, content: withoutNotices(source.content) } : source;
    const view = await look(page, before);
    switch (view.kind) {
      case 'hidden':
        return { ...view, validators: NO_VALIDATORS };
      case 'unchanged':
        return await assumed(page, before.view);
      case 'unknown':
        return await unseen(page, before, view.error);
      case 'page': {
        // The REST API cuts the text off with a notice, and its page does not: a script does there.
        if (isCut && noticeMakerOf(view.html) === '') {
          const detail = `${noticeMakerOf(source.content)}: its page does not show the notice`;
          return { kind: 'hidden', reason: 'members only', detail, validators: view.validators };
        }
        const text = await seen(page, before, view);
        return text.kind === 'text' ? { ...text, head: headOf(view.page, page.link, keyOf) } : text;
      }
      default:
        return view satisfies never;
    }
  }

  async function look(page: WordPressPage, { view, unchanged, isOutdated, isDue }: Before): Promise<View> {
    if (view && unchanged && !isOutdated && view.verdict !== 'other text' && !page.maybeNoindex) {
      return isDue ? await html.look(page, view) : { kind: 'unchanged' };
    }
    return await html.look(page);
  }

  async function assumed(page: WordPressPage, view: StoredView | undefined): Promise<VisibleText> {
    const validators = view ?? NO_VALIDATORS;
    if (view && view.verdict !== '') {
      return { kind: 'hidden', reason: view.verdict as SkipReason, detail: view.detail, validators };
    }
    if (view?.textFrom === 'page') return { kind: 'same' };
    const head = view && { language: view.language, alternates: view.alternates };
    return { ...(await restText(page)), validators, isAssumed: true, ...(head && { head }) };
  }

  async function unseen(page: WordPressPage, before: Before, error: WordPressError): Promise<VisibleText> {
    if (page.maybeNoindex) return { kind: 'hidden', reason: 'noindex', detail: '', validators: NO_VALIDATORS };
    const { view } = before;
    if (isNotice(page.content) && view?.detail !== ('teaser' satisfies HtmlReason)) {
      const detail = noticeMakerOf(page.content);
      return { kind: 'hidden', reason: 'members only', detail, validators: NO_VALIDATORS };
    }
    if (await isFailing(error, view)) {
      return { kind: 'hidden', reason: 'failing', detail: error.what, validators: NO_VALIDATORS };
    }
    const fault = faultOf(error);
    // Without its theme, what that hides would come back: an unchanged page stays as it is.
    const stays = view?.verdict === '' && before.unchanged;
    const isConfirmed = view ? view.verdict === '' : HARMLESS.has(error.kind) && !(await isOpen());
    if (!isConfirmed || isLoggedIn || stays) return { kind: 'unseen', fault };
    if (needsPageHtml(page.content)) return because('unrendered', await ownText(page, NO_VALIDATORS, []));
    // Of what the REST API gives, visitors got less when it was last seen, or more.
    if (view?.textFrom === 'page') return { kind: 'unseen', fault };
    return { ...(await restText(page)), validators: NO_VALIDATORS, isAssumed: false, unseen: fault };
  }

  async function seen(page: WordPressPage, before: Before, view: View & { kind: 'page' }): Promise<VisibleText> {
    const { validators, canonicals } = view;
    const hidden = (reason: SkipReason, detail: string) => ({ kind: 'hidden', reason, detail, validators }) as const;
    const elsewhere = elsewhereOf(page.link, canonicals);
    if (elsewhere !== undefined) return hidden('canonical', elsewhere);
    if (isNotice(page.content)) return await teaser(page, view.html, validators);
    if (await isWalled(view.html, page.link)) return hidden('members only', 'a wall covers it');
    if (paywalledIn(view.html).length > 0) return await freeText(page, view.html, validators);
    const further = await furtherParts(page, keyOf(page.link) === '/', html.look);
    if (further instanceof WordPressError) return { kind: 'unseen', fault: faultOf(further) };
    const { given, overlap, isWhole, isAllAside } = compareWithPage(
      page.content,
      withoutHiddenAround(withoutLocks(view.html + further.join('')), page.content),
    );
    const isAnything = given.length > 0 && overlap > 0;
    if ((isProductPage(view.html) || page.type === 'product') && !isAnything && !names(view.html, page.title))
      return hidden(reasonOfNotice(view.html), 'a product without its name');
    const own = () =>
      before.unchanged && !view.damaged
        ? pageText(page, view.html, validators, further)
        : ownText(page, validators, further);
    if (needsPageHtml(page.content) || readsHtml(page)) {
      const isReplaced = given.length >= FEW_WORDS && overlap < SOME;
      if (isReplaced) return hidden(reasonOfNotice(view.html), noticeMakerOf(view.html));
      const text = await own();
      const isForm = given.length < FEW_WORDS && text.kind === 'text' && isLocked(text.markdown, view.html);
      if (isForm) return hidden('members only', noticeMakerOf(view.html));
      return because(needsPageHtml(page.content) ? 'unrendered' : 'site.yaml', text);
    }
    const isUnderLock = isLockedIn(view.html, given);
    const isMost = isShown(given.length, overlap) && !isUnderLock;
    if (isMost && isWhole()) {
      const isOutside = isMostlyOutside(wordsOf(mainOf(view.html) ?? view.html), given);
      const hasData = hasDataBeside(view.html, page.type);
      if (isOutside || hasData) {
        const text = await own();
        const words = text.kind === 'text' ? wordsOf(text.markdown) : [];
        const saysMore = isMostlyOutside(words, given) || (hasData && addsTo(words, given));
        if (saysMore) return because('outside', text);
      }
      const text = await restText(page);
      if (isAllAside(text.markdown)) return { ...text, validators, isAssumed: false };
    }
    if (!before.unchanged || view.damaged) {
      // A page cache may still show visitors the text of before a change.
      const fresh = await freshHtml(page, validators);
      if (typeof fresh === 'string')
        return await seen(page, { ...before, unchanged: true }, { ...view, html: fresh, damaged: false });
      // What the REST API gives is more than visitors get.
      return fresh.kind === 'failed' ? { kind: 'unseen', fault: fresh.fault } : fresh;
    }
    const text = await pageText(page, view.html, validators, further);
    // A form or a teaser in the place of the text is not the page.
    const isForMembers = !isMost && isLocked(text.markdown, view.html);
    if (isForMembers || wordsOf(text.markdown).length < given.length * SOME) {
      const reason = isForMembers || isUnderLock ? 'members only' : reasonOfNotice(view.html);
      return hidden(reason, isUnderLock ? 'a script unlocks it' : `${Math.round(overlap * 100)} % of it is shown`);
    }
    return because('different', text);
  }

  /** With a login every word counts: the API may show it one that visitors are not. */
  function isShown(words: number, overlap: number): boolean {
    if (isLoggedIn) return overlap === 1;
    return overlap >= (words < FEW_WORDS ? SOME : MOST);
  }
}
