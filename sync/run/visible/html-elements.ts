import { tagsOf } from '../../markdown/parse/tokenizer.ts';

/**
 * Removes the elements whose start tag satisfies `begins`; `stays` preserves elements by their content. An unclosed element
 * extends to the end. Linear in the length.
 */
export function withoutElements(
  html: string,
  begins: (name: string, tag: string) => boolean,
  stays: (element: string) => boolean = () => false,
): string {
  const parts: string[] = [];
  let copied = 0;
  let open: { readonly name: string; readonly start: number; depth: number } | undefined;
  const leave = (start: number, end: number) => {
    const element = html.slice(start, end);
    if (stays(element)) parts.push(element);
    copied = end;
  };
  for (const { name, isEnd, start, end } of tagsOf(html)) {
    if (open) {
      if (name === open.name) open.depth += isEnd ? -1 : 1;
      if (open.depth > 0) continue;
      leave(open.start, end);
      open = undefined;
    } else if (!isEnd && begins(name, html.slice(start, end))) {
      parts.push(html.slice(copied, start));
      open = { name, start, depth: 1 };
    }
  }
  if (open) leave(open.start, html.length);
  if (copied === 0) return html;
  parts.push(html.slice(copied));
  return parts.join('');
}
