import { memory } from '../markdown/memory.ts';
import { decodeEntities } from './text.ts';

/** HTML in lower case, with each character at its place: `İ` alone has two in lower case (Unicode, SpecialCasing). */
export const inLowerCase = (html: string): string => html.replaceAll('İ', '.').toLowerCase();

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

/** The name of an attribute, and its value: in quotes of either kind, or in none (HTML 13.2.5.32). */
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|((?!["'])[^\s>]+)))?/y;

/** Few tags have the attribute that is asked for: a search tells so sooner than reading all that they have. */
const mention = memory((name: string) => new RegExp(name, 'iu'));

/** The value of an attribute of a tag, decoded; `undefined` of one that has none. */
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

/** The HTML of the theme's main element, as it is; `undefined` when there is none. */
export function mainOf(html: string): string | undefined {
  const start = html.search(/<main[\s>]/i);
  const end = html.lastIndexOf('</main');
  return start === -1 || end < start ? undefined : html.slice(start, end);
}
