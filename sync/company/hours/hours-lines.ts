import { ONE_TIME } from './clock-times.ts';
import { CLOSED } from './hours-words.ts';
import type { Line } from '../page/page-lines.ts';

/** The texts of lines as hours are read in them: each row or column of times in one, `undefined` for what joined another. */
export function hoursTexts(lines: readonly Line[], days: RegExp): readonly (string | undefined)[] {
  return withTimesJoined(lines).map((text) => (text === undefined ? undefined : withDayApart(text, days)));
}

/** `Monday9 AM–5 PM`, `SundayClosed`: style sheets set them apart. */
function withDayApart(text: string, days: RegExp): string {
  const [day = ''] = GLUED.exec(text) ?? [];
  return day !== '' && days.exec(day)?.[0] === day ? `${day} ${text.slice(day.length)}` : text;
}
const GLUED = /^\p{Lu}\p{Ll}{2,11}(?=[\p{Lu}\d])/u;

/** Without the button that stands behind its times: `Fr 08–15 Uhr` and `More about us`, not `by appointment`. */
function withoutButton({ text, links }: Line): string {
  const label = links.at(-1)?.label ?? '';
  const before = label !== '' && text.endsWith(label) ? text.slice(0, -label.length).trimEnd() : '';
  return BEHIND_TIME.test(before) && /^\p{Lu}\D*$/u.test(label) && !CLOSED.test(label) ? before : text;
}
const BEHIND_TIME = /\d\s?(?:uhr|[ap]\.?m\.?|h(?:rs?|oras)?|u(?:ur)?)?\.?$/i;

/** The times of opening and closing in cells of their own as one range: `9:00`, `17:00`. */
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
