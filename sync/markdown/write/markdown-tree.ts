/** Markdown tree with the subset of the DOM that turndown reads. It is never deep, because turndown recurses. */

const NO_ELEMENTS: readonly MarkdownElement[] = [];

/**
 * Block with the name of its HTML element. It contains blocks, or as a leaf a text: inline Markdown, code, or the rows
 * of a table.
 */
export class MarkdownElement {
  readonly nodeType = 1;
  readonly nodeName: string;
  readonly attributes: Record<string, string>;
  text = '';
  childNodes: MarkdownElement[] = [];
  parentNode: MarkdownElement | null = null;
  previousSibling: MarkdownElement | null = null;
  nextSibling: MarkdownElement | null = null;

  constructor(nodeName: string, attributes: Record<string, string> = {}) {
    this.nodeName = nodeName;
    this.attributes = attributes;
  }

  append(child: MarkdownElement): void {
    const last = this.childNodes.at(-1) ?? null;
    child.previousSibling = last;
    child.nextSibling = null;
    child.parentNode = this;
    if (last) {
      last.nextSibling = child;
      this.childNodes.push(child);
    } else {
      // An array literal, because pushing to an empty array allocates 17 slots.
      this.childNodes = [child];
    }
  }

  replaceChildren(children: readonly MarkdownElement[]): void {
    this.childNodes = [];
    for (const child of children) this.append(child);
  }

  /** turndown collapses white space from the first child on; this tree is already collapsed. */
  get firstChild(): null {
    return null;
  }

  /** First non-blank text: turndown only tests whether the text is blank. */
  get textContent(): string {
    return firstText(this) ?? '';
  }

  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null;
  }

  /** turndown searches for elements that are visible without text; this tree has none. */
  getElementsByTagName(): readonly MarkdownElement[] {
    return NO_ELEMENTS;
  }

  /** turndown copies its input before it modifies it; this tree is only for turndown. */
  cloneNode(): this {
    return this;
  }
}

// First non-blank text of an element.
function firstText(element: MarkdownElement): string | undefined {
  if (/\S/.test(element.text)) return element.text;
  for (const child of element.childNodes) {
    const text = firstText(child);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Creates a block with only text. */
export function leafElement(nodeName: string, text: string, attributes?: Record<string, string>): MarkdownElement {
  const leaf = new MarkdownElement(nodeName, attributes);
  leaf.text = text;
  return leaf;
}
