/** Narrows links and emphasis, so their delimiter runs are left- and right-flanking (CommonMark 6.2). */
import { DEL, withText, type InlineRun, type Link } from './inline.ts';

// White space, and the punctuation of every version of CommonMark. Beyond ASCII, versions differ in symbols.
const SPACE_OR_PUNCTUATION = /[\s\p{P}!-/:-@[-`{-~]/u;

type Trim = (
  run: InlineRun,
  outside: string,
  side: 'start' | 'end',
  insideLink: boolean,
) => number | 'whole' | undefined;

/**
 * Removes a mark from the edges of every range of runs with that mark. `trim` returns the number of characters of a
 * run, or `whole` for the run.
 */
export function narrowMark(
  runs: readonly InlineRun[],
  valueOf: (run: InlineRun) => Link | number | undefined,
  without: (run: InlineRun) => InlineRun,
  trim: Trim,
): readonly InlineRun[] {
  const out: InlineRun[] = [];
  for (let i = 0; i < runs.length;) {
    const first = runs[i];
    if (!first) break;
    const value = valueOf(first);
    const end = value === undefined ? i + 1 : endOfRange(runs, i, (run) => valueOf(run) === value);
    if (value === undefined) {
      out.push(first);
      i = end;
      continue;
    }
    const next = runs[end];
    if (end === i + 1 && isTrimmed(first, out.at(-1), next, trim)) {
      out.push(first);
      i = end;
      continue;
    }
    const range = runs.slice(i, end);
    const insideLink = range.every((run) => run.link !== undefined && run.link === first.link);
    const lead: InlineRun[] = [];
    const tail: InlineRun[] = [];
    const before = () => edge(lead.at(-1) ?? out.at(-1), 'end', range[0], insideLink);
    const after = () => edge(tail.at(-1) ?? next, 'start', range.at(-1), insideLink);
    trimEdge(range, 'start', lead, before, without, trim, insideLink);
    trimEdge(range, 'end', tail, after, without, trim, insideLink);
    for (const run of lead) out.push(run);
    for (const run of range) out.push(run);
    for (const run of tail.toReversed()) out.push(run);
    i = end;
  }
  return out;
}

// Whether a range of a single run needs no change.
function isTrimmed(run: InlineRun, before: InlineRun | undefined, after: InlineRun | undefined, trim: Trim): boolean {
  const insideLink = run.link !== undefined;
  return (
    trim(run, edge(before, 'end', run, insideLink), 'start', insideLink) === undefined &&
    trim(run, edge(after, 'start', run, insideLink), 'end', insideLink) === undefined
  );
}

function trimEdge(
  range: InlineRun[],
  side: 'start' | 'end',
  taken: InlineRun[],
  outside: () => string,
  without: (run: InlineRun) => InlineRun,
  trim: Trim,
  insideLink: boolean,
): void {
  for (;;) {
    const run = side === 'start' ? range[0] : range.at(-1);
    if (!run) return;
    const cut = trim(run, outside(), side, insideLink);
    if (cut === undefined) return;
    if (cut === 'whole' || (run.kind === 'text' && cut >= run.text.length)) {
      taken.push(without(run));
      if (side === 'start') range.shift();
      else range.pop();
    } else if (run.kind === 'text') {
      const at = side === 'start' ? cut : run.text.length - cut;
      const parts = [withText(run, run.text.slice(0, at)), withText(run, run.text.slice(at))] as const;
      if (side === 'start') {
        taken.push(without(parts[0]));
        range[0] = parts[1];
      } else {
        taken.push(without(parts[1]));
        range[range.length - 1] = parts[0];
      }
    } else return;
  }
}

/** Trims white space and line breaks from the edge of a link or emphasis. */
export function trimSpace(run: InlineRun, _outside: string, side: 'start' | 'end'): number | 'whole' | undefined {
  if (run.kind === 'break') return 'whole';
  if (run.kind !== 'text') return undefined;
  const space = (side === 'start' ? /^\s+/ : /\s+$/).exec(run.text.length > 200 ? ends(run.text, side) : run.text);
  return space ? space[0].length : undefined;
}

function ends(text: string, side: 'start' | 'end'): string {
  return side === 'start' ? text.slice(0, 100) : text.slice(-100);
}

/**
 * Trims to a flanking delimiter run: between a letter outside and punctuation inside it is not flanking, so the
 * punctuation is moved outside.
 */
export function trimToFlanking(
  run: InlineRun,
  outside: string,
  side: 'start' | 'end',
  insideLink: boolean,
): number | 'whole' | undefined {
  const space = trimSpace(run, outside, side);
  if (space !== undefined) return space;
  if (outside === '' || SPACE_OR_PUNCTUATION.test(outside)) return undefined;
  if (run.kind !== 'text' || (run.link && !insideLink) || isMixed(run.emphasis)) return 'whole';
  const edgeText = ends(run.text, side);
  const punctuation = (side === 'start' ? /^[\p{P}\p{S}]+/u : /[\p{P}\p{S}]+$/u).exec(edgeText);
  return punctuation ? punctuation[0].length : undefined;
}

// Whether strikethrough is combined with further emphasis.
function isMixed(emphasis: number): boolean {
  return (emphasis & DEL) !== 0 && emphasis !== DEL;
}

// Returns the character of a neighbour at an edge; the brackets of a link are punctuation.
function edge(
  neighbour: InlineRun | undefined,
  side: 'start' | 'end',
  inside: InlineRun | undefined,
  insideLink: boolean,
): string {
  if (!neighbour) return insideLink ? '[' : '';
  if (neighbour.link !== inside?.link && (neighbour.link || insideLink)) return '[';
  if (neighbour.kind === 'text') return characterAt(neighbour.text, side);
  return neighbour.kind === 'break' ? '\n' : '`';
}

/** Returns the first or the last character of a text. */
export function characterAt(text: string, side: 'start' | 'end'): string {
  return (side === 'start' ? /^./su.exec(text) : /.$/su.exec(text.slice(-2)))?.[0] ?? '';
}

/** Returns the index after the range of items from `start` that match `isIn`. */
export function endOfRange<Item>(items: readonly Item[], start: number, isIn: (item: Item) => boolean): number {
  for (let index = start + 1; index < items.length; index++) {
    const item = items[index];
    if (item !== undefined && !isIn(item)) return index;
  }
  return items.length;
}
