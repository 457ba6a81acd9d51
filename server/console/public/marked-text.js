import { make } from './dom.js';

// Letters that forms of a word share.
const STEM = 5;

/** Returns the text with the words of the query highlighted, ignoring accents and case. */
export function markedText(text, query) {
  const stems = query
    .split(/\s+/)
    .map(plain)
    .filter((word) => word.length > 2)
    .map((word) => word.slice(0, STEM));
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    const word = plain(part);
    return stems.some((stem) => word.startsWith(stem)) ? make('mark', {}, part) : part;
  });
}

const plain = (word) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
