import { hoursKey, rangesIn } from './clock-times.ts';
import { dayPattern } from './day-words.ts';
import {
  isActivityTitle,
  isBare,
  isByTelephone,
  isDayRemark,
  isOfActivity,
  isWordless,
  kindOf,
  LONGEST_LINE,
  sentenceOf,
  withoutOtherSentences,
  withoutTelephones,
  type Kind,
} from './hours-kinds.ts';
import { hoursTexts } from './hours-lines.ts';
import { BY_TELEPHONE, HOURS_LABEL, isSeasonTitle, MONTH, saysOpen, SEASON, TURN } from './hours-words.ts';
import { OWN_PREMISES } from '../page/others-words.ts';
import { isWithin, type Line } from '../page/page-lines.ts';
import { isPlaceholderHours } from '../contact/placeholders.ts';

/** Opening hours as written. */
export type WrittenHours = {
  readonly text: string;
  /** After a word for opening hours or for own premises. */
  readonly labelled: boolean;
  /** A word marks the place as open, or no word names an activity. */
  readonly ofPlace: boolean;
  readonly line: Line;
};

const LONGEST = 400;

// Hours of adjacent lines that are being parsed.
type Run = {
  readonly texts: string[];
  readonly first: Line;
  readonly title: Line | undefined;
  // The label for opening hours or premises before them.
  readonly label: string;
  // The title of a season above them.
  readonly season: string | undefined;
  // At least one line contains times.
  whole: boolean;
  // Number of consecutive lines of days, and of lines of times below them.
  days: number;
  times: number;
};

/** Returns the opening hours in the lines of a page. Adjacent lines of a list or table are joined to a sentence. */
export function hoursIn(lines: readonly Line[], language: string): readonly WrittenHours[] {
  const days = dayPattern(language);
  const found: WrittenHours[] = [];
  let run: Run | undefined;
  let last: Kind = 'none';
  let label = '';
  let season: string | undefined;
  let turn = '';
  let aside = false;

  function end(): void {
    // Days without times.
    if (run && last === 'day') run.texts.length = run.texts.findLastIndex((text) => !isBare(text, days)) + 1;
    const joined = run && textOf(run, days);
    if (run && joined !== undefined) {
      const ofPlace = isOfPlace(run, days);
      found.push({ text: joined, labelled: run.label !== '', ofPlace, line: run.first });
    }
    run = undefined;
    last = 'none';
    aside = false;
  }

  const texts = hoursTexts(lines, days);
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const written = texts[index];
    if (written === undefined) continue;
    const text = line.foreign || line.nav ? '' : sentenceOf(written, days);
    const unlabelled = text.replace(HOURS_LABEL, '');
    const ownLabel = text.slice(0, text.length - unlabelled.length);
    // `Abierto de lunes…` is a sentence; `Horario:` is a label.
    const plain = /[:：]\s*$/.test(ownLabel) || unlabelled === '' ? unlabelled : text;
    const kind = kindOf(unlabelled, (label || ownLabel) !== '', days, (run?.label ?? '') !== '');
    // A long line repeats the hours in a sentence.
    if (run && (run.first.part !== line.part || (run.whole && line.text.length > LONGEST_LINE))) end();
    if (kind === 'none') {
      const isRemark = line.heading === 0 && isDayRemark(text, days);
      // `Sunday | by appointment`: the row of a day contains a remark.
      if (run && last === 'day' && !isRemark && isInRow(line, above) && text !== '' && text.length <= LONGEST_REMARK) {
        run.texts[run.texts.length - 1] += ` ${text}`;
        last = 'full';
        continue;
      }
      if (isRemark && (run ? above && isBeside(line, above, run) : label !== '')) {
        run ??= newRun(line, above, label, season);
        run.texts.push(text);
        last = 'full';
        label = '';
        continue;
      }
      if ((run || label !== '') && TURN.test(text)) {
        // Two turns of the day are column headings.
        turn = TURN.test(above?.text ?? '') ? '' : `${text.replace(/\s*[:：]$/, '')}: `;
        continue;
      }
      aside = run?.whole === true && isActivityTitle(line);
      if (aside) continue;
      end();
      turn = '';
      // The label may be a separate line or heading.
      label = line.text.length < LONGEST_TITLE && unlabelled.length < 30 ? ownLabel : '';
      season =
        line.text.length < LONGEST_TITLE && isSeasonTitle(line.text)
          ? line.text.replace(/\s*[:：]$/, '')
          : MONTH.test(text)
            ? season
            : undefined;
      continue;
    }
    const isOther = isOfActivity(plain) || (run?.whole && isByTelephone(plain));
    if (run && (isOther || (aside && (kind === 'time' || hasDay(plain, run, days))))) continue;
    aside = false;
    const isContinuation = run !== undefined && (kind === 'time' ? last !== 'none' : true);
    if (!isContinuation) {
      end();
      if (kind === 'time') continue;
      run = newRun(line, above, label || ownLabel || (OWN_PREMISES.exec(text)?.[0] ?? ''), season);
    }
    if (!run || (kind === 'time' && BY_TELEPHONE.test(plain))) continue;
    add(run, turn + plain, kind === 'full' && last === 'day' && !days.test(plain) ? 'time' : kind, last);
    turn = '';
    last = kind;
    label = '';
  }
  end();
  return found;
}

