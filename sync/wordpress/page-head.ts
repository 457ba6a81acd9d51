import { attribute, languageOfHtml, startTags } from './html-tags.ts';

/** Languages that the HTML of a page names. */
export type PageHead = {
  /** BCP 47 tag of the HTML element; empty when it has none. */
  readonly language: string;
  /** Keys of the pages that it links as itself in other languages, one a line. */
  readonly alternates: string;
};

/** More links than there are languages of a site are none to translations. */
const MOST_ALTERNATES = 100;

/** Reads `lang` and the links with `hreflang` (HTML §4.6.6.1) of a page's HTML; `keyOf` gives the key of an address of this site. */
export function headOf(html: string, base: string, keyOf: (link: string) => string | undefined): PageHead {
  const keys = new Set<string>();
  for (const tag of startTags(html, 'link')) {
    const language = attribute(tag, 'hreflang');
    const href = attribute(tag, 'href');
    if (language === undefined || language === 'x-default' || href === undefined) continue;
    if (!(attribute(tag, 'rel') ?? '').toLowerCase().split(/\s+/).includes('alternate')) continue;
    const address = URL.parse(href, base)?.href;
    const key = address === undefined ? undefined : keyOf(address);
    if (key !== undefined) keys.add(key);
  }
  const alternates = keys.size > MOST_ALTERNATES ? [] : [...keys].toSorted();
  return { language: languageOfHtml(html) ?? '', alternates: alternates.join('\n') };
}
