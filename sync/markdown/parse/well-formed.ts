/**
 * The tree of well-formed markup, much faster than by the whole algorithm of HTML 13.2.6: elements are nested as their tags
 * are. The tags that may be left out, paragraphs that end at the next block, and tags that are ignored where they stand, are
 * known. Anything else is refused: formatting that overlaps, text in tables, templates, and what is rare.
 */
import { createBeforeBody, NO_SPACE } from './before-body.ts';
import { createMarkupReader, MarkupError, refuse, type Attributes, type MarkupReader, type Token } from './markup.ts';
import { appendElement, appendText, element, MAX_DEPTH, NO_ATTRIBUTES, type HtmlElement } from './tree.ts';
import {
  DRAWING_NAMES,
  drawingAttributes,
  HTML,
  KINDS,
  KINDS_OF_CHILDREN,
  SVG,
  TABLE_LEVELS,
  endsList,
  isFormatting,
  isImplied,
  isMarker,
  isScope,
  mayHold,
  type Kind,
} from './element-kinds.ts';

/** Parses a fragment or a page; the result is the document, or `undefined` where only the whole algorithm will do. */
export function buildWellFormed(html: string): HtmlElement | undefined {
  if (html.includes('\0')) return undefined;
  try {
    return build(html.includes('\r') ? html.replaceAll(/\r\n?/g, '\n') : html);
  } catch (error) {
    if (error instanceof MarkupError) return undefined;
    throw error;
  }
}

function build(html: string): HtmlElement {
  const reader = createMarkupReader(html);
  const root = element('#document', '', NO_ATTRIBUTES);
  const page = appendElement(root, 'html', NO_ATTRIBUTES);
  const head = appendElement(page, 'head', NO_ATTRIBUTES);
  const body = createBody(page, reader);
  const before = createBeforeBody({ page, head, body, reader });
  let token = reader.next();
  while (token && !before(token)) token = reader.next();
  body.takeFrom(token);
  body.start(NO_ATTRIBUTES);
  return root;
}

type OtherKind = Exclude<Kind, 'block' | 'heading' | 'item' | 'option'>;

