import { make } from './dom.js';

/** Paragraphs of a description, which is Markdown with code and nothing else (CommonMark §6.1). */
export function richText(text) {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) =>
      make(
        'p',
        {},
        ...paragraph.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? make('code', {}, part) : part)),
      ),
    );
}
