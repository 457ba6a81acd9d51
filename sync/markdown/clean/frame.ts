import { attribute, elementsBelow, isElement, textOf } from '../parse/html.ts';
import type { HtmlElement, HtmlNode, HtmlParent } from '../parse/tree.ts';

/** Elements that hold the text of a page: what they repeat of other pages, its author has written. */
const PROSE: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote pre figure dl table img picture video audio iframe'.split(' '),
);
/** Other pages that must have a block too: so many, and all but so many. What only some have is their text. */
const ENOUGH = 2;
const BUT = 1;
/** Elements in each other in which a frame is looked for. */
const MOST_DEPTH = 12;

type Ends = { readonly start: boolean; readonly end: boolean };

/**
 * Takes the frame off a page of a theme that marks no content: header, menu, sidebar and footer are the blocks before and after its
 * text that other pages of the site have too. What stands in the text stays, and so does what `written` has, the author's own text.
 */
export function removeFrame(body: HtmlParent, others: readonly HtmlParent[], written: string): void {
  const own = lettersOf(written);
  const isOwn = (node: HtmlElement) => {
    const letters = lettersOf(textOf(node));
    return letters !== '' && own.includes(letters);
  };

  function trim(parent: HtmlParent, around: readonly HtmlParent[], ends: Ends, depth: number): void {
    if (around.length < ENOUGH || depth === MOST_DEPTH) return;
    const children = parent.children;
    let [from, to] = [0, children.length];
    const keys = around.map((other) => new Set(other.children.map(keyOf)));
    const isShared = (key: string) =>
      keys.filter((there) => there.has(key)).length >= Math.max(ENOUGH, keys.length - BUT);
    const isFrame = (node: HtmlNode) =>
      isElement(node) && !PROSE.has(node.name) && isShared(keyOf(node)) && !isOwn(node);
    const isPassed = (node: HtmlNode | undefined) => node !== undefined && (isEmpty(node) || isFrame(node));
    if (ends.start) while (from < to && isPassed(children[from])) from++;
    if (ends.end) while (to > from && isPassed(children[to - 1])) to--;
    // A page without anything of its own is as it is.
    if (from === to) return;
    parent.children = children.slice(from, to);
    const [first, last] = [parent.children[0], parent.children.at(-1)];
    if (first === last) descend(first, around, ends, depth);
    else {
      if (ends.start) descend(first, around, { start: true, end: false }, depth);
      if (ends.end) descend(last, around, { start: false, end: true }, depth);
    }
  }

  /** The same element of other pages is the one in the same place, by its tag and its id or else its first class. */
  function descend(node: HtmlNode | undefined, around: readonly HtmlParent[], ends: Ends, depth: number): void {
    if (!node || !isElement(node) || PROSE.has(node.name)) return;
    const same = around.flatMap(({ children }) => children.find((one) => isElement(one) && isAlike(one, node)) ?? []);
    trim(node, same.filter(isElement), ends, depth + 1);
  }

  trim(body, others, { start: true, end: true }, 0);
}

const isAlike = (one: HtmlElement, other: HtmlElement): boolean =>
  one.name === other.name && attribute(one, 'id') === attribute(other, 'id') && one.classes[0] === other.classes[0];

/** What visitors get of a block: its words, and the files of its pictures. */
function keyOf(node: HtmlNode): string {
  if (!isElement(node)) return node.data.trim();
  const files = [...elementsBelow({ children: [node] })].map((one) => attribute(one, 'src')).join(' ');
  return [node.name, textOf(node).replace(/\s+/g, ' ').trim(), files.trim()].join('\n');
}

const MEDIA: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'iframe', 'svg', 'picture']);

function isEmpty(node: HtmlNode): boolean {
  if (!isElement(node)) return node.data.trim() === '';
  if (textOf(node).trim() !== '') return false;
  return ![...elementsBelow({ children: [node] })].some(({ name }) => MEDIA.has(name));
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
