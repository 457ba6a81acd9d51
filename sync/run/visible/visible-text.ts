import type { RunTools } from '../scope.ts';
import type { SiteConfig } from '../../site-file/site-config.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { isWithin, readPage } from '../../markdown/parse/page.ts';
import { needsPageHtml } from '../../markdown/plain-text.ts';
import { isFirewall, WordPressError } from '../../wordpress/errors.ts';
import { headOf } from '../../wordpress/page-head.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { VisitorSnapshot } from '../../wordpress/visitor.ts';
import { isUnseen, type SkipReason } from '../census/plan.ts';
import { type Before, damagedAt, type HtmlReason, skip, unconverted, type VisibleText } from './reading.ts';
import { restrictedBy } from './refusals.ts';
import { names, shownOf, shownOn, shownTitle, textIn, wordsIn, type Shown } from './shown-page.ts';
import { shownPart, compareWithPage } from './shown-text.ts';
import { partsIn, type SitePages } from './site-pages.ts';
import { FEW_WORDS, folded, MOST, overlapOf, SOME } from './text-comparison.ts';

type Tools = Pick<RunTools, 'unseenHours' | 'now'> & {
  // Requests to the REST API with credentials may return more than visitors see.
  readonly wordpress: Pick<WordPress, 'isLoggedIn'>;
  readonly config: Pick<SiteConfig, 'publishesUnseen' | 'readsHtml'>;
};

type Seen = VisitorSnapshot & { kind: 'page' };

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
export function createVisibleText({ wordpress, config, unseenHours, now }: Tools, site: SitePages) {
  const { isLoggedIn } = wordpress;
  const { publishesUnseen } = config;

  // A page that was public needs a second request before it counts as hidden, because firewalls, overload and damaged bytes hide
  // pages temporarily.
  return async function find(page: WordPressPage, before: Before): Promise<VisibleText> {
    const first = await attempt(page, before);
    const verdict = before.snapshot?.verdict ?? '';
    const wasHidden = verdict !== '' && !isUnseen(verdict);
    const isNews = first.outcome === 'skip' && first.unseen === undefined && first.reason !== 'noindex' && !wasHidden;
    return isNews ? await attempt(page, before) : first;
  };

  async function attempt(page: WordPressPage, before: Before): Promise<VisibleText> {
    try {
      return await attemptOnce(page, before);
    } catch (error) {
      const mayStay = before.known !== undefined && before.unseenHours < unseenHours;
      return unconverted(error, { id: page.id, now: now(), mayStay });
    }
  }

  async function attemptOnce(page: WordPressPage, before: Before): Promise<VisibleText> {
    if (isKnown(page, before)) return await assumed(page, before);
    const snapshot = await site.look(page);
    if (snapshot.kind === 'hidden')
      return skip(page.id, now(), snapshot.reason, { detail: snapshot.detail, shown: snapshot.shown });
    if (snapshot.kind === 'unknown') return await unseen(page, before, snapshot.error);
    const text = await seen(page, before, snapshot);
    if (text.outcome !== 'text') return text;
    const title = shownTitle(snapshot.page, page.title);
    // Many themes cut an excerpt inside a multi-byte character, so damage beside the text does not matter.
    if (snapshot.damaged && `${title ?? ''}${text.markdown}`.includes('\uFFFD'))
      return await unseen(page, before, damagedAt(page.link));
    return { ...text, title, head: headOf(snapshot.page, page.link, site.keyOf) };
  }

  // True if the stored visitor snapshot is still valid.
  function isKnown({ maybeNoindex }: WordPressPage, { snapshot, unchanged, isOutdated, isDue }: Before): boolean {
    return (
      !isDue && unchanged && !isOutdated && !maybeNoindex && snapshot !== undefined && snapshot.verdict !== 'other text'
    );
  }

  async function assumed(page: WordPressPage, { snapshot, known }: Before): Promise<VisibleText> {
    if (snapshot && snapshot.verdict !== '') {
      return { ...skip(page.id, now(), snapshot.verdict as SkipReason, { detail: snapshot.detail }), snapshot };
    }
    if (snapshot?.textFrom === 'page') return { outcome: 'same', warnings: [], snapshot };
    const head = snapshot && { language: snapshot.language, alternates: snapshot.alternates };
    return { ...(await fromRest(page)), isAssumed: true, title: known?.title, ...(head && { head }) };
  }

  async function unseen(page: WordPressPage, before: Before, error: WordPressError): Promise<VisibleText> {
    const { snapshot, known } = before;
    // A robots field may be that of another row, so a fault of the site withdraws edited pages only.
    if (page.maybeNoindex && !(known && before.unchanged)) return skip(page.id, now(), 'noindex', { isUnseen: true });
    if (snapshot && snapshot.verdict !== '' && !isUnseen(snapshot.verdict)) {
      return skip(page.id, now(), snapshot.verdict as SkipReason, { detail: snapshot.detail, isUnseen: true });
    }
    if (publishesUnseen && !isLoggedIn && !needsPageHtml(page.content) && snapshot?.textFrom !== 'page')
      return { ...(await fromRest(page)), isUnseen: true };
    const { what, message } = error;
    if (known && before.unseenHours < unseenHours) {
      // Several previous pages had the same fault, which was reported.
      const warnings = site.isStopped() ? [] : [`not seen as visitors see it: ${message}`];
      return { outcome: 'same', warnings, unseen: what };
    }
    const never = isFirewall(error) ? 'firewall' : 'not seen yet';
    const reason = known || snapshot?.verdict === 'failing' ? 'failing' : never;
    return skip(page.id, now(), reason, { detail: what, unseen: what });
  }

  async function fromRest(page: WordPressPage) {
    const { markdown, notes } = await site.restText(page);
    return { outcome: 'text', from: 'rest', markdown, notes } as const;
  }

  async function seen(page: WordPressPage, before: Before, snapshot: Seen): Promise<VisibleText> {
    const hidden = (reason: SkipReason, detail: string, text?: string) =>
      skip(page.id, now(), reason, { detail, shown: text });
    const elsewhere = site.elsewhereOf(page.link, snapshot.canonicals);
    if (elsewhere !== undefined) return hidden('canonical', elsewhere);
    const further = await site.furtherParts(page, partsIn(page.content));
    if (further instanceof WordPressError) return await unseen(page, before, further);
    const first = shownOf(snapshot.page);
    const shown = further.length === 0 ? first : shownOn([snapshot.page, ...further]);
    const { given, overlap, isWhole, isAllAside } = compareWithPage(readPage(page.content), shown);

    const isWanted = needsPageHtml(page.content) ? 'unrendered' : readsHtml(page) ? 'site.yaml' : undefined;
    const isInPage = isWanted === undefined && isShown(given.length, overlap) && isWhole();
    const hasData = hasDataBeside(snapshot.html, page.type);
    const isOutside = hasData || isMostlyOutside(mainWordsOf(first), given);
    const rest = isInPage ? await fromRest(page) : undefined;
    const isRest = rest !== undefined && isAllAside(rest.markdown);
    if (isRest && !isOutside) return rest;

    const { markdown, notes } = await site.pageText(page, [snapshot.page, ...further]);
    const words = wordsIn(markdown);
    const own = (why: HtmlReason) => ({ outcome: 'text', from: 'page', why, markdown, notes }) as const;
    if (isRest) {
      const saysMore = isMostlyOutside(words, given) || (hasData && addsTo(words, given));
      return saysMore ? own('outside') : rest;
    }
    const detail = [restrictedBy(snapshot.html), `${Math.round(overlap * 100)} % of its text is shown`];
    const replaced = () => hidden('other text', detail.filter(Boolean).join(': '), markdown);
    const isProduct = isProductPage(snapshot.html) || page.type === 'product';
    const isNothing = given.length === 0 || overlap < TRACE;
    if (isProduct && isNothing && !names(first, page.title)) return replaced();
    if (isWanted) {
      const isReplaced = given.length >= FEW_WORDS && overlap < TRACE && words.length < given.length;
      return isReplaced ? replaced() : own(isWanted);
    }
    const { former } = before;
    if (
      former !== undefined &&
      overlapOf(words, wordsIn(former)) >= MOST &&
      shownPart(former, shown, markdown) === former
    )
      return { outcome: 'same', warnings: [] };
    if (overlap >= SOME && words.length >= given.length * SOME) return own('different');
    const part = shownPart((await site.restText(page)).markdown, shown, markdown);
    if (isText(part, given.length)) return { ...own('part'), markdown: part };
    return isOtherText(given, words) ? own('different') : replaced();
  }

  // True for a page whose HTML is read by an option of the owner.
  function readsHtml({ link, type }: WordPressPage): boolean {
    return config.readsHtml(site.keyOf(link) ?? '', type);
  }

  // With a login, every word counts.
  function isShown(words: number, overlap: number): boolean {
    if (isLoggedIn) return overlap === 1;
    return overlap >= (words < FEW_WORDS ? SOME : MOST);
  }
}

