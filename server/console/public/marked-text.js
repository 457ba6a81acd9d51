import { make } from './dom.js';

/** Letters of a word that its other forms have too. */
const STEM = 5;

/** The text with the words of the query marked, accents and case aside. */
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
