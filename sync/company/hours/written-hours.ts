import { primaryLanguage } from '../../../shared/languages.ts';
import type { Line } from '../page/page-lines.ts';
import { wordsOf } from '../words.ts';
import { dayNames } from './schema-hours.ts';
import { beforeTimes, hoursKey, isRoundTheClock, rangesIn, withoutTimes } from './times.ts';

const words = wordsOf('hours');
const EVERY_DAY = words.pattern('every_day', 'i');
const CLOSED = words.pattern('closed');
const MONTH = words.pattern('month', 'i');
// `Our shop: Monday…`
const PREMISES = new RegExp(`^(?:${wordsOf('others')('our_office')})\\s\\p{L}+:`, 'iu');
const ACTIVITY = words.pattern('activity');
const SEASON = words.pattern('of_season', 'giu');
const DEMO = words.pattern('demo', 'i');
const ARTICLES = words.pattern('article', 'giu');
const SHORT_DAYS: Readonly<Record<string, string>> = Object.fromEntries(words.entries('short_days'));

/** A label of opening hours at the beginning of a string. */
export const HOURS_LABEL = words.pattern('hours_label');
/** A label of opening hours at any index. */
export const HOURS_WORD = new RegExp(String.raw`(?<!\p{L})${HOURS_LABEL.source.slice(1)}`, 'iu');

export type WrittenHours = {
  readonly text: string;
  /** After a word for opening hours or for own premises. */
  readonly labelled: boolean;
  readonly line: Line;
};

// Days with times, days, times, or neither.
type Kind = 'full' | 'day' | 'time' | 'none';
// Hours of adjacent lines: their label, the title of a season above them, and the initials of their kinds.
type Run = { texts: string[]; kinds: string; readonly first: Line; readonly label: string; readonly season: string };

