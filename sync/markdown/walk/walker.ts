/** Builds the Markdown tree in a single walk over the cleaned HTML, without recursion. */
import { linkDestination } from '../address.ts';
import { classTest } from '../parse/class-names.ts';
import { createBlockBuilder } from '../write/block-builder.ts';
import { DEL } from '../write/inline.ts';
import {
  blockQuote,
  boldParagraph,
  container,
  heading,
  list,
  listItem,
  preformatted,
  thematicBreak,
} from './block-handlers.ts';
import { codeSpan, emphasis, link, script, span, strikethrough, strongEmphasis } from './inline-handlers.ts';
import { embed, image, noscript } from './media.ts';
import { BLOCK_TAGS, type ElementHandler, type WalkState } from './state.ts';
import { cell, row, table } from './table-handlers.ts';
import { attribute, elementsBelow, isElement, isText, textOf } from '../parse/html.ts';
import type { Block } from '../write/blocks.ts';
import { NO_ATTRIBUTES, type HtmlElement, type HtmlNode } from '../parse/tree.ts';

// Handler by element name. Elements without a handler are only traversed.
const ELEMENT_HANDLERS: ReadonlyMap<string, ElementHandler> = new Map(
  (
    [
      [[...BLOCK_TAGS].join(' '), container],
      ['h1 h2 h3 h4 h5 h6', heading],
      ['b strong', strongEmphasis],
      ['em i', emphasis],
      ['del s strike', strikethrough],
      ['code kbd samp tt', codeSpan],
      ['sup sub', script],
      ['ul ol menu', list],
      ['li', listItem],
      ['dt summary', boldParagraph],
      ['blockquote', blockQuote],
      ['pre listing xmp', preformatted],
      ['table', table],
      ['tr', row],
      ['td th', cell],
      ['a', link],
      ['span small', span],
      ['img', image],
      ['svg', () => false],
      ['noscript', noscript],
      ['iframe video audio object embed', embed],
      ['button', button],
      ['input', input],
      ['hr', thematicBreak],
      ['br', lineBreak],
    ] satisfies (readonly [string, ElementHandler])[]
  ).flatMap(([names, handler]) => names.split(' ').map((name) => [name, handler] as const)),
);

function lineBreak(_: HtmlElement, { blocks }: WalkState): undefined {
  blocks.lineBreak();
}

function button(element: HtmlElement, state: WalkState): ReturnType<ElementHandler> {
  return attribute(element, 'role') === 'tab' ? boldParagraph(element, state) : container(element, state);
}

function input(element: HtmlElement, { blocks }: WalkState): undefined {
  if (attribute(element, 'type') !== 'checkbox') return;
  const isChecked = 'checked' in element.attribs;
  // Outside a task list, a disabled checkbox is a mark.
  if (!blocks.checkbox(isChecked) && 'disabled' in element.attribs) blocks.text(isChecked ? ' ✓ ' : ' ✗ ');
}

export function toMarkdownTree(root: HtmlElement, baseUrl: string): Block {
  const blocks = createBlockBuilder();
  const state: WalkState = {
    blocks,
    baseUrl,
    tables: [],
    headingLinks: new Map(),
    ...linksOf(root, baseUrl),
    lists: [],
    blockQuotes: 0,
    script: undefined,
  };
  const work: (HtmlNode | (() => void))[] = root.children.toReversed();
  for (let next = work.pop(); next; next = work.pop()) {
    if (typeof next === 'function') next();
    else if (isText(next)) addText(next.data, state);
    else if (isElement(next)) {
      const unmark = isStruck(next) ? blocks.mark(DEL) : undefined;
      const leave = ELEMENT_HANDLERS.get(next.name)?.(next, state);
      if (leave === false) {
        unmark?.();
        continue;
      }
      if (unmark) work.push(unmark);
      if (leave) work.push(leave);
      for (let i = next.children.length - 1; i >= 0; i--) work.push(next.children[i] as HtmlNode);
    }
  }
  return blocks.finish();
}

function linksOf(root: HtmlElement, baseUrl: string): Pick<WalkState, 'destinations' | 'namedLinks'> {
  const destinations = new Map<HtmlElement, string | undefined>();
  const namedLinks = new Set<string>();
  for (const element of elementsBelow(root)) {
    if (element.name !== 'a') continue;
    const href = linkDestination(attribute(element, 'href'), baseUrl);
    destinations.set(element, href);
    if (href !== undefined && textOf(element).trim() !== '') namedLinks.add(href);
  }
  return { destinations, namedLinks };
}

const isStruckClass = classTest(
  /(?:^| )(?:(?:text-(?:decoration-)?)?line-through|(?:is-style-)?strike-?through)(?: |$)/,
);

// Whether an inline style or a class of a CSS framework strikes the text through.
function isStruck({ attribs, classes }: HtmlElement): boolean {
  if (attribs === NO_ATTRIBUTES) return false;
  const style = attribs['style'];
  if (style !== undefined && /text-decoration(?:-line)?\s*:[^;]*line-through/i.test(style)) return true;
  return isStruckClass(classes);
}

function addText(text: string, state: WalkState): void {
  state.blocks.text(state.script ? scriptDigits(text, state.script) : text);
}

const DIGITS = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' };

// Unicode has superscript and subscript digits, for m² and CO₂. Any further text is unchanged.
function scriptDigits(text: string, place: 'sup' | 'sub'): string {
  return /^\s*\d+\s*$/.test(text) ? text.replace(/\d/g, (digit) => DIGITS[place].charAt(Number(digit))) : text;
}
