/**
 * Inline content is kept as flat runs, each with its marks, until its paragraph is complete. Only then is it known what
 * stands beside a delimiter, which decides whether CommonMark sees one (section 6.2, flanking).
 */
import { splitAddresses } from './autolink.ts';
import { escapeText, type Place } from './escape.ts';
import { MarkdownElement, MarkdownText, type MarkdownNode } from './nodes.ts';

/** `once`: it surrounds whole blocks, and is written on the first of them only. */
export type Link = { readonly href: string; readonly once: boolean };
export type Emphasis = 'strong' | 'em' | 'del';
export type Marks = { readonly [Mark in Emphasis]: boolean } & { readonly link: Link | undefined };
export type Run = Marks &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'code'; readonly text: string }
    | { readonly kind: 'image'; readonly src: string; readonly alt: string }
    | { readonly kind: 'break' }
  );

export const PLAIN: Marks = { strong: false, em: false, del: false, link: undefined };

const EMPHASIS: readonly Emphasis[] = ['strong', 'em', 'del'];
const ELEMENT: Record<Emphasis, string> = { strong: 'STRONG', em: 'EM', del: 'DEL' };
/** White space, and what every version of CommonMark takes for punctuation; beyond ASCII, symbols are read as one or the other. */
const SPACE_OR_PUNCTUATION = /[\s\p{P}!-/:-@[-`{-~]/u;

/** Makes the inline nodes of one paragraph, heading or cell. */
export function inlineNodes(runs: readonly Run[], place: Place): MarkdownNode[] {
  let tidy: readonly Run[] = linkAddresses(foldSpace(runs, place));
  tidy = narrow(
    tidy,
    (run) => run.link,
    (run) => ({ ...run, link: undefined }),
    trimSpace,
  );
  for (const mark of EMPHASIS) {
    tidy = narrow(
      tidy,
      (run) => run[mark] || undefined,
      (run) => ({ ...run, [mark]: false }),
      trimToFlanking,
    );
  }
  return nest(toAtoms(withText(tidy, place)), []);
}

/** Whether the runs show anything. */
export function isBlank(runs: readonly Run[]): boolean {
  return runs.every((run) => run.kind === 'break' || (run.kind === 'text' && run.text.trim() === ''));
}

/** Folds white space as a browser does, joins what has the same marks, and parts links that touch. */
function foldSpace(runs: readonly Run[], place: Place): Run[] {
  const out: Run[] = [];
  const atLineStart = () => {
    const last = out.at(-1);
    return !last || last.kind === 'break' || (last.kind === 'text' && last.text.endsWith(' '));
  };
  const dropTrailingSpace = () => {
    const last = out.at(-1);
    if (last?.kind !== 'text' || !last.text.endsWith(' ')) return;
    out.pop();
    if (last.text.length > 1) out.push({ ...last, text: last.text.slice(0, -1) });
  };
  const push = (run: Run) => {
    const last = out.at(-1);
    if (last?.link && run.link && last.link !== run.link && !atLineStart()) {
      if (!(run.kind === 'text' && run.text.startsWith(' '))) out.push({ ...PLAIN, kind: 'text', text: ' ' });
    }
    if (last && last.kind === run.kind && sameMarks(last, run) && (last.kind === 'text' || last.kind === 'code')) {
      const more = run.kind === 'text' || run.kind === 'code' ? run.text : '';
      out[out.length - 1] = { ...last, text: last.text + more };
    } else out.push(run);
  };
  for (const run of runs) {
    if (run.kind === 'text') {
      const folded = run.text.replace(/[ \n\t\r\f]+/g, ' ');
      const text = atLineStart() ? folded.replace(/^ /, '') : folded;
      if (text !== '') push({ ...run, text });
    } else if (run.kind === 'break' && place === 'heading') {
      if (!atLineStart()) push({ ...PLAIN, kind: 'text', text: ' ' });
    } else if (run.kind === 'break') {
      dropTrailingSpace();
      const last = out.at(-1);
      if (last && last.kind !== 'break') out.push(run);
    } else push(run);
  }
  dropTrailingSpace();
  while (out.at(-1)?.kind === 'break') {
    out.pop();
    dropTrailingSpace();
  }
  return out;
}

function linkAddresses(runs: readonly Run[]): Run[] {
  return runs.flatMap((run): Run[] => {
    if (run.kind !== 'text' || run.link) return [run];
    return splitAddresses(run.text).map(({ text, href }): Run => {
      return Object.assign({}, run, { text, link: href === undefined ? undefined : { href, once: false } });
    });
  });
}

function sameMarks(a: Marks, b: Marks): boolean {
  return a.link === b.link && EMPHASIS.every((mark) => a[mark] === b[mark]);
}

type Trim = (run: Run, outside: string, side: 'start' | 'end', insideLink: boolean) => number | 'whole' | undefined;

/**
 * Takes a mark off the edges of every stretch that bears it, as far as `trim` says: so many characters of a run, or the
 * whole of it.
 */
function narrow(
  runs: readonly Run[],
  valueOf: (run: Run) => Link | true | undefined,
  without: (run: Run) => Run,
  trim: Trim,
): Run[] {
  const out: Run[] = [];
  for (let i = 0; i < runs.length;) {
    const first = runs[i];
    if (!first) break;
    const value = valueOf(first);
    const end = value === undefined ? i + 1 : endOfStretch(runs, i, (run) => valueOf(run) === value);
    if (value === undefined) {
      out.push(first);
      i = end;
      continue;
    }
    const stretch = runs.slice(i, end);
    const insideLink = stretch.every((run) => run.link !== undefined && run.link === first.link);
    const next = runs[end];
    const lead: Run[] = [];
    const tail: Run[] = [];
    const before = () => edge(lead.at(-1) ?? out.at(-1), 'end', stretch[0], insideLink);
    const after = () => edge(tail.at(-1) ?? next, 'start', stretch.at(-1), insideLink);
    trimEdge(stretch, 'start', lead, before, without, trim, insideLink);
    trimEdge(stretch, 'end', tail, after, without, trim, insideLink);
    for (const run of lead) out.push(run);
    for (const run of stretch) out.push(run);
    for (const run of tail.toReversed()) out.push(run);
    i = end;
  }
  return out;
}

function trimEdge(
  stretch: Run[],
  side: 'start' | 'end',
  taken: Run[],
  outside: () => string,
  without: (run: Run) => Run,
  trim: Trim,
  insideLink: boolean,
): void {
  for (;;) {
    const run = side === 'start' ? stretch[0] : stretch.at(-1);
    if (!run) return;
    const cut = trim(run, outside(), side, insideLink);
    if (cut === undefined) return;
    if (cut === 'whole' || (run.kind === 'text' && cut >= run.text.length)) {
      taken.push(without(run));
      if (side === 'start') stretch.shift();
      else stretch.pop();
    } else if (run.kind === 'text') {
      const at = side === 'start' ? cut : run.text.length - cut;
      const parts = [
        { ...run, text: run.text.slice(0, at) },
        { ...run, text: run.text.slice(at) },
      ] as const;
      if (side === 'start') {
        taken.push(without(parts[0]));
        stretch[0] = parts[1];
      } else {
        taken.push(without(parts[1]));
        stretch[stretch.length - 1] = parts[0];
      }
    } else return;
  }
}

/** White space and line breaks at an edge do not belong to a link or to emphasis. */
function trimSpace(run: Run, _outside: string, side: 'start' | 'end'): number | 'whole' | undefined {
  if (run.kind === 'break') return 'whole';
  if (run.kind !== 'text') return undefined;
  const space = (side === 'start' ? /^\s+/ : /\s+$/).exec(run.text.length > 200 ? ends(run.text, side) : run.text);
  return space ? space[0].length : undefined;
}

function ends(text: string, side: 'start' | 'end'): string {
  return side === 'start' ? text.slice(0, 100) : text.slice(-100);
}

/** A delimiter between a letter outside and punctuation inside is not seen: then the punctuation stays outside too. */
function trimToFlanking(
  run: Run,
  outside: string,
  side: 'start' | 'end',
  insideLink: boolean,
): number | 'whole' | undefined {
  const space = trimSpace(run, outside, side);
  if (space !== undefined) return space;
  if (outside === '' || SPACE_OR_PUNCTUATION.test(outside)) return undefined;
  if (run.kind !== 'text' || (run.link && !insideLink) || (run.del && (run.strong || run.em))) return 'whole';
  const edgeText = ends(run.text, side);
  const punctuation = (side === 'start' ? /^[\p{P}\p{S}]+/u : /[\p{P}\p{S}]+$/u).exec(edgeText);
  return punctuation ? punctuation[0].length : undefined;
}

/** The character that a neighbour will show at its edge; brackets of a link count as punctuation. */
function edge(neighbour: Run | undefined, side: 'start' | 'end', inside: Run | undefined, insideLink: boolean): string {
  if (!neighbour) return insideLink ? '[' : '';
  if (neighbour.link !== inside?.link && (neighbour.link || insideLink)) return '[';
  if (neighbour.kind === 'text') return characterAt(neighbour.text, side);
  return neighbour.kind === 'break' ? '\n' : '`';
}

function characterAt(text: string, side: 'start' | 'end'): string {
  return (side === 'start' ? /^./su.exec(text) : /.$/su.exec(text.slice(-2)))?.[0] ?? '';
}

/** The index after the last of the items from `start` on that are all in. */
function endOfStretch<Item>(items: readonly Item[], start: number, isIn: (item: Item) => boolean): number {
  for (let index = start + 1; index < items.length; index++) {
    const item = items[index];
    if (item !== undefined && !isIn(item)) return index;
  }
  return items.length;
}

/** A run with the text it will have in the Markdown. */
type Written = { readonly run: Run; readonly node: MarkdownNode };

function withText(runs: readonly Run[], place: Place): Written[] {
  return runs.map((run, index): Written => {
    const previous = runs[index - 1];
    const next = runs[index + 1];
    switch (run.kind) {
      case 'text': {
        const text = escapeText(run.text, {
          before: neighbourCharacter(previous, run, 'end'),
          after: neighbourCharacter(next, run, 'start'),
          place,
          inLink: run.link !== undefined,
        });
        return { run, node: new MarkdownText(place === 'heading' && !next ? escapeClosingHashes(text) : text) };
      }
      case 'code':
        return { run, node: new MarkdownElement('CODE', { place }, [new MarkdownText(run.text)]) };
      case 'image':
        return { run, node: imageNode(run.src, run.alt, place) };
      case 'break':
        return { run, node: new MarkdownElement('BR', { place }) };
      default:
        return run satisfies never;
    }
  });
}

/** What stands beside a text once the delimiters of its neighbour are written. */
function neighbourCharacter(neighbour: Run | undefined, run: Run, side: 'start' | 'end'): string {
  if (neighbour?.kind === 'break') return '';
  if (!neighbour) return EMPHASIS.some((mark) => run[mark]) ? '*' : run.link ? '[' : '';
  if (neighbour.link !== run.link) return '[';
  if (!sameMarks(neighbour, run)) return '*';
  if (neighbour.kind === 'text') return characterAt(neighbour.text, side);
  return neighbour.kind === 'image' ? '[' : '`';
}

function imageNode(src: string, alt: string, place: Place): MarkdownElement {
  const folded = alt.replace(/\s+/g, ' ').trim();
  return new MarkdownElement('IMG', { src, alt: escapeText(folded, { before: '[', after: ']', place, inLink: true }) });
}

function escapeClosingHashes(text: string): string {
  return text.replace(/(^|\s)(#+)$/, '$1\\$2');
}

/** A link, or a single run outside links; its emphasis is what all of it bears. */
type Atom = {
  readonly parts: readonly Written[];
  readonly link: Link | undefined;
  readonly marks: readonly Emphasis[];
};

function toAtoms(written: readonly Written[]): Atom[] {
  const atoms: Atom[] = [];
  for (let i = 0; i < written.length;) {
    const link = written[i]?.run.link;
    const end = link ? endOfStretch(written, i, (part) => part.run.link === link) : i + 1;
    const parts = written.slice(i, end);
    atoms.push({ parts, link, marks: EMPHASIS.filter((mark) => parts.every(({ run }) => run[mark])) });
    i = end;
  }
  return atoms;
}

/** Nests emphasis, the longest stretch outermost; a link alone keeps its emphasis inside. */
function nest(atoms: readonly Atom[], open: readonly Emphasis[]): MarkdownNode[] {
  const out: MarkdownNode[] = [];
  for (let i = 0; i < atoms.length;) {
    const atom = atoms[i];
    if (!atom) break;
    let longest: { mark: Emphasis; length: number } | undefined;
    for (const mark of EMPHASIS) {
      if (open.includes(mark) || !atom.marks.includes(mark)) continue;
      const end = endOfStretch(atoms, i, ({ marks }) => marks.includes(mark));
      if (end - i > (longest?.length ?? 0)) longest = { mark, length: end - i };
    }
    if (longest && !(atom.link && longest.length === 1)) {
      const inside = nest(atoms.slice(i, i + longest.length), [...open, longest.mark]);
      const element = new MarkdownElement(ELEMENT[longest.mark], {}, inside);
      if (canTouch(out.at(-1), element)) out.push(element);
      else out.push(...inside);
      i += longest.length;
    } else {
      if (atom.link) out.push(linkNode(atom, atom.link, open));
      else for (const part of atom.parts) out.push(part.node);
      i++;
    }
  }
  return out;
}

/** Delimiters that meet are told apart only between letters; elsewhere the second emphasis is given up. */
function canTouch(before: MarkdownNode | undefined, after: MarkdownElement): boolean {
  if (!(before instanceof MarkdownElement) || !/^(?:STRONG|EM|DEL)$/.test(before.nodeName)) return true;
  const last = before.childNodes.at(-1);
  const first = after.childNodes[0];
  return (
    last instanceof MarkdownText &&
    first instanceof MarkdownText &&
    /[\p{L}\p{N}]$/u.test(last.data) &&
    /^[\p{L}\p{N}]/u.test(first.data)
  );
}

function linkNode(atom: Atom, link: Link, open: readonly Emphasis[]): MarkdownElement {
  const parts = atom.parts.map((part): Atom => ({
    parts: [part],
    link: undefined,
    marks: EMPHASIS.filter((mark) => part.run[mark]),
  }));
  return new MarkdownElement('A', { href: link.href }, nest(parts, open));
}
