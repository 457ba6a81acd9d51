import { wordsOf } from '../words.ts';

const words = wordsOf('hours');
const RANGE = words.pattern('range', 'giu');
const NOON = words.pattern('noon');
const MIDNIGHT = words.pattern('midnight');
const ROUND_THE_CLOCK = words.pattern('round_the_clock');

/** Returns true for `24/7` and similar words. */
export const isRoundTheClock = (text: string): boolean => ROUND_THE_CLOCK.test(text);

type Range = { readonly from: string; readonly to: string; readonly certain: boolean };

/** Returns the time ranges of a string, as `09:00` and `20:00`. `certain`: minutes, an hour sign, or am and pm. */
export function rangesIn(text: string): Range[] {
  return [...text.replaceAll(/24\s?\/\s?7/g, '').matchAll(RANGE)].map(
    ([, start = '', startUnit = '', end = '', endUnit = '']) => ({
      from: clock(start, startUnit || (/^p/i.test(endUnit.trim()) && !start.startsWith('12') ? 'am' : '')),
      to: clock(end, endUnit),
      certain: /\D/.test(start + end) || /\p{L}/u.test(startUnit + endUnit),
    }),
  );
}

/** Returns the string before the first time range; the whole string without a range. */
export const beforeTimes = (text: string): string => text.split(RANGE, 1)[0] ?? '';

/** Removes the time ranges of a string. */
export const withoutTimes = (text: string): string => text.replaceAll(RANGE, '');

function clock(text: string, unit: string): string {
  const [, digits = '0', minutes = '00'] = /^(\d{1,2})(?:\D+(\d{2}))?$/.exec(text.trim()) ?? [];
  const hour = NOON.test(text) ? 12 : MIDNIGHT.test(text) ? 0 : Number(digits);
  const half = /^\s?([ap])\.?\s?m/i.exec(unit)?.[1]?.toLowerCase();
  const shifted = half === 'p' && hour < 12 ? hour + 12 : half === 'a' && hour === 12 ? 0 : hour;
  return `${String(shifted).padStart(2, '0')}:${minutes}`;
}

/** Returns the comparison key of opening hours: its times, or `24h`. */
export function hoursKey(text: string): string {
  const times = rangesIn(text).flatMap(({ from, to }) => [from, to]);
  return times.length === 0 && isRoundTheClock(text) ? '24h' : [...new Set(times)].toSorted().join(' ');
}

/** Returns true if the times of the first key are a subset of the times of the second key. */
export function agreesOnHours(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length);
  return a !== '' && b !== '' && shorter.every((time) => longer.includes(time));
}
