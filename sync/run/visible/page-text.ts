import type { Converter } from '../../markdown/converter.ts';
import type { Page } from '../../markdown/parse/page.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { OtherPages } from './other-pages.ts';

export type PageTextOptions = {
  readonly convert: Converter['convert'];
  readonly othersOf: OtherPages;
};

type Source = Pick<WordPressPage, 'id' | 'type' | 'link' | 'content'>;

/** Creates the conversion of a page's text, from the REST API or from its HTML. */
export function createPageText({ convert, othersOf }: PageTextOptions) {
  const restText = async (page: WordPressPage) => await convert(page.content, { baseUrl: page.link, source: 'rest' });

  // Text of the HTML of a page, including its further parts.
  async function pageText(page: Source, parts: readonly Page[]) {
    const converted = await Promise.all(
      parts.map(async ({ html }) => {
        const context = { baseUrl: page.link, source: 'page' } as const;
        const text = await convert(html, context);
        const others = text.isUnmarked ? await othersOf(page) : [];
        if (others.length === 0) return text;
        return await convert(html, { ...context, frame: { others, written: page.content } });
      }),
    );
    return {
      markdown: converted.map(({ markdown }) => markdown).join('\n\n'),
      notes: [...new Set(converted.flatMap(({ notes }) => notes))],
    };
  }

  return { restText, pageText };
}
export type PageText = ReturnType<typeof createPageText>;
