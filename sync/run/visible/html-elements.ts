import { endOfMarkup, nameAt } from './text-comparison.ts';

// Elements whose content is not markup (HTML 13.2.5).
const RAW_TEXT: ReadonlySet<string> = new Set('iframe noembed noframes script style textarea title xmp'.split(' '));

// Tag, or an element of raw text, with its position.
type Markup = { readonly name: string; readonly isEnd: boolean; readonly start: number; readonly end: number };

/** Iterates over the tags of HTML outside comments. The range of an element of raw text includes its end tag. */
export function* markupIn(html: string): Generator<Markup> {
  for (let start = html.indexOf('<'), end = 0; start !== -1; start = html.indexOf('<', end)) {
    const name = nameAt(html, start);
    end = endOfMarkup(html, start, name, RAW_TEXT);
    if (name !== undefined) yield { name, isEnd: html[start + 1] === '/', start, end };
  }
}

/**
 * Removes the elements with the names; `stays` preserves elements by their content. An unclosed element extends to the end.
 * Linear in the length.
 */
export function withoutElements(
  html: string,
  names: ReadonlySet<string>,
  stays: (element: string) => boolean = () => false,
): string {
  const parts: string[] = [];
  let copied = 0;
  let open: { readonly name: string; readonly start: number; depth: number } | undefined;
  const leave = (start: number, end: number) => {
    const element = html.slice(start, end);
    if (stays(element)) parts.push(element);
    copied = end;
    open = undefined;
  };
  for (const { name, isEnd, start, end } of markupIn(html)) {
    if (open) {
      if (name === open.name) open.depth += isEnd ? -1 : 1;
      if (open.depth === 0) leave(open.start, end);
    } else if (!isEnd && names.has(name)) {
      parts.push(html.slice(copied, start));
      if (RAW_TEXT.has(name)) leave(start, end);
      else open = { name, start, depth: 1 };
    }
  }
  if (open) leave(open.start, html.length);
  if (copied === 0) return html;
  parts.push(html.slice(copied));
  return parts.join('');
}
