import { readPage } from '../../markdown/parse/page.ts';
import type { Converter } from '../../markdown/converter.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import { headOf } from '../../wordpress/page-head.ts';
import { asksNotToBeIndexed } from '../../wordpress/robots.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { Validators } from '../../wordpress/visitor.ts';
import { withoutLocks } from './locked-text.ts';
import { withoutNotices } from './members-only.ts';
import type { OtherPages } from './other-pages.ts';
import type { PageHtml } from './page-html.ts';
import { withoutPaywalled } from './paywalled.ts';
import type { Fault, VisibleText } from './types.ts';

export type PageTextOptions = {
  readonly html: Pick<PageHtml, 'fetch' | 'isStopped'>;
  readonly convert: Converter['convert'];
  readonly othersOf: OtherPages;
  /** The key of a link, when it is of this site. */
  readonly keyOf: (link: string) => string | undefined;
  readonly now: () => Date;
};

/** Converts the text of a page: what the REST API gives of it, or its own HTML. */
export function createPageText({ html, convert, othersOf, keyOf, now }: PageTextOptions) {
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
      if (!asksNotToBeIndexed(readPage(fresh), {}, now().getTime())) return fresh;
      return { kind: 'hidden', reason: 'noindex', detail: '', validators } as const;
    } catch (error) {
      if (!(error instanceof WordPressError)) throw error;
      const { markdown, notes } = await restText(page);
      return { kind: 'failed', fault: faultOf(error), markdown, notes } as const;
    }
  }

  async function restText(page: WordPressPage) {
    return {
      kind: 'text',
      from: 'rest',
      ...(await convert(page.content, { baseUrl: page.link, source: 'rest' })),
    } as const;
  }

  /** The text of a page's own HTML, with that of the parts which follow it. */
  async function pageText(page: WordPressPage, text: string, validators: Validators, further: readonly string[]) {
    const read = async (part: string) => {
      const context = { baseUrl: page.link, source: 'page' } as const;
      const free = withoutNotices(withoutLocks(withoutPaywalled(part)));
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
    const head = headOf(readPage(text), page.link, keyOf);
    return { kind: 'text', from: 'page', ...converted, validators, isAssumed: false, head } as const;
  }

  return { faultOf, ownText, freshHtml, restText, pageText };
}

export type PageText = ReturnType<typeof createPageText>;
