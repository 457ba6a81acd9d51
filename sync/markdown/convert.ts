import { clean } from './clean/clean.ts';
import { removeFrame } from './clean/frame.ts';
import { certainContent, isEnough, mainContent, type Trace } from './clean/main-content.ts';
import { allElements, parseHtml, textOf } from './parse/html.ts';
import { readPage, requireWhole, type Page } from './parse/page.ts';
import type { HtmlElement } from './parse/tree.ts';
import { toMarkdownTree } from './walk/walker.ts';
import { toMarkdown, type Block } from './write/blocks.ts';

// `rest`: the field `content.rendered`; `page`: a whole page, reduced to its main content.
type Source = 'rest' | 'page';
export type ConvertOptions = {
  readonly baseUrl: string;
  readonly source: Source;
  /** For a whole page of a theme that does not mark content: HTML of further pages, and the text of the author. */
  readonly frame?: { readonly others: readonly string[]; readonly written: string };
  readonly trace?: Trace;
};

type Converted = {
  readonly markdown: string;
  /** Reports of removed hidden content, a sentence each. */
  readonly notes: readonly string[];
  /** Whether no element of a whole page is marked as content, so the Markdown may contain menu and footer. */
  readonly isUnmarked: boolean;
};

/**
 * Converts a page, or rendered WordPress HTML, to Markdown: CommonMark with the tables, task lists and strikethrough of
 * GFM. Modifies the tree of the page. Throws a `ConversionError` for a page that is nested too deep.
 */
export function convert(page: Page, options: ConvertOptions): Converted {
  const { blocks, ...rest } = read(requireWhole(page), options);
  return { markdown: toMarkdown(blocks), ...rest };
}

// A separate function, so the garbage collector can free the tree of the page before the Markdown is written.
function read(
  page: Page,
  { baseUrl, source, frame, trace }: ConvertOptions,
): Omit<Converted, 'markdown'> & { readonly blocks: Block } {
  const { content, notes, body } = source === 'page' ? mainOf(page, trace) : cleaned(page, source, trace);
  const isUnmarked = source === 'page' && content === body;
  if (isUnmarked && frame) {
    const others = frame.others.map((other) => cleaned(readPage(other), source).body);
    removeFrame(body, others, textOf(parseHtml(frame.written)));
  }
  return { blocks: toMarkdownTree(content, baseUrl), notes, isUnmarked };
}

type Clean = { readonly content: HtmlElement; readonly notes: readonly string[]; readonly body: HtmlElement };

// Returns the cleaned content of a page. If its marker is certain, the frame around it is not cleaned.
function mainOf(page: Page, trace?: Trace): Clean {
  const { body } = page;
  const certain = certainContent(body);
  if (certain) {
    const notes = clean(certain, { source: 'page', document: page.elements, elements: allElements(certain), trace });
    if (notes && isEnough(certain)) return { content: trace ? mainContent(body, trace) : certain, notes, body };
  }
  // The tree has been modified.
  const whole = cleaned(certain ? readPage(page.html) : page, 'page', trace);
  return { ...whole, content: mainContent(whole.body, trace) };
}

function cleaned({ body, elements }: Page, source: Source, trace?: Trace): Clean {
  const notes = clean(body, { source, document: elements, elements: allElements(body), trace }) ?? [];
  return { content: body, notes, body };
}
