import { make } from './dom.js';

/** Converts text with code spans (CommonMark §6.1) to nodes. */
export const inlineText = (text) =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? make('code', {}, part) : part));

/** Converts a description to paragraphs. Descriptions are Markdown with code spans only. */
export const richText = (text) =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => make('p', {}, ...inlineText(paragraph)));
