import { endsInOpening, rangesIn, ROUND_THE_CLOCK, withoutTimes } from './clock-times.ts';
import { CLOSED, EVERY_DAY, HOURS_LABEL, HOURS_WORD, MONTH, SEASON, TURN_WORD } from './hours-words.ts';
import { ACTIVITY, CALL, OTHERS_ANYWHERE } from '../page/others-words.ts';
import type { Line } from '../page/page-lines.ts';

/** Type of a line in opening hours: days with times, days, times, or neither. */
export type Kind = 'full' | 'day' | 'time' | 'none';

/** Of a longer line, only a sentence about hours is parsed. */
export const LONGEST_LINE = 200;

// `Geschlossen`, `Closed (bank holidays too)`: maximum length of such a line.
const LONGEST_CLOSED = 30;

/** Returns true for `Warme Küche`, `Food served:`, which title the hours of an activity. */
export const isActivityTitle = ({ text, heading }: Line): boolean =>
  heading === 0 && text.length <= LONGEST_DAY && !/\d/.test(text) && text.search(ACTIVITY) !== -1;

/** Returns true for `Kitchen: 13–16`, the hours of an activity. */
export function isOfActivity(text: string): boolean {
  const [lead = ''] = text.split(/\d/);
  return lead.search(ACTIVITY) !== -1;
}

/** Returns true for `Reservations: 952 60 37 14 (call between 9:00 and 13:00)`. */
export function isByTelephone(text: string): boolean {
  const time = text.search(/\d{1,2}\s?(?:[:.h]\s?\d{2}(?!\d)|[ap]\.?m|h\b|uhr)/i);
  return time !== -1 && !ROUND_THE_CLOCK.test(text) && CALL.test(text.slice(0, time));
}

/**
 * Returns true for `domenica solo a pranzo`, `Sat: until 1pm`, `Le samedi matin sur rendez-vous`: a day with a remark,
 * without a time range.
 */
export function isDayRemark(text: string, days: RegExp): boolean {
  const [day = ''] = days.exec(text) ?? [];
  const at = text.indexOf(day);
  const behind = text.slice(at + day.length);
  return (
    (day.length >= SHORTEST_DAY || (day !== '' && /^[.:]/.test(behind))) &&
    /^(?:\p{L}{1,3}\s)?$/u.test(text.slice(0, at)) &&
    // `Friday Street`
    !/^\s[\p{Lu}\d]/u.test(behind) &&
    !/\d{3}|[@!?€]/.test(text) &&
    !MONTH.test(text) &&
    [OTHERS_ANYWHERE, ACTIVITY].every((words) => text.search(words) === -1) &&
    text.length <= LONGEST_DAY
  );
}
const SHORTEST_DAY = 5;
const LONGEST_DAY = 40;

/** Returns a line, or the sentence about hours of a long line; empty without such a sentence. */
export function sentenceOf(line: string, days: RegExp): string {
  const text = line
    .slice(0, 4_000)
    .replaceAll(/\S+@\S+\s*[-–|·]?\s*/g, '')
    .replace(TELEPHONE_FIRST, (lead) => (saysWhen(lead) ? lead : ''));
  if (text.length <= LONGEST_LINE) return text;
  return (
    text
      .split(SENTENCE_END)
      .find((sentence) => sentence.length <= LONGEST_LINE && kindOf(sentence, false, days) === 'full') ?? ''
  );
}

/** Removes telephone numbers: `Mon–Fri 9–17, tel. 952 60 37 14`, `+34 952 60 37 14`. */
export const withoutTelephones = (text: string): string =>
  text.replaceAll(TELEPHONE, '').replaceAll(/^[\s,;·|–-]+|[\s,;·|–-]+$/g, '');
const TELEPHONE = new RegExp(
  String.raw`[\s,;·|–(-]*(?:(?:${CALL.source})\p{L}*[\s.:]*\+?\(?\d(?:[\s().\/-]{0,2}\d){6,13}|\+\d(?:[\s().\/-]{0,2}\d){6,13}|(?<![\d:.])\d{9,13}(?![\d:]))\)?`,
  'giu',
);

