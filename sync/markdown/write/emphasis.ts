/** Nesting of emphasis and links: flat runs with marks become inline nodes. */
import { endOfRange } from './flanking.ts';
import { EMPHASIS, type Emphasis, type InlineRun, type Link } from './inline.ts';
import { MarkdownElement, MarkdownText, type MarkdownNode } from './markdown-tree.ts';

const ELEMENT: Record<Emphasis, string> = { strong: 'STRONG', em: 'EM', del: 'DEL' };

/** A run, and the node of its text as it will stand in the Markdown. */
export type WrittenRun = { readonly run: InlineRun; readonly node: MarkdownNode };

/** Makes inline nodes of written runs, the longest emphasis outermost. */
export function nestMarks(written: readonly WrittenRun[]): MarkdownNode[] {
  return nest(toAtoms(written), []);
}

/** A link, or a single run outside links; its marks are those that all of it bears. */
type Atom = {
  readonly parts: readonly WrittenRun[];
  readonly link: Link | undefined;
  readonly marks: readonly Emphasis[];
};

function toAtoms(written: readonly WrittenRun[]): Atom[] {
  const atoms: Atom[] = [];
  for (let i = 0; i < written.length;) {
    const link = written[i]?.run.link;
    const end = link ? endOfRange(written, i, (part) => part.run.link === link) : i + 1;
    const parts = written.slice(i, end);
    const marks = EMPHASIS.filter((mark) => parts.every(({ run }) => run[mark]));
    atoms.push({ parts, link, marks });
    i = end;
  }
  return atoms;
}

/** Nests emphasis, the longest range outermost; a link alone keeps its emphasis inside. */
function nest(atoms: readonly Atom[], open: readonly Emphasis[]): MarkdownNode[] {
  const out: MarkdownNode[] = [];
  for (let i = 0; i < atoms.length;) {
    const atom = atoms[i];
    if (!atom) break;
    let longest: { mark: Emphasis; length: number } | undefined;
    for (const mark of EMPHASIS) {
      if (open.includes(mark) || !atom.marks.includes(mark)) continue;
      const end = endOfRange(atoms, i, ({ marks }) => marks.includes(mark));
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

/** Delimiter runs that meet are told apart only between letters; elsewhere the second emphasis is given up. */
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
