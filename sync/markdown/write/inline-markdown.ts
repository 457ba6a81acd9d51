/**
 * Writes inline content. Ranges of emphasis are narrowed to positions where their delimiter runs are left- and
 * right-flanking (CommonMark 6.2), then nested and written from left to right.
 */
import { mayHoldAutolink, splitAutolinks } from './autolink.ts';
import { codeSpan, escapeText, type InlineContext } from './escape.ts';
import { createMark, type Inline, type Mark, type Range } from './inline.ts';

type Kind = Mark['kind'];
const EMPHASIS: readonly Kind[] = ['strong', 'em', 'del'];
const DELIMITERS: Readonly<Partial<Record<Kind, string>>> = { strong: '**', em: '*', del: '~~' };
// White space, and the punctuation of every version of CommonMark. Beyond ASCII, versions differ in symbols.
const SPACE_OR_PUNCTUATION = /[\s\p{P}!-/:-@[-`{-~]/u;

/** Writes a paragraph, heading or cell. */
export function inlineMarkdown({ text, ranges }: Inline, context: InlineContext): string {
  const all = mayHoldAutolink(text) ? [...ranges, ...autolinks(text, ranges)] : ranges;
  const nested = all.length === 0 ? all : nest(text, all);
  let out = '';
  let next = 0;
  // Whether strikethrough begins before an index. An autolink would lose it.
  const isStruck = (first: number, end: number): boolean => {
    for (let i = first; (nested[i]?.from ?? Infinity) < end; i++) if (nested[i]?.mark.kind === 'del') return true;
    return false;
  };
  // Writes a part of the text between two delimiters.
  const write = (start: number, end: number, delimiter: string, inLink: boolean): void => {
    let at = start;
    let before = delimiter;
    const plain = (to: number, after: string) => {
      if (to > at) out += writeText(text.slice(at, to), { before, after, context, inLink });
    };
    for (let range = nested[next]; range && range.from < end; range = nested[next]) {
      next++;
      const { mark, from } = range;
      let { to } = range;
      const marker = DELIMITERS[mark.kind];
      const opening = marker ? '*' : mark.kind === 'code' ? '`' : '[';
      plain(from, opening);
      if (mark.kind === 'code') {
        // Code spans that touch would be a single delimiter run.
        for (let code = nested[next]; to < end && code?.from === to && code.mark.kind === 'code'; code = nested[++next])
          ({ to } = code);
        out += codeSpan(text.slice(from, to), context);
      } else if (mark.kind === 'image') out += image(mark, context);
      else if (mark.kind === 'link' && isOwnAddress(text.slice(from, to), mark.href) && !isStruck(next, to)) {
        out += `<${text.slice(from, to)}>`;
        while ((nested[next]?.from ?? Infinity) < to) next++;
      } else {
        out += marker ?? '[';
        write(from, to, opening, inLink || mark.kind === 'link');
        out += marker ?? `](${mark.href})`;
      }
      before = opening;
      at = to;
    }
    plain(end, delimiter);
  };
  write(0, text.length, '', false);
  return context === 'heading' ? escapeClosingHashes(out) : out;
}

// Writes a text with line breaks.
function writeText(text: string, around: Parameters<typeof escapeText>[1]): string {
  if (!text.includes('\n')) return escapeText(text, around);
  const lines = text.split('\n');
  const edge = (index: number) => ({
    ...around,
    before: index === 0 ? around.before : '',
    after: index === lines.length - 1 ? around.after : '',
  });
  const written = lines.map((line, index) => (line === '' ? '' : escapeText(line, edge(index))));
  return written.join(around.context === 'cell' ? '<br>' : '  \n');
}

function image({ href, alt }: Mark, context: InlineContext): string {
  const text = alt.replace(/\s+/g, ' ').trim();
  return `![${escapeText(text, { before: '[', after: ']', context, inLink: true })}](${href})`;
}

// A link whose text is its address is an autolink (CommonMark 6.5), which needs no escaping.
function isOwnAddress(text: string, href: string): boolean {
  return /^https?:\/\/[^\s<>]+$/.test(text) && (text === href || `${text}/` === href);
}

