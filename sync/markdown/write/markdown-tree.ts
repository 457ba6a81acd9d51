/**
 * The tree of a Markdown document: as much of the DOM as turndown reads, and no more. It is never deep, which is what
 * turndown, being recursive, needs.
 */

export type MarkdownNode = MarkdownElement | MarkdownText;

const NO_NODES: readonly MarkdownNode[] = [];
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});

/** Inline content that is Markdown already, or the text of a code block. */
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

  /** turndown examines it of every node, and uses what it finds of elements only. */
  get textContent(): string {
    return '';
  }
}

/** A block, by the name of its HTML element. */
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

  /** turndown collapses white space from the first child on; here that is done. */
  get firstChild(): null {
    return null;
  }

  /** As much of its text as tells whether it is blank, which is all that turndown asks. */
  get textContent(): string {
    return firstText(this) ?? '';
  }

  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null;
  }

  /** The first such element at most: turndown asks only whether there is one. */
  getElementsByTagName(name: string): MarkdownElement[] {
    for (const child of this.childNodes) {
      if (!(child instanceof MarkdownElement)) continue;
      if (child.nodeName === name) return [child];
      const found = child.getElementsByTagName(name);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** turndown copies its input before changing it; ours is made for it alone. */
  cloneNode(): this {
    return this;
  }
}

/** The first text in an element that is not blank. */
function firstText(element: MarkdownElement): string | undefined {
  for (const child of element.childNodes) {
    const text = child instanceof MarkdownText ? child.data : firstText(child);
    if (text !== undefined && /\S/.test(text)) return text;
  }
  return undefined;
}

/** A block with nothing but text in it; without any, it is empty. */
export function leafElement(nodeName: string, text: string, attributes?: Record<string, string>): MarkdownElement {
  return new MarkdownElement(nodeName, attributes, text === '' ? NO_NODES : [new MarkdownText(text)]);
}
