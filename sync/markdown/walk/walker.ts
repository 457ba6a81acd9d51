/** Walks the cleaned HTML once, without recursion, and tells createBlocks what it meets. */
import { linkAddress } from '../address.ts';
import { createBlocks, finishLists } from '../write/blocks.ts';
import { HANDLERS } from './handlers.ts';
import type { State } from './state.ts';
import { attribute, elementsBelow, isElement, isText, textOf } from '../parse/html.ts';
import type { MarkdownElement } from '../write/markdown-tree.ts';
import type { HtmlNode, HtmlParent } from '../parse/tree.ts';

/** Makes the tree that turndown writes. */
export function toBlocks(root: HtmlParent, baseUrl: string): MarkdownElement {
  const blocks = createBlocks();
  const state: State = {
    blocks,
    baseUrl,
    tables: [],
    headingLinks: new Map(),
    namedLinks: namedLinks(root, baseUrl),
    lists: [],
    quotations: 0,
    keepsLines: false,
    script: undefined,
  };
  const work: (HtmlNode | (() => void))[] = root.children.toReversed();
  for (let next = work.pop(); next; next = work.pop()) {
    if (typeof next === 'function') next();
    else if (isText(next)) addText(next.data, state);
    else if (isElement(next)) {
      const leave = HANDLERS[next.name]?.(next, state);
      if (leave === false) continue;
      if (leave) work.push(leave);
      for (let i = next.children.length - 1; i >= 0; i--) {
        const child = next.children[i];
        if (child) work.push(child);
      }
    }
  }
  blocks.flush();
  finishLists(blocks.root);
  return blocks.root;
}

function namedLinks(root: HtmlParent, baseUrl: string): ReadonlySet<string> {
  const named = new Set<string>();
  for (const element of elementsBelow(root, ({ name }) => name === 'a')) {
    if (element.name !== 'a' || textOf(element).trim() === '') continue;
    const href = linkAddress(attribute(element, 'href'), baseUrl);
    if (href !== undefined) named.add(href);
  }
  return named;
}

function addText(text: string, state: State): void {
  if (state.keepsLines) {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) state.blocks.lineBreak();
      state.blocks.text(line);
    }
    return;
  }
  state.blocks.text(state.script ? inScript(text, state.script) : text);
}

const DIGITS = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' };

/** m2 and CO2: digits have characters of their own; other text stays as it is. */
function inScript(text: string, place: 'sup' | 'sub'): string {
  return /^\s*\d+\s*$/.test(text) ? text.replace(/\d/g, (digit) => DIGITS[place].charAt(Number(digit))) : text;
}
