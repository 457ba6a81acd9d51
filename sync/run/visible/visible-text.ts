import type { StoredView } from '../../../db/mirror/views.ts';
import type { Theme } from '../../markdown/clean/visibility/theme.ts';
import { needsPageHtml } from '../../markdown/convert.ts';
import type { Converter } from '../../markdown/converter.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import { mainOf } from '../../wordpress/html-tags.ts';
import { asksNotToBeIndexed } from '../../wordpress/robots.ts';
import { headOf, type PageHead } from '../../wordpress/page-head.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { Validators, View } from '../../wordpress/visitor.ts';
import { isLockedIn, isWalledIn } from './locked-text.ts';
import { asksForMembership, isLocked, isNotice, noticeMakerOf, withoutNotices } from './members-only.ts';
import { furtherParts } from './further-parts.ts';
import type { OtherPages } from './other-pages.ts';
import type { PageHtml } from './page-html.ts';
import type { PageTheme } from './page-theme.ts';
import { paywalledIn, withoutPaywalled } from './paywalled.ts';
import type { SkipReason } from '../census/plan.ts';
import { compareWithPage } from './shown-text.ts';
import { teaserIn } from './teaser.ts';
import { overlapOf, wordsOf } from './text-comparison.ts';

/** State of a page before it is read. */
export type Before = {
  readonly view: StoredView | undefined;
  /** The census says what it said when the page was last read. */
  readonly unchanged: boolean;
  /** It was read by other code, which may have taken its view for something else. */
  readonly isOutdated: boolean;
  /** Its view is old enough to be asked for again. */
  readonly isDue: boolean;
};

/** `isRepeated`: the same befell several pages before, and was reported. */
export type Fault = { readonly error: WordPressError; readonly isRepeated: boolean };

/** Reason to read a page's own HTML: what the REST API gives, what the theme adds, or the owner's word. */
export type HtmlReason = 'unrendered' | 'outside' | 'different' | 'teaser' | 'paywall' | 'site.yaml';

/** The text of a page that an anonymous visitor can read. */
export type VisibleText =
  | {
      readonly kind: 'text';
      readonly from: StoredView['textFrom'];
      /** Of a text from the page's own HTML. */
      readonly why?: HtmlReason;
      readonly markdown: string;
      readonly notes: readonly string[];
      readonly validators: Validators;
      /** Compared with no view of this run: believed only when the text is the known one. */
      readonly isAssumed: boolean;
      /** Languages that its HTML names, where it was seen. */
      readonly head?: PageHead;
      /** The fault for which it could not be compared with what visitors see. */
      readonly unseen?: Fault;
    }
  | { readonly kind: 'hidden'; readonly reason: SkipReason; readonly detail: string; readonly validators: Validators }
  /** Its HTML is that of the last reading, and so is its text. */
  | { readonly kind: 'same' }
  /** Its own HTML is needed and could not be read; `markdown` is what the REST API gives. */
  | {
      readonly kind: 'failed';
      readonly fault: Fault;
      readonly markdown: string;
      readonly notes: readonly string[];
    }
  /** No view of it could be had. */
  | { readonly kind: 'unseen'; readonly fault: Fault };

type Options = {
  readonly html: Pick<PageHtml, 'look' | 'fetch' | 'isStopped'>;
  readonly convert: Converter['convert'];
  readonly themeOf: PageTheme;
  readonly othersOf: OtherPages;
  /** True where sync could ever see a page of the site as visitors do. */
  readonly isOpen: () => Promise<boolean>;
  /** The REST API answers a login, who may be shown more than visitors are. */
  readonly isLoggedIn: boolean;
  /** The key of a link, when it is of this site. */
  readonly keyOf: (link: string) => string | undefined;
  /** True for the path of a page that the site lists. */
  readonly isListed: (path: string) => boolean;
  /** True for a page whose own HTML the owner wants read. */
  readonly readsHtml: (page: WordPressPage) => boolean;
  readonly now: () => Date;
};

const NO_VALIDATORS: Validators = { etag: '', lastModified: '' };

/** Failures that are of the way to the site, or of a site whose pages are shown elsewhere: where all pages meet them, they hide nothing. */
const HARMLESS = new Set(['denied', 'html', 'foreign', 'certificate']);

