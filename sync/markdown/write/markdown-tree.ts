/**
 * The tree of a Markdown document: as much of the DOM as turndown reads, and no more. It is never deep, which is what
 * turndown, being recursive, needs.
 */

export type MarkdownNode = MarkdownElement | MarkdownText;

/** A hard line break within a text, until its paragraph is written: a character that no cleaned text holds. */
export const LINE_BREAK = '\u0001';

const NO_NODES: readonly MarkdownNode[] = [];
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});

/** A text that is Markdown already: escaped, its white space collapsed. */
export class MarkdownText {
  parentNode: MarkdownElement | null = null;
  previousSibling: MarkdownNode | null = null;
  nextSibling: MarkdownNode | null = null;
  data: string;

  constructor(data: string) {
    this.data = data;
  }

  // On the prototype, for there are very many texts.
  get nodeType() {
    return 3 as const;
  }

  get nodeName() {
    return '#text' as const;
  }

  get childNodes(): readonly MarkdownNode[] {
    return NO_NODES;
  }

  get firstChild(): null {
    return null;
  }

  get nodeValue(): string {
    return this.data;
  }

  get textContent(): string {
    return this.data;
  }
}

/** A block, or an inline element with content, by the name of its HTML element. */
export class MarkdownElement {
  readonly nodeType = 1;
  readonly nodeName: string;
  readonly attributes: Record<string, string>;
  childNodes: MarkdownNode[] = [];
  parentNode: MarkdownElement | null = null;
  previousSibling: MarkdownNode | null = null;
  nextSibling: MarkdownNode | null = null;

  constructor(
    nodeName: string,
    attributes: Record<string, string> = NO_ATTRIBUTES,
    children: readonly MarkdownNode[] = NO_NODES,
  ) {
    this.nodeName = nodeName;
    this.attributes = attributes;
    for (const child of children) this.append(child);
  }

  append(child: MarkdownNode): void {
    const last = this.childNodes.at(-1) ?? null;
    child.previousSibling = last;
    child.nextSibling = null;
    child.parentNode = this;
    if (last) {
      last.nextSibling = child;
      this.childNodes.push(child);
    } else {
      // An array literal of one: pushing to an empty array makes room for seventeen.
      this.childNodes = [child];
    }
  }

  replaceChildren(children: readonly MarkdownNode[]): void {
    this.childNodes = [];
    for (const child of children) this.append(child);
  }

  get firstChild(): MarkdownNode | null {
    return this.childNodes[0] ?? null;
  }

  get textContent(): string {
    return this.childNodes.map((child) => child.textContent).join('');
  }

  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null;
  }

  getElementsByTagName(name: string): MarkdownElement[] {
    return this.childNodes.flatMap((child) =>
      child instanceof MarkdownElement
        ? [...(child.nodeName === name ? [child] : []), ...child.getElementsByTagName(name)]
        : [],
    );
  }

  /** turndown copies its input before changing it; ours is made for it alone. */
  cloneNode(): this {
    return this;
  }

  /** turndown removes empty texts while it collapses white space; here that is done, and nothing is left to remove. */
  removeChild(child: MarkdownNode): void {
    if (child instanceof MarkdownText) child.data = '';
  }
}

/** A copy of a node with all that is in it. */
export function copyOf(node: MarkdownNode): MarkdownNode {
  if (node instanceof MarkdownText) return new MarkdownText(node.data);
  return new MarkdownElement(node.nodeName, node.attributes, node.childNodes.map(copyOf));
}
