import { clean } from './clean/clean.ts';
import { removeFrame } from './clean/frame.ts';
import { certainContent, isEnough, mainContent } from './clean/main-content.ts';
import type { Trace } from './clean/trace.ts';
import { allElements, parseHtml, textOf } from './parse/html.ts';
import { readPage, type Page } from './parse/page.ts';
import type { HtmlParent } from './parse/tree.ts';
import { toMarkdownTree } from './walk/walker.ts';
import type { MarkdownElement } from './write/markdown-tree.ts';
import { toMarkdown } from './write/turndown.ts';

/** `rest`: a `content.rendered`; `page`: a whole page, of which only the main content is kept. */
type Source = 'rest' | 'page';
export type ConvertOptions = {
  readonly baseUrl: string;
  readonly source: Source;
  /** For a whole page of a theme that marks no content: other pages of the site, and what its author has written. */
  readonly frame?: { readonly others: readonly string[]; readonly written: string };
  readonly trace?: Trace;
};

type Converted = {
  readonly markdown: string;
  /** What was taken out as hidden from everybody, in one sentence each. */
  readonly notes: readonly string[];
  /** No part of a whole page is marked as its content: menu and footer may be in it. */
  readonly isUnmarked: boolean;
};

/**
 * Turns a page, or rendered WordPress HTML, into Markdown: CommonMark with the tables, task lists and strikethrough of GFM. It changes
 * the tree of the page.
 */
export function convert(page: Page, options: ConvertOptions): Converted {
  const { blocks, ...rest } = read(page, options);
  return { markdown: toMarkdown(blocks), ...rest };
}

/** A function of its own, so that the page's tree is let go before the Markdown is written. */
function read(
  page: Page,
  { baseUrl, source, frame, trace }: ConvertOptions,
): Omit<Converted, 'markdown'> & { readonly blocks: MarkdownElement } {
  const { content, notes, body } = source === 'page' ? mainOf(page, trace) : cleaned(page, source, trace);
  const isUnmarked = source === 'page' && content === body;
  if (isUnmarked && frame) {
    const others = frame.others.map((other) => cleaned(readPage(other), source).body);
    removeFrame(body, others, textOf(parseHtml(frame.written)));
  }
  return { blocks: toMarkdownTree(content, baseUrl), notes, isUnmarked };
}

type Clean = { readonly content: HtmlParent; readonly notes: readonly string[]; readonly body: HtmlParent };

/** The cleaned content of a page. Where its mark is certain beforehand, the frame around it is not cleaned. */
function mainOf(page: Page, trace?: Trace): Clean {
  const { body } = page;
  const certain = certainContent(body);
  if (certain) {
    const notes = clean(certain, { source: 'page', document: page.elements, elements: allElements(certain), trace });
    if (notes && isEnough(certain)) return { content: trace ? mainContent(body, trace) : certain, notes, body };
  }
  // The tree is changed already.
  const whole = cleaned(certain ? readPage(page.html) : page, 'page', trace);
  return { ...whole, content: mainContent(whole.body, trace) };
}

/** The body of a page without what is not content. */
function cleaned({ body, elements }: Page, source: Source, trace?: Trace): Clean {
  const notes = clean(body, { source, document: elements, elements: allElements(body), trace }) ?? [];
  return { content: body, notes, body };
}
