import { isNode, list, textOf, type Node } from '../json-ld.ts';
import { rangesIn, withoutTimes } from './times.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOLIDAY = /^(?:public)?holidays?$|^ph$/i;
const ENTRY = /^([A-Z]\p{L}+(?:\s*[-,]\s*[A-Z]\p{L}+)*)\s*(.*)$/u;

type Span = { readonly days: readonly number[]; readonly from: string; readonly to: string };

/**
 * Formats opening hours of schema.org with day names in the language of the site: `lunes–viernes 08:00–21:00; sábado
 * 09:00–14:00`. Seasons and holidays are left out.
 */
export function openingHours(
  node: Node,
  resolve: (value: unknown) => unknown,
  names: readonly string[],
): string | undefined {
  const specified = list(node['openingHoursSpecification'])
    .map(resolve)
    .filter(isNode)
    .filter((span) => span['validFrom'] === undefined && span['validThrough'] === undefined);
  // Without its invalid days, a week is incomplete.
  if (specified.length > 0)
    return inWeek(
      specified.map((span) => readSpecification(span, names)),
      names,
    );
  const written = list(node['openingHours']).flatMap((entry) =>
    (textOf(entry) ?? '').split(/(?<=\d)\s*[,;]\s*(?=[A-Z])/),
  );
  const spans = written.map((entry) => readEntry(entry, names));
  return spans.includes(undefined) ? written.join('; ') || undefined : inWeek(spans, names);
}

// Returns the spans of a specification: an empty array for "closed" or for holidays only; `undefined` if it is invalid.
function readSpecification(node: Node, names: readonly string[]): Span[] | undefined {
  const [opens, closes] = [textOf(node['opens']), textOf(node['closes'])];
  // Equal times mean "closed" in schema.org.
  if (opens === undefined || closes === undefined || opens === closes) return [];
  const written = list(node['dayOfWeek']).map((value) => textOf(isNode(value) ? value['name'] : value) ?? '');
  const days = daysOf(written.join(','), names);
  const [range] = rangesIn(
    [opens, closes].map((time) => time.replaceAll(/^.*T|(?<=:\d{2}):\d{2}.*$/g, '')).join(' - '),
  );
  if (!days || !range) return undefined;
  return written.length > 0 && days.length === 0 ? [] : [{ days, ...range }];
}

// `Mo-Fr 08:00-21:00`, `Mo,Tu 09:00-12:00,13:00-17:00`, `Mo-Su`. Returns an empty array for holidays;
// `undefined` if the rest contains more than times with minutes, such as `09:00-13:00 Sa 10:00-12:00` or `9-5`.
function readEntry(entry: string, names: readonly string[]): Span[] | undefined {
  const [, written = '', times = ''] = ENTRY.exec(entry.trim()) ?? [];
  const days = daysOf(written, names);
  const spaced = (times || '00:00-24:00').replaceAll(',', ', ');
  const isClear = /^[\s,:]*$/.test(withoutTimes(spaced)) && !/(?<![\d:])\d+(?![\d:])/.test(spaced);
  if (written === '' || !days || !isClear) return undefined;
  if (days.length === 0) return [];
  return rangesIn(spaced)
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => ({ days, from, to }));
}

// Parses `Monday`, `https://schema.org/Monday`, `Mo-Fr` or `Mon, Tue`; `undefined` for an invalid day.
function daysOf(written: string, names: readonly string[]): readonly number[] | undefined {
  const parts = written.split(/\s*,\s*/).map((part) => part.replace(/^.*[/#]/, ''));
  const days = parts
    .filter((part) => part !== '' && !HOLIDAY.test(part))
    .flatMap((part) => {
      const [from = -1, to = from] = part.split(/\s*[-–]\s*/).map((day) => dayIndex(day, names));
      return from < 0 || to < 0 ? [-1] : Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7);
    });
  return days.includes(-1) ? undefined : days;
}

// Groups adjacent days with equal hours: `lunes–viernes 08:00–21:00`.
function inWeek(found: readonly (Span[] | undefined)[], names: readonly string[]): string | undefined {
  if (found.includes(undefined)) return undefined;
  const spans = found.flatMap((its) => its ?? []);
  const hoursByDay = DAYS.map((_, day) => {
    const its = spans.filter(({ days }) => days.length === 0 || days.includes(day));
    const hours = its.map(({ from, to }) =>
      /^00:00–(?:23:59|24:00)$/.test(`${from}–${to}`) ? '24 h' : `${from}–${to}`,
    );
    return [...new Set(hours)].toSorted().join(', ');
  });
  const lines: string[] = [];
  for (let day = 0; day < DAYS.length;) {
    let last = day;
    while (last + 1 < DAYS.length && hoursByDay[last + 1] === hoursByDay[day]) last++;
    const days = [...new Set([day, last])].map((index) => names[index]).join('–');
    if (hoursByDay[day]) lines.push(`${days} ${hoursByDay[day]}`);
    day = last + 1;
  }
  return lines.join('; ') || undefined;
}

/** Returns the days of the week in a language, from Monday. */
export function dayNames(language: string): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return DAYS.map((_, day) => format.format(Date.UTC(2024, 0, 1 + day)));
}

// Parses a day name in English or the language of the site, or an unambiguous prefix of it; −1 for an invalid name.
function dayIndex(name: string, names: readonly string[]): number {
  const plain = name.trim().replace(/\.$/, '').toLowerCase();
  const found = [DAYS, names].map((days) => {
    const matching = days.flatMap((day, at) => (plain.length >= 2 && day.toLowerCase().startsWith(plain) ? [at] : []));
    return matching.length === 1 ? (matching[0] ?? -1) : days.findIndex((day) => day.toLowerCase() === plain);
  });
  return found.find((day) => day >= 0) ?? -1;
}
