import { ONE_TIME } from './clock-times.ts';
import { CLOSED } from './hours-words.ts';
import type { Line } from '../page/page-lines.ts';

/**
 * Returns the strings that the parser of hours reads: a row or column of times is a single string. Lines that were
 * joined to a previous line are `undefined`.
 */
export function hoursTexts(lines: readonly Line[], days: RegExp): readonly (string | undefined)[] {
  return withTimesJoined(lines).map((text) => (text === undefined ? undefined : withDayApart(text, days)));
}

// `Monday9 AM–5 PM`, `SundayClosed`: style sheets separate them.
function withDayApart(text: string, days: RegExp): string {
  const [day = ''] = GLUED.exec(text) ?? [];
  return day !== '' && days.exec(day)?.[0] === day ? `${day} ${text.slice(day.length)}` : text;
}
const GLUED = /^\p{Lu}\p{Ll}{2,11}(?=[\p{Lu}\d])/u;

// Removes a button after the times: `More about us` after `Fr 08–15 Uhr`, but not `by appointment`.
function withoutButton({ text, links }: Line): string {
  const label = links.at(-1)?.label ?? '';
  const before = label !== '' && text.endsWith(label) ? text.slice(0, -label.length).trimEnd() : '';
  return BEHIND_TIME.test(before) && /^\p{Lu}\D*$/u.test(label) && !CLOSED.test(label) ? before : text;
}
const BEHIND_TIME = /\d\s?(?:uhr|[ap]\.?m\.?|h(?:rs?|oras)?|u(?:ur)?)?\.?$/i;

// Joins opening and closing times of separate cells to a range: `9:00`, `17:00`.
function withTimesJoined(lines: readonly Line[]): (string | undefined)[] {
  const texts: (string | undefined)[] = lines.map(withoutButton);
  for (const [index, line] of lines.entries()) {
    const end = DASH.test(lines[index + 1]?.text ?? '') ? index + 2 : index + 1;
    const [from, to] = [texts[index] ?? '', texts[end] ?? ''];
    const row = line.block.around;
    if (!(ONE_TIME.test(from) && ONE_TIME.test(to)) || row === undefined || row !== lines[end]?.block.around) continue;
    texts[index] = `${from} – ${to}`;
    texts.fill(undefined, index + 1, end + 1);
  }
  return texts;
}
const DASH = /^(?:[-–—]|to|bis|a|à)$/i;
