import { classTest } from '../parse/class-names.ts';
import { isElement, isText, textOf } from '../parse/html.ts';
import type { HtmlElement, HtmlNode, HtmlText } from '../parse/tree.ts';

const isDropCap = classTest(/drop-?cap/);
const BLOCKS: ReadonlySet<string> = new Set(['div', 'p', 'figure']);

/** Puts a drop cap that is a block of its own before the rest of its word, in the block that follows. */
export function joinDropCaps(elements: readonly HtmlElement[], hidden: ReadonlySet<HtmlNode>): void {
  for (const element of elements.filter(({ classes }) => isDropCap(classes))) {
    if (!BLOCKS.has(element.name) || hidden.has(element) || !/^\s*\p{Lu}\s*$/u.test(textOf(element))) continue;
    const rest = firstTextOf(nextOf(element));
    if (!rest || !/^\p{Ll}/u.test(rest.data)) continue;
    rest.data = textOf(element).trim() + rest.data;
    element.children = [];
  }
}

function nextOf({ next }: HtmlNode): HtmlNode | null {
  let after = next;
  while (after && isText(after) && after.data.trim() === '') after = after.next;
  return after;
}

/** The text with which a block begins. */
function firstTextOf(node: HtmlNode | null): HtmlText | undefined {
  let first = node;
  while (first && isElement(first)) first = first.children[0] ?? null;
  return first ?? undefined;
}
