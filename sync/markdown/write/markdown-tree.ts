/**
 * The tree of a Markdown document: as much of the DOM as turndown reads, and no more. It is never deep, which is what
 * turndown, being recursive, needs.
 */

const NO_ELEMENTS: readonly MarkdownElement[] = [];

/** A block, by the name of its HTML element. It holds other blocks or, a leaf, a text: inline content that is Markdown already, code, or the rows of a table. */
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
      // An array literal of one: pushing to an empty array makes room for seventeen.
      this.childNodes = [child];
    }
  }

  replaceChildren(children: readonly MarkdownElement[]): void {
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

  /** turndown seeks elements that show something without any text; here there are none. */
  getElementsByTagName(): readonly MarkdownElement[] {
    return NO_ELEMENTS;
  }

  /** turndown copies its input before changing it; ours is made for it alone. */
  cloneNode(): this {
    return this;
  }
}

/** The first text in an element that is not blank. */
function firstText(element: MarkdownElement): string | undefined {
  if (/\S/.test(element.text)) return element.text;
  for (const child of element.childNodes) {
    const text = firstText(child);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A block with nothing but text in it. */
export function leafElement(nodeName: string, text: string, attributes?: Record<string, string>): MarkdownElement {
  const leaf = new MarkdownElement(nodeName, attributes);
  leaf.text = text;
  return leaf;
}
