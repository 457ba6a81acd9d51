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

/** Opening hours as the site says them. */
export type WrittenHours = {
  readonly text: string;
  /** Behind a word for opening hours, or said of `our shop`. */
  readonly labelled: boolean;
  /** A word says that the place is open, or none says that the times are of something else. */
  readonly ofPlace: boolean;
  readonly line: Line;
};

const LONGEST = 400;

/** Hours that neighbouring lines tell, as far as they are read. */
type Run = {
  readonly texts: string[];
  readonly first: Line;
  readonly title: Line | undefined;
  /** The words for opening hours before them, or of whose they are. */
  readonly label: string;
  /** The title of a season above them. */
  readonly season: string | undefined;
  /** Times are told, not only days. */
  whole: boolean;
  /** Lines of days that follow each other, and lines of times below them. */
  days: number;
  times: number;
};

/** The opening hours that lines of a page tell, each as one sentence: neighbouring lines of a list or table together. */
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
    // Days of which nothing is told.
    if (run && last === 'day') run.texts.length = run.texts.findLastIndex((text) => !isBare(text, days)) + 1;
    const told = run && textOf(run, days);
    if (run && told !== undefined) {
      const ofPlace = isOfPlace(run, days);
      found.push({ text: told, labelled: run.label !== '', ofPlace, line: run.first });
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
    // The sentences of a long line say it once more.
    if (run && (run.first.part !== line.part || (run.whole && line.text.length > LONGEST_LINE))) end();
    if (kind === 'none') {
      const isRemark = line.heading === 0 && isDayRemark(text, days);
      // `Sunday | by appointment`: whatever stands in the row of a day is about it.
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
        // Two of them are the heads of columns.
        turn = TURN.test(above?.text ?? '') ? '' : `${text.replace(/\s*[:：]$/, '')}: `;
        continue;
      }
      aside = run?.whole === true && isActivityTitle(line);
      if (aside) continue;
      end();
      turn = '';
      // The label may be a line, or a heading, of its own.
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
    if (run && (isOther || (aside && (kind === 'time' || isTold(plain, run, days))))) continue;
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

/** Adds what a line tells to the hours before it: times to the days above them. */
function add(run: Run, text: string, kind: Kind, last: Kind): void {
  if (kind === 'time' && run.texts.length > 0) {
    const separator = OWN_LABEL.test(text) ? '; ' : last === 'time' ? ', ' : ' ';
    run.texts[run.texts.length - 1] += separator + text;
  } else if (!run.texts.includes(text)) run.texts.push(text);
  if (kind !== 'day') run.whole = true;
  if (kind === 'full') run.days = 0;
  else if (kind === 'day') run.days = last === 'day' ? run.days + 1 : 1;
  run.times = kind === 'time' ? run.times + 1 : 0;
  // Which of them is whose cannot be told.
  if (run.days >= FEWEST_COLUMNS && run.times > 1) run.texts.length = 0;
}
const FEWEST_COLUMNS = 3;
/** `Oficina: 9–14`, after the times of the place; turns of the day are no label. */
const OWN_LABEL = new RegExp(`^(?!(?:${TURN.source.slice(1, -1)}))\\p{L}[\\p{L} ]{3,30}:\\s`, 'iu');

/** The text of hours; `undefined` when they tell no time, are of a demo, or are too long. */
function textOf(run: Run, days: RegExp): string | undefined {
  const told = run.texts.join('; ');
  // `Sunday closed` alone is what is left of a table that is written in some unknown way.
  if (!run.whole || hoursKey(told) === '' || told.length > LONGEST || isPlaceholderHours(told)) return undefined;
  const text = withoutTelephones(withoutOtherSentences(told, days));
  return run.season === undefined || text.search(SEASON) !== -1 ? text : `${run.season}: ${text}`;
}

/** True for hours that a word calls opening hours, and for those with no word, or heading, of anything else. */
function isOfPlace({ label, texts, title }: Run, days: RegExp): boolean {
  if ([label, ...texts].some((text) => OWN_PREMISES.test(text) || saysOpen(text))) return true;
  const heading = title && title.heading > 0 ? [title.text] : [];
  return [...heading, ...texts.filter((text) => rangesIn(text).length > 0)].every((text) => isWordless(text, days));
}

const LONGEST_TITLE = 60;

/** True for days of which the run tells already. */
function isTold(text: string, { texts }: Run, days: RegExp): boolean {
  const [day] = days.exec(text) ?? [];
  return day !== undefined && texts.some((one) => one.toLowerCase().includes(day.toLowerCase()));
}

const LONGEST_REMARK = 30;
const LONGEST_ROW = 3;

/** True for two lines that are parts of one row of a table or list. */
function isInRow(line: Line, above: Line | undefined): boolean {
  const row = line.block.around;
  return row !== undefined && row === above?.block.around && row.lines <= LONGEST_ROW;
}

/** True for two lines of one paragraph, or of one list: `Sat: by appointment`, or a block with nothing in it but what began with `first`. */
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
