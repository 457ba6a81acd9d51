/** The tokens of well-formed markup: what every parser of HTML takes for the same tags, attributes and text (HTML 13.2.5). */
import { decodeReferenceInAttribute, decodeReferenceInText } from './character-references.ts';
import { memory } from '../memory.ts';
import { NO_ATTRIBUTES } from './tree.ts';

/** Thrown at markup of which only a whole parser of HTML knows what browsers make. */
export class MarkupError extends Error {
  override readonly name = 'MarkupError';
}

export function refuse(): never {
  throw new MarkupError();
}

export type Attributes = Record<string, string>;
export type Token =
  | { readonly type: 'text'; readonly data: string }
  | {
      readonly type: 'start';
      readonly name: string;
      readonly attributes: Attributes;
      /** A slash ends the tag; it says something in drawings only. */
      readonly closesItself: boolean;
    }
  | { readonly type: 'end'; readonly name: string }
  /** A section of CDATA is text in drawings, and elsewhere a comment (HTML 13.2.5.42). */
  | { readonly type: 'comment' | 'cdata' };

/** Tags with more of them are not read here. */
const MOST_ATTRIBUTES = 500;

const COMMENT: Token = { type: 'comment' };
const CDATA: Token = { type: 'cdata' };
const END_TAG = /<\/[a-z][\w:-]*[\t\n\f ]*>/iy;
const TAG_NAME = /^[a-z][\w:-]*$/;
/** In a comment, what ends it for some parsers only. */
const ODD_COMMENT = /^-?>|--!>/;

const [TAB, LINE_FEED, FORM_FEED, SPACE, QUOTE, APOSTROPHE, SLASH, LESS, EQUALS, GREATER, GRAVE] = [
  9, 10, 12, 32, 34, 39, 47, 60, 61, 62, 96,
] as const;

