import { make } from './dom.js';

/** Text with code between backticks, as nodes (CommonMark §6.1). */
export const inlineText = (text) =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? make('code', {}, part) : part));

/** Paragraphs of a description, which is Markdown with code and nothing else. */
export const richText = (text) =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => make('p', {}, ...inlineText(paragraph)));
