import { fill } from '../../shared/fill.ts';
import { printable } from '../../shared/printable.ts';
import type { Proposal } from './proposals.ts';
import type { Gap, Report } from './report.ts';
import { documentLanguage, type DocumentLanguage } from '../texts/texts.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import type { Difference, Trial } from './trial.ts';

/** A cell: untrusted text, or a number. */
export type Cell = string | number;

/** A table of the insights, for the terminal and for HTML. */
export type Table = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The column that HTML also draws as bars. */
  readonly bars?: number;
  /** Sentence about omitted rows. */
  readonly note?: string;
};

/** Texts of the insights in a language. */
export type InsightsTexts = typeof en;
const TEXTS: Readonly<Record<DocumentLanguage, InsightsTexts>> = { en, es };

/** Returns language and texts of the insights for a BCP 47 tag; the default is English. */
export function insightsTextsOf(tag: string | undefined) {
  const language = documentLanguage(tag);
  return { language, texts: TEXTS[language] };
}

/** Describes the period and the questions that the ledger does not store. */
export function reportSentences(
  { from, to, totals, left_out: { personal, busy, full } }: Report,
  texts: InsightsTexts,
  dateText: (day: string) => string = String,
) {
  const privacy = fill(texts.privacy, { without_text: totals.without_text, personal });
  const unrecorded = busy + full > 0 ? ` ${fill(texts.unrecorded, { count: busy + full })}` : '';
  const [first, last] = [from, to].map((day) => day && dateText(day));
  const period = first && last && (first === last ? first : fill(texts.period, { from: first, to: last }));
  return { period: period || undefined, privacy: privacy + unrecorded };
}

type Columns = InsightsTexts['columns'];

type Row = Readonly<Partial<Record<keyof Columns, unknown>>>;

/** Returns the tables of a report; unanswered questions come first. */
export function reportTables(report: Report, texts: InsightsTexts): readonly Table[] {
  const { columns, apis, reasons } = texts;
  // `without` is the number of questions that the table omits.
  const table = (
    id: keyof InsightsTexts['sections'],
    names: readonly (keyof Columns)[],
    rows: readonly Row[],
    { bars, without = 0 }: { readonly bars?: number; readonly without?: number } = {},
  ): Table => ({
    id,
    ...texts.sections[id],
    columns: names.map((name) => columns[name]),
    rows: rows.map((row) => names.map((name) => row[name] as Cell)),
    ...(bars !== undefined && { bars }),
    ...(without > 0 && { note: fill(texts.withoutText, { questions: without }) }),
  });
  const named = (names: Readonly<Record<string, string>>, name: string) => names[name] ?? name;
  const gaps = (rows: readonly Gap[]): readonly Row[] =>
    rows.map(({ question, asked, empty, proposal }) => ({
      question,
      asked,
      reason: empty > 0 ? reasons.empty : reasons.unmatched,
      proposal: proposalText(proposal, texts),
    }));
  const pages = report.pages.map((page) => ({
    ...page,
    page: page.title === '' ? page.path : `${page.title} (${page.path})`,
  }));
  const callers = report.callers.map((row) => ({ ...row, caller: named(texts.families, row.family) }));
  const byCaller = table('callers', ['caller', 'calls', 'identified'], callers, { bars: 1 });
  const apiIds = Object.keys(apis);
  return [
    table('not_found', ['question', 'asked', 'reason', 'proposal'], gaps(report.not_found), {
      bars: 1,
      without: report.not_found_without_text,
    }),
    table('not_read', ['question', 'asked', 'proposal'], gaps(report.not_read), { bars: 1 }),
    table('questions', ['question', 'asked', 'read'], report.questions, {
      bars: 1,
      without: report.totals.without_text,
    }),
    table('pages', ['page', 'shown', 'read'], pages, { bars: 2 }),
    table(
      'services',
      ['service', 'questions'],
      report.services.map((row) => ({ ...row, service: row.name })),
      { bars: 1 },
    ),
    table(
      'cities',
      ['city', 'questions'],
      report.cities.map((row) => ({ ...row, city: row.name })),
      { bars: 1 },
    ),
    {
      ...byCaller,
      columns: [...byCaller.columns, ...Object.values(apis)],
      rows: byCaller.rows.map((row, at) => row.concat(apiIds.map((api) => report.callers[at]?.faces[api] ?? 0))),
    },
    table(
      'quota',
      ['caller', 'low', 'high', 'refused'],
      report.quota.map((row) => ({ ...row, caller: named(texts.callers, row.caller) })),
    ),
    table('trend', ['day', 'calls', 'questions', 'unanswered', 'reads'], report.trend, { bars: 2 }),
  ];
}

function proposalText({ kind, ...values }: Proposal, { proposals }: InsightsTexts): string {
  return fill(proposals[kind], 'words' in values ? { words: values.words.join(', ') } : values);
}

function answerText({ results, first, rank, unmatched }: Difference['before'], { trial }: InsightsTexts): string {
  if (results === 0) return trial.nothing;
  const place = rank === null ? '' : fill(trial.rightPage, { rank });
  return `${first ?? ''}${place}${unmatched.length === 0 ? '' : fill(trial.unknown, { words: unmatched.join(', ') })}`;
}

/** Returns the table of responses that a trial of synonyms changes. */
export function trialTable({ differences }: Trial, texts: InsightsTexts): Table {
  const { sections, columns, trial } = texts;
  return {
    id: 'trial',
    ...sections.trial,
    columns: ['', columns.question, columns.before, columns.after],
    rows: differences.map(({ verdict, query, before, after }) => [
      trial.verdicts[verdict],
      query,
      answerText(before, texts),
      answerText(after, texts),
    ]),
  };
}

/** Describes the result of a trial in sentences. */
export function trialSentences(trial: Trial, { trial: texts }: InsightsTexts): readonly string[] {
  const { synonyms, replayed, golden, golden_first: first, differences } = trial;
  return [
    synonyms.length === 0
      ? texts.noSynonyms
      : fill(texts.synonyms, { groups: synonyms.map((group) => `[${group.join(', ')}]`).join(' ') }),
    fill(texts.replayed, { queries: replayed, golden }),
    ...(golden === 0 ? [] : [fill(texts.golden, { before: first[0], after: first[1], all: golden })]),
    ...(differences.length === 0 ? [texts.same] : []),
  ];
}

// Longest cell in UTF-16 code units.
const LONGEST = 70;

/** Formats a table with its heading for a terminal; an empty table is a sentence. */
export function tableText({ title, about, columns, rows, note }: Table, none: string): string {
  const head = `${title}\n${about}\n`;
  if (rows.length === 0) return `${head}  ${note ?? none}\n`;
  const cells = [columns, ...rows].map((row) => row.map(cellText));
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => Array.from(row[at] ?? '').length)));
  const isNumber = columns.map((_, at) => rows.every((row) => typeof row[at] === 'number'));
  const lines = cells.map((row) =>
    row
      .map((text, at) => {
        const padding = ' '.repeat(Math.max(0, (widths[at] ?? 0) - Array.from(text).length));
        return isNumber[at] ? padding + text : text + padding;
      })
      .join('  ')
      .trimEnd(),
  );
  const shown = note === undefined ? lines : [...lines, note];
  return `${head}${shown.map((line) => `  ${line}\n`).join('')}`;
}

// Questions are untrusted text.
function cellText(cell: Cell): string {
  return typeof cell === 'number' ? String(cell) : printable(cell, LONGEST);
}
