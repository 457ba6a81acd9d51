import { HTML, KINDS } from './element-kinds.ts';
import { refuse, type Attributes, type MarkupReader, type Token } from './markup.ts';
import { appendElement, appendText, element, NO_ATTRIBUTES, type HtmlElement } from './tree.ts';

export const NO_SPACE = /[^\t\n\f ]/;

type BeforeBody = {
  readonly page: HtmlElement;
  readonly head: HtmlElement;
  readonly body: { readonly start: (attributes: Attributes) => void; readonly take: (token: Token) => void };
  readonly reader: MarkupReader;
};

/** Takes what comes before the body (HTML 13.2.6.4.1 to 7); tells whether a token is the body's. */
export function createBeforeBody({ page, head, body, reader }: BeforeBody) {
  let mode: 'initial' | 'before head' | 'head' | 'after head' | 'body' = 'initial';
  let noscript: HtmlElement | undefined;

  const begin = (attributes: Attributes): void => {
    mode = 'body';
    body.start(attributes);
  };
  const setAttributes = (one: HtmlElement, attributes: Attributes): void => {
    if (attributes === NO_ATTRIBUTES) return;
    const { classes } = element(one.name, HTML, attributes);
    Object.assign(one, { attribs: attributes, classes });
  };

  const takeText = (data: string): void => {
    const first = data.search(NO_SPACE);
    const space = first < 0 ? data : data.slice(0, first);
    if (mode === 'head') appendText(noscript ?? head, space);
    if (first < 0) return;
    begin(NO_ATTRIBUTES);
    body.take({ type: 'text', data: data.slice(first) });
  };

  const takeStart = (token: Token & { type: 'start' }): boolean => {
    const { name, attributes } = token;
    if (noscript && /^(?:html|head|noscript)$/.test(name)) refuse();
    // Anything else ends it, and the head as a rule: the picture of a counter, say (HTML 13.2.6.4.5).
    if (!/^(?:basefont|bgsound|link|meta|noframes|style)$/.test(name)) noscript = undefined;
    if (name === 'html' || name === 'head') {
      // A second head is ignored.
      if (name === 'head' && (mode === 'head' || mode === 'after head')) return false;
      if (mode !== 'initial' && name === 'html') refuse();
      setAttributes(name === 'html' ? page : head, attributes);
      mode = name === 'html' ? 'before head' : 'head';
      return false;
    }
    if (name === 'body') {
      begin(attributes);
      return false;
    }
    const kind = KINDS.get(name);
    const isOfHead = kind === 'metadata' || kind === 'metadata text' || (name === 'noscript' && mode !== 'after head');
    if (!isOfHead) {
      begin(NO_ATTRIBUTES);
      return true;
    }
    if (mode !== 'after head') mode = 'head';
    const added = appendElement(noscript ?? head, name, attributes);
    if (name === 'noscript') noscript = added;
    else if (kind === 'metadata text') appendText(added, name === 'title' ? reader.textOf(name) : reader.rawText(name));
    return false;
  };

  const takeEnd = (name: string): void => {
    if (name === 'noscript' && noscript) noscript = undefined;
    else if (name === 'head' && !noscript && mode !== 'after head') mode = 'after head';
    else if (/^(?:head|body|html|br|template)$/.test(name)) refuse();
  };

  return (token: Token): boolean => {
    if (mode === 'body') return true;
    if (token.type === 'start') return takeStart(token);
    if (token.type === 'text') takeText(token.data);
    else if (token.type === 'end') takeEnd(token.name);
    return false;
  };
}
