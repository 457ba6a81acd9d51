/**
 * Inline content is kept as flat runs, each with its marks, until its paragraph is complete. Only then is it known what
 * stands beside a delimiter, which decides whether CommonMark sees one (section 6.2, flanking).
 */
import { mayHoldAddress, splitAddresses } from './autolink.ts';
import { escapeText, type Place } from './escape.ts';
import { characterAt, endOfStretch, narrow, trimSpace, trimToFlanking } from './flanking.ts';
import { LINE_BREAK, MarkdownElement, MarkdownText, type MarkdownNode } from './markdown-tree.ts';
import { EMPHASIS, PLAIN, type Emphasis, type Link, type Marks, type Run } from './inline.ts';

const ELEMENT: Record<Emphasis, string> = { strong: 'STRONG', em: 'EM', del: 'DEL' };
/** Makes the inline nodes of one paragraph, heading or cell. */
export function inlineNodes(runs: readonly Run[], place: Place): MarkdownNode[] {
  let tidy: readonly Run[] = linkAddresses(foldSpace(runs, place));
  if (tidy.every(isPlain)) return joined(withText(tidy, place), place);
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

function isPlain(run: Run): boolean {
  return run.link === undefined && !run.strong && !run.em && !run.del;
}

/** Texts without marks, in as few nodes as they need. */
function joined(written: readonly Written[], place: Place): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let text = '';
  for (const { run, node } of written) {
    if (node instanceof MarkdownText) text += node.data;
    else if (run.kind === 'break' && place === 'paragraph') text += LINE_BREAK;
    else {
      if (text !== '') nodes.push(new MarkdownText(text));
      text = '';
      nodes.push(node);
    }
  }
  if (text !== '') nodes.push(new MarkdownText(text));
  return nodes;
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
      if (text !== '') push(text === run.text ? run : { ...run, text });
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
  const out: Run[] = [];
  for (const run of runs) {
    if (run.kind !== 'text' || run.link || !mayHoldAddress(run.text)) {
      out.push(run);
      continue;
    }
    for (const { text, href } of splitAddresses(run.text)) {
      out.push({ ...run, text, link: href === undefined ? undefined : { href, once: false } });
    }
  }
  return out;
}

function sameMarks(a: Marks, b: Marks): boolean {
  return a.link === b.link && a.strong === b.strong && a.em === b.em && a.del === b.del;
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
    const marks = EMPHASIS.filter((mark) => parts.every(({ run }) => run[mark]));
    atoms.push({ parts, link, marks });
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
