import { isNode, list, textOf, type Node } from './json-ld.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Opening hours as text, with the days named in the site's language: `lunes–viernes 08:00–21:00; sábado 09:00–14:00`. */
export function openingHours(
  node: Node,
  resolve: (value: unknown) => unknown,
  names: readonly string[],
): string | undefined {
  const specified = list(node['openingHoursSpecification'])
    .map(resolve)
    .filter(isNode)
    // Seasonal exceptions are not the opening hours.
    .filter((span) => span['validFrom'] === undefined && span['validThrough'] === undefined)
    .map(readSpecification)
    .filter((span) => span !== undefined);
  if (specified.length > 0) return weekLines(specified, names).join('; ') || undefined;
  const written = list(node['openingHours'])
    .map(textOf)
    .filter((entry) => entry !== undefined)
    .flatMap((entry) => entry.split(/(?<=\d)\s*[,;]\s*(?=[A-Z])/));
  const spans = written.map(readEntry).filter((span) => span !== undefined);
  return (spans.length === written.length ? weekLines(spans, names) : written).join('; ') || undefined;
}

function readSpecification(node: Node): Span | undefined {
  const [opens, closes] = [time(node['opens']), time(node['closes'])];
  // `00:00` to `00:00` is how schema.org says "closed".
  if (opens === undefined || closes === undefined || (opens === '00:00' && closes === '00:00')) return undefined;
  return { days: list(node['dayOfWeek']).map(dayIndex), opens, closes };
}

/** `Mo-Fr 08:00-21:00`, `Mo,Tu 09:00-14:00`, `Mo-Su`. */
function readEntry(entry: string): Span | undefined {
  const match = /^([A-Z][a-z]+(?:\s*[-,]\s*[A-Z][a-z]+)*)(?:\s+(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2}))?$/.exec(
    entry.trim(),
  );
  if (!match?.[1]) return undefined;
  const days = match[1].split(/\s*,\s*/).flatMap((part) => {
    const [from = -1, to = from] = part.split(/\s*-\s*/).map(dayIndex);
    if (from < 0 || to < 0) return [-1];
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
  });
  const [opens, closes] = [time(match[2] ?? '00:00'), time(match[3] ?? '24:00')];
  return days.includes(-1) || opens === undefined || closes === undefined ? undefined : { days, opens, closes };
}

type Span = { readonly days: readonly number[]; readonly opens: string; readonly closes: string };

/** Days with the same hours on one line, neighbours as a range: `lunes–viernes 08:00–21:00`. */
function weekLines(spans: readonly Span[], names: readonly string[]): string[] {
  const hoursByDay = DAYS.map((_, day) =>
    spans
      .filter((span) => span.days.length === 0 || span.days.includes(day))
      .map(({ opens, closes }) =>
        opens === '00:00' && /^(?:23:59|24:00)$/.test(closes) ? '24 h' : `${opens}–${closes}`,
      )
      .filter((hours, index, all) => all.indexOf(hours) === index)
      .toSorted()
      .join(', '),
  );
  const lines: string[] = [];
  for (let day = 0; day < DAYS.length;) {
    let last = day;
    while (last + 1 < DAYS.length && hoursByDay[last + 1] === hoursByDay[day]) last++;
    const days = [...new Set([day, last])].map((index) => names[index]).join('–');
    if (hoursByDay[day]) lines.push(`${days} ${hoursByDay[day]}`);
    day = last + 1;
  }
  return lines;
}

/** The days of the week in a language, Monday first. */
export function dayNames(language: string): readonly string[] {
  const monday = Date.UTC(2024, 0, 1);
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return DAYS.map((_, day) => format.format(monday + day * 86_400_000));
}

function dayIndex(value: unknown): number {
  const name = (textOf(value) ?? '').replace(/^.*[/#]/, '');
  return DAYS.findIndex(
    (day) => day.toLowerCase() === name.toLowerCase() || (name.length === 2 && day.startsWith(name)),
  );
}

function time(value: unknown): string | undefined {
  const match = /(?:^|T)(\d{1,2}):(\d{2})/.exec(textOf(value) ?? '');
  return match ? `${match[1]?.padStart(2, '0')}:${match[2]}` : undefined;
}