const LONGEST = 400;
const LONGEST_LINE = 200;
const LONGEST_TITLE = 60;
const LONGEST_REMARK = 40;
// Three days above several lines of times: the assignment is ambiguous.
const AMBIGUOUS = /d{3}t{2}/;
// Default hours of WordPress starter content in all languages.
const STARTER = '09:00–17:00 11:00–15:00';
const SENTENCE_END = /(?<=[\p{L})]{2}[.!?])\s+(?=[\p{Lu}¿¡])|(?<=\d[.!?])\s+(?=\p{Lu}\p{Ll})/u;
const TELEPHONE = words.pattern('telephone', 'giu');
// `PBX 605 3100650 Lun - Vier…`, `Oder anrufen: 030 84 46 45 27 · Mo–Do…`
const TELEPHONE_FIRST =
  /^(?:(?:\p{L}+[.:]*\s)?[+(]?\d{2,5}[)\s/-]+\d{3}[\d\s-]{2,}\d\s+(?=\p{L})|[\p{L} ]{3,40}:\s[+(]?\d[\d\s()/.-]{6,20}\d\s[·|]\s(?=\p{L}))/u;

/** Returns the opening hours in the lines of a page. Adjacent lines of a list or table are joined. */
export function hoursIn(lines: readonly Line[], language: string): readonly WrittenHours[] {
  const days = dayPattern(language);
  const found: WrittenHours[] = [];
  let run: Run | undefined;
  let label = '';
  let season = '';
  // Below the title of an activity, until the next label.
  let aside = false;

  function end(): void {
    const text = run && textOf(run, days);
    if (run && text !== undefined) found.push({ text, labelled: run.label !== '', line: run.first });
    run = undefined;
  }

  for (const [index, line] of lines.entries()) {
    const text = line.foreign || line.nav ? '' : sentenceOf(withoutButton(line), days);
    const unlabelled = text.replace(HOURS_LABEL, '');
    const ownLabel = text.slice(0, text.length - unlabelled.length);
    const kind = kindOf(unlabelled, (label || ownLabel) !== '', days);
    if (run && run.first.part !== line.part) end();
    // `Kitchen: 13–16` and `Horario de clases` have the hours of an activity.
    const isOfActivity = ACTIVITY.test(unlabelled.split(/\d/)[0] ?? '');
    if ((ownLabel !== '' && !isOfActivity) || line.heading > 0) aside = false;
    aside ||= kind === 'none' && isOfActivity && line.text.length <= LONGEST_REMARK && !/\d/.test(line.text);
    const isRow =
      /^[\p{L} .–-]{2,25}:\s/u.test(text) || line.title === 'item' || lines[index - 1]?.block === line.block;
    const isRemark = kind === 'none' && line.heading === 0 && isDayRemark(text, days) && (run ? isRow : label !== '');
    if (kind === 'none' && !isRemark) {
      end();
      // The label or season may be a separate line or heading.
      const isTitle = line.text.length < LONGEST_TITLE;
      label = isTitle && unlabelled.length < 30 && !isOfActivity ? ownLabel : '';
      season =
        isTitle && isSeasonTitle(line.text) ? line.text.replace(/\s*[:：]$/, '') : MONTH.test(text) ? season : '';
      continue;
    }
    if (aside || isOfActivity || (!run && kind === 'time')) continue;
    run ??= { texts: [], kinds: '', first: line, label: label || ownLabel || (PREMISES.exec(text)?.[0] ?? ''), season };
    // `Abierto de lunes…` is a sentence; `Horario:` is a label.
    const plain = /[:：]\s*$/.test(ownLabel) || unlabelled === '' ? unlabelled : text;
    const isOfDay = kind === 'full' && run.kinds.endsWith('d') && !days.test(plain);
    add(run, plain, isRemark ? 'full' : isOfDay ? 'time' : kind);
    label = '';
  }
  end();
  return found;
}

// Appends the hours of a line; times belong to the days above them.
function add(run: Run, text: string, kind: Kind): void {
  const last = run.texts.length - 1;
  if (kind === 'time') run.texts[last] += `${run.kinds.endsWith('t') ? ',' : ''} ${text}`;
  else if (!run.texts.includes(text)) run.texts.push(text);
  run.kinds += kind.charAt(0);
}

// Returns hours as a string; `undefined` without a time, for placeholders, and for a long string.
function textOf({ texts, kinds, season }: Run, days: RegExp): string | undefined {
  // Days without times.
  const kept = kinds.endsWith('d') ? texts.slice(0, texts.findLastIndex((text) => !isBare(text, days)) + 1) : texts;
  const joined = [...new Set(kept.map((text) => text.replaceAll(TELEPHONE, '')))].join('; ');
  const ranges = rangesIn(joined).map(({ from, to }) => `${from}–${to}`);
  const isEmpty = ranges.length > 0 && ranges.every((range) => range === '00:00–00:00');
  if (!/[ft]/.test(kinds) || AMBIGUOUS.test(kinds) || hoursKey(joined) === '' || joined.length > LONGEST)
    return undefined;
  if (isEmpty || DEMO.test(joined) || ranges.join(' ') === STARTER) return undefined;
  const text = withoutOtherSentences(joined).replaceAll(/^[\s,;·|–-]+|[\s,;·|–-]+$/g, '');
  return season === '' ? text : `${season}: ${text}`;
}

// Returns a line, or the sentence about hours of a long line; an empty string without such a sentence.
function sentenceOf(line: string, days: RegExp): string {
  const text = line
    .slice(0, 4_000)
    .replaceAll(/\S+@\S+\s*[-–|·]?\s*/g, '')
    .replace(TELEPHONE_FIRST, (lead) => (rangesIn(lead).some(({ certain }) => certain) ? lead : ''));
  if (text.length <= LONGEST_LINE) return text;
  return text.split(SENTENCE_END).find((sentence) => kindOf(sentence, false, days) === 'full') ?? '';
}

// Removes a button after the times: `More about us` after `Fr 08–15 Uhr`, but not `by appointment`.
function withoutButton({ text, links }: Line): string {
  const label = links.at(-1)?.label ?? '';
  const before = label !== '' && text.endsWith(label) ? text.slice(0, -label.length).trimEnd() : '';
  const isButton = /\d\s?(?:uhr|[ap]\.?m\.?|h)?\.?$/i.test(before) && /^\p{Lu}\D*$/u.test(label) && !CLOSED.test(label);
  return isButton ? before : text;
}

// Removes sentences without hours: `Call us. We open Monday to Friday, 9–17. We are in the high street.`
function withoutOtherSentences(text: string): string {
  const hasHours = (sentence: string) =>
    rangesIn(sentence).length > 0 || CLOSED.test(sentence) || isRoundTheClock(sentence);
  const withHours = text.split(SENTENCE_END).filter(hasHours);
  return withHours.length > 0 ? withHours.join(' ') : text;
}

function kindOf(text: string, labelled: boolean, days: RegExp): Kind {
  if (text === '' || text.length > LONGEST_LINE || MONTH.test(text)) return 'none';
  const ranges = rangesIn(text);
  const hasDay = namesDay(text, days, ranges.length);
  const isRound = isRoundTheClock(text) && text.length <= 80;
  if (isRound && (hasDay || labelled || EVERY_DAY.test(text))) return 'full';
  if (hasDay && (ranges.length > 0 || CLOSED.test(text))) return 'full';
  if (labelled && ranges.some(({ certain }) => certain)) return 'full';
  if (hasDay && text.length <= 40 && !/\d{3}/.test(text) && isOnlyDays(text, days)) return 'day';
  const isTime = ranges.length > 0 ? countOf(withoutTimes(text)) <= 4 : text.length <= 30 && CLOSED.test(text);
  return isTime && text.length <= 50 ? 'time' : 'none';
}

const countOf = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;
const SHORTEST_DAY = 5;
const MOST_WORDS = 10;

// True if a day is named. In a sentence, a short form of a day is usually a word of the language.
function namesDay(text: string, days: RegExp, ranges: number): boolean {
  const names = [...text.matchAll(new RegExp(days, 'giu'))];
  const isSentence = ranges > 0 && countOf(text) > ranges * MOST_WORDS;
  return names.some(([name]) => !isSentence || name.length >= SHORTEST_DAY);
}

const withoutDays = (text: string, days: RegExp): string =>
  text.replaceAll(new RegExp(days, 'giu'), '').replaceAll(ARTICLES, '');
// `Lunes a viernes`, `Sábados y festivos:`: days, and the words between them.
const isOnlyDays = (text: string, days: RegExp): boolean =>
  !/\p{L}{5}/u.test(withoutDays(text, days)) && countOf(withoutDays(text, days)) <= 4;
const isBare = (text: string, days: RegExp): boolean => !/\d|\p{L}{4}/u.test(withoutDays(text, days));

/** Returns true for `domenica solo a pranzo`, `Sat: until 1pm`: a day with a remark, without a time range. */
function isDayRemark(text: string, days: RegExp): boolean {
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
    !ACTIVITY.test(text) &&
    text.length <= LONGEST_REMARK
  );
}

