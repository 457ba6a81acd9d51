import { attribute, elementsBelow, isElement, textOf } from '../parse/html.ts';
import type { HtmlElement, HtmlNode } from '../parse/tree.ts';

// Elements with the text of a page. The author has written them, even if further pages repeat them.
const PROSE: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote pre figure dl table img picture video audio iframe'.split(' '),
);
// A block of the frame must occur on at least `ENOUGH` further pages, and on all but `BUT` of them.
const ENOUGH = 2;
const BUT = 1;
const MOST_DEPTH = 12;

type Ends = { readonly start: boolean; readonly end: boolean };

/**
 * Removes the frame from a page of a theme that does not mark content. Header, menu, sidebar and footer are blocks
 * before and after the text that further pages of the site share. Blocks within the text remain, as does the text of
 * `written`, the field of the author.
 */
export function removeFrame(body: HtmlElement, others: readonly HtmlElement[], written: string): void {
  const writtenLetters = lettersOf(written);
  const isWritten = (node: HtmlElement) => {
    const letters = lettersOf(textOf(node));
    return letters !== '' && writtenLetters.includes(letters);
  };

  function trim(parent: HtmlElement, around: readonly HtmlElement[], ends: Ends, depth: number): void {
    if (around.length < ENOUGH || depth === MOST_DEPTH) return;
    const children = parent.children;
    let [from, to] = [0, children.length];
    const keys = around.map((peer) => new Set(peer.children.map(keyOf)));
    const isShared = (key: string) =>
      keys.filter((pageKeys) => pageKeys.has(key)).length >= Math.max(ENOUGH, keys.length - BUT);
    const isFrame = (node: HtmlNode) =>
      isElement(node) && !PROSE.has(node.name) && isShared(keyOf(node)) && !isWritten(node);
    const isRemoved = (node: HtmlNode | undefined) => node !== undefined && (isEmpty(node) || isFrame(node));
    if (ends.start) while (from < to && isRemoved(children[from])) from++;
    if (ends.end) while (to > from && isRemoved(children[to - 1])) to--;
    // Do not change a page without unique blocks.
    if (from === to) return;
    parent.children = children.slice(from, to);
    const [first, last] = [parent.children[0], parent.children.at(-1)];
    if (first === last) descend(first, around, ends, depth);
    else {
      if (ends.start) descend(first, around, { start: true, end: false }, depth);
      if (ends.end) descend(last, around, { start: false, end: true }, depth);
    }
  }

  // Descends into the corresponding elements of further pages: the same parent, tag, id and first class.
  function descend(node: HtmlNode | undefined, around: readonly HtmlElement[], ends: Ends, depth: number): void {
    if (!node || !isElement(node) || PROSE.has(node.name)) return;
    const same = around.flatMap(
      ({ children }) => children.find((element) => isElement(element) && isAlike(element, node)) ?? [],
    );
    trim(node, same.filter(isElement), ends, depth + 1);
  }

  trim(body, others, { start: true, end: true }, 0);
}

const isAlike = (element: HtmlElement, peer: HtmlElement): boolean =>
  element.name === peer.name &&
  attribute(element, 'id') === attribute(peer, 'id') &&
  element.classes[0] === peer.classes[0];

// Visible content of a block: its words, and the files of its images.
function keyOf(node: HtmlNode): string {
  if (!isElement(node)) return node.data.trim();
  const files = [...elementsBelow({ children: [node] })].map((element) => attribute(element, 'src')).join(' ');
  return [node.name, textOf(node).replace(/\s+/g, ' ').trim(), files.trim()].join('\n');
}

const MEDIA: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'iframe', 'svg', 'picture']);

function isEmpty(node: HtmlNode): boolean {
  if (!isElement(node)) return node.data.trim() === '';
  if (textOf(node).trim() !== '') return false;
  return !elementsBelow({ children: [node] }).some(({ name }) => MEDIA.has(name));
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
