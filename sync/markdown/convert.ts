import { clean } from './clean/clean.ts';
import { expandCodeModules } from './clean/code-modules.ts';
import { removeFrame } from './clean/frame.ts';
import { certainContent, isEnough, mainContent } from './clean/main-content.ts';
import type { Trace } from './clean/trace.ts';
import { allElements, parseDocument, parseHtml, textOf } from './parse/html.ts';
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

/** Turns rendered WordPress HTML into Markdown: CommonMark with the tables, task lists and strikethrough of GFM. */
export function convert(html: string, options: ConvertOptions): Converted {
  const { blocks, ...rest } = read(html, options);
  return { markdown: toMarkdown(blocks), ...rest };
}

/** A function of its own, so that the page's tree is let go before the Markdown is written. */
function read(
  html: string,
  { baseUrl, source, frame, trace }: ConvertOptions,
): Omit<Converted, 'markdown'> & { readonly blocks: MarkdownElement } {
  const { content, notes, body } = source === 'page' ? readPage(html, trace) : readClean(html, source, trace);
  const isUnmarked = source === 'page' && content === body;
  if (isUnmarked && frame) {
    const others = frame.others.map((other) => readClean(other, source).body);
    removeFrame(body, others, textOf(parseHtml(frame.written)));
  }
  return { blocks: toMarkdownTree(content, baseUrl), notes, isUnmarked };
}

type Clean = { readonly content: HtmlParent; readonly notes: readonly string[]; readonly body: HtmlParent };

/** The cleaned content of a page. Where its mark is certain beforehand, the frame around it is not cleaned. */
function readPage(html: string, trace?: Trace): Clean {
  const { head, body } = parseDocument(expandCodeModules(html));
  const content = certainContent(body);
  if (content) {
    const notes = cleanWithin(content, head, body, 'page', trace);
    if (notes && isEnough(content)) return { content: trace ? mainContent(body, trace) : content, notes, body };
    // The tree is changed already.
    const whole = readClean(html, 'page', trace);
    return { ...whole, content: mainContent(whole.body, trace) };
  }
  const notes = cleanWithin(body, head, body, 'page', trace) ?? [];
  return { content: mainContent(body, trace), notes, body };
}

/** The body of HTML without what is not content. */
function readClean(html: string, source: Source, trace?: Trace): Clean {
  const { head, body } = parseDocument(expandCodeModules(html));
  return { content: body, notes: cleanWithin(body, head, body, source, trace) ?? [], body };
}

function cleanWithin(root: HtmlParent, head: HtmlParent, body: HtmlParent, source: Source, trace?: Trace) {
  const all = allElements(body);
  return clean(root, {
    source,
    document: [...allElements(head), ...all],
    elements: root === body ? all : allElements(root),
    trace,
  });
}
