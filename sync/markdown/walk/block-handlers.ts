/** Handlers of block elements. */
import { allBuilders } from '../builders.ts';
import { classMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText, textOf } from '../parse/html.ts';
import { addDrawnImage, addEmbed, imageSource, widgetSource } from './media.ts';
import { STRONG } from '../write/inline.ts';
import { createBlock } from '../write/blocks.ts';
import type { ElementHandler, WalkState } from './state.ts';
import { NO_ATTRIBUTES, type HtmlElement, type HtmlNode } from '../parse/tree.ts';

// Maximum depth of lists and block quotes; deeper levels are written at this depth. Every level copies its text.
const MAX_DEPTH = 12;

/** Handles a container without semantics, such as a `div`. */
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
  const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();
  return collapse(attribute(image, 'alt')) === collapse(textOf(caption));
}

/** Handles a term or title: a bold paragraph. */
export const boldParagraph: ElementHandler = (_, { blocks }) => {
  blocks.boundary();
  const unmark = blocks.mark({ emphasis: STRONG });
  return () => {
    blocks.boundary();
    unmark();
  };
};

/** Handles a heading, with the link of the card around it. */
export const heading: ElementHandler = (element, { blocks, headingLinks }) => {
  const link = headingLinks.get(element);
  const unmark = link ? blocks.mark({ link }) : undefined;
  const close = blocks.heading(element.name.toUpperCase());
  return () => {
    close();
    unmark?.();
  };
};

/** Handles a list. In inline context, or beyond the depth limit, only its text is written. */
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

/** Handles a `pre`: a code block, or text with line breaks. A data table in a `pre` remains a table. */
export const preformatted: ElementHandler = (element, state) => {
  const kind = kindOfPre(element);
  if (kind === 'table') return container(element, state);
  return kind === 'prose' ? verse(element, state) : codeBlock(element, state);
};

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

const verse: ElementHandler = (_, state) => {
  state.blocks.boundary();
  state.keepsLines = true;
  return () => {
    state.keepsLines = false;
    state.blocks.boundary();
  };
};

export const thematicBreak: ElementHandler = (_, { blocks }) => {
  blocks.boundary();
  if (blocks.context() === 'paragraph') blocks.add(createBlock('HR', { text: '***' }));
  return undefined;
};

const titleClass = classMatcher(`accordion-title toggle-title faq-question ${allBuilders('titles')}`);

// Tests for the title of a tab or toggle that does not contain a heading.
function isTabTitle(element: HtmlElement): boolean {
  if (titleClass(element.classes) === undefined) return false;
  return ![...elementsBelow(element)].some((inner) => /^h[1-6]$/.test(inner.name));
}

const captionClass = classMatcher('wp-caption-text gallery-caption');

// Tests for an image caption of WordPress.
function isCaption(element: HtmlElement): boolean {
  return element.name === 'figcaption' || captionClass(element.classes) !== undefined;
}

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

// Classifies a `pre`. It is code if it has `code` or a language; otherwise a table, or prose if it has lists or links.
function kindOfPre(element: HtmlElement): 'code' | 'table' | 'prose' {
  const inner = [...elementsBelow(element)];
  const names = new Set(inner.map(({ name }) => name));
  if (names.has('ul') || /\bverse\b|wp-block-verse/.test(attribute(element, 'class'))) return 'prose';
  if (names.has('code') || codeLanguage(element) !== '') return 'code';
  if (names.has('table')) return 'table';
  const hasLink = inner.some((one) => one.name === 'img' || (one.name === 'a' && /^[^#]/.test(attribute(one, 'href'))));
  return hasLink && !names.has('span') ? 'prose' : 'code';
}

// Returns the language of a code block, by the conventions of common highlighters; empty by default.
function codeLanguage(element: HtmlElement): string {
  const inner = element.children.filter(isElement).filter(({ name }) => name === 'code');
  for (const candidate of [...inner.slice(0, 1), element]) {
    const named = ['data-lang', 'data-language', 'lang'].map((name) => attribute(candidate, name));
    const ofClass = /(?:^|\s)(?:language|lang|highlight-source|brush)[-:]\s*(\S+)/.exec(
      attribute(candidate, 'class'),
    )?.[1];
    const language = [ofClass ?? '', ...named].find((name) => /^[\w+#.-]{1,30}$/.test(name));
    if (language && !/^(?:none|plain|text|plaintext|generic|raw)$/.test(language)) return language;
  }
  return '';
}
