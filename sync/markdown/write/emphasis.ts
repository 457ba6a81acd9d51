/** Nesting of emphasis and links: flat runs with marks become inline nodes. */
import { endOfRange } from './flanking.ts';
import { DEL, EM, EMPHASIS, STRONG, type InlineRun, type Link } from './inline.ts';
import { MarkdownElement, MarkdownText, type MarkdownNode } from './markdown-tree.ts';

const ELEMENT: ReadonlyMap<number, string> = new Map([
  [STRONG, 'STRONG'],
  [EM, 'EM'],
  [DEL, 'DEL'],
]);

/** A link, or a single run outside links: the runs from one index to another, and the emphasis that all of them bear. */
type Atom = {
  readonly from: number;
  readonly to: number;
  readonly link: Link | undefined;
  readonly emphasis: number;
};

/** Makes inline nodes of runs and the nodes of their texts, the longest emphasis outermost. */
export function nestMarks(runs: readonly InlineRun[], nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const atoms: Atom[] = [];
  for (let from = 0, to = 0; from < runs.length; from = to) {
    const link = runs[from]?.link;
    to = link ? endOfRange(runs, from, (run) => run.link === link) : from + 1;
    atoms.push(atomOf(runs, from, to, link));
  }

  /** Nests emphasis, the longest range outermost; a link alone keeps its emphasis inside. */
  const nest = (inner: readonly Atom[], start: number, end: number, open: number): MarkdownNode[] => {
    const out: MarkdownNode[] = [];
    for (let i = start; i < end;) {
      const atom = inner[i];
      if (!atom) break;
      const { mark, to } = longestRange(inner, i, end, atom.emphasis & ~open);
      if (mark > 0 && !(atom.link && to === i + 1)) {
        const inside = nest(inner, i, to, open | mark);
        const element = new MarkdownElement(ELEMENT.get(mark) ?? '', {}, inside);
        if (canTouch(out.at(-1), element)) out.push(element);
        else out.push(...inside);
        i = to;
      } else {
        const node = atom.link ? linkNode(atom, atom.link, open) : nodes[atom.from];
        if (node) out.push(node);
        i++;
      }
    }
    return out;
  };

  const linkNode = ({ from, to }: Atom, link: Link, open: number): MarkdownElement => {
    const parts = runs.slice(from, to).map((_, index) => atomOf(runs, from + index, from + index + 1, undefined));
    return new MarkdownElement('A', { href: link.href }, nest(parts, 0, parts.length, open));
  };

  return nest(atoms, 0, atoms.length, 0);
}

function atomOf(runs: readonly InlineRun[], from: number, to: number, link: Link | undefined): Atom {
  let emphasis = STRONG | EM | DEL;
  for (let i = from; i < to; i++) emphasis &= runs[i]?.emphasis ?? 0;
  return { from, to, link, emphasis };
}

/** Of some kinds of emphasis, the one that the most atoms from an index on bear. */
function longestRange(atoms: readonly Atom[], start: number, end: number, emphasis: number) {
  let longest = { mark: 0, to: start };
  for (const mark of EMPHASIS) {
    if ((emphasis & mark) === 0) continue;
    let to = start + 1;
    while (to < end && ((atoms[to]?.emphasis ?? 0) & mark) !== 0) to++;
    if (to > longest.to) longest = { mark, to };
  }
  return longest;
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
