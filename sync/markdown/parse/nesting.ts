/**
 * Rewrites the tags of an extremely nested page, so it can be parsed in linear time. All text remains. Nested
 * formatting elements become `span` elements with their attributes, because attributes may hide text.
 */
import { VOID_ELEMENTS } from './element-kinds.ts';
import { tagsOf } from './tokenizer.ts';
import { MAX_DEPTH } from './tree.ts';

const words = (list: string) => new Set(list.trim().split(/\s+/));

// Void elements, and elements that a document has once. A link ends at the start of the next link.
const NEVER_NESTED = new Set([...VOID_ELEMENTS, ...words('html head body a')]);
// Formatting elements: the parser reconstructs them in every paragraph until they are closed (HTML 13.2.4.3).
const FORMATTING = words('b big code em font i nobr s small strike strong tt u');
const BLOCKS = words(`
  address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5
  h6 header hgroup main menu nav ol pre search section summary table ul`);
// Scope markers: an end tag does not match a start tag outside of them (HTML 13.2.4.2).
const SCOPES = new Set([...BLOCKS, ...words('applet button caption marquee object select td template th')]);
const ALL_BUT_TABLE = new Set([...SCOPES].filter((name) => name !== 'table'));

// Implied end tags of a start tag: the open elements that it closes, and the scope markers that it passes.
type ImpliedEnd = { readonly closed: ReadonlySet<string>; readonly through: ReadonlySet<string> };
const PARAGRAPH: ImpliedEnd = { closed: words('p'), through: new Set() };
const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnd> = new Map(
  Object.entries({
    ...Object.fromEntries([...BLOCKS].map((name) => [name, PARAGRAPH])),
    p: PARAGRAPH,
    li: { closed: words('li'), through: words('address div') },
    ...both('dt dd', 'address div'),
    ...both('td th', ALL_BUT_TABLE),
    ...both('tr', ALL_BUT_TABLE),
    ...both('tbody thead tfoot caption colgroup', ALL_BUT_TABLE),
  }),
);

function both(names: string, through: string | ReadonlySet<string>): Record<string, ImpliedEnd> {
  const closed = words(names);
  const closing = { closed, through: typeof through === 'string' ? words(through) : through };
  return Object.fromEntries([...closed].map((name) => [name, closing]));
}

/** Returns the page without tags beyond the depth limit, and without formatting elements within formatting elements. */
export function flattenNesting(html: string): string {
  const nesting = createOpenElements();
  const parts: string[] = [];
  let copied = 0;
  for (const { name, isEnd, start, nameEnd, end } of tagsOf(html)) {
    if (NEVER_NESTED.has(name)) continue;
    const written = isEnd ? nesting.end(name) : nesting.start(name);
    if (written === name) continue;
    parts.push(html.slice(copied, start));
    if (written === 'br') parts.push('<br>');
    else if (written !== '') parts.push(isEnd ? '</' : '<', written, html.slice(nameEnd, end));
    copied = end;
  }
  parts.push(html.slice(copied));
  return parts.join('');
}

// Creates a stack of open elements. It returns the name to write for a tag: unchanged, `span`, `br`, or empty.
function createOpenElements() {
  const open: { readonly name: string; readonly written: string }[] = [];
  const dropped = new Map<string, number>();
  // The formatting element that the parser reconstructs.
  let active: string | undefined;

  const indexOf = (isFound: (name: string) => boolean, isScope: (name: string) => boolean): number => {
    for (let index = open.length - 1; index >= 0; index--) {
      const { name = '' } = open[index] ?? {};
      if (isFound(name)) return index;
      if (isScope(name)) return -1;
    }
    return -1;
  };

  function start(name: string): string {
    const closing = IMPLIED_ENDS.get(name);
    if (closing) {
      const index = indexOf(
        (other) => closing.closed.has(other),
        (other) => SCOPES.has(other) && !closing.through.has(other),
      );
      if (index >= 0) open.length = index;
    }
    if (open.length >= MAX_DEPTH) {
      if (closing && !BLOCKS.has(name)) return name;
      dropped.set(name, (dropped.get(name) ?? 0) + 1);
      return BLOCKS.has(name) ? 'br' : '';
    }
    const written = active !== undefined && FORMATTING.has(name) ? 'span' : name;
    if (FORMATTING.has(written)) active = written;
    open.push({ name, written });
    return written;
  }

  function end(name: string): string {
    const absent = dropped.get(name) ?? 0;
    if (absent > 0) {
      dropped.set(name, absent - 1);
      return BLOCKS.has(name) ? 'br' : '';
    }
    if (FORMATTING.has(name)) return endFormatting(name);
    const isInline = !SCOPES.has(name) && !IMPLIED_ENDS.get(name);
    const index = indexOf(
      (other) => other === name,
      (other) => isInline && (SCOPES.has(other) || IMPLIED_ENDS.has(other)),
    );
    if (index >= 0) open.length = index;
    // The end tag of a paragraph that is not open creates an empty paragraph.
    return index >= 0 || name === 'p' ? name : '';
  }

  // A formatting element also ends across the blocks around its end tag: adoption agency algorithm (HTML 13.2.6.4.7).
  function endFormatting(name: string): string {
    const index = open.findLastIndex((other) => other.name === name);
    const written = index < 0 ? (active ?? '') : (open[index]?.written ?? '');
    if (index >= 0) open.splice(index, 1);
    if (written === 'span') return written;
    if (written !== name) return '';
    active = undefined;
    return name;
  }

  return { start, end };
}
