/** Extracts the text of `pre` elements. */
import { attribute, elementsBelow, isElement, isText } from '../parse/html.ts';
import type { HtmlElement, HtmlNode } from '../parse/tree.ts';

const LINE_BLOCKS = /^(?:div|p|li|tr|figure|section)$/;

/** Returns the text of a `pre` with its line breaks, without leading and trailing blank lines. */
export function preformattedText(element: HtmlElement): string {
  const parts: string[] = [];
  const work: (HtmlNode | '\n')[] = element.children.toReversed();
  for (let next = work.pop(); next; next = work.pop()) {
    if (next === '\n') {
      if (!parts.at(-1)?.endsWith('\n')) parts.push('\n');
    } else if (isText(next)) {
      if (next.parent === null || !/^(?:table|tbody|tr)$/.test(next.parent.name)) parts.push(next.data);
    } else {
      if (next.name === 'br') parts.push('\n');
      if (LINE_BLOCKS.test(next.name)) work.push('\n');
      for (const child of next.children.toReversed()) work.push(child);
    }
  }
  const lines = parts.join('').replace(/\r\n?/g, '\n').replaceAll('\u00A0', ' ').split('\n');
  const isWritten = (line: string) => line.trim() !== '';
  const written = lines.slice(lines.findIndex(isWritten), lines.findLastIndex(isWritten) + 1);
  return written.map((line) => line.trimEnd()).join('\n');
}

/** Classifies a `pre`. It is code if it has `code` or a language; otherwise a table, or prose if it has lists or links. */
export function kindOfPre(element: HtmlElement): 'code' | 'table' | 'prose' {
  const names = new Set([...elementsBelow(element)].map(({ name }) => name));
  if (/\bverse\b|wp-block-verse/.test(attribute(element, 'class'))) return 'prose';
  if (names.has('code') || codeLanguage(element) !== '') return 'code';
  if (names.has('table')) return 'table';
  return names.has('ul') || (['a', 'img'].some((name) => names.has(name)) && !names.has('span')) ? 'prose' : 'code';
}

/** Returns the language of a code block, by the conventions of common highlighters; empty by default. */
export function codeLanguage(element: HtmlElement): string {
  const inner = element.children.filter(isElement).filter(({ name }) => name === 'code');
  for (const candidate of [...inner.slice(0, 1), element]) {
    const named = ['data-lang', 'data-language', 'lang'].map((name) => attribute(candidate, name));
    const ofClass = /(?:^|\s)(?:language|lang|highlight-source|brush)[-:]\s*(\S+)/.exec(
      attribute(candidate, 'class'),
    )?.[1];
    const language = [ofClass ?? '', ...named].find((name) => /^[\w+#.-]{1,30}$/.test(name));
    if (language && !/^(?:none|plain|text|plaintext|generic|raw)$/.test(language)) return language;
  }
  return '';
}
