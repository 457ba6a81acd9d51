/** Nests emphasis and links: converts flat runs with marks to inline Markdown. */
import { endOfRange } from './flanking.ts';
import { DEL, EM, EMPHASIS, STRONG, type InlineRun, type Link } from './inline.ts';

// Segment of inline Markdown.
type Piece = {
  /** Without the enclosing delimiters. */
  readonly markdown: string;
  /** Visible text. */
  readonly text: string;
  readonly emphasis: number;
  readonly link: Link | undefined;
};

const DELIMITERS: ReadonlyMap<number, string> = new Map([
  [STRONG, '**'],
  [EM, '*'],
  [DEL, '~~'],
]);

// A link, or a single run outside links: a range of runs, and the emphasis that all of them have.
type Atom = {
  readonly from: number;
  readonly to: number;
  readonly link: Link | undefined;
  readonly emphasis: number;
};

/** Writes runs with their Markdown; the longest emphasis is outermost. */
export function nestMarks(runs: readonly InlineRun[], written: readonly string[]): string {
  const atoms: Atom[] = [];
  for (let from = 0, to = 0; from < runs.length; from = to) {
    const link = runs[from]?.link;
    to = link ? endOfRange(runs, from, (run) => run.link === link) : from + 1;
    atoms.push(atomOf(runs, from, to, link));
  }

  // Nests emphasis, the longest range outermost. If a range is only a link, its emphasis is inside.
  const nest = (inner: readonly Atom[], start: number, end: number, open: number): Piece[] => {
    const out: Piece[] = [];
    for (let i = start; i < end;) {
      const atom = inner[i];
      if (!atom) break;
      const { mark, to } = longestRange(inner, i, end, atom.emphasis & ~open);
      if (mark > 0 && !(atom.link && to === i + 1)) {
        const isAlone = to === i + 1 && (atom.emphasis & ~open) === mark;
        const inside = isAlone ? [plain(atom.from)] : nest(inner, i, to, open | mark);
        const marked = around(inside, mark, undefined);
        if (canTouch(out.at(-1), marked)) out.push(marked);
        else out.push(...inside);
        i = to;
      } else {
        out.push(atom.link ? linked(atom, atom.link, open) : plain(atom.from));
        i++;
      }
    }
    return out;
  };

  const plain = (index: number): Piece => {
    const [run, markdown = ''] = [runs[index], written[index]];
    const text = run?.kind === 'text' ? markdown : run?.kind === 'code' ? run.text : '';
    return { markdown, text, emphasis: 0, link: undefined };
  };
  const linked = ({ from, to, emphasis }: Atom, link: Link, open: number): Piece => {
    // Most links are a single text without further emphasis.
    if (to === from + 1 && (emphasis & ~open) === 0) return around([plain(from)], 0, link);
    const parts = runs.slice(from, to).map((_, index) => atomOf(runs, from + index, from + index + 1, undefined));
    return around(nest(parts, 0, parts.length, open), 0, link);
  };

  return join(nest(atoms, 0, atoms.length, 0));
}

function atomOf(runs: readonly InlineRun[], from: number, to: number, link: Link | undefined): Atom {
  let emphasis = STRONG | EM | DEL;
  for (let i = from; i < to; i++) emphasis &= runs[i]?.emphasis ?? 0;
  return { from, to, link, emphasis };
}

// Returns the kind of emphasis with the longest range of atoms from `start`.
function longestRange(atoms: readonly Atom[], start: number, end: number, emphasis: number) {
  let longest = { mark: 0, to: start };
  for (const mark of emphasis === 0 ? [] : EMPHASIS) {
    if ((emphasis & mark) === 0) continue;
    let to = start + 1;
    while (to < end && ((atoms[to]?.emphasis ?? 0) & mark) !== 0) to++;
    if (to > longest.to) longest = { mark, to };
  }
  return longest;
}

function around(inside: readonly Piece[], emphasis: number, link: Link | undefined): Piece {
  const [first] = inside;
  if (first && inside.length === 1 && first.emphasis === 0 && !first.link)
    return { markdown: first.markdown, text: first.text, emphasis, link };
  return { markdown: join(inside), text: inside.map(({ text }) => text).join(''), emphasis, link };
}

// Adjacent delimiter runs are only unambiguous between letters. Elsewhere, the second emphasis is dropped.
function canTouch(before: Piece | undefined, after: Piece): boolean {
  if (!before || before.emphasis === 0) return true;
  return /[\p{L}\p{N}]$/u.test(before.markdown) && /^[\p{L}\p{N}]/u.test(after.markdown);
}

function join(pieces: readonly Piece[]): string {
  return pieces.map((piece, index) => write(piece, pieces[index - 1], pieces[index + 1])).join('');
}

// Writes a segment with its delimiters. Space at its edge is written outside, unless there is a space already.
function write(piece: Piece, before: Piece | undefined, after: Piece | undefined): string {
  const { markdown, text, emphasis, link } = piece;
  if (emphasis === 0 && !link) return markdown;
  const shown = text.trimStart();
  const opening = before?.text.endsWith(' ') ? '' : text.slice(0, text.length - shown.length);
  const closing = after?.text.startsWith(' ') ? '' : shown.slice(shown.trimEnd().length);
  const content = opening === '' && closing === '' ? markdown : markdown.trim();
  const delimiter = DELIMITERS.get(emphasis) ?? '';
  return `${opening}${link ? linkTo(link, content, text) : `${delimiter}${content}${delimiter}`}${closing}`;
}

// A link whose text is its address is an autolink (CommonMark 6.5), which needs no escaping.
function linkTo({ href }: Link, content: string, text: string): string {
  const isOwnAddress = /^https?:\/\/[^\s<>]+$/.test(text) && (text === href || `${text}/` === href);
  return isOwnAddress ? `<${text}>` : `[${content}](${href})`;
}
