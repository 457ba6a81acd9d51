/** Collects blocks as the document is walked: what is open, and the runs of the paragraph that is being read. */
import type { Place } from './escape.ts';
import { MarkdownElement, MarkdownText, type MarkdownNode } from './markdown-tree.ts';
import { PLAIN, type Link, type Marks, type Run } from './inline.ts';
import { inlineNodes, isBlank } from './inline-nodes.ts';

const LISTS = new Set(['UL', 'OL']);

/** Starts an empty document. */
export function createBlocks() {
  const root = new MarkdownElement('BODY');
  let container = root;
  let runs: Run[] = [];
  let place: Place = 'paragraph';
  let marks: Marks = PLAIN;
  /** Links that already have something to click on. */
  const shown = new Set<Link>();
  /** Links around whole blocks, once they stand on one of them. */
  const spent = new Set<Link>();

  function push(run: Run, isVisible: boolean): void {
    const link = run.link && !spent.has(run.link) ? run.link : undefined;
    if (link && isVisible) shown.add(link);
    // A heading is bold already.
    const strong = run.strong && place !== 'heading';
    runs.push(link === run.link && strong === run.strong ? run : { ...run, link, strong });
  }

  function text(value: string): void {
    push({ ...marks, kind: 'text', text: value }, value.trim() !== '');
  }

  function code(value: string): void {
    const folded = value.replace(/\s+/g, ' ').trim();
    if (folded !== '') push({ ...marks, kind: 'code', text: folded }, true);
  }

  function image(src: string, alt: string): void {
    push({ ...marks, kind: 'image', src, alt }, true);
  }

  function lineBreak(): void {
    runs.push({ ...PLAIN, kind: 'break' });
  }

  /** The edge of a block: the paragraph ends, or within a heading or a cell the line does. */
  function boundary(): void {
    if (place === 'paragraph') flush();
    else lineBreak();
  }

  function flush(): void {
    const pending = runs;
    runs = [];
    for (const paragraph of splitAtEmptyLines(pending)) {
      if (!isBlank(paragraph)) add(new MarkdownElement('P', {}, inlineNodes(paragraph, 'paragraph')));
    }
    for (const { link } of pending) if (link?.once && shown.has(link)) spent.add(link);
  }

  function add(element: MarkdownElement): void {
    if (!LISTS.has(container.nodeName) || !container.parentNode) {
      container.append(element);
      return;
    }
    // A block directly in a list is no item: it parts the list in two.
    const around = container.parentNode;
    container = restOf(container);
    around.append(element);
    around.append(container);
  }

  /** Opens a container and says how to close it. */
  function open(name: string, attributes: Record<string, string> = {}): () => void {
    flush();
    const inner = new MarkdownElement(name, attributes);
    if (LISTS.has(container.nodeName) && LISTS.has(name)) itemFor(container).append(inner);
    else if (LISTS.has(container.nodeName) && name === 'LI') container.append(inner);
    else if (name === 'LI') looseList(container).append(inner);
    else add(inner);
    const outer = container;
    container = inner;
    return () => {
      flush();
      container = outer;
    };
  }

  /** Everything until the returned function is called goes into one line: a heading or a cell. */
  function line(where: Place): () => Run[] {
    if (place === 'paragraph') flush();
    const outer = { runs, place };
    runs = [];
    place = where;
    return () => {
      const inner = runs;
      ({ runs, place } = outer);
      for (const { link } of inner) if (link?.once && shown.has(link)) spent.add(link);
      return inner;
    };
  }

  function heading(level: string): () => void {
    if (place !== 'paragraph') {
      boundary();
      return boundary;
    }
    const close = line('heading');
    return () => {
      const inner = close();
      if (isBlank(inner)) return;
      const hasText = inner.some((run) => (run.kind === 'text' && run.text.trim() !== '') || run.kind === 'code');
      add(new MarkdownElement(hasText ? level : 'P', {}, inlineNodes(inner, 'heading')));
    };
  }

  function cell(): () => MarkdownNode[] {
    const close = line('cell');
    return () => inlineNodes(close(), 'cell');
  }

  /** Adds marks until the returned function is called. */
  function mark(more: Partial<Marks>): () => void {
    const outer = marks;
    marks = { ...marks, ...more };
    return () => {
      marks = outer;
    };
  }

  function checkbox(isChecked: boolean): void {
    if (container.nodeName === 'LI' && container.childNodes.length === 0 && isBlank(runs)) {
      container.attributes['task'] = isChecked ? 'x' : ' ';
    }
  }

  /** Whether the last thing pushed is a letter or a digit. */
  function endsInWord(): boolean {
    const last = runs.at(-1);
    return last?.kind === 'text' && /[\p{L}\p{N}]$/u.test(last.text);
  }

  return {
    root,
    endsInWord,
    text,
    code,
    image,
    lineBreak,
    boundary,
    flush,
    add,
    open,
    heading,
    cell,
    mark,
    checkbox,
    place: () => place,
    link: () => marks.link,
    isShown: (link: Link) => shown.has(link),
  };
}
export type Blocks = ReturnType<typeof createBlocks>;

