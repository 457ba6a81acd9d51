import { isNode, list, textOf, type Node } from '../json-ld.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Formats opening hours of schema.org with day names in the language of the site: `lunes–viernes 08:00–21:00; sábado
 * 09:00–14:00`.
 */
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
    .flatMap((span) => readSpecification(span, names));
  if (specified.length > 0) {
    const spans = specified.filter((span) => span !== UNREADABLE);
    // Without its unreadable days, a week is incomplete.
    return spans.length === specified.length ? weekLines(spans, names).join('; ') || undefined : undefined;
  }
  const written = list(node['openingHours'])
    .map(textOf)
    .filter((entry) => entry !== undefined)
    .flatMap((entry) => entry.split(/(?<=\d)\s*[,;]\s*(?=[A-Z])/));
  const spans = written.map((entry) => readEntry(entry, names));
  return (spans.every((span) => span !== undefined) ? weekLines(spans.flat(), names) : written).join('; ') || undefined;
}

const UNREADABLE = 'unreadable';

// Returns the span of a specification; empty if it means "closed" or contains holidays only.
function readSpecification(node: Node, names: readonly string[]): (Span | typeof UNREADABLE)[] {
  const [opens, closes] = [time(node['opens']), time(node['closes'])];
  // Equal times mean "closed" in schema.org.
  if (opens === undefined || closes === undefined || opens === closes) return [];
  const dayNumbers = list(node['dayOfWeek']).flatMap((value) => daysOf(isNode(value) ? value['name'] : value, names));
  const days = dayNumbers.filter((day) => day !== HOLIDAY);
  if (days.includes(UNKNOWN)) return [UNREADABLE];
  return dayNumbers.length > 0 && days.length === 0 ? [] : [{ days, opens, closes }];
}

// `Mo-Fr 08:00-21:00`, `Mo,Tu 09:00-12:00,13:00-17:00`, `Mo-Su`.
function readEntry(entry: string, names: readonly string[]): Span[] | undefined {
  const [, written = '', hours = '00:00-24:00'] = ENTRY.exec(entry.trim()) ?? [];
  const days = daysOf(written, names);
  const spans = hours.split(/\s*,\s*/).map((range) => range.split(/\s*[-–]\s*/).map(time));
  if (days.includes(UNKNOWN) || spans.flat().includes(undefined)) return undefined;
  return spans.flatMap(([opens, closes]) =>
    opens === undefined || closes === undefined || opens === closes ? [] : [{ days, opens, closes }],
  );
}
const ENTRY =
  /^([A-Z]\p{L}+(?:\s*[-,]\s*[A-Z]\p{L}+)*)(?:\s+(\d{1,2}:\d{2}\s*[-–]\s*\d{1,2}:\d{2}(?:\s*,\s*\d{1,2}:\d{2}\s*[-–]\s*\d{1,2}:\d{2})*))?$/u;

// Parses `Monday`, `https://schema.org/Monday`, `Mo-Fr` or `Mon, Tue`.
function daysOf(value: unknown, names: readonly string[]): readonly number[] {
  return (textOf(value) ?? '').split(/\s*,\s*/).flatMap((part) => {
    const name = part.replace(/^.*[/#]/, '');
    const [from = UNKNOWN, to = from] = name.split(/\s*[-–]\s*/).map((day) => dayIndex(day, names));
    if (from === HOLIDAY || from === UNKNOWN || to < 0) return [from === HOLIDAY ? HOLIDAY : UNKNOWN];
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
  });
}

type Span = { readonly days: readonly number[]; readonly opens: string; readonly closes: string };

// Groups days with equal hours, and adjacent days as a range: `lunes–viernes 08:00–21:00`.
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

/** Returns the days of the week in a language, from Monday. */
export function dayNames(language: string): readonly string[] {
  const monday = Date.UTC(2024, 0, 1);
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return DAYS.map((_, day) => format.format(monday + day * 86_400_000));
}

const UNKNOWN = -1;
const HOLIDAY = -2;

// Parses a day name in English or the language of the site, or an unambiguous prefix of it.
function dayIndex(name: string, names: readonly string[]): number {
  const plain = name.trim().replace(/\.$/, '').toLowerCase();
  if (/^(?:public)?holidays?$|^ph$/.test(plain)) return HOLIDAY;
  const [english = UNKNOWN, local = UNKNOWN] = [DAYS, names].map((days) => {
    const lower = days.map((day) => day.toLowerCase());
    const [short, ...others] = lower.filter((day) => isShort(plain, day));
    return lower.indexOf(short === undefined || others.length > 0 ? plain : short);
  });
  return english === UNKNOWN ? local : english;
}

const isShort = (name: string, day: string): boolean => name.length >= 2 && name.length <= 5 && day.startsWith(name);

// `09:00`, `2024-01-01T09:00`, `9:00 AM`, `5.30pm`.
function time(value: unknown): string | undefined {
  const [, hours = '', minutes = '00', half = ''] =
    /(?:^|T)(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)?\s*([ap])?/i.exec(textOf(value) ?? '') ?? [];
  const [hour, isAfternoon] = [Number(hours), /p/i.test(half)];
  if (hours === '' || hour > 24 || (half === '' && !/\d[:.]\d/.test(String(value)))) return undefined;
  const shifted = isAfternoon && hour < 12 ? hour + 12 : half !== '' && !isAfternoon && hour === 12 ? 0 : hour;
  return `${String(shifted).padStart(2, '0')}:${minutes}`;
}