const newRun = (first: Line, title: Line | undefined, label: string, season: string | undefined): Run => ({
  texts: [],
  first,
  title,
  label,
  season,
  whole: false,
  days: 0,
  times: 0,
});

// Appends the hours of a line; times belong to the days above them.
function add(run: Run, text: string, kind: Kind, last: Kind): void {
  if (kind === 'time' && run.texts.length > 0) {
    const separator = OWN_LABEL.test(text) ? '; ' : last === 'time' ? ', ' : ' ';
    run.texts[run.texts.length - 1] += separator + text;
  } else if (!run.texts.includes(text)) run.texts.push(text);
  if (kind !== 'day') run.whole = true;
  if (kind === 'full') run.days = 0;
  else if (kind === 'day') run.days = last === 'day' ? run.days + 1 : 1;
  run.times = kind === 'time' ? run.times + 1 : 0;
  // The assignment of times to days is ambiguous.
  if (run.days >= FEWEST_COLUMNS && run.times > 1) run.texts.length = 0;
}
const FEWEST_COLUMNS = 3;
// `Oficina: 9–14` after the hours of the place; a turn of the day is not a label.
const OWN_LABEL = new RegExp(`^(?!(?:${TURN.source.slice(1, -1)}))\\p{L}[\\p{L} ]{3,30}:\\s`, 'iu');

// Returns the text of hours; `undefined` without a time, for a demo, and for a long text.
function textOf(run: Run, days: RegExp): string | undefined {
  const joined = run.texts.join('; ');
  // `Sunday closed` alone remains of a table in an unknown format.
  if (!run.whole || hoursKey(joined) === '' || joined.length > LONGEST || isPlaceholderHours(joined)) return undefined;
  const text = withoutTelephones(withoutOtherSentences(joined, days));
  return run.season === undefined || text.search(SEASON) !== -1 ? text : `${run.season}: ${text}`;
}

// True for hours with a word for opening hours, and for hours without a word or heading of an activity.
function isOfPlace({ label, texts, title }: Run, days: RegExp): boolean {
  if ([label, ...texts].some((text) => OWN_PREMISES.test(text) || saysOpen(text))) return true;
  const heading = title && title.heading > 0 ? [title.text] : [];
  return [...heading, ...texts.filter((text) => rangesIn(text).length > 0)].every((text) => isWordless(text, days));
}

const LONGEST_TITLE = 60;

// True for days that the run already contains.
function hasDay(text: string, { texts }: Run, days: RegExp): boolean {
  const [day] = days.exec(text) ?? [];
  return day !== undefined && texts.some((part) => part.toLowerCase().includes(day.toLowerCase()));
}

const LONGEST_REMARK = 30;
const LONGEST_ROW = 3;

// True for two lines in the same row of a table or list.
function isInRow(line: Line, above: Line | undefined): boolean {
  const row = line.block.around;
  return row !== undefined && row === above?.block.around && row.lines <= LONGEST_ROW;
}

// True for two lines of the same paragraph or list: `Sat: by appointment`, or a block that contains only the lines from
// `first`.
function isBeside(
  line: Line,
  above: Line,
  { first, title }: { readonly first: Line; readonly title: Line | undefined },
) {
  if (line.block === above.block) return true;
  const list = line.block.around;
  if (list === undefined || list !== above.block.around || !isWithin(first, list)) return false;
  return ROW.test(line.text) || !(title && isWithin(title, list));
}

const ROW = /^[\p{L} .–-]{2,25}:\s/u;
