import { allBuilders } from '../builders.ts';
import { classMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText, lineOf } from '../parse/html.ts';
import { addDrawnImage, addEmbed, imageSource, widgetSource } from './media.ts';
import { STRONG } from '../write/inline.ts';
import { createBlock } from '../write/blocks.ts';
import type { ElementHandler, WalkState } from './state.ts';
import { createElement, createText, NO_ATTRIBUTES, type HtmlElement, type HtmlNode } from '../parse/tree.ts';

// Maximum depth of lists and block quotes; deeper levels are written at this depth. Every level copies its text.
const MAX_DEPTH = 12;

/** Handler of a container without semantics, such as a `div`. */
export const container: ElementHandler = (element, state) => {
  const { blocks } = state;
  if (element.attribs === NO_ATTRIBUTES && element.name !== 'figcaption') {
    blocks.boundary();
    return blocks.boundary;
  }
  if (isTabTitle(element)) return boldParagraph(element, state);
  if (isCaption(element) && repeatsImage(element, state)) return false;
  blocks.boundary();
  if (addDrawnImage(element, state)) return blocks.boundary;
  const video = widgetSource(element, state.baseUrl);
  if (video !== undefined) addEmbed(video, '', state);
  return blocks.boundary;
};

// Whether a caption only repeats the alternative text of its image.
function repeatsImage(caption: HtmlElement, { baseUrl }: WalkState): boolean {
  const image = soleImageBeside(caption);
  if (!image || imageSource(image, baseUrl) === undefined) return false;
  return attribute(image, 'alt').replace(/\s+/g, ' ').trim() === lineOf(caption);
}

/** Handler of a term or title: a bold paragraph. */
export const boldParagraph: ElementHandler = (_, { blocks }) => {
  blocks.boundary();
  const unmark = blocks.mark(STRONG);
  return () => {
    blocks.boundary();
    unmark();
  };
};

/** Handler of a heading, with the link of the card around it. */
export const heading: ElementHandler = (element, { blocks, headingLinks }) => {
  const link = headingLinks.get(element);
  const unmark = link ? blocks.mark(link) : undefined;
  const close = blocks.heading(element.name.toUpperCase());
  return () => {
    close();
    unmark?.();
  };
};

/** Handler of a list. In inline context, or beyond the depth limit, only its text is written. */
export const list: ElementHandler = (element, state) => {
  const { blocks, lists } = state;
  const isWritten = blocks.context() === 'paragraph' && lists.length < MAX_DEPTH;
  lists.push(isWritten);
  const start = Number.parseInt(attribute(element, 'start') || '1', 10);
  const name = element.name === 'ol' ? 'OL' : 'UL';
  const close = isWritten ? blocks.open(name, Number.isNaN(start) ? 1 : start) : blocks.boundary;
  if (!isWritten) blocks.boundary();
  return () => {
    close();
    lists.pop();
  };
};

export const listItem: ElementHandler = (element, state) =>
  state.blocks.context() === 'paragraph' && (state.lists.at(-1) ?? true)
    ? state.blocks.open('LI')
    : container(element, state);

export const blockQuote: ElementHandler = (element, state) => {
  if (state.blocks.context() !== 'paragraph' || state.blockQuotes >= MAX_DEPTH) return container(element, state);
  state.blockQuotes++;
  const close = state.blocks.open('BLOCKQUOTE');
  return () => {
    close();
    state.blockQuotes--;
  };
};

/** Handler of a `pre`: a code block, or a container of lists, tables, links and images. */
export const preformatted: ElementHandler = (element, state) =>
  isCode(element) ? codeBlock(element, state) : container(breakLines(element), state);

// In inline context, it is a code span.
const codeBlock: ElementHandler = (element, { blocks }) => {
  const text = preformattedText(element);
  if (text.trim() === '') return false;
  if (blocks.context() !== 'paragraph') {
    blocks.code(text);
    return false;
  }
  blocks.flush();
  blocks.add(createBlock('PRE', { text, language: codeLanguage(element) }));
  return false;
};

