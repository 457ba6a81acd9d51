/** What every element of a page means to a reader of its text. */
import { decodeCloudflareEmail, linkAddress } from './address.ts';
import type { Blocks } from './blocks.ts';
import { codeLanguage, isProse, preText } from './code.ts';
import { attribute, elementsBelow, isElement, textOf } from './html.ts';
import { linkLabel } from './label.ts';
import { embedLabel, embedSource, imageSource, isEmoji, widgetSource } from './media.ts';
import { MarkdownElement, MarkdownText } from './nodes.ts';
import type { Link } from './run.ts';
import { BLOCK_TAGS, elementBefore, innerBlocks, isIcon, isLayout, isTabTitle, span, standsApart } from './shape.ts';
import { tableElement, type Cell } from './table.ts';
import type { HtmlElement } from './tree.ts';

/** Deeper lists and quotations go on at this depth: no reader follows them, and every level costs a copy of its text. */
const DEEPEST = 12;

/** What the handlers share while one document is walked. */
export type State = {
  readonly blocks: Blocks;
  readonly baseUrl: string;
  /** Tables that are open: a data table's rows so far, or that it only places things. */
  readonly tables: (Cell[][] | 'layout')[];
  /** Headings that take the link of the card around them. */
  readonly headingLinks: Map<HtmlElement, Link>;
  /** Addresses to which some link with a text leads. */
  readonly namedLinks: ReadonlySet<string>;
  /** Lists that are open, and whether each is written as one. */
  readonly lists: boolean[];
  quotations: number;
  keepsLines: boolean;
  script: 'sup' | 'sub' | undefined;
};

/** What to do at an element's start; the returned function is called at its end. `false` passes over what is in it. */
type Handler = (element: HtmlElement, state: State) => (() => void) | false | undefined;

const heading: Handler = (element, { blocks, headingLinks }) => {
  const link = headingLinks.get(element);
  const unmark = link ? blocks.mark({ link }) : undefined;
  const close = blocks.heading(element.name.toUpperCase());
  return () => {
    close();
    unmark?.();
  };
};

const strong: Handler = (_, { blocks }) => blocks.mark({ strong: true });
const emphasis: Handler = (element, { blocks }) => {
  if (!isIcon(element)) return blocks.mark({ em: true });
  // An icon keeps what stands on its two sides apart.
  if (attribute(element, 'class') !== '' && blocks.endsInWord()) blocks.text(' ');
  return undefined;
};
const deletion: Handler = (_, { blocks }) => blocks.mark({ del: true });

const code: Handler = (element, { blocks }) => {
  for (const inner of elementsBelow(element)) if (/^(?:pre|ul|ol|table)$/.test(inner.name)) return undefined;
  blocks.code(textOf(element));
  return false;
};

const script: Handler = (element, state) => {
  const outer = state.script;
  state.script = element.name === 'sup' ? 'sup' : 'sub';
  return () => {
    state.script = outer;
  };
};

/** A name to which what follows belongs: bold, in a paragraph of its own. */
const title: Handler = (_, { blocks }) => {
  blocks.boundary();
  const unmark = blocks.mark({ strong: true });
  return () => {
    blocks.boundary();
    unmark();
  };
};

const list: Handler = (element, state) => {
  const { blocks, lists } = state;
  const isWritten = blocks.place() === 'paragraph' && lists.length < DEEPEST;
  lists.push(isWritten);
  const close = isWritten
    ? blocks.open(element.name === 'ol' ? 'OL' : 'UL', { start: attribute(element, 'start') || '1' })
    : blocks.boundary;
  if (!isWritten) blocks.boundary();
  return () => {
    close();
    lists.pop();
  };
};

const item: Handler = (element, state) =>
  state.blocks.place() === 'paragraph' && (state.lists.at(-1) ?? true)
    ? state.blocks.open('LI')
    : block(element, state);

const quotation: Handler = (element, state) => {
  if (state.blocks.place() !== 'paragraph' || state.quotations >= DEEPEST) return block(element, state);
  state.quotations++;
  const close = state.blocks.open('BLOCKQUOTE');
  return () => {
    close();
    state.quotations--;
  };
};

const preformatted: Handler = (element, state) => {
  const { blocks } = state;
  if (/\bverse\b|wp-block-verse/.test(attribute(element, 'class')) || isProse(element, state.baseUrl))
    return verse(element, state);
  const text = preText(element);
  if (text.trim() === '') return false;
  if (blocks.place() !== 'paragraph') {
    for (const line of text.split('\n')) {
      blocks.lineBreak();
      blocks.code(line);
    }
    blocks.lineBreak();
    return false;
  }
  blocks.flush();
  blocks.add(new MarkdownElement('PRE', { language: codeLanguage(element) }, [new MarkdownText(text)]));
  return false;
};

const verse: Handler = (_, state) => {
  state.blocks.boundary();
  state.keepsLines = true;
  return () => {
    state.keepsLines = false;
    state.blocks.boundary();
  };
};

const table: Handler = (element, state) => {
  const { blocks, tables } = state;
  if (blocks.place() !== 'paragraph' || isLayout(element)) {
    tables.push('layout');
    blocks.boundary();
    return () => {
      tables.pop();
      blocks.boundary();
    };
  }
  blocks.flush();
  const rows: Cell[][] = [];
  tables.push(rows);
  return () => {
    blocks.flush();
    tables.pop();
    const made = tableElement(rows);
    if (made) blocks.add(made);
  };
};
const row: Handler = (element, state) => {
  const rows = state.tables.at(-1);
  if (!rows || rows === 'layout') return block(element, state);
  rows.push([]);
  return () => {
    // A table may have very many rows: what has been read of one is let go.
    element.children = [];
  };
};

