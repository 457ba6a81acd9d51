import type { WordPressPage } from '../../wordpress/rows.ts';
import type { Validators } from '../../wordpress/visitor.ts';
import { noticeMakerOf } from './members-only.ts';
import type { PageText } from './page-text.ts';
import { paywalledIn } from './paywalled.ts';
import { teaserIn } from './teaser.ts';
import { FEW_WORDS, wordsOf } from './text-comparison.ts';
import { because, type VisibleText } from './types.ts';

/** Finds what is free of pages that are kept for members or subscribers. */
export function createFreeText({ pageText, freshHtml }: Pick<PageText, 'pageText' | 'freshHtml'>) {
  /** What is free of a page with a paywall. */
  async function freeText(page: WordPressPage, seenHtml: string, validators: Validators): Promise<VisibleText> {
    const hidden = (detail: string) => ({ kind: 'hidden', reason: 'members only', detail, validators }) as const;
    if (paywalledIn(seenHtml).includes(undefined)) return hidden('a paywall whose parts sync cannot tell');
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

  return { freeText, teaser };
}
