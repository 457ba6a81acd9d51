import { memoryOfObjects } from '../../markdown/memory.ts';
import { isText, parseHtml, textOf } from '../../markdown/parse/html.ts';
import { elementsNamed, type Page } from '../../markdown/parse/page.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../../markdown/parse/tree.ts';
import { visibilityOf } from '../../markdown/visibility/hidden.ts';
import { folded, isRun } from './text-comparison.ts';

const NO_TEXT: ReadonlySet<string> = new Set(['script', 'style']);
// Elements whose text few or no visitors see.
const ASIDE: ReadonlySet<string> = new Set(['noscript', 'svg', 'textarea', 'select']);
// Elements that may start and end inside a word.
const WITHIN_WORDS: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var
  wbr`.split(/\s+/),
);
/** Separator between two texts; the parser removes U+0000 from every text. */
export const SEPARATOR = '\0 ';

// Some CDNs and plugins replace addresses by a cipher that a script decodes.
const CIPHER = /email-protection|cfemail|enc-email|eeb-|cryptx|e-?mail-?(?:encod|obfuscat|protect)/i;

type Extent = {
  /** Visible text, text outside it (labels, drawings and similar elements), or both. */
  readonly of?: 'text' | 'aside' | 'all';
  /** Joins words across inline elements. Otherwise every tag ends a word. */
  readonly joins?: boolean;
  /** Nodes to omit with their content. */
  readonly without?: ReadonlySet<HtmlNode>;
};

/** Returns the text below a node, with `SEPARATOR` between two texts. Linear in the size of the tree. */
export function textIn(root: HtmlParent, { of = 'text', joins = false, without }: Extent = {}): string {
  let text = '';
  let depthAside = 0;
  const add = (part: string, isAside: boolean) => {
    if (of === 'all' || isAside === (of === 'aside')) text += part;
  };
  const open: (HtmlNode | string)[] = root.children.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'string' && isText(next)) {
      if (without?.has(next) !== true) add(next.data, depthAside > 0);
      continue;
    }
    const name = typeof next === 'string' ? next : next.name;
    if (!joins || !WITHIN_WORDS.has(name)) text += SEPARATOR;
    if (typeof next === 'string') depthAside -= Number(ASIDE.has(name));
    else if (isWithoutText(name, depthAside) || without?.has(next) === true) text += SEPARATOR;
    else {
      const { 'aria-label': label, title } = next.attribs;
      for (const said of [label, title]) if (said !== undefined) add(`${SEPARATOR}${said}${SEPARATOR}`, true);
      depthAside += Number(ASIDE.has(name));
      open.push(name);
      // A call accepts at most about a hundred thousand arguments.
      for (const child of next.children.toReversed()) open.push(child);
    }
  }
  return text;
}

// The parser moves the title of a document into the body if its head ends early. A drawing may have a title.
const isWithoutText = (name: string, depthAside: number): boolean =>
  NO_TEXT.has(name) || (name === 'title' && depthAside === 0);

/** Content of pages without nodes that their markup and style sheets hide on every screen. Collapsed content stays. */
export function shownOn(pages: readonly Page[], hidden: ReadonlySet<HtmlNode> = hiddenOn(pages)) {
  function text({ without, ...extent }: Omit<Extent, 'without'> & { readonly without?: Iterable<HtmlNode> } = {}) {
    const omitted = without ? new Set([...hidden, ...without]) : hidden;
    return pages.map(({ body }) => textIn(body, { ...extent, without: omitted })).join(SEPARATOR);
  }

  // Visible elements, including those of the head.
  function shownElements(): readonly HtmlElement[] {
    const omitted = new Set<HtmlNode>(hidden);
    return pages.flatMap(({ elements }) =>
      elements.filter((element) => {
        if (element.parent && omitted.has(element.parent)) omitted.add(element);
        return !omitted.has(element);
      }),
    );
  }

  const elements = once(shownElements);
  const sourcesOf = ({ attribs, children }: HtmlElement): readonly string[] => [
    ...Object.values(attribs),
    ...children.flatMap((child) => (isText(child) && !hidden.has(child) ? [child.data] : [])),
  ];
  return {
    pages,
    hidden,
    text,
    elements,
    /** Words between any two tags. */
    words: once(() => folded(text())),
    /** Words joined across inline elements. */
    wholeWords: once(() => folded(text({ joins: true }))),
    /** Words including those of labels, drawings and similar elements. */
    allWords: once(() => folded(text({ of: 'all' }))),
    /** Attributes, texts and scripts in lower case. */
    source: once(() => elements().flatMap(sourcesOf).join('\n').toLowerCase()),
    /** True if the pages may show a cipher in place of email addresses. */
    hasCipher: once(() => pages.some(({ html }) => CIPHER.test(html))),
  };
}
const hiddenOn = (pages: readonly Page[]): ReadonlySet<HtmlNode> =>
  new Set(pages.flatMap((page) => Array.from(visibilityOf(page).hidden)));

export type Shown = ReturnType<typeof shownOn>;

/** Returns the content of a page, cached by page. */
export const shownOf = memoryOfObjects((page: Page): Shown => shownOn([page]));

function once<Value>(compute: () => Value): () => Value {
  let result: { readonly value: Value } | undefined;
  return () => (result ??= { value: compute() }).value;
}

/** Returns the words of an HTML fragment between any two tags, without unrendered content. */
export const wordsOf = (html: string): string[] => folded(html.includes('<') ? textIn(parseHtml(html)) : html);

/** Returns the words of Markdown and of its link addresses. Its only HTML tag is `<br>`; any other tag is text. */
export const wordsIn = (markdown: string): string[] => folded(markdown.replaceAll('<br>', ' '));

/** Returns the whole words of Markdown, without emphasis and link addresses. */
export const wholeWordsIn = (markdown: string): string[] =>
  wordsIn(markdown.replaceAll(/\]\([^()\s]*(?: "[^"]*")?\)/g, '').replaceAll(/(?<!\\)(?:\*|~~|!?\[)/g, ''));

/** True if the text of pages contains a title. */
export const names = (shown: Shown, title: string): boolean => {
  const words = wordsOf(title);
  return words.length === 0 || isRun(words, shown.words()) || isRun(words, shown.wholeWords());
};

/**
 * Returns the visible title of a page: `undefined` if it is the title of the REST API. Otherwise its first visible `h1`, or an
 * empty string for a title from the address.
 */
export function shownTitle(page: Page, title: string): string | undefined {
  const words = wordsOf(title);
  const isTitle = (element: HtmlElement) => isRun(words, folded(textOf(element)));
  if (folded(title).length > 0 && (names(shownOf(page), title) || elementsNamed(page, 'title').some(isTitle)))
    return undefined;
  const { hidden } = visibilityOf(page);
  const headings = elementsNamed(page, 'h1').map((element) => (hidden.has(element) ? '' : textOf(element).trim()));
  return headings.find((heading) => folded(heading).length > 0)?.replaceAll('<', '&lt;') ?? '';
}
