import { VOID_ELEMENTS } from '../../markdown/parse/element-kinds.ts';
import { tagsOf } from '../../markdown/parse/tokenizer.ts';
import { attribute } from '../../wordpress/html-tags.ts';

/**
 * HTML without the elements that begin with certain tags; `stays` keeps some of them for what is in them. One that does not end
 * goes to the end. Linear in the length.
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

/** The elements that stand directly before and after one of HTML, where it comes first. Linear in the length. */
export function neighboursOf(html: string, element: string): readonly string[] {
  const at = html.indexOf(element);
  const open: { readonly name: string; readonly start: number; before: string }[] = [];
  const root = { name: '', start: 0, before: '' };
  let around: (typeof open)[number] | undefined;
  for (const { name, isEnd, start, end } of tagsOf(html)) {
    if (start >= at && !around) around = open.at(-1) ?? root;
    if (VOID_ELEMENTS.has(name)) continue;
    if (!isEnd) {
      open.push({ name, start, before: '' });
      continue;
    }
    const from = open.findLastIndex((one) => one.name === name);
    const [ended] = from === -1 ? [] : open.splice(from);
    if (!ended) continue;
    const parent = open.at(-1) ?? root;
    if (parent === around && ended.start >= at + element.length) return [around.before, html.slice(ended.start, end)];
    if (ended.start < at) parent.before = html.slice(ended.start, end);
    if (ended === around) break;
  }
  return around ? [around.before] : [];
}

/** The classes (`.x`) and the id (`#x`) of a start tag. */
export const namesOf = (tag: string): readonly string[] => [
  ...(attribute(tag, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
  `#${attribute(tag, 'id') ?? ''}`,
];