/** True for a part that is more than some words of a text of this length. */
export function isText(part: string, given: number): boolean {
  const words = wordsIn(part).length;
  return words > 0 && (words >= FEWEST_IN_PART || words >= given * SMALLEST_PART);
}

/** True for a page with a different text of at least the same length: a template without the editor's text, not a notice. */
export const isOtherText = (given: readonly string[], shown: readonly string[]): boolean =>
  shown.length >= Math.max(given.length, FEW_WORDS) && overlapOf(given, shown) < TRACE;

// More words outside the editor are not a caption.
const MANY_OUTSIDE = 40;

// True if most words of a page are not in the editor: a template, custom fields or a block template adds them.
function isMostlyOutside(shown: readonly string[], given: readonly string[]): boolean {
  return shown.length >= given.length + MANY_OUTSIDE && overlapOf(shown, given) < SOME;
}

// Body class of a WooCommerce product page.
const PRODUCT = /<body\b[^<>]{0,5000}\bclass\s*=\s*["'][^"'<>]{0,5000}\bsingle-product\b/i;
// Microdata of a product, which may be on any page, for example with a rating.
const MICRODATA = /\bitemtype\s*=\s*["']https?:\/\/schema\.org\/Product["']/i;
// JSON-LD of an event or a job.
const LINKED_DATA = /"@type"\s*:\s*"(?:\w{0,50}Event|JobPosting)"/;
const ORDINARY: ReadonlySet<string> = new Set(['pages', 'posts']);

const isProductPage = (html: string): boolean => PRODUCT.test(html);

// True for a page with data outside the editor. Examples are price and properties of a product, date and place of an event of a
// custom type, or the salary of a job.
function hasDataBeside(html: string, type: string): boolean {
  return isProductPage(html) || MICRODATA.test(html) || (!ORDINARY.has(type) && LINKED_DATA.test(html));
}

// True if the words contain a text and add to it.
function addsTo(words: readonly string[], given: readonly string[]): boolean {
  return words.length > given.length && overlapOf(given, words) >= MOST;
}

const MAIN: ReadonlySet<string> = new Set(['main']);

// Words of the theme's main elements, or of the page.
function mainWordsOf(shown: Shown): readonly string[] {
  const mains = shown.elements().filter((element) => MAIN.has(element.name) && !isWithin(element, MAIN));
  return mains.length > 0 ? folded(textIn({ children: mains }, { without: shown.hidden })) : shown.words();
}
