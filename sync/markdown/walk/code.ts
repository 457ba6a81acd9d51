/** Extracts the text of `pre` elements. */
import { linkDestination } from '../address.ts';
import { classMatcher } from '../parse/class-names.ts';
import { attribute, elementsBelow, isElement, isText } from '../parse/html.ts';
import { imageSource } from './media-sources.ts';
import type { HtmlElement, HtmlNode } from '../parse/tree.ts';

const LINE_BLOCKS = /^(?:div|p|li|tr|figure|section)$/;
// Line numbers and buttons that highlighters add beside the code.
const GUTTER =
  /\b(?:gutter|crayon-nums?|lineno|line-?numbers?(?:-rows)?|pre-numbering|hljs-ln-numbers|copy-code-button|code-copy|linenos|linenodiv|line-nums|blob-num|code-toolbar-item)\b/;

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
      if (GUTTER.test(attribute(next, 'class')) || next.name === 'button') continue;
      if (LINE_BLOCKS.test(next.name)) work.push('\n');
      for (let i = next.children.length - 1; i >= 0; i--) {
        const child = next.children[i];
        if (child) work.push(child);
      }
    }
  }
  return trimBlankLines(parts.join('').replace(/\r\n?/g, '\n').replaceAll('\u00A0', ' '));
}

// Elements besides `pre` that highlighters use for code.
const codeClass = classMatcher('crayon-pre js-file-line-container hljs-ln');

/** Tests for a code element of a highlighter that is not a `pre`. */
export function isCodeBox(element: HtmlElement): boolean {
  return codeClass(element.classes) !== undefined;
}

/**
 * Tests for a `pre` around a table that is not the listing of a highlighter: no line numbers, no `code`, no language.
 */
export function holdsDataTable(element: HtmlElement): boolean {
  const inner = [...elementsBelow(element)];
  if (!inner.some(({ name }) => name === 'table') || codeLanguage(element) !== '') return false;
  return !inner.some((child) => child.name === 'code' || GUTTER.test(attribute(child, 'class')) || isCodeBox(child));
}

/** Tests for a `pre` with prose instead of code: it has lists, or links and images without marked code. */
export function isProse(element: HtmlElement, baseUrl: string): boolean {
  const inner = [...elementsBelow(element)];
  if (inner.some((child) => child.name === 'ul' && !GUTTER.test(attribute(child, 'class')))) return true;
  if (codeLanguage(element) !== '' || inner.some(({ name }) => /^(?:code|span|ol|table)$/.test(name))) return false;
  return inner.some(
    (child) =>
      (child.name === 'a' && linkDestination(attribute(child, 'href'), baseUrl) !== undefined) ||
      (child.name === 'img' && imageSource(child, baseUrl) !== undefined),
  );
}

/** Returns the language of a code block, by the conventions of common highlighters; empty by default. */
export function codeLanguage(element: HtmlElement): string {
  const inner = element.children.filter(isElement).find((child) => child.name === 'code');
  for (const candidate of inner ? [inner, element] : [element]) {
    const named = ['data-lang', 'data-language', 'data-enlighter-language', 'lang'].map((name) =>
      attribute(candidate, name),
    );
    const ofClass = /(?:^|[\s"])(?:language|lang|highlight-source|brush|prettyprint lang)[-:]\s*([\w+#.-]+)/.exec(
      attribute(candidate, 'class'),
    )?.[1];
    const highlighted = /(?:^|\s)(?:hljs|prism)\s+([a-z][\w+#-]*)/.exec(attribute(candidate, 'class'))?.[1];
    const language = [ofClass, ...named, highlighted].find(
      (name) => name !== undefined && /^[\w+#.-]{1,30}$/.test(name),
    );
    if (language && !/^(?:none|plain|text|plaintext|generic|raw)$/.test(language)) return language;
  }
  return '';
}

function trimBlankLines(text: string): string {
  const lines = text.split('\n');
  const isBlank = (line: string | undefined) => line !== undefined && line.trim() === '';
  let start = 0;
  let end = lines.length;
  while (start < end && isBlank(lines[start])) start++;
  while (end > start && isBlank(lines[end - 1])) end--;
  return lines
    .slice(start, end)
    .map((line) => line.trimEnd())
    .join('\n');
}
