/**
 * The door to css-tree, of which the tokenizer is used: rules, declarations and values in the way that CSS Syntax 3 splits
 * them, each read only when it is asked for.
 */
import { memory } from '../../memory.ts';
import { tokenize, tokenTypes as TYPES } from 'css-tree/tokenizer';
import { ident } from 'css-tree/utils';

/** One declaration; the property is in lower case unless it is a custom one, the value has no comments. */
export type Declaration = { readonly property: string; readonly value: string; readonly important: boolean };

/** A qualified rule or an at-rule (its prelude begins with the `@`), and what stands between its braces, if it has any. */
export type Block = { readonly prelude: string; readonly contents: string | undefined };
export type Contents = { readonly declarations: readonly Declaration[]; readonly blocks: readonly Block[] };

const OPENING = new Set([TYPES.Function, TYPES.LeftParenthesis, TYPES.LeftSquareBracket, TYPES.LeftCurlyBracket]);
const CLOSING = new Set([TYPES.RightParenthesis, TYPES.RightSquareBracket, TYPES.RightCurlyBracket]);

type Token = { readonly type: number; readonly start: number; readonly end: number };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  tokenize(text, (type, start, end) => {
    if (type !== TYPES.Comment) tokens.push({ type, start, end });
  });
  return tokens;
}

/** The rules of a style sheet. */
export function blocksOf(css: string): readonly Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  let from = 0;
  let prelude: string | undefined;
  const end = (contents: string | undefined, next: number) => {
    const text = prelude ?? '';
    if (text !== '') blocks.push({ prelude: text, contents });
    prelude = undefined;
    from = next;
  };
  tokenize(css, (type, start, next) => {
    if (prelude === undefined) {
      if (depth === 0 && (type === TYPES.CDO || type === TYPES.CDC)) from = next;
      else if (depth === 0 && type === TYPES.LeftCurlyBracket) {
        prelude = withoutComments(css.slice(from, start)).trim();
        from = next;
        depth = 1;
      } else if (depth === 0 && type === TYPES.Semicolon && /^\s*@/.test(css.slice(from, from + 40))) {
        prelude = withoutComments(css.slice(from, start)).trim();
        end(undefined, next);
      } else if (OPENING.has(type)) depth++;
      else if (CLOSING.has(type) && depth > 0) depth--;
    } else if (OPENING.has(type)) depth++;
    else if (CLOSING.has(type) && --depth === 0) end(css.slice(from, start), next);
  });
  // What is open at the end of the sheet is closed there.
  if (prelude !== undefined) end(css.slice(from), css.length);
  return blocks;
}

const NOTHING: Contents = { declarations: [], blocks: [] };

/** Contents of a rule's braces, or of a `style` attribute: declarations, and rules nested among them. */
export const contentsOf: (text: string) => Contents = memory(readContents);

