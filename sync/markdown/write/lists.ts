/** Lists of the Markdown tree: items outside lists, lists directly in lists, markers and spacing. */
import { MarkdownElement } from './markdown-tree.ts';

/** Tests for a bullet list or an ordered list. */
export function isList({ nodeName }: MarkdownElement): boolean {
  return nodeName === 'UL' || nodeName === 'OL';
}

/** Returns an empty list that continues the numbering of a list. */
export function continuedList(list: MarkdownElement): MarkdownElement {
  const start = Number.parseInt(list.attributes['start'] ?? '1', 10);
  return new MarkdownElement(list.nodeName, { ...list.attributes, start: String(start + list.childNodes.length) });
}

/** Returns the item for a list directly in a list: the previous item. */
export function itemFor(list: MarkdownElement): MarkdownElement {
  const last = list.childNodes.at(-1);
  if (last) return last;
  const item = new MarkdownElement('LI');
  list.append(item);
  return item;
}

/** Returns a list for items outside any list. */
export function implicitList(container: MarkdownElement): MarkdownElement {
  const last = container.childNodes.at(-1);
  if (last?.attributes['implicit']) return last;
  const list = new MarkdownElement('UL', { implicit: 'implicit' });
  container.append(list);
  return list;
}

/** Finishes the lists of a tree: removes empty items, selects markers and spacing. */
export function finishLists(element: MarkdownElement): void {
  for (const child of element.childNodes) if (isContainer(child)) finishLists(child);
  if (element.childNodes.some(isEmptyContainer))
    element.replaceChildren(element.childNodes.filter((child) => !isEmptyContainer(child)));
  for (const child of element.childNodes) if (isList(child)) finishList(child);
}

const CONTAINERS: ReadonlySet<string> = new Set(['UL', 'OL', 'LI', 'BLOCKQUOTE']);

// Whether a block contains blocks.
function isContainer(node: MarkdownElement): boolean {
  return CONTAINERS.has(node.nodeName);
}

function isEmptyContainer(node: MarkdownElement): boolean {
  return isContainer(node) && node.childNodes.length === 0;
}

function finishList(list: MarkdownElement): void {
  const { childNodes: items, previousSibling: before } = list;
  // Adjacent lists of the same kind would merge, so the second list has a different marker (CommonMark 5.3).
  const other = before?.nodeName === list.nodeName && !before.attributes['other'];
  if (other) list.attributes['other'] = 'other';
  const start = Number.parseInt(list.attributes['start'] ?? '1', 10);
  for (const [index, item] of items.entries()) {
    const number = Math.min(999_999_999, Math.max(0, (Number.isNaN(start) ? 1 : start) + index));
    item.attributes['marker'] = list.nodeName === 'OL' ? `${number}${other ? ')' : '.'}` : other ? '+' : '-';
    const task = item.attributes['task'];
    const first = item.childNodes[0];
    if (task !== undefined && first?.nodeName === 'P') first.text = `[${task}] ${first.text}`;
  }
  if (items.every(isTight)) list.attributes['spacing'] = 'tight';
}

// Whether an item fits a tight list (CommonMark 5.3): at most a paragraph, then only lists.
function isTight(item: MarkdownElement): boolean {
  return item.childNodes.every((child, index) => isList(child) || (index === 0 && child.nodeName === 'P'));
}