/** Returns a pattern for days of the week in a language, with short and inflected forms. */
function dayPattern(language: string): RegExp {
  const code = primaryLanguage(language);
  const short = SHORT_DAYS[code];
  // `piątek` → `piąt…`: the name with any ending.
  const inflected = (name: string) => String.raw`${name.slice(0, Math.max(3, name.length - 2))}\p{L}{0,4}`;
  const ofLanguage = short === undefined ? [] : [...dayNames(language).map(inflected), String.raw`(?:${short})\.?`];
  return new RegExp(
    String.raw`(?<![\p{L}\d])(?:${[words('days'), ...ofLanguage].join('|')})(?![\p{L}])|${words('unspaced_days')}`,
    'iu',
  );
}

// `Horario de verano`, `Sommer (April–Oktober)`, `Summer 2031`: a season with words of hours, months and articles only.
function isSeasonTitle(text: string): boolean {
  const rest = [SEASON, new RegExp(MONTH, 'giu'), new RegExp(HOURS_WORD, 'giu'), ARTICLES];
  return text.search(SEASON) !== -1 && !/[\p{L}&]/u.test(rest.reduce((left, sign) => left.replaceAll(sign, ' '), text));
}

/** Returns true for hours of a single season or holiday: it precedes the first time, and no second season has times. */
export function isOfSeason(hours: string): boolean {
  const seasons = [...hours.matchAll(SEASON)];
  const withTimes = seasons.filter(({ index }, at) => rangesIn(hours.slice(index, seasons[at + 1]?.index)).length > 0);
  return new Set(withTimes.map(([name]) => name.toLowerCase())).size < 2 && beforeTimes(hours).search(SEASON) !== -1;
}