/** An empty list that counts on where another one stops. */
function restOf(list: MarkdownElement): MarkdownElement {
  const start = Number.parseInt(list.attributes['start'] ?? '1', 10);
  return new MarkdownElement(list.nodeName, { ...list.attributes, start: String(start + list.childNodes.length) });
}

/** A list directly in a list belongs to the item before it. */
function itemFor(list: MarkdownElement): MarkdownElement {
  const last = list.childNodes.at(-1);
  if (last instanceof MarkdownElement) return last;
  const item = new MarkdownElement('LI', {});
  list.append(item);
  return item;
}

/** Items outside any list get one. */
function looseList(container: MarkdownElement): MarkdownElement {
  const last = container.childNodes.at(-1);
  if (last instanceof MarkdownElement && last.attributes['loose']) return last;
  const list = new MarkdownElement('UL', { loose: 'loose' });
  container.append(list);
  return list;
}

/** An empty line made of breaks parts paragraphs. */
function splitAtEmptyLines(runs: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [[]];
  let breaks = 0;
  for (const run of runs) {
    if (run.kind === 'break') breaks++;
    else if (run.kind !== 'text' || run.text.trim() !== '') {
      if (breaks > 1) paragraphs.push([]);
      breaks = 0;
    }
    paragraphs.at(-1)?.push(run);
  }
  return paragraphs;
}

/** Settles lists once they are complete: empty items go, markers and spacing are chosen. */
export function finishLists(element: MarkdownElement): void {
  for (const child of element.childNodes) if (child instanceof MarkdownElement) finishLists(child);
  const kept = element.childNodes.filter((child) => !isEmptyContainer(child));
  if (kept.length < element.childNodes.length) element.replaceChildren(kept);
  for (const child of element.childNodes) {
    if (child instanceof MarkdownElement && LISTS.has(child.nodeName)) finishList(child);
  }
}

function isEmptyContainer(node: MarkdownNode): boolean {
  return (
    node instanceof MarkdownElement && /^(?:UL|OL|LI|BLOCKQUOTE)$/.test(node.nodeName) && node.childNodes.length === 0
  );
}

function finishList(list: MarkdownElement): void {
  const items = list.childNodes.filter((child) => child instanceof MarkdownElement);
  const before = list.previousSibling;
  // Two lists of a kind in a row would become one: the second takes the other marker.
  const other = before instanceof MarkdownElement && before.nodeName === list.nodeName && !before.attributes['other'];
  if (other) list.attributes['other'] = 'other';
  const start = Number.parseInt(list.attributes['start'] ?? '1', 10);
  for (const [index, item] of items.entries()) {
    const number = Math.min(999_999_999, Math.max(0, (Number.isNaN(start) ? 1 : start) + index));
    item.attributes['marker'] = list.nodeName === 'OL' ? `${number}${other ? ')' : '.'}` : other ? '+' : '-';
    const task = item.attributes['task'];
    const first = item.childNodes[0];
    if (task !== undefined && first instanceof MarkdownElement && first.nodeName === 'P') {
      first.replaceChildren([new MarkdownText(`[${task}] `), ...first.childNodes]);
    }
  }
  if (!items.every(isTight)) return;
  list.attributes['spacing'] = 'tight';
  for (const item of items) {
    const [first, ...rest] = item.childNodes;
    if (first instanceof MarkdownElement && first.nodeName === 'P')
      item.replaceChildren([...first.childNodes, ...rest]);
  }
}

/** At most one paragraph, then only lists. */
function isTight(item: MarkdownElement): boolean {
  return item.childNodes.every((child, index) => LISTS.has(child.nodeName) || (index === 0 && child.nodeName === 'P'));
}