/** Removes sentences without hours: `Call us. We open Monday to Friday, 9–17. We are in the high street.` */
export function withoutOtherSentences(text: string, days: RegExp): string {
  const sentences = text.split(SENTENCE_END);
  const hasHours = (sentence: string) =>
    rangesIn(sentence).length > 0 || CLOSED.test(sentence) || ROUND_THE_CLOCK.test(sentence);
  const withHours = sentences.filter(
    (sentence) => hasHours(sentence) || HOURS_LABEL.test(sentence) || isDayRemark(sentence, days),
  );
  return sentences.some(hasHours) ? withHours.join(' ') : text;
}
const SENTENCE_END = /(?<=[\p{L})]{2}[.!?])\s+(?=[\p{Lu}¿¡])|(?<=\d[.!?])\s+(?=\p{Lu}\p{Ll})/u;
// `PBX 605 3100650 Lun - Vier…`, `Telefon 02301 / 188-600 Mo–Do…`, `Oder anrufen: 030 84 46 45 27 · Mo–Do…`
const TELEPHONE_FIRST =
  /^(?:(?:\p{L}+[.:]*\s)?[+(]?\d{2,5}[)\s/-]+\d{3}[\d\s-]{2,}\d\s+(?=\p{L})|[\p{L} ]{3,40}:\s[+(]?\d[\d\s()/.-]{6,20}\d\s[·|]\s(?=\p{L}))/u;
// `Horario: 9.00 - 20.00 | Lunes…` has the same form.
const saysWhen = (lead: string): boolean => HOURS_LABEL.test(lead) || rangesIn(lead).some(({ certain }) => certain);

export function kindOf(text: string, labelled: boolean, days: RegExp, isOfLabelled = false): Kind {
  if (text === '' || text.length > LONGEST_LINE || MONTH.test(text)) return 'none';
  const ranges = rangesIn(text);
  const hasDay = namesDay(text, days, ranges.length);
  if (ROUND_THE_CLOCK.test(text) && text.length <= 80 && (hasDay || labelled || EVERY_DAY.test(text))) return 'full';
  if (hasDay && (ranges.length > 0 || CLOSED.test(text))) return 'full';
  const opens = (labelled || isOfLabelled) && ranges.length === 0 && endsInOpening(text);
  if (hasDay && opens && text.length <= LONGEST_OPENING) return 'full';
  if (labelled && ranges.some(({ certain }) => certain)) return 'full';
  // `Ana (Mon, Tue)`: working days of a person.
  const isOfName = text.slice(0, text.search(days)).includes('(');
  if (hasDay && !isOfName && text.length <= 40 && !/\d{3}/.test(text) && isOnlyDays(text, days)) return 'day';
  const isShort = text.length <= 50;
  if (
    isShort &&
    (ranges.length > 0 || opens
      ? isOnlyTimes(text)
      : (text.length <= LONGEST_CLOSED && CLOSED.test(text)) || /^\W*24\s?h(?:oras|ours)?\W*$/i.test(text))
  )
    return 'time';
  return 'none';
}

const LONGEST_OPENING = 60;

// True if a day is named. In a sentence, a short form of a day is usually a word of the language.
function namesDay(text: string, days: RegExp, ranges: number): boolean {
  const [day] = days.exec(text) ?? [];
  if (day === undefined) return false;
  const isSentence = ranges > 0 && (text.match(/\p{L}+/gu)?.length ?? 0) > ranges * MOST_WORDS;
  return !isSentence || [...text.matchAll(new RegExp(days, 'giu'))].some(([name]) => name.length >= SHORTEST_DAY);
}
const MOST_WORDS = 10;

/** Returns true for days without a time in an unknown format and without a remark. */
export function isBare(text: string, days: RegExp): boolean {
  const rest = text.replaceAll(new RegExp(days, 'giu'), '').replaceAll(BETWEEN_DAYS, '');
  return !/\d|\p{L}{4}/u.test(rest);
}
const BETWEEN_DAYS = /\b(?:desde|hasta|horario|von|bis|from|to)\b/gi;

/** Returns true if no word names an activity: `Lunes: BodyPump 19:00-20:00` is a line of a timetable. */
export function isWordless(text: string, days: RegExp): boolean {
  const known = [new RegExp(days, 'giu'), HOURS_WORD, SEASON, TURN_WORD, new RegExp(CLOSED, 'giu'), BETWEEN_DAYS];
  const rest = known.reduce((left, words) => left.replaceAll(words, ' '), withoutTimes(text));
  return !/\p{L}{3}/u.test(rest.replaceAll(UNITS, ' '));
}
const UNITS =
  /(?<!\p{L})(?:uhr|horas|heures|ore|hrs|hours?|godz|klo|sowie|und|and|les|las|los|das|dos|des|dal|dalle|alle|the)(?!\p{L})/giu;

// `Lunes a viernes`, `Sábados y festivos:`: days, and the words between them.
function isOnlyDays(text: string, days: RegExp): boolean {
  const rest = text.replaceAll(new RegExp(days, 'giu'), '');
  return !/\p{L}{5}/u.test(rest.replaceAll(BETWEEN_DAYS, '')) && (rest.match(/\p{L}+/gu)?.length ?? 0) <= 4;
}

function isOnlyTimes(text: string): boolean {
  return (withoutTimes(text).match(/\p{L}+/gu)?.length ?? 0) <= 4;
}