/** Finds the text of a page that visitors see: the REST API's where its own HTML holds it too, else its own HTML's. */
export function createVisibleText(options: Options) {
  const { html, convert, themeOf, othersOf, isOpen, isLoggedIn, keyOf, isListed, readsHtml, now } = options;

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
        return text.kind === 'text' ? { ...text, head: headOf(view.html, page.link, keyOf) } : text;
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
    const elsewhere = canonicals.find((canonical) => isElsewhere(page.link, canonical));
    if (elsewhere !== undefined) return hidden('canonical', elsewhere);
    if (isNotice(page.content)) return await teaser(page, view.html, validators);
    if (isWalledIn(view.html)) return hidden('members only', 'a wall covers it');
    if (paywalledIn(view.html).length > 0) return await freeText(page, view.html, validators);
    const further = await furtherParts(page, keyOf(page.link) === '/', html.look);
    if (further instanceof WordPressError) return { kind: 'unseen', fault: faultOf(further) };
    const { given, overlap, isWhole, isAllAside } = compareWithPage(page.content, view.html + further.join(''));
    const isOfShop = SHOP.test(view.html);
    const isAnything = given.length > 0 && overlap > 0;
    if ((isOfShop || page.type === 'product') && !isAnything && !names(view.html, page.title))
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
      const hasData =
        isOfShop || MICRODATA.test(view.html) || (!ORDINARY.has(page.type) && LINKED_DATA.test(view.html));
      if (isOutside || hasData) {
        const text = await own();
        const words = text.kind === 'text' ? wordsOf(text.markdown) : [];
        const saysMore = isMostlyOutside(words, given) || (hasData && addsTo(words, given));
        if (saysMore) return because('outside', text);
      }
      const text = await restText(page, await themeOf(page, view.html));
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

  /** What is free of a page with a paywall. */
  async function freeText(page: WordPressPage, seenHtml: string, validators: Validators): Promise<VisibleText> {
    const hidden = (detail: string) => ({ kind: 'hidden', reason: 'members only', detail, validators }) as const;
    if (paywalledIn(seenHtml).includes(undefined)) return hidden('a paywall by a selector that sync does not follow');
    const text = await pageText(page, seenHtml, validators, []);
    return wordsOf(text.markdown).length < FEW_WORDS
      ? hidden('all of it is behind a paywall')
      : because('paywall', text);
  }

  /** What visitors get of a page for members: its teaser, which is read past every cache, for one may still have the text. */
  async function teaser(page: WordPressPage, seenHtml: string, validators: Validators): Promise<VisibleText> {
    const hidden = (why: string) => {
      const detail = [noticeMakerOf(page.content), why].filter((part) => part !== '').join(': ');
      return { kind: 'hidden', reason: 'members only', detail, validators } as const;
    };
    const find = async (shown: string) => {
      const text = await pageText(page, shown, validators, []);
      if (text.isUnmarked) return { why: 'the theme does not mark its main content' };
      return { ...text, ...teaserIn(text.markdown, { page, html: shown }) };
    };
    const first = await find(seenHtml);
    if ('why' in first) return hidden(first.why);
    const fresh = await freshHtml(page, validators);
    if (typeof fresh !== 'string') return fresh.kind === 'failed' ? { kind: 'unseen', fault: fresh.fault } : fresh;
    const found = await find(fresh);
    return 'why' in found ? hidden(found.why) : because('teaser', found);
  }

  /** With a login every word counts: the API may show it one that visitors are not. */
  function isShown(words: number, overlap: number): boolean {
    if (isLoggedIn) return overlap === 1;
    return overlap >= (words < FEW_WORDS ? SOME : MOST);
  }

  /** A canonical address that is another page's. Themes that name the front page on every page are common, and mean nothing. */
  function isElsewhere(link: string, canonical: string): boolean {
    const [own, named] = [keyOf(link), keyOf(canonical)];
    if (named === own || named === '/') return false;
    if (named !== undefined) return isListed(named);
    return URL.parse(canonical)?.pathname !== URL.parse(link)?.pathname;
  }

  function faultOf(error: WordPressError): Fault {
    return { error, isRepeated: html.isStopped() };
  }

  async function ownText(
    page: WordPressPage,
    validators: Validators,
    further: readonly string[],
  ): Promise<VisibleText> {
    const fresh = await freshHtml(page, validators);
    return typeof fresh === 'string' ? await pageText(page, fresh, validators, further) : fresh;
  }

  /** The page's own HTML past every cache, or why there is none to read. */
  async function freshHtml(page: WordPressPage, validators: Validators) {
    try {
      const fresh = await html.fetch(page);
      if (!asksNotToBeIndexed(fresh, {}, now().getTime())) return fresh;
      return { kind: 'hidden', reason: 'noindex', detail: '', validators } as const;
    } catch (error) {
      if (!(error instanceof WordPressError)) throw error;
      const { markdown, notes } = await restText(page);
      return { kind: 'failed', fault: faultOf(error), markdown, notes } as const;
    }
  }

  async function restText(page: WordPressPage, theme?: Theme) {
    return {
      kind: 'text',
      from: 'rest',
      ...(await convert(page.content, { baseUrl: page.link, source: 'rest', ...(theme && { theme }) })),
    } as const;
  }

  /** The text of a page's own HTML, with that of the parts which follow it. */
  async function pageText(page: WordPressPage, text: string, validators: Validators, further: readonly string[]) {
    const read = async (part: string) => {
      const theme = await themeOf(page, part);
      const around = theme && { theme: { ...theme, around: [] } };
      const context = { baseUrl: page.link, source: 'page', ...around } as const;
      const free = withoutNotices(withoutPaywalled(part));
      const converted = await convert(free, context);
      const others = converted.isUnmarked ? await othersOf(page) : [];
      if (others.length === 0) return converted;
      return await convert(free, { ...context, frame: { others, written: page.content } });
    };
    const parts = await Promise.all([text, ...further].map(read));
    const converted = {
      markdown: parts.map(({ markdown }) => markdown).join('\n\n'),
      notes: [...new Set(parts.flatMap(({ notes }) => notes))],
      isUnmarked: parts.some(({ isUnmarked }) => isUnmarked),
    };
    const head = headOf(text, page.link, keyOf);
    return { kind: 'text', from: 'page', ...converted, validators, isAssumed: false, head } as const;
  }
}