/** Takes the tokens of the body (HTML 13.2.6.4.7 to 18). */
function createBody(page: HtmlElement, reader: MarkupReader) {
  const open: HtmlElement[] = [];
  /** Of each open element, true when a paragraph is open in which it stands (HTML 13.2.4.2: button scope). */
  const inParagraph: boolean[] = [];
  /** As well for links: a marker ends the formatting around it (HTML 13.2.4.3). */
  const inLink: boolean[] = [];
  let current = page;
  let openButtons = 0;
  let form: HtmlElement | undefined;

  const push = (name: string, attributes: Attributes, namespace = HTML): HtmlElement => {
    current = appendElement(current, name, attributes, namespace);
    if (open.push(current) > MAX_DEPTH - 8) refuse();
    inParagraph.push(name === 'p' || (!isScope(name) && isInParagraph()));
    inLink.push(name === 'a' || (!isMarker(name) && isInLink()));
    if (name === 'button') openButtons++;
    return current;
  };
  const isInParagraph = (): boolean => inParagraph.at(-1) ?? false;
  const isInLink = (): boolean => inLink.at(-1) ?? false;
  const pop = (): void => {
    const popped = open.pop();
    inParagraph.pop();
    inLink.pop();
    if (popped?.name === 'button') openButtons--;
    else if (popped === form) form = undefined;
    current = open.at(-1) ?? refuse();
  };
  const isOpen = (name: string): boolean => open.some((one) => one.name === name);
  /** Closes an element, and within it those whose end tags may be left out. */
  const close = (name: string): void => {
    while (current.name !== name && isImplied(current.name)) pop();
    if (current.name !== name) refuse();
    pop();
  };
  /** Closes the nearest of some blocks with all that is open in it; it is ignored where none is in scope (HTML 13.2.4.2). */
  const closeBlock = (isIt: (name: string) => boolean): void => {
    const block = open.findLast(({ name }) => {
      if (isIt(name) || isMarker(name) || name === 'table') return true;
      // What goes on after it, and a form, which only its own tag ends for others.
      if (isFormatting(name) || name === 'form' || KINDS.get(name) === 'option' || name === 'select') refuse();
      return false;
    });
    if (!block || !isIt(block.name)) return;
    for (let inner; inner !== block; pop()) inner = current;
  };
  const closeParagraph = (): void => {
    if (isInParagraph()) close('p');
  };

  /** Closes the item before, unless a list was begun in it. */
  const closeItem = (name: string): void => {
    for (let index = open.length - 1; index >= 0; index--) {
      const other = open[index]?.name ?? '';
      if (other === name || (name !== 'li' && (other === 'dd' || other === 'dt'))) {
        close(other);
        return;
      }
      if (endsList(other)) return;
    }
  };

  /** Opens and closes the parts of a table around one that begins (HTML 13.2.6.4.9 to 15). */
  const openPart = (name: string, attributes: Attributes): void => {
    if (!isOpen('table')) return;
    closeToPart(name);
    if (!mayHold(current.name, name)) refuse();
    if (name === 'col' && current.name === 'table') push('colgroup', NO_ATTRIBUTES);
    if (/^t[rdh]$/.test(name) && current.name === 'table') push('tbody', NO_ATTRIBUTES);
    if (/^t[dh]$/.test(name) && current.name !== 'tr') push('tr', NO_ATTRIBUTES);
    if (name === 'col') appendElement(current, name, attributes);
    else push(name, attributes);
  };
  const closeToPart = (name: string): void => {
    const level = TABLE_LEVELS[name] ?? 0;
    while (isImplied(current.name)) pop();
    for (let around = TABLE_LEVELS[current.name]; around !== undefined && around <= level;) {
      if (name === 'col' && current.name === 'colgroup') return;
      pop();
      around = TABLE_LEVELS[current.name];
    }
  };

  const takeStart = ({ name, attributes, closesItself }: Token & { type: 'start' }): void => {
    if (current.namespace === SVG) {
      drawingPart(name, attributes, closesItself);
      return;
    }
    const kind = KINDS.get(name);
    const only = KINDS_OF_CHILDREN.get(current.name);
    if (only === undefined ? kind === 'option' : kind !== only) refuse();
    switch (kind) {
      case undefined:
        break;
      case 'block':
        closeParagraph();
        break;
      case 'heading':
        closeParagraph();
        if (KINDS.get(current.name) === 'heading') refuse();
        break;
      case 'item':
        closeItem(name);
        closeParagraph();
        break;
      case 'option':
        if (current.name === 'option') pop();
        if (current.name === 'optgroup' && name === 'optgroup') pop();
        break;
      default:
        takeOther(kind, name, attributes, closesItself);
        return;
    }
    push(name, attributes);
  };

  /** Elements that do more than to be opened within the one around. */
  const takeOther = (kind: OtherKind, name: string, attributes: Attributes, closesItself: boolean): void => {
    switch (kind) {
      case 'void':
        if (name === 'hr') closeParagraph();
        appendElement(current, name, attributes);
        return;
      case 'metadata':
        appendElement(current, name, attributes);
        return;
      case 'raw text':
      case 'metadata text':
        if (name === 'xmp') closeParagraph();
        takeRawText(name, attributes);
        return;
      case 'part of table':
        openPart(name, attributes);
        return;
      case 'single':
        takeSingle(name, attributes, closesItself);
        return;
      case 'once':
        takeAgain(name, attributes);
        return;
      case 'refused':
        refuse();
        return;
      default:
        kind satisfies never;
    }
  };

  /** The parts of which a page has one: a second one only adds attributes. */
  const takeAgain = (name: string, attributes: Attributes): void => {
    const first = name === 'html' ? page : name === 'body' ? open[0] : undefined;
    if (first) first.attribs = { ...attributes, ...first.attribs };
  };

  /** Elements that do not stand within others of their kind, and drawings. */
  const takeSingle = (name: string, attributes: Attributes, closesItself: boolean): void => {
    if (name === 'a' ? isInLink() : name === 'button' ? openButtons > 0 : name === 'form' && form) refuse();
    if (name === 'table' && isInParagraph()) refuse();
    if (name === 'pre' || name === 'form') closeParagraph();
    if (name === 'svg') {
      const drawing = drawingAttributes(attributes) ?? refuse();
      if (closesItself) appendElement(current, name, drawing, SVG);
      else push(name, drawing, SVG);
      return;
    }
    const pushed = push(name, attributes);
    if (name === 'form') form = pushed;
    else if (name === 'pre') isAfterPre = true;
  };
  /** The line feed at the beginning of a `pre` is not its text. */
  let isAfterPre = false;

  const takeRawText = (name: string, attributes: Attributes): void => {
    const isDecoded = name === 'title' || name === 'textarea';
    const text = isDecoded ? reader.textOf(name) : reader.rawText(name);
    appendText(appendElement(current, name, attributes), name === 'textarea' ? text.replace(/^\n/, '') : text);
  };

  /** Foreign content (HTML 13.2.6.5). */
  const drawingPart = (name: string, attributes: Attributes, closesItself: boolean): void => {
    const adjusted = DRAWING_NAMES.get(name);
    const drawing = drawingAttributes(attributes);
    if (adjusted === undefined || !drawing || current.name === 'title' || current.name === 'desc') refuse();
    else if (closesItself) appendElement(current, adjusted, drawing, SVG);
    else push(adjusted, drawing, SVG);
  };

  /** True for an end tag of nothing that is open. */
  const isIgnored = (name: string): boolean => {
    if (name === 'p' || name === 'br' || /^(?:select|opt|colgroup)/.test(current.name)) return false;
    // A heading is closed by the end tag of any other.
    return KINDS.get(name) === 'heading' ? !open.some((one) => KINDS.get(one.name) === 'heading') : !isOpen(name);
  };

  const takeEnd = (name: string): void => {
    // As a rule it is that of the innermost element.
    if (current.name !== name) takeOuterEnd(name);
    else if (name !== 'body' && name !== 'html') pop();
  };
  const takeOuterEnd = (name: string): void => {
    if (current.namespace === SVG) {
      if (current.name.toLowerCase() !== name) refuse();
      pop();
      return;
    }
    const level = TABLE_LEVELS[name];
    if (name === 'body' || name === 'html' || isIgnored(name)) return;
    if (name === 'br' || (name === 'p' && !isInParagraph())) {
      if (KINDS_OF_CHILDREN.has(current.name)) refuse();
      appendElement(current, name, NO_ATTRIBUTES);
    } else if (level !== undefined) {
      while (current.name !== name && (isImplied(current.name) || (TABLE_LEVELS[current.name] ?? Infinity) < level))
        pop();
      close(name);
    } else if (KINDS.get(name) === 'block' && name !== 'p') closeBlock((one) => one === name);
    else if (KINDS.get(name) === 'heading') closeBlock((one) => KINDS.get(one) === 'heading');
    else if (KINDS.has(name) && name !== 'a') close(name);
    else refuse();
  };

  const take = (token: Token): void => {
    const skipsLine = isAfterPre && token.type === 'text';
    isAfterPre = false;
    if (token.type === 'start') takeStart(token);
    else if (token.type === 'end') takeEnd(token.name);
    else if (token.type === 'cdata' && current.namespace === SVG) refuse();
    else if (token.type === 'text') {
      if (KINDS_OF_CHILDREN.get(current.name) === 'part of table' && NO_SPACE.test(token.data)) refuse();
      appendText(current, skipsLine ? token.data.replace(/^\n/, '') : token.data);
    }
  };

  return {
    /** Opens the body, unless it is open. */
    start(attributes: Attributes): void {
      if (open.length === 0) push('body', attributes);
    },
    take,
    /** Takes a token and all that come after it. */
    takeFrom(first: Token | undefined): void {
      for (let token = first; token; token = reader.next()) take(token);
    },
  };
}