function escapeClosingHashes(text: string): string {
  return text.endsWith('#') ? text.replace(/(?<=^|\s)(#+)$/, '\\$1') : text;
}

// Links of the addresses in a text with the same marks, outside links, code and images.
function autolinks(text: string, ranges: readonly Range[]): Range[] {
  const solid = ranges.filter((range) => !isEmphasis(range)).toSorted(byPlace);
  const edges = new Set([0, text.length, ...ranges.flatMap(({ from, to }) => [from, to])]);
  const found: Range[] = [];
  let at = 0;
  let next = 0;
  for (const edge of [...edges].toSorted((a, b) => a - b)) {
    while ((solid[next]?.to ?? Infinity) <= at) next++;
    const isSolid = (solid[next]?.from ?? Infinity) <= at;
    for (const piece of isSolid ? [] : splitAutolinks(text.slice(at, edge))) {
      const [from, to] = [at, at + piece.text.length];
      if (piece.href !== undefined) found.push({ mark: createMark('link', { href: piece.href }), from, to });
      at = to;
    }
    at = edge;
  }
  return found;
}

// Outermost first. Emphasis of a whole link is inside the link, and code is innermost.
const ORDER: readonly Kind[] = ['link', 'strong', 'em', 'del', 'code', 'image'];
const byPlace = (a: Range, b: Range): number =>
  a.from - b.from || b.to - a.to || ORDER.indexOf(a.mark.kind) - ORDER.indexOf(b.mark.kind);

// Returns ranges that are nested and not empty, sorted by index.
function nest(text: string, ranges: readonly Range[]): readonly Range[] {
  const of = (kind: Kind) => ranges.filter(({ mark }) => mark.kind === kind).toSorted(byPlace);
  const links = of('link')
    .map((range) => narrow(text, range))
    .filter(isFilled);
  const leaves = [...of('code'), ...of('image')];
  const edges = edgesOf(text, [...leaves, ...links]);
  // Emphasis that a link, or emphasis of an earlier kind, covers in part is split at its edge.
  const kinds: (readonly Range[])[] = [links];
  for (const kind of EMPHASIS) {
    const fit = (fitted: readonly Range[]) =>
      kinds
        .reduce(splitAtEdges, fitted)
        .map((range) => narrow(text, range, edges))
        .filter(isFilled);
    // A narrowed range may overlap emphasis in part again.
    kinds.push(fit(fit(joined(of(kind)))));
  }
  return compatible([...kinds.flat(), ...leaves].toSorted(byPlace), edges);
}

const isFilled = ({ from, to }: Range): boolean => from < to;

// Joins ranges of a kind that overlap or touch.
function joined(sorted: readonly Range[]): readonly Range[] {
  const out: Range[] = [];
  for (const range of sorted) {
    const last = out.at(-1);
    if (last && range.from <= last.to) out[out.length - 1] = { ...last, to: Math.max(last.to, range.to) };
    else out.push(range);
  }
  return out;
}

// Splits ranges at the edges of obstacles that they overlap in part. Both are sorted and disjoint.
function splitAtEdges(ranges: readonly Range[], obstacles: readonly Range[]): readonly Range[] {
  let first = 0;
  return ranges.flatMap((range) => {
    const out: Range[] = [];
    let { from } = range;
    while ((obstacles[first]?.to ?? Infinity) <= from) first++;
    for (let i = first; (obstacles[i]?.from ?? Infinity) < range.to; i++) {
      const { from: start, to: end } = obstacles[i] as Range;
      const cut = start > from && end > range.to ? start : start < from && end < range.to ? end : from;
      if (cut > from) out.push({ ...range, from, to: cut });
      from = cut;
    }
    return [...out, { ...range, from }];
  });
}

type Edges = ReturnType<typeof edgesOf>;

// Creates an index of the links, code and images by their start and end.
function edgesOf(text: string, solid: readonly Range[]) {
  const starts = Map.groupBy(solid, ({ from }) => from);
  const ends = Map.groupBy(solid, ({ to }) => to);
  const isAround = (range: Range) => (edge: Range) =>
    edge.mark.kind === 'link' && edge.from <= range.from && edge.to >= range.to;
  const isInside = (range: Range) => (edge: Range) => edge.from >= range.from && edge.to <= range.to;
  return {
    // Largest range inside, at its start or end.
    first: (range: Range) => starts.get(range.from)?.findLast(isInside(range)),
    last: (range: Range) => ends.get(range.to)?.findLast(isInside(range)),
    // First character; a delimiter if a link, code or image starts here.
    start: (range: Range) => (starts.has(range.from) ? '[' : characterAt(text, range.from)),
    // Character outside a range. Delimiters of links, code and images are punctuation.
    before: (range: Range) =>
      ends.has(range.from) || starts.get(range.from)?.some(isAround(range)) ? '[' : characterBefore(text, range.from),
    after: (range: Range) =>
      starts.has(range.to) || ends.get(range.to)?.some(isAround(range)) ? '[' : characterAt(text, range.to),
  };
}

const characterAt = (text: string, index: number) => String.fromCodePoint(text.codePointAt(index) ?? 32);
const characterBefore = (text: string, index: number) =>
  /.$/su.exec(text.slice(Math.max(0, index - 2), index))?.[0] ?? ' ';
const isInWord = (outside: string): boolean => !SPACE_OR_PUNCTUATION.test(outside);

// Moves white space at the edges outside. Between a letter outside and punctuation inside, a delimiter run is not
// flanking, so punctuation and whole links are moved outside.
function narrow(text: string, range: Range, edges?: Edges): Range {
  let narrowed = range;
  for (const isStart of [true, false])
    for (let step = 1, hasMoved = false; step > 0 && isFilled(narrowed);) {
      const { from, to } = narrowed;
      const character = isStart ? characterAt(text, from) : characterBefore(text, to);
      const isApart = !edges || !isInWord(isStart ? edges.before(narrowed) : edges.after(narrowed));
      const solid = isStart ? edges?.first(narrowed) : edges?.last(narrowed);
      step = 0;
      if (/\s/.test(character)) step = 1;
      else if (solid) step = isApart ? 0 : solid.to - solid.from;
      else if (edges && /[\p{P}\p{S}]/u.test(character) && (hasMoved || !isApart)) {
        step = character.length;
        hasMoved = true;
      }
      narrowed = isStart ? { ...narrowed, from: from + step } : { ...narrowed, to: to - step };
    }
  return narrowed;
}

// Removes emphasis with delimiters beside different delimiters, unless they are unambiguous.
function compatible(sorted: readonly Range[], edges: Edges): readonly Range[] {
  const struck = sorted.filter(({ mark }) => mark.kind === 'del');
  const [struckFrom, struckTo] = [new Set(struck.map(({ from }) => from)), new Set(struck.map(({ to }) => to))];
  const isMixed = (range: Range) =>
    range.mark.kind !== 'del' &&
    ((struckFrom.has(range.from) && isInWord(edges.before(range))) ||
      (struckTo.has(range.to) && isInWord(edges.after(range))));
  const starts = Map.groupBy(sorted.filter(isEmphasis), ({ from }) => from);
  const ends = new Map<number, Range[]>();
  const open: Range[] = [];
  return sorted.filter((range) => {
    while ((open.at(-1)?.to ?? Infinity) <= range.from) open.pop();
    if (isEmphasis(range)) {
      if (isMixed(range) || range.to > (open.at(-1)?.to ?? Infinity)) return false;
      const touching = edges.before(range) === '[' ? [] : (ends.get(range.from) ?? []);
      const isSingle =
        touching.length === 1 && starts.get(range.from)?.length === 1 && touching[0]?.mark !== range.mark;
      if (touching.length > 0 && !(isSingle && isLetter(edges.before(range)) && isLetter(edges.start(range))))
        return false;
      ends.set(range.to, [...(ends.get(range.to) ?? []), range]);
    }
    open.push(range);
    return true;
  });
}

const isEmphasis = ({ mark }: Range): boolean => mark.kind in DELIMITERS;
const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
