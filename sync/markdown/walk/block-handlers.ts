/** Handlers of block elements. */
import { codeLanguage, isProse, preformattedText } from './code.ts';
import { attribute } from '../parse/html.ts';
import { addEmbed } from './media-handlers.ts';
import { widgetSource } from './media-sources.ts';
import { MarkdownElement, MarkdownText } from '../write/markdown-tree.ts';
import { isTabTitle } from './structure.ts';
import type { ElementHandler } from './state.ts';

/** Deeper lists and block quotes go on at this depth: no reader follows them, and every level costs a copy of its text. */
const MAX_DEPTH = 12;

/** A container without semantics, such as a `div`. */
export const container: ElementHandler = (element, state) => {
  const { blocks } = state;
  if (isTabTitle(element)) return boldParagraph(element, state);
  blocks.boundary();
  const video = widgetSource(element, state.baseUrl);
  if (video !== undefined) addEmbed(video, '', state);
  return blocks.boundary;
};

/** A term or title of what follows: bold, in a paragraph of its own. */
export const boldParagraph: ElementHandler = (_, { blocks }) => {
  blocks.boundary();
  const unmark = blocks.mark({ strong: true });
  return () => {
    blocks.boundary();
    unmark();
  };
};

/** A heading; it takes the link of the card around it. */
export const heading: ElementHandler = (element, { blocks, headingLinks }) => {
  const link = headingLinks.get(element);
  const unmark = link ? blocks.mark({ link }) : undefined;
  const close = blocks.heading(element.name.toUpperCase());
  return () => {
    close();
    unmark?.();
  };
};

/** A list; in one line, and beyond the depth limit, only its text. */
export const list: ElementHandler = (element, state) => {
  const { blocks, lists } = state;
  const isWritten = blocks.context() === 'paragraph' && lists.length < MAX_DEPTH;
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

/** A list item. */
export const listItem: ElementHandler = (element, state) =>
  state.blocks.context() === 'paragraph' && (state.lists.at(-1) ?? true)
    ? state.blocks.open('LI')
    : container(element, state);

/** A block quote. */
export const blockQuote: ElementHandler = (element, state) => {
  if (state.blocks.context() !== 'paragraph' || state.blockQuotes >= MAX_DEPTH) return container(element, state);
  state.blockQuotes++;
  const close = state.blocks.open('BLOCKQUOTE');
  return () => {
    close();
    state.blockQuotes--;
  };
};

/** A code block, or text whose lines are kept. */
export const preformatted: ElementHandler = (element, state) => {
  const { blocks } = state;
  if (/\bverse\b|wp-block-verse/.test(attribute(element, 'class')) || isProse(element, state.baseUrl))
    return verse(element, state);
  const text = preformattedText(element);
  if (text.trim() === '') return false;
  if (blocks.context() !== 'paragraph') {
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

const verse: ElementHandler = (_, state) => {
  state.blocks.boundary();
  state.keepsLines = true;
  return () => {
    state.keepsLines = false;
    state.blocks.boundary();
  };
};

/** A thematic break. */
export const thematicBreak: ElementHandler = (_, { blocks }) => {
  blocks.boundary();
  if (blocks.context() === 'paragraph') blocks.add(new MarkdownElement('HR'));
  return undefined;
};