export const thematicBreak: ElementHandler = (_, { blocks }) => {
  blocks.boundary();
  if (blocks.context() === 'paragraph') blocks.add(createBlock('HR', { text: '***' }));
  return undefined;
};

const titleClass = classMatcher(`accordion-title toggle-title faq-question ${allBuilders('titles')}`);

// Tests for the title of a tab or toggle that does not contain a heading.
const isTabTitle = (element: HtmlElement): boolean =>
  titleClass(element.classes) !== undefined && !elementsBelow(element).some(({ name }) => /^h[1-6]$/.test(name));

const captionClass = classMatcher('wp-caption-text gallery-caption');

const isCaption = ({ name, classes }: HtmlElement): boolean =>
  name === 'figcaption' || captionClass(classes) !== undefined;

// Maximum number of elements searched for the image of a figure.
const MAX_FIGURE = 50;

// Returns the image of the figure around a caption; `undefined` if there are several.
function soleImageBeside(caption: HtmlElement): HtmlElement | undefined {
  let image: HtmlElement | undefined;
  let seen = 0;
  for (const element of caption.parent ? elementsBelow(caption.parent) : []) {
    if (++seen > MAX_FIGURE || (image && element.name === 'img')) return undefined;
    if (element.name === 'img') image = element;
  }
  return image;
}

const LINE_BLOCKS = /^(?:div|p|li|tr|figure|section)$/;

// Returns the text of a `pre` with its line breaks, without leading and trailing blank lines.
function preformattedText(element: HtmlElement): string {
  const parts: string[] = [];
  const work: (HtmlNode | '\n')[] = element.children.toReversed();
  for (let next = work.pop(); next; next = work.pop()) {
    if (next === '\n') {
      if (!parts.at(-1)?.endsWith('\n')) parts.push('\n');
    } else if (isText(next)) {
      if (next.parent === null || !/^(?:table|tbody|tr)$/.test(next.parent.name)) parts.push(next.data);
    } else {
      if (next.name === 'br') parts.push('\n');
      if (LINE_BLOCKS.test(next.name)) work.push('\n');
      for (const child of next.children.toReversed()) work.push(child);
    }
  }
  const lines = parts.join('').replace(/\r\n?/g, '\n').replaceAll('\u00A0', ' ').split('\n');
  const isWritten = (line: string) => line.trim() !== '';
  const written = lines.slice(lines.findIndex(isWritten), lines.findLastIndex(isWritten) + 1);
  return written.map((line) => line.trimEnd()).join('\n');
}

// Whether a `pre` is code: it has `code`, highlighting, or only text.
function isCode(element: HtmlElement): boolean {
  const inner = [...elementsBelow(element)];
  const has = (...names: readonly string[]) => inner.some(({ name }) => names.includes(name));
  if (has('ul') || element.classes.includes('wp-block-verse')) return false;
  return has('code') || codeLanguage(element) !== '' || (!has('table') && (has('span') || !has('img', 'a')));
}

// Replaces the line feeds of texts by line breaks.
function breakLines(element: HtmlElement): HtmlElement {
  const lines = (text: string) =>
    text.split(/(\n)/).map((part) => (part === '\n' ? createElement('br', []) : createText(part)));
  for (const inner of [element, ...elementsBelow(element)])
    if (!/^(?:table|tbody|tr)$/.test(inner.name))
      inner.children = inner.children.flatMap((child) => (isText(child) ? lines(child.data) : child));
  return element;
}

// Returns the language of a code block, by the classes of common highlighters; empty by default.
function codeLanguage({ classes, children }: HtmlElement): string {
  const names = [...children.filter(isElement).flatMap((child) => child.classes), ...classes].join(' ');
  return /(?:^| )(?:language|lang|highlight-source|brush:?)[- ]([\w+#.-]{1,30})/.exec(names)?.[1] ?? '';
}