function readContents(text: string): Contents {
  if (!/[:{]/.test(text)) return NOTHING;
  const declarations: Declaration[] = [];
  const blocks: Block[] = [];
  let item: Token[] = [];
  let depth = 0;
  let brace = -1;
  // What closes nothing is part of no value (CSS Syntax 3, 5.5.6).
  let isBroken = false;
  const endItem = () => {
    const declaration = isBroken ? undefined : declarationOf(text, item);
    if (declaration) declarations.push(declaration);
    item = [];
    brace = -1;
    isBroken = false;
  };
  for (const token of tokensOf(text)) {
    if (depth === 0 && token.type === TYPES.Semicolon) {
      endItem();
      continue;
    }
    if (depth === 0 && token.type === TYPES.LeftCurlyBracket) brace = item.length;
    if (OPENING.has(token.type)) depth++;
    else if (CLOSING.has(token.type)) {
      if (depth > 0) depth--;
      else isBroken = true;
    }
    item.push(token);
    if (depth > 0 || brace < 0 || token.type !== TYPES.RightCurlyBracket || isCustom(text, item)) continue;
    const [open, close] = [item[brace], token];
    if (open)
      blocks.push({ prelude: textOf(text, item.slice(0, brace)).trim(), contents: text.slice(open.end, close.start) });
    item = [];
    brace = -1;
  }
  endItem();
  return { declarations, blocks };
}

function isCustom(text: string, item: readonly Token[]): boolean {
  const first = item.find((token) => token.type !== TYPES.WhiteSpace);
  return first !== undefined && text.startsWith('--', first.start);
}

function declarationOf(text: string, item: readonly Token[]): Declaration | undefined {
  const parts = trimmed(item);
  const [name] = parts;
  if (name?.type !== TYPES.Ident) return undefined;
  const colon = parts.findIndex((token, index) => index > 0 && token.type !== TYPES.WhiteSpace);
  if (parts[colon]?.type !== TYPES.Colon) return undefined;
  const written = ident.decode(text.slice(name.start, name.end));
  let value = trimmed(parts.slice(colon + 1));
  const important = /^!\s*important$/i.test(ident.decode(textOf(text, value.slice(lastBang(text, value)))));
  if (important) value = trimmed(value.slice(0, lastBang(text, value)));
  return {
    property: written.startsWith('--') ? written : written.toLowerCase(),
    value: textOf(text, value),
    important,
  };
}

function lastBang(text: string, value: readonly Token[]): number {
  const index = value.findLastIndex((token) => token.type === TYPES.Delim && text[token.start] === '!');
  return index < 0 ? value.length : index;
}

function trimmed(tokens: readonly Token[]): readonly Token[] {
  const isSpace = (token: Token | undefined) => token?.type === TYPES.WhiteSpace;
  let [from, to] = [0, tokens.length];
  while (from < to && isSpace(tokens[from])) from++;
  while (to > from && isSpace(tokens[to - 1])) to--;
  return tokens.slice(from, to);
}

/** The text of tokens, between which comments were. */
function textOf(text: string, tokens: readonly Token[]): string {
  let [result, end] = ['', -1];
  for (const token of tokens) {
    result +=
      end >= 0 && token.start > end ? ` ${text.slice(token.start, token.end)}` : text.slice(token.start, token.end);
    ({ end } = token);
  }
  return result;
}

function withoutComments(text: string): string {
  return text.includes('/*') ? textOf(text, tokensOf(text)) : text;
}

/** A part of a value: a word, number or string as written (words decoded, in lower case), or a function with its arguments. */
export type Component = {
  readonly text: string;
  /** Of a function, what stands between its parentheses; parentheses alone are a function without a name. */
  readonly args?: readonly Component[];
  /** Of a function, itself as written. */
  readonly source: string;
};

const DEEPEST_FUNCTION = 50;

/** The parts of a value; commas and slashes are parts of their own. What is nested absurdly has none. */
export const componentsOf: (value: string) => readonly Component[] = memory(readComponents);

function readComponents(value: string): readonly Component[] {
  if (value === '') return [];
  const top: Component[] = [];
  const open: { readonly name: string; readonly start: number; readonly args: Component[] }[] = [];
  let isAbsurd = false;
  tokenize(value, (type, start, end) => {
    if (type === TYPES.WhiteSpace || type === TYPES.Comment) return;
    const args = open.at(-1)?.args ?? top;
    const written = value.slice(start, end);
    isAbsurd ||= open.length > DEEPEST_FUNCTION;
    if (isAbsurd) return;
    if (OPENING.has(type)) {
      open.push({ name: ident.decode(written.slice(0, -1)).toLowerCase(), start, args: [] });
      return;
    }
    if (CLOSING.has(type)) {
      const closed = open.pop();
      if (closed)
        (open.at(-1)?.args ?? top).push({
          text: closed.name,
          args: closed.args,
          source: value.slice(closed.start, end),
        });
      return;
    }
    const text = type === TYPES.Ident || written.includes('\\') ? ident.decode(written) : written;
    args.push({ text: text.toLowerCase(), source: written });
  });
  if (isAbsurd) return [];
  // A function that is not closed ends with the value.
  for (let closed = open.pop(); closed; closed = open.pop())
    (open.at(-1)?.args ?? top).push({
      text: closed.name,
      args: closed.args,
      source: `${value.slice(closed.start)}${')'.repeat(open.length + 1)}`,
    });
  return top;
}

/** The parts between the commas. */
export function commaSeparated(components: readonly Component[]): readonly (readonly Component[])[] {
  const lists: Component[][] = [[]];
  for (const component of components) {
    if (component.text === ',' && !component.args) lists.push([]);
    else lists.at(-1)?.push(component);
  }
  return lists;
}
