/** Elements that stand in lines of their own. */
import { codeLanguage, isProse, preText } from './code.ts';
import { attribute } from '../parse/html.ts';
import { addEmbed } from './media-handlers.ts';
import { widgetSource } from './media.ts';
import { MarkdownElement, MarkdownText } from '../write/markdown-tree.ts';
import { isTabTitle } from './structure.ts';
import type { Handler } from './state.ts';

/** Deeper lists and quotations go on at this depth: no reader follows them, and every level costs a copy of its text. */
const DEEPEST = 12;

/** A box without a meaning of its own. */
export const block: Handler = (element, state) => {
  const { blocks } = state;
  if (isTabTitle(element)) return title(element, state);
  blocks.boundary();
  const video = widgetSource(element, state.baseUrl);
  if (video !== undefined) addEmbed(video, '', state);
  return blocks.boundary;
};

/** A name to which what follows belongs: bold, in a paragraph of its own. */
export const title: Handler = (_, { blocks }) => {
  blocks.boundary();
  const unmark = blocks.mark({ strong: true });
  return () => {
    blocks.boundary();
    unmark();
  };
};

/** A heading, with the link of the card around it. */
export const heading: Handler = (element, { blocks, headingLinks }) => {
  const link = headingLinks.get(element);
  const unmark = link ? blocks.mark({ link }) : undefined;
  const close = blocks.heading(element.name.toUpperCase());
  return () => {
    close();
    unmark?.();
  };
};

/** A list, as long as lists may be written there. */
export const list: Handler = (element, state) => {
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

/** An item of a list. */
export const item: Handler = (element, state) =>
  state.blocks.place() === 'paragraph' && (state.lists.at(-1) ?? true)
    ? state.blocks.open('LI')
    : block(element, state);

/** A quotation. */
export const quotation: Handler = (element, state) => {
  if (state.blocks.place() !== 'paragraph' || state.quotations >= DEEPEST) return block(element, state);
  state.quotations++;
  const close = state.blocks.open('BLOCKQUOTE');
  return () => {
    close();
    state.quotations--;
  };
};

/** Code, or text whose lines are kept. */
export const preformatted: Handler = (element, state) => {
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

/** A change of subject. */
export const horizontalRule: Handler = (_, { blocks }) => {
  blocks.boundary();
  if (blocks.place() === 'paragraph') blocks.add(new MarkdownElement('HR'));
  return undefined;
};
