import { memory } from '../markdown/memory.ts';
import { decodeEntities } from './text.ts';

/** Converts HTML to lower case and preserves offsets: only `İ` has two characters in lower case (Unicode, SpecialCasing). */
export const inLowerCase = (html: string): string => html.replaceAll('İ', '.').toLowerCase();

// Longer matches are not tags.
const LONGEST_TAG = 5000;

/**
 * Yields the start tags with a name, or with several names joined by `|`, each from `<` to `>`. Linear in the length of the HTML.
 */
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

// Name and value of an attribute; the value may be quoted (HTML 13.2.5.32).
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|((?!["'])[^\s>]+)))?/y;

// Few tags have the requested attribute, and this test is faster than parsing all attributes.
const mention = memory((name: string) => new RegExp(name, 'iu'));

/** Returns the decoded value of an attribute of a tag; `undefined` if the tag does not have it. */
export function attribute(tag: string, name: string): string | undefined {
  if (!mention(name).test(tag)) return undefined;
  ATTRIBUTE.lastIndex = tag.search(/[\s/>]/);
  for (let match = ATTRIBUTE.exec(tag); match; match = ATTRIBUTE.exec(tag)) {
    if (match[1]?.length !== name.length || match[1].toLowerCase() !== name) continue;
    const value = match[2] ?? match[3] ?? match[4];
    return value === undefined ? undefined : decodeEntities(value);
  }
  return undefined;
}

/** Returns the raw HTML of the theme's main element; `undefined` without such an element. */
export function mainOf(html: string): string | undefined {
  const start = html.search(/<main[\s>]/i);
  const end = html.lastIndexOf('</main');
  return start === -1 || end < start ? undefined : html.slice(start, end);
}
