/** Narrows links and emphasis, so their delimiter runs are left- and right-flanking (CommonMark 6.2). */
import { DEL, withText, type InlineRun, type Link } from './inline.ts';

// White space, and the punctuation of every version of CommonMark. Beyond ASCII, versions differ in symbols.
const SPACE_OR_PUNCTUATION = /[\s\p{P}!-/:-@[-`{-~]/u;

type Side = 'start' | 'end';
type Trim = (run: InlineRun, outside: string, side: Side, insideLink: boolean) => number | 'whole' | undefined;

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
  // Cuts the runs without the mark from an edge of the range, and returns them, outermost first.
  function trimEdge(
    inside: InlineRun[],
    side: Side,
    neighbour: InlineRun | undefined,
    isInLink: boolean,
  ): readonly InlineRun[] {
    const taken: InlineRun[] = [];
    for (;;) {
      const at = side === 'start' ? 0 : inside.length - 1;
      const run = inside[at];
      if (!run) return taken;
      const outside = edge(taken.at(-1) ?? neighbour, side === 'start' ? 'end' : 'start', run, isInLink);
      const length = trim(run, outside, side, isInLink);
      if (length === undefined || (length !== 'whole' && run.kind !== 'text')) return taken;
      if (length === 'whole' || length >= run.text.length) {
        taken.push(without(run));
        if (side === 'start') inside.shift();
        else inside.pop();
      } else {
        const place = side === 'start' ? length : run.text.length - length;
        const [before, after] = [withText(run, run.text.slice(0, place)), withText(run, run.text.slice(place))];
        taken.push(without(side === 'start' ? before : after));
        inside[at] = side === 'start' ? after : before;
      }
    }
  }

  const out: InlineRun[] = [];
  for (let i = 0; i < runs.length;) {
    const first = runs[i] as InlineRun;
    const value = valueOf(first);
    if (value === undefined) {
      out.push(first);
      i++;
      continue;
    }
    const end = endOfRange(runs, i, (run) => valueOf(run) === value);
    const range = runs.slice(i, end);
    const isInLink = range.every((run) => run.link !== undefined && run.link === first.link);
    const lead = trimEdge(range, 'start', out.at(-1), isInLink);
    const tail = trimEdge(range, 'end', runs[end], isInLink);
    for (const run of [...lead, ...range, ...tail.toReversed()]) out.push(run);
    i = end;
  }
  return out;
}

/** Trims white space and line breaks from the edge of a link or emphasis. */
export function trimSpace(run: InlineRun, _outside: string, side: Side): number | 'whole' | undefined {
  if (run.kind === 'break') return 'whole';
  if (run.kind !== 'text') return undefined;
  const space = (side === 'start' ? /^\s+/ : /\s+$/).exec(run.text.length > 200 ? ends(run.text, side) : run.text);
  return space ? space[0].length : undefined;
}

function ends(text: string, side: Side): string {
  return side === 'start' ? text.slice(0, 100) : text.slice(-100);
}

/**
 * Trims to a flanking delimiter run: between a letter outside and punctuation inside it is not flanking, so the
 * punctuation is moved outside.
 */
export function trimToFlanking(
  run: InlineRun,
  outside: string,
  side: Side,
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
  side: Side,
  inside: InlineRun | undefined,
  insideLink: boolean,
): string {
  if (!neighbour) return insideLink ? '[' : '';
  if (neighbour.link !== inside?.link && (neighbour.link || insideLink)) return '[';
  if (neighbour.kind === 'text') return characterAt(neighbour.text, side);
  return neighbour.kind === 'break' ? '\n' : '`';
}

/** Returns the first or the last character of a text. */
export function characterAt(text: string, side: Side): string {
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
