/** Handlers of block elements. */
import { codeLanguage, kindOfPre, preformattedText } from './code.ts';
import { attribute, textOf } from '../parse/html.ts';
import { addDrawnImage, addEmbed, imageSource, widgetSource } from './media.ts';
import { STRONG } from '../write/inline.ts';
import { createBlock } from '../write/blocks.ts';
import { isCaption, isTabTitle, soleImageBeside } from './structure.ts';
import type { ElementHandler, WalkState } from './state.ts';
import { NO_ATTRIBUTES, type HtmlElement } from '../parse/tree.ts';

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
  state.blocks.context() === 'paragraph' && state.blocks.isInList() && (state.lists.at(-1) ?? true)
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