/** Reads a page token by token; comments are passed over. Line feeds are the only line ends, and there is no U+0000. */
export function createMarkupReader(html: string) {
  let position = 0;

  function next(): Token | undefined {
    if (position >= html.length) return undefined;
    const end = nextTag(position);
    if (end > position) {
      const data = decoded(html.slice(position, end), false);
      position = end;
      return { type: 'text', data };
    }
    const code = html.charCodeAt(position + 1);
    if (isLetter(code)) return startTag();
    if (code === SLASH) return endTag();
    return html.startsWith('<!--', position) ? comment() : declaration();
  }

  /** The index of the next tag, comment or declaration from an index on; that of the end without any. */
  function nextTag(from: number): number {
    for (let index = html.indexOf('<', from); index >= 0; index = html.indexOf('<', index + 1)) {
      const code = html.charCodeAt(index + 1);
      // A slash, an exclamation mark, a question mark.
      if (isLetter(code) || code === SLASH || code === 33 || code === 63) return index;
    }
    return html.length;
  }

  function comment(): Token {
    const end = html.indexOf('-->', position + 4);
    if (end < 0 || ODD_COMMENT.test(html.slice(position + 4, end + 3))) throw new MarkupError();
    position = end + 3;
    return COMMENT;
  }

  /** A document type, an instruction of XML, any other declaration: they say no more than a comment. */
  function declaration(): Token {
    const end = html.indexOf('>', position);
    if (end < 0) throw new MarkupError();
    const isSection = html.startsWith('<![CDATA[', position);
    position = end + 1;
    return isSection ? CDATA : COMMENT;
  }

  function endTag(): Token {
    const from = position + 2;
    const end = html.indexOf('>', from);
    // As a rule nothing stands after the name.
    const plain = tagName(html.slice(from, Math.max(from, end)));
    position = plain === undefined ? endOfName(from) : end;
    const name = plain ?? tagName(html.slice(from, position));
    if (name === undefined || skipSpace(false) !== GREATER) throw new MarkupError();
    position++;
    return { type: 'end', name };
  }

  function startTag(): Token {
    const from = position + 1;
    position = endOfName(from);
    const name = tagName(html.slice(from, position));
    if (name === undefined) throw new MarkupError();
    let attributes = NO_ATTRIBUTES;
    let count = 0;
    for (;;) {
      const before = position;
      const code = skipSpace(true);
      if (code === GREATER) {
        const closesItself = position > before && html.charCodeAt(position - 1) === SLASH;
        position++;
        return { type: 'start', name, attributes, closesItself };
      }
      if (count++ === 0) attributes = {};
      else if (count > MOST_ATTRIBUTES) throw new MarkupError();
      readAttribute(attributes);
    }
  }

  function readAttribute(attributes: Attributes): void {
    const from = position;
    position = endOfName(from);
    if (from === position) throw new MarkupError();
    const name = attributeName(html.slice(from, position));
    let value = '';
    const end = position;
    if (skipSpace(false) === EQUALS) {
      position++;
      value = readValue();
    } else position = end;
    const known = attributes[name];
    if (known === undefined) attributes[name] = value;
    // Of two with one name the first counts; what every object has is no attribute.
    else if (!Object.hasOwn(attributes, name)) throw new MarkupError();
  }

  function readValue(): string {
    const code = skipSpace(false);
    if (code === QUOTE || code === APOSTROPHE) {
      const from = position + 1;
      const end = html.indexOf(code === QUOTE ? '"' : "'", from);
      if (end < 0) throw new MarkupError();
      position = end + 1;
      return decoded(html.slice(from, end), true);
    }
    const from = position;
    for (; position < html.length; position++) {
      const one = html.charCodeAt(position);
      if (isSpace(one) || one === GREATER) break;
      if (one === QUOTE || one === APOSTROPHE || one === LESS || one === EQUALS || one === GRAVE)
        throw new MarkupError();
    }
    if (position === from) throw new MarkupError();
    return decoded(html.slice(from, position), true);
  }

  /** Goes on to what is no white space, nor a slash between attributes; its code. */
  function skipSpace(alsoSlashes: boolean): number {
    for (; position < html.length; position++) {
      const code = html.charCodeAt(position);
      if (!isSpace(code) && !(alsoSlashes && code === SLASH)) return code;
    }
    throw new MarkupError();
  }

  function endOfName(from: number): number {
    for (let index = from; index < html.length; index++) {
      const code = html.charCodeAt(index);
      if (isSpace(code) || code === SLASH || code === GREATER || code === EQUALS) return index;
    }
    throw new MarkupError();
  }

  /** Goes on after the end tag of an element with raw text; the text before it. */
  function rawText(name: string): string {
    const from = position;
    for (let end = html.indexOf('</', from); end >= 0; end = html.indexOf('</', end + 2)) {
      if (html.slice(end + 2, end + 2 + name.length).toLowerCase() !== name) continue;
      END_TAG.lastIndex = end;
      if (!END_TAG.test(html)) throw new MarkupError();
      if (END_TAG.lastIndex > end + name.length + 3 && !isSpace(html.charCodeAt(end + 2 + name.length))) continue;
      position = END_TAG.lastIndex;
      const text = html.slice(from, end);
      // Within a comment in a script, its end tag may be none (HTML 13.2.5.20).
      if (name === 'script' && text.includes('<!--')) throw new MarkupError();
      return text;
    }
    throw new MarkupError();
  }

  return { next, rawText, textOf: (name: string) => decoded(rawText(name), false) };
}

/** The name of an element as it is in the tree; `undefined` for what is rare. */
const tagName = memory((written: string): string | undefined =>
  TAG_NAME.test(written.toLowerCase()) ? attributeName(written) : undefined,
);
/** In lower case, and as engines keep the names of properties, which they compare by identity. */
const attributeName = memory((written: string): string => Object.keys({ [written.toLowerCase()]: true })[0] ?? '');

export type MarkupReader = ReturnType<typeof createMarkupReader>;

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === FORM_FEED;
}

const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);?/gi;

function decoded(text: string, inAttribute: boolean): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (reference, index: number) => {
    if (reference.length > LONGEST_REFERENCE) throw new MarkupError();
    // In the query of an address it is none (HTML 13.2.5.73).
    if (!inAttribute) return decodeReferenceInText(reference);
    const isOfQuery = !reference.endsWith(';') && text.charAt(index + reference.length) === '=';
    return isOfQuery ? reference : decodeReferenceInAttribute(reference);
  });
}

const LONGEST_REFERENCE = 40;
