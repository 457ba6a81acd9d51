import { attribute, elements, languageOfHtml, startTags } from './html-tags.ts';
import { isLanguageName } from './language-names.ts';

/** Languages that the HTML of a page names. */
export type PageHead = {
  /** BCP 47 tag of the HTML element; empty when it has none. */
  readonly language: string;
  /** Keys of the pages that it links as itself in other languages, one a line. */
  readonly alternates: string;
};

/** More links than there are languages of a site are none to translations. */
const MOST_ALTERNATES = 100;

/** Characters of the content of a link that a language switcher shows: a name, a flag. */
const LONGEST_NAME = 600;

/**
 * Reads `lang` of a page's HTML and its links to itself in other languages: those with `hreflang` of its head (HTML §4.6.6.1), and
 * where there are none those of a language switcher. `keyOf` gives the key of an address of this site.
 */
export function headOf(html: string, base: string, keyOf: (link: string) => string | undefined): PageHead {
  const keysOf = (links: Iterable<string>): readonly string[] => {
    const keys = new Set<string>();
    for (const tag of links) {
      const address = URL.parse(attribute(tag, 'href') ?? '', base)?.href;
      const key = address === undefined ? undefined : keyOf(address);
      if (key !== undefined) keys.add(key);
    }
    return keys.size > MOST_ALTERNATES ? [] : [...keys].toSorted();
  };
  const said = keysOf(alternateLinks(html));
  const alternates = said.length > 0 ? said : keysOf(switcherLinks(html));
  return { language: languageOfHtml(html) ?? '', alternates: alternates.join('\n') };
}

function* alternateLinks(html: string): Generator<string> {
  for (const tag of startTags(html, 'link')) {
    const language = attribute(tag, 'hreflang');
    if (language === undefined || language === 'x-default' || attribute(tag, 'href') === undefined) continue;
    if ((attribute(tag, 'rel') ?? '').toLowerCase().split(/\s+/).includes('alternate')) yield tag;
  }
}

/** The start tags of links that say the language of what they lead to, or show nothing but the name of one. */
function* switcherLinks(html: string): Generator<string> {
  for (const { tag, content } of elements(html, 'a', LONGEST_NAME)) {
    if (attribute(tag, 'href') === undefined) continue;
    const isSaid = attribute(tag, 'hreflang') !== undefined;
    if (isSaid || isLanguageName(shownIn(content)) || isLanguageName(attribute(tag, 'title') ?? '')) yield tag;
  }
}

/** The text of a link, or else that of its first picture. */
function shownIn(content: string): string {
  const text = content.replaceAll(/<[^>]*>/g, ' ').trim();
  if (text !== '') return text;
  const [picture] = startTags(content, 'img');
  return picture === undefined ? '' : (attribute(picture, 'alt') ?? '');
}
