import { rangesIn, startOfTimes } from './clock-times.ts';
import { wordsOf } from '../words.ts';

const words = wordsOf('hours');

// Words of opening hours in many languages, matched without case.

export const EVERY_DAY = words.pattern('every_day', 'i');
export const CLOSED = words.pattern('closed', 'iu');
export const HOURS_LABEL = words.pattern('hours_label', 'iu');
export const HOURS_WORD = new RegExp(`(?<!\\p{L})${HOURS_LABEL.source.slice(1)}`, 'giu');
const TIMETABLE = words.pattern('timetable', 'iu');
/** Returns true if a word marks a place as open. The title of a timetable does not. */
export const saysOpen = (text: string): boolean =>
  [...text.matchAll(HOURS_WORD)].some(([label]) => !TIMETABLE.test(label));
export const MONTH = words.pattern('month', 'i');
export const TURN = words.pattern('turn', 'iu');
export const TURN_WORD = new RegExp(`(?<!\\p{L})${TURN.source.slice(1, -'\\s*[:：]?$'.length)}(?!\\p{L})`, 'giu');
export const SEASON = words.pattern('season', 'giu');
export const BY_TELEPHONE = words.pattern('by_telephone', 'iu');

/**
 * Returns true for `Horario de verano`, `Sommer (April–Oktober)`, `Summer 2031`: a season with words of hours, months
 * and articles only.
 */
export function isSeasonTitle(text: string): boolean {
  const rest = [SEASON, MONTHS, HOURS_WORD, ARTICLES].reduce((left, pattern) => left.replaceAll(pattern, ' '), text);
  return text.search(SEASON) !== -1 && !/[\p{L}&]/u.test(rest);
}
const MONTHS = new RegExp(MONTH, 'giu');
const ARTICLES = words.pattern('articles', 'giu');

/** Returns true for hours of a single season: it precedes the first time, and no second season has times. */
export function isOfSeason(hours: string): boolean {
  const seasons = [...hours.matchAll(SEASON)];
  const withTimes = seasons.filter(({ index }, at) => rangesIn(hours.slice(index, seasons[at + 1]?.index)).length > 0);
  const named = new Set(withTimes.map(([name]) => name.toLowerCase()));
  return named.size < 2 && hours.slice(0, startOfTimes(hours)).search(SEASON) !== -1;
}
