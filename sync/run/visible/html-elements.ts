/** Elements whose content is not markup (HTML 13.2.5). */
export const RAW_TEXT: ReadonlySet<string> = new Set(
  'iframe noembed noframes script style textarea title xmp'.split(' '),
);

/**
 * Removes the elements with the names; `stays` preserves elements by their content. An unclosed element extends to the end.
 * Linear in the length.
 */
export function withoutElements(
  html: string,
  names: ReadonlySet<string>,
  stays: (element: string) => boolean = () => false,
): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of elementsIn(html, names)) {
    const element = html.slice(start, end);
    rest += html.slice(at, start) + (stays(element) ? element : '');
    at = end;
  }
  return at === 0 ? html : rest + html.slice(at);
}

// Iterator over the outermost elements with the names.
function* elementsIn(html: string, names: ReadonlySet<string>): Generator<Pick<Markup, 'start' | 'end'>> {
  let open: Markup | undefined;
  let depth = 0;
  for (const tag of markupIn(html, RAW_TEXT)) {
    if (tag.name === undefined || (open ? tag.name !== open.name : tag.isEnd || !names.has(tag.name))) continue;
    open ??= tag;
    depth += tag.isEnd ? -1 : 1;
    if (depth > 0 && !RAW_TEXT.has(tag.name)) continue;
    yield { start: open.start, end: tag.end };
    open = undefined;
    depth = 0;
  }
  if (open) yield { start: open.start, end: html.length };
}

// Elements that may start and end inside a word.
const WITHIN_WORDS: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var
  wbr`.split(/\s+/),
);

/** Returns each string of HTML between two tags. */
export const textsOf = (html: string, unshown: ReadonlySet<string>): string[] =>
  textsBetween(html, unshown, () => true);

/** Returns each string of HTML between tags that end a word. */
export const wholeTextsOf = (html: string, unshown: ReadonlySet<string>): string[] =>
  textsBetween(html, unshown, (name) => name !== undefined && !WITHIN_WORDS.has(name));

// `divides`: true if the named tag, or a comment, ends a text.
function textsBetween(
  html: string,
  unshown: ReadonlySet<string>,
  divides: (name: string | undefined) => boolean,
): string[] {
  const parts: string[] = [];
  let text = '';
  let at = 0;
  for (const { name, start, end } of markupIn(html, unshown)) {
    text += html.slice(at, start);
    at = end;
    if (!divides(name)) continue;
    parts.push(text);
    text = '';
  }
  parts.push(text + html.slice(at));
  return parts;
}

// A tag, a comment, a sign that begins neither (`name` is `undefined`), or a whole element.
type Markup = {
  readonly name: string | undefined;
  readonly isEnd: boolean;
  readonly start: number;
  readonly end: number;
};

/** Iterator over the markup of HTML. The range of an element in `whole`, whose content is not markup, includes its end tag. */
export function* markupIn(html: string, whole: ReadonlySet<string>): Generator<Markup> {
  for (let start = html.indexOf('<'), end = 0; start !== -1; start = html.indexOf('<', end)) {
    const name = nameAt(html, start);
    end = endOfMarkup(html, start, name, whole);
    yield { name, isEnd: html[start + 1] === '/', start, end };
  }
}

// Name of a tag; longer names are not relevant.
const NAME = /<\/?([a-z][a-z0-9-]{0,22})/iy;

function nameAt(html: string, open: number): string | undefined {
  NAME.lastIndex = open;
  return NAME.exec(html)?.[1]?.toLowerCase();
}

function endOfMarkup(html: string, open: number, name: string | undefined, unshown: ReadonlySet<string>): number {
  const after = (mark: string, from: number) => {
    const found = html.indexOf(mark, from);
    return found === -1 ? html.length : found + mark.length;
  };
  if (html.startsWith('<!--', open)) return after('-->', open + 4);
  // A less-than sign, not a tag.
  if (name === undefined && !/[!/?]/.test(html.charAt(open + 1))) return open + 1;
  const end = endOfTag(html, open);
  if (name === undefined || !unshown.has(name) || html[open + 1] === '/') return end;
  const endTag = new RegExp(`</${name}`, 'gi');
  endTag.lastIndex = end;
  return endTag.test(html) ? after('>', endTag.lastIndex) : html.length;
}

// End of a tag, or start of a quoted value, which may contain `>`.
const TAG_END = />|=["']/g;

function endOfTag(html: string, open: number): number {
  for (let at = open; ;) {
    TAG_END.lastIndex = at;
    const [sign = ''] = TAG_END.exec(html) ?? [];
    if (sign === '>') return TAG_END.lastIndex;
    const close = sign === '' ? -1 : html.indexOf(sign.charAt(1), TAG_END.lastIndex);
    if (close === -1) return html.length;
    at = close + 1;
  }
}
