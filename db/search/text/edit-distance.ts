/** Typing errors of a language that cost less than a full edit. */
export type Slips = {
  /** Cost of a substitution by its two letters; the default is 1. */
  readonly substitutions: ReadonlyMap<string, number>;
  /** Letter that is often omitted; empty for none. */
  readonly silent: string;
};

const CONFUSION = 0.5;
const NEIGHBOUR = 0.7;
const TRANSPOSITION = 0.7;
// Cost of a silent letter, or of a doubled letter.
const SILENT_LETTER = 0.4;
const OTHER_FIRST_LETTER = 0.3;

/** Distance of words with more than the maximum number of edits. */
export const TOO_FAR = 99;

/** Creates slips from pairs of letters: neighbours on the keyboard, and letters that are confused in spelling. */
export function slipsOf(neighbours: string, confused = '', silent = ''): Slips {
  return { substitutions: new Map([...pairs(neighbours, NEIGHBOUR), ...pairs(confused, CONFUSION)]), silent };
}

/** Neighbours on QWERTY keyboards. */
export const QWERTY =
  'qw we er rt ty yu ui io op as sd df fg gh hj jk kl zx xc cv vb bn nm ' +
  'qa ws ed rf tg yh uj ik ol az sx dc fv gb hn jm wa es rd ft gy hu ji ko lp';

/**
 * Creates the weighted edit distance of two folded words: the cheapest insertions, deletions, substitutions and
 * transpositions. A full edit costs 1; slips of the language and doubled letters cost less. Words more than `maxEdits`
 * edits apart are `TOO_FAR`.
 */
export function createEditDistance(slips: Slips) {
  const align = createAlignment(slips);
  return (typed: string, word: string, maxEdits: 1 | 2): number => {
    if (!isWithin(typed, word, maxEdits)) return TOO_FAR;
    return align(typed, word) + (typed.charCodeAt(0) === word.charCodeAt(0) ? 0 : OTHER_FIRST_LETTER);
  };
}

function pairs(list: string, cost: number): [string, number][] {
  if (list === '') return [];
  return list.split(' ').flatMap((pair): [string, number][] => [
    [pair, cost],
    [`${pair.charAt(1)}${pair.charAt(0)}`, cost],
  ]);
}

/** Returns true for words within an unweighted edit distance. Tries every edit at the first difference. */
export function isWithin(a: string, b: string, most: number): boolean {
  const [longer, shorter] = a.length < b.length ? [b, a] : [a, b];
  return reaches(longer, 0, shorter, 0, most);
}

function reaches(a: string, fromA: number, b: string, fromB: number, most: number): boolean {
  let i = fromA;
  let j = fromB;
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1;
    j += 1;
  }
  const leftA = a.length - i;
  const leftB = b.length - j;
  if (leftA === 0 || leftB === 0) return leftA + leftB <= most;
  if (most === 0 || Math.abs(leftA - leftB) > most) return false;
  if (reaches(a, i + 1, b, j + 1, most - 1) || reaches(a, i + 1, b, j, most - 1)) return true;
  if (reaches(a, i, b, j + 1, most - 1)) return true;
  const isTransposed = a.charCodeAt(i) === b.charCodeAt(j + 1) && a.charCodeAt(i + 1) === b.charCodeAt(j);
  return isTransposed && reaches(a, i + 2, b, j + 2, most - 1);
}

// Optimal string alignment distance with weighted edits, row by row.
function createAlignment({ substitutions, silent }: Slips) {
  const gap = (text: string, at: number) =>
    text.charAt(at) === silent || text.charAt(at) === text.charAt(at - 1) ? SILENT_LETTER : 1;
  return (typed: string, word: string): number => {
    let beforeLast: number[] = [];
    let last: number[] = [0];
    for (let j = 1; j <= word.length; j++) last.push((last[j - 1] ?? 0) + gap(word, j - 1));
    for (let i = 1; i <= typed.length; i++) {
      const letter = typed.charAt(i - 1);
      const current = [(last[0] ?? 0) + gap(typed, i - 1)];
      for (let j = 1; j <= word.length; j++) {
        const other = word.charAt(j - 1);
        const substituted = (last[j - 1] ?? 0) + (letter === other ? 0 : (substitutions.get(letter + other) ?? 1));
        const deleted = (last[j] ?? 0) + gap(typed, i - 1);
        const inserted = (current[j - 1] ?? 0) + gap(word, j - 1);
        const isTransposition = i > 1 && j > 1 && letter === word.charAt(j - 2) && typed.charAt(i - 2) === other;
        const transposed = isTransposition ? (beforeLast[j - 2] ?? 0) + TRANSPOSITION : TOO_FAR;
        current.push(Math.min(substituted, deleted, inserted, transposed));
      }
      beforeLast = last;
      last = current;
    }
    return last[word.length] ?? 0;
  };
}