const cell: Handler = (element, state) => {
  const rows = state.tables.at(-1);
  const current = rows === 'layout' ? undefined : rows?.at(-1);
  if (!current || state.blocks.place() !== 'paragraph') return block(element, state);
  const close = state.blocks.cell();
  return () => {
    current.push({
      content: close(),
      isHeader: element.name === 'th',
      columns: span(element, 'colspan'),
      rows: span(element, 'rowspan'),
    });
  };
};

const link: Handler = (element, state) => {
  const { blocks, baseUrl } = state;
  const shown = decodeCloudflareEmail(attribute(element, 'data-cfemail'));
  const email =
    shown ?? decodeCloudflareEmail(attribute(element, 'href').split('/cdn-cgi/l/email-protection#')[1] ?? '');
  const href = linkAddress(email ? `mailto:${email}` : attribute(element, 'href'), baseUrl);
  if (href === undefined || blocks.link()) return undefined;
  const inner = innerBlocks(element);
  const made: Link = { href, once: inner.hasBlocks };
  if (inner.heading && blocks.place() === 'paragraph') {
    state.headingLinks.set(inner.heading, made);
    return blocks.boundary;
  }
  const unmark = blocks.mark({ link: made });
  if (shown !== undefined) {
    blocks.text(shown);
    unmark();
    return false;
  }
  return () => {
    if (!blocks.isShown(made)) blocks.text(linkLabel(element, href, state.namedLinks.has(href)));
    unmark();
    if (inner.hasBlocks) blocks.boundary();
  };
};

/** What a page shows without scripts: the original of a lazy image or frame, unless that was found already. */
const withoutScripts: Handler = (element, { baseUrl }) => {
  const media = [...elementsBelow(element)].filter((inner) => /^(?:img|iframe)$/.test(inner.name));
  if (media.length === 0) return false;
  const before = elementBefore(element);
  const isShown =
    before &&
    (before.name === 'iframe'
      ? embedSource(before, baseUrl)
      : before.name === 'img'
        ? imageSource(before, baseUrl)
        : widgetSource(before, baseUrl));
  return isShown ? false : undefined;
};

const image: Handler = (element, { blocks, baseUrl }) => {
  const alt = attribute(element, 'alt');
  if (isEmoji(element)) {
    blocks.text(alt);
    return undefined;
  }
  const source = imageSource(element, baseUrl);
  if (source !== undefined) blocks.image(source, alt);
  return undefined;
};

const embed: Handler = (element, state) => {
  const source = embedSource(element, state.baseUrl);
  const name = attribute(element, 'title') || attribute(element, 'aria-label');
  const isFile = element.name === 'audio' || /\.(?:mp3|ogg|wav|m4a)(?:$|\?)/i.test(source ?? '');
  // A recording that a link of the page names already is not named again by its file.
  if (source !== undefined && !(isFile && name === '' && state.namedLinks.has(source))) addEmbed(source, name, state);
  return false;
};

const horizontalRule: Handler = (_, { blocks }) => {
  blocks.boundary();
  if (blocks.place() === 'paragraph') blocks.add(new MarkdownElement('HR'));
  return undefined;
};

const block: Handler = (element, state) => {
  const { blocks } = state;
  if (isTabTitle(element)) return title(element, state);
  blocks.boundary();
  const video = widgetSource(element, state.baseUrl);
  if (video !== undefined) addEmbed(video, '', state);
  return blocks.boundary;
};

const span_: Handler = (element, state) => {
  const { blocks } = state;
  const email = decodeCloudflareEmail(attribute(element, 'data-cfemail'));
  if (email) {
    blocks.text(email);
    return false;
  }
  if (element.parent && isElement(element.parent) && /tabs?-nav/.test(attribute(element.parent, 'class')))
    return title(element, state);
  if (standsApart(element) && (blocks.endsInWord() || textOf(element) === '')) blocks.text(' ');
  return undefined;
};

/** Every element that means something to a reader; all others are only walked through. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries([...BLOCK_TAGS].map((name) => [name, block])),
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  b: strong,
  strong,
  em: emphasis,
  i: emphasis,
  del: deletion,
  s: deletion,
  strike: deletion,
  code,
  kbd: code,
  samp: code,
  tt: code,
  sup: script,
  sub: script,
  q: (_, { blocks }) => {
    blocks.text('“');
    return () => blocks.text('”');
  },
  br: (_, { blocks }) => {
    blocks.lineBreak();
    return undefined;
  },
  hr: horizontalRule,
  ul: list,
  ol: list,
  menu: list,
  li: item,
  dt: title,
  summary: title,
  blockquote: quotation,
  pre: preformatted,
  listing: preformatted,
  xmp: preformatted,
  table,
  tr: row,
  td: cell,
  th: cell,
  a: link,
  img: image,
  svg: () => false,
  noscript: withoutScripts,
  iframe: embed,
  video: embed,
  audio: embed,
  object: embed,
  embed,
  span: span_,
  button: (element, state) => (attribute(element, 'role') === 'tab' ? title(element, state) : block(element, state)),
  input: (element, { blocks }) => {
    if (attribute(element, 'type') === 'checkbox') blocks.checkbox('checked' in element.attribs);
    return undefined;
  },
};

function addEmbed(source: string, name: string, { blocks }: State): void {
  blocks.boundary();
  const unmark = blocks.mark({ link: { href: source, once: false } });
  blocks.text(name.trim() || embedLabel(source));
  unmark();
  blocks.boundary();
}
