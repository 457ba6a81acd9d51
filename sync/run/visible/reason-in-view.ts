import type { PageAddress } from '../../wordpress/html.ts';
import { isSamePlace } from '../../wordpress/same-place.ts';
import type { View } from '../../wordpress/visitor.ts';
import type { SkipReason } from '../census/plan.ts';
import type { Elsewhere } from './elsewhere.ts';
import { isLockedIn } from './locked-text.ts';
import { isTold, reasonOfNotice, targetIn, withoutNotices } from './members-only.ts';
import { paywalledIn, withoutPaywalled } from './paywalled.ts';
import { FEW_WORDS, overlapOf, SOME, withoutBetween, wordsOf } from './text-comparison.ts';
import type { Walls } from './walls.ts';

type Options = {
  readonly isWalled: Walls;
  readonly elsewhereOf: Elsewhere;
};

/** The reason for which visitors do not get a page, with what tells it. */
type Hidden = { readonly reason: SkipReason; readonly detail: string };

/** A picture of Markdown, whose text the words of a page do not have. */
const PICTURE = /!\[[^\]]{0,2000}\]\([^)]{0,2000}\)/g;
/** The links of WordPress from one part of a page to the others that its editor divides it into. */
const PARTS = /\bclass=["']?post-page-numbers\b/;

/** Finds why visitors do not get a page of which the REST API tells nothing, whoever hides it, by its Markdown of before. */
export function createReasonInView({ isWalled, elsewhereOf }: Options) {
  /** `undefined` where they get it, also under another host, or that cannot be known. */
  return async function find(view: View, page: PageAddress, before: string): Promise<Hidden | undefined> {
    if (view.kind === 'page') return await reasonOnPage(view, page, before);
    if (view.kind !== 'hidden') return undefined;
    const { reason, detail } = view;
    if (isTold(view, page)) return { reason, detail };
    if (reason !== 'redirect') return { reason: reason === 'noindex' ? 'other page' : reason, detail };
    const target = targetIn(detail);
    return target && isSamePlace(target.href, page.link) ? undefined : { reason: 'other page', detail };
  };

  async function reasonOnPage(
    { html, canonicals }: View & { kind: 'page' },
    { link }: PageAddress,
    before: string,
  ): Promise<Hidden | undefined> {
    const elsewhere = elsewhereOf(link, canonicals);
    if (elsewhere !== undefined) return { reason: 'canonical', detail: elsewhere };
    if (await isWalled(html, link)) return { reason: 'members only', detail: 'a wall covers it' };
    const paid = paywalledIn(html);
    if (paid.includes(undefined)) return { reason: 'members only', detail: 'a paywall whose parts sync cannot tell' };
    const text = wordsOf(withoutBetween(before.replaceAll(PICTURE, ' '), '](', ')'));
    if (isLockedIn(html, text)) return { reason: 'members only', detail: 'a script unlocks it' };
    const shown = wordsOf(withoutNotices(withoutPaywalled(html)));
    const overlap = overlapOf(text, shown);
    if (overlap >= SOME) return undefined;
    const reason = paid.length === 0 ? reasonOfNotice(html) : 'members only';
    const isOther = text.length >= FEW_WORDS && !PARTS.test(html) && shareOf(text, shown) < SOME;
    if (reason === 'other text' && !isOther) return undefined;
    return { reason, detail: `${Math.round(overlap * 100)} % of it is shown` };
  }
}

/** The share of a text's longer words that another one has, wherever: a page has other words between those of lists and cards. */
function shareOf(words: readonly string[], within: readonly string[]): number {
  const there = new Set(within);
  const longer = [...new Set(words)].filter(({ length }) => length > 3);
  return longer.length === 0 ? 1 : longer.filter((word) => there.has(word)).length / longer.length;
}
export type ReasonInView = ReturnType<typeof createReasonInView>;
