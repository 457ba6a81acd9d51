import { attribute, elementsBelow, textOf } from '../markdown/parse/html.ts';
import { elementsNamed, type Page } from '../markdown/parse/page.ts';
import type { HtmlElement } from '../markdown/parse/tree.ts';
import { linksOf } from './html.ts';
import { decodeEntities, languageTag } from './text.ts';

/** Languages that the HTML of a page declares. */
export type PageHead = {
  /** BCP 47 tag of the HTML element; empty without `lang`. */
  readonly language: string;
  /** Keys of the linked translations of the page, separated by line breaks. */
  readonly alternates: string;
};

// More links than a site has languages are not links to translations.
const MOST_ALTERNATES = 100;

/**
 * Reads `lang` of a page and its links to translations: `hreflang` links in its head (HTML §4.6.6.1), by default those of a
 * language switcher. `keyOf` returns the key of an address on this site.
 */
export function headOf(page: Page, base: string, keyOf: (link: string) => string | undefined): PageHead {
  const keysOf = (links: Iterable<HtmlElement>): readonly string[] => {
    const keys = new Set<string>();
    for (const link of links) {
      const address = URL.parse(attribute(link, 'href'), base)?.href;
      const key = address === undefined ? undefined : keyOf(address);
      if (key !== undefined) keys.add(key);
    }
    return keys.size > MOST_ALTERNATES ? [] : [...keys].toSorted();
  };
  const declared = keysOf(linksOf(page, 'alternate').filter(isTranslation));
  const alternates = declared.length > 0 ? declared : keysOf(elementsNamed(page, 'a').filter(isSwitcher));
  return { language: languageOfPage(page) ?? '', alternates: alternates.join('\n') };
}

/** Returns the `lang` of `<html>` as a BCP 47 tag. */
export function languageOfPage(page: Page): string | undefined {
  const [root] = elementsNamed(page, 'html');
  return root && languageTag(root.attribs['lang']);
}

const isTranslation = ({ attribs }: HtmlElement): boolean =>
  'href' in attribs && attribs['hreflang'] !== undefined && attribs['hreflang'] !== 'x-default';

// True if the link declares the language of its target, or its text is the name of a language.
function isSwitcher(link: HtmlElement): boolean {
  if (!('href' in link.attribs)) return false;
  return 'hreflang' in link.attribs || isLanguageName(shownIn(link)) || isLanguageName(attribute(link, 'title'));
}

// Text of the link, or the alternative text of its first image.
function shownIn(link: HtmlElement): string {
  const text = textOf(link).trim();
  if (text !== '') return text;
  for (const inner of elementsBelow(link)) if (inner.name === 'img') return attribute(inner, 'alt');
  return '';
}

// Languages whose names a language switcher may show.
const LANGUAGES = (
  'ar bg bn bs ca cs da de el en es et eu fa fi fr gl he hi hr hu id is it ja ka ko lt lv mk ms nb nl no pl pt ro ru sk sl ' +
  'sq sr sv sw th tr uk ur vi zh'
).split(' ');

// Language tags and native names in lower case.
const NAMES: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((tag) => [tag, (new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag).toLowerCase()]),
);

// Maximum characters of a name.
const LONGEST = 40;

// True for the text of a language switcher: the native name or the tag of a language, with or without a region.
function isLanguageName(text: string): boolean {
  const shown = decodeEntities(text).trim();
  if (shown === '' || shown.length > LONGEST) return false;
  const [name = ''] = shown
    .toLowerCase()
    .replaceAll('_', '-')
    .split(/\s*[(\u2013]|-[a-z]{2}$|\s+-/u);
  return NAMES.has(name.trim());
}
