/** Where links and emphasis may begin and end, so that CommonMark sees their delimiters (section 6.2). */
import type { Link, Run } from './inline.ts';

/** White space, and what every version of CommonMark takes for punctuation; beyond ASCII, symbols are read as one or the other. */
const SPACE_OR_PUNCTUATION = /[\s\p{P}!-/:-@[-`{-~]/u;

type Trim = (run: Run, outside: string, side: 'start' | 'end', insideLink: boolean) => number | 'whole' | undefined;

/**
 * Takes a mark off the edges of every stretch that bears it, as far as `trim` says: so many characters of a run, or the
 * whole of it.
 */
export function narrow(
  runs: readonly Run[],
  valueOf: (run: Run) => Link | true | undefined,
  without: (run: Run) => Run,
  trim: Trim,
): readonly Run[] {
  if (!runs.some((run) => valueOf(run) !== undefined)) return runs;
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
    const next = runs[end];
    if (end === i + 1 && isTight(first, out.at(-1), next, trim)) {
      out.push(first);
      i = end;
      continue;
    }
    const stretch = runs.slice(i, end);
    const insideLink = stretch.every((run) => run.link !== undefined && run.link === first.link);
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

/** Whether nothing has to be taken off a stretch of a single run. */
function isTight(run: Run, before: Run | undefined, after: Run | undefined, trim: Trim): boolean {
  const insideLink = run.link !== undefined;
  return (
    trim(run, edge(before, 'end', run, insideLink), 'start', insideLink) === undefined &&
    trim(run, edge(after, 'start', run, insideLink), 'end', insideLink) === undefined
  );
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
export function trimSpace(run: Run, _outside: string, side: 'start' | 'end'): number | 'whole' | undefined {
  if (run.kind === 'break') return 'whole';
  if (run.kind !== 'text') return undefined;
  const space = (side === 'start' ? /^\s+/ : /\s+$/).exec(run.text.length > 200 ? ends(run.text, side) : run.text);
  return space ? space[0].length : undefined;
}

function ends(text: string, side: 'start' | 'end'): string {
  return side === 'start' ? text.slice(0, 100) : text.slice(-100);
}

/** A delimiter between a letter outside and punctuation inside is not seen: then the punctuation stays outside too. */
export function trimToFlanking(
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

/** The first or the last character of a text. */
export function characterAt(text: string, side: 'start' | 'end'): string {
  return (side === 'start' ? /^./su.exec(text) : /.$/su.exec(text.slice(-2)))?.[0] ?? '';
}

/** The index after the last of the items from `start` on that are all in. */
export function endOfStretch<Item>(items: readonly Item[], start: number, isIn: (item: Item) => boolean): number {
  for (let index = start + 1; index < items.length; index++) {
    const item = items[index];
    if (item !== undefined && !isIn(item)) return index;
  }
  return items.length;
}
