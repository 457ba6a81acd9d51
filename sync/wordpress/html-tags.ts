import { decodeEntities, languageTag } from './text.ts';

/** The `lang` of `<html>` as a BCP 47 tag. */
export function languageOfHtml(html: string): string | undefined {
  const tag = firstTag(html, 'html');
  return languageTag(tag === undefined ? undefined : attribute(tag, 'lang'));
}

/** A tag of more characters is none. */
const LONGEST_TAG = 5000;

/** The start tags of one name, or of several with `|` between them, each from `<` to `>`. Linear in the length, whatever it holds. */
export function* startTags(html: string, name: string): Generator<string> {
  const start = new RegExp(`<(?:${name})(?=[\\s/>])`, 'gi');
  let end = -1;
  for (let match = start.exec(html); match; match = start.exec(html)) {
    if (end < start.lastIndex) end = html.indexOf('>', start.lastIndex);
    if (end === -1) return;
    if (end - match.index > LONGEST_TAG) continue;
    yield html.slice(match.index, end + 1);
    start.lastIndex = end + 1;
  }
}

/** The first of them. */
export function firstTag(html: string, name: string): string | undefined {
  for (const tag of startTags(html, name)) return tag;
  return undefined;
}

/** The value of an attribute of a tag, decoded. */
export function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : decodeEntities(value);
}

/** The HTML of the theme's main element, as it is; `undefined` when there is none. */
export function mainOf(html: string): string | undefined {
  const start = html.search(/<main[\s>]/i);
  const end = html.lastIndexOf('</main');
  return start === -1 || end < start ? undefined : html.slice(start, end);
}
