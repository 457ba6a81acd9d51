import { wholeWordsIn, type Shown } from './shown-page.ts';
import { createWordMatcher, folded, withoutBetween } from './text-comparison.ts';

const PICTURE = /!\[([^\]]{0,2000})\]\(([^()\s]{0,2000})[^)]{0,2000}\)/g;
const PICTURE_OR_EMAIL = new RegExp(`${PICTURE.source}|<[^\\s<>@]{1,64}@[^\\s<>@]{1,253}>`, 'g');
const LINK = /\]\(([^()\s]{1,2000})/g;
// End of a sentence within a line.
const SENTENCE = /(?<=[.!?…:;])\s+/;
const FEWEST_IN_SENTENCE = 3;
// Lines without words: rules, table and list markers, and code fences.
const FRAME = /^[\s|:`~>*-]*$/;

/**
 * Returns the part of a Markdown text that a page shows. A line, or its first sentences, is shown if its words occur together and
 * the page contains its links. `also`: the Markdown of the page, with words that the converter adds.
 */
export function shownPart(markdown: string, page: Shown, also = ''): string {
  // Words of Markdown without images, addresses of links, and email addresses that the page may show as a cipher.
  function wordsIn(given: string): readonly string[] {
    const text = given.replaceAll(page.hasCipher() ? PICTURE_OR_EMAIL : PICTURE, ' ');
    const whole = wholeWordsIn(text);
    return whole.length > 0 ? whole : folded(withoutBetween(text, '](', ')'));
  }

  const tests = [page.words(), page.wholeWords(), wordsIn(also)].map(createWordMatcher);
  const isFound = (words: readonly string[]) => tests.some((test) => test(words));
  const isNamed = (address: string) => page.source().includes(lastPartOf(address)) || also.includes(address);

  const lines = markdown.split('\n');
  const wordsOfLines = lines.map(wordsIn);
  let before: readonly string[] = [];

  function isShown(at: number): boolean {
    const words = wordsOfLines[at] ?? [];
    const line = lines[at] ?? '';
    if (![...line.matchAll(LINK)].every(([, address = '']) => isNamed(address))) return false;
    if (words.length === 0) return FRAME.test(line) || /!\[/.test(line);
    if (!isFound(words)) return false;
    // One or two words may occur anywhere, so they count only beside their neighbours.
    const after = wordsOfLines.slice(at + 1).find(({ length }) => length > 0) ?? [];
    const isEnough = words.length > 2 || (before.length === 0 && after.length === 0);
    return isEnough || isFound([...before.slice(-2), ...words]) || isFound([...words, ...after.slice(0, 2)]);
  }

  // First visible sentences of a paragraph, because an excerpt may end inside it.
  function shownBeginning(line: string): string {
    const sentences = line.split(SENTENCE);
    if (sentences.length === 1 || /^\s*\||\]\(/.test(line)) return '';
    let shown = '';
    for (const sentence of sentences) {
      const next = shown === '' ? sentence : `${shown} ${sentence}`;
      if (wordsIn(sentence).length < FEWEST_IN_SENTENCE || !isFound(wordsIn(next))) break;
      shown = next;
    }
    return (shown.split('**').length - 1) % 2 === 0 ? shown : '';
  }

  const kept = lines.map((line, at) => {
    const shown = isShown(at) ? line : shownBeginning(line);
    if (shown !== '' && (wordsOfLines[at]?.length ?? 0) > 0) before = wordsIn(shown);
    return shown;
  });
  return kept
    .join('\n')
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .trim();
}

// Last path segment of an address, without size and extension: CDNs change the host, and images have several sizes.
function lastPartOf(address: string): string {
  const url = URL.parse(address, 'https://site.invalid/');
  const last = url?.pathname.split('/').findLast((part) => part !== '') ?? url?.hostname ?? address;
  return last.replace(/(?:-\d+x\d+|-scaled)?\.[a-z\d]{2,5}$/i, '').toLowerCase();
}