const because = (why: HtmlReason, text: VisibleText): VisibleText =>
  text.kind === 'text' && text.from === 'page' ? { ...text, why } : text;

/** A notice of a membership plugin, or a login within the main content, is the owner's word; any other may be a fault. */
const reasonOfNotice = (html: string): SkipReason => (asksForMembership(html) ? 'members only' : 'other text');

/** So many words outside the editor are more than a caption. */
const MANY_OUTSIDE = 40;

/** True when most of a page's words are not in the editor: a template, custom fields or a block template adds them. */
function isMostlyOutside(shown: readonly string[], given: readonly string[]): boolean {
  return shown.length >= given.length + MANY_OUTSIDE && overlapOf(shown, given) < SOME;
}

/** The page of one product, by WooCommerce's class of its body: price and properties stand beside the editor's text. */
const SHOP = /<body\b[^<>]{0,5000}\bclass\s*=\s*["'][^"'<>]{0,5000}\bsingle-product\b/i;
/** A product as microdata, which may stand on any page, with a rating for instance. */
const MICRODATA = /\bitemtype\s*=\s*["']https?:\/\/schema\.org\/Product["']/i;
/** An event or a job as JSON-LD: when and where it is, or what it pays, stands beside the editor's text of a type of its own. */
const LINKED_DATA = /"@type"\s*:\s*"(?:\w{0,50}Event|JobPosting)"/;
const ORDINARY: ReadonlySet<string> = new Set(['pages', 'posts']);

/** True for words that hold a text and say more. */
function addsTo(words: readonly string[], given: readonly string[]): boolean {
  return words.length > given.length && overlapOf(given, words) >= MOST;
}

/** True for HTML that shows a title. */
function names(html: string, title: string): boolean {
  return ` ${wordsOf(html).join(' ')} `.includes(` ${wordsOf(title).join(' ')} `);
}

const FEW_WORDS = 20;
const SOME = 0.5;
const MOST = 0.8;
