import { decodeEntities } from '../../wordpress/text.ts';
import { createTold, folded, wholeWordsIn, wholeWordsOf, withoutBetween, wordsOf } from './text-comparison.ts';

const PICTURE = /!\[([^\]]{0,2000})\]\(([^()\s]{0,2000})[^)]{0,2000}\)/g;
const LINK = /\]\(([^()\s]{1,2000})/g;
/** The end of a sentence within a line. */
const SENTENCE = /(?<=[.!?…:;])\s+/;
/** Lines that only frame others: rules, also those of tables and lists, and fences of code. */
const FRAME = /^[\s|:`~>*-]*$/;

/**
 * The part of a Markdown text that a page shows: the lines, and the first sentences of a line, whose words stand together in the page and
 * whose links it has. `also`: the Markdown of the page itself, which holds the words that the converter writes.
 */
export function shownPart(markdown: string, html: string, also = ''): string {
  const tests = [wordsOf(html), wholeWordsOf(html), wordsIn(also)].map(createTold);
  const isTold = (words: readonly string[]) => tests.some((test) => test(words));
  const page = decodeEntities(html).toLowerCase();
  const isNamed = (address: string) => page.includes(lastPartOf(address)) || also.includes(address);

  const lines = markdown.split('\n');
  const wordsOfLines = lines.map(wordsIn);
  let before: readonly string[] = [];

  function isShown(at: number): boolean {
    const words = wordsOfLines[at] ?? [];
    const line = lines[at] ?? '';
    if (![...line.matchAll(LINK)].every(([, address = '']) => isNamed(address))) return false;
    if (words.length === 0) return FRAME.test(line) || /!\[/.test(line);
    if (!isTold(words)) return false;
    // One or two words may stand anywhere: they count beside their neighbours.
    const after = wordsOfLines.slice(at + 1).find(({ length }) => length > 0) ?? [];
    const isEnough = words.length > 2 || (before.length === 0 && after.length === 0);
    return isEnough || isTold([...before.slice(-2), ...words]) || isTold([...words, ...after.slice(0, 2)]);
  }

  const kept = lines.map((line, at) => {
    const shown = isShown(at) ? line : shownBeginning(line, isTold);
    if (shown !== '' && (wordsOfLines[at]?.length ?? 0) > 0) before = wordsIn(shown);
    return shown;
  });
  return kept
    .join('\n')
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .trim();
}

/** The first sentences of a paragraph that are shown, as an excerpt ends within one. */
function shownBeginning(line: string, isTold: (words: readonly string[]) => boolean): string {
  const sentences = line.split(SENTENCE);
  if (sentences.length === 1 || /^\s*\||\]\(/.test(line)) return '';
  let shown = '';
  for (const sentence of sentences) {
    const next = shown === '' ? sentence : `${shown} ${sentence}`;
    if (wordsIn(sentence).length < FEWEST_IN_SENTENCE || !isTold(wordsIn(next))) break;
    shown = next;
  }
  return (shown.split('**').length - 1) % 2 === 0 ? shown : '';
}
const FEWEST_IN_SENTENCE = 3;

/** The words of Markdown without pictures and addresses. */
const wordsIn = (markdown: string): readonly string[] => {
  const text = markdown.replaceAll(PICTURE, ' ');
  const whole = wholeWordsIn(text);
  return whole.length > 0 ? whole : folded(withoutBetween(text, '](', ')'));
};

/** The name of a file or page in an address: networks give files another host, and pictures come in sizes. */
function lastPartOf(address: string): string {
  const url = URL.parse(address, 'https://site.invalid/');
  const last = url?.pathname.split('/').findLast((part) => part !== '') ?? url?.hostname ?? address;
  return last.replace(/(?:-\d+x\d+|-scaled)?\.[a-z\d]{2,5}$/i, '').toLowerCase();
}
