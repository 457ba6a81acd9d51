import { fill } from '../../shared/fill.ts';
import { printable } from '../../shared/printable.ts';
import { textTable } from '../../shared/text-table.ts';
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

/** Returns the tables of a report; unanswered questions come first. */
export function reportTables(report: Report, texts: InsightsTexts): readonly Table[] {
  const { apis, reasons, families, callers } = texts;
  const headings: Readonly<Record<string, string>> = { ...texts.columns, ...apis };
  // `bars` is the column with bars, `without` the number of questions that the table omits.
  const table = (
    id: keyof InsightsTexts['sections'],
    columns: readonly string[],
    rows: readonly Readonly<Record<string, unknown>>[],
    bars?: string,
    without = 0,
  ): Table => ({
    id,
    ...texts.sections[id],
    columns: columns.map((name) => headings[name] ?? name),
    rows: rows.map((row) => columns.map((name) => row[name] as Cell)),
    ...(bars !== undefined && { bars: columns.indexOf(bars) }),
    ...(without > 0 && { note: fill(texts.withoutText, { questions: without }) }),
  });
  const named = (names: Readonly<Record<string, string>>, name: string) => names[name] ?? name;
  const gaps = (rows: readonly Gap[]) =>
    rows.map(({ proposal, ...row }) => ({
      ...row,
      reason: row.empty > 0 ? reasons.empty : reasons.unmatched,
      proposal: proposalText(proposal, texts),
    }));
  const { not_found_without_text: unanswered, totals } = report;
  const pages = report.pages.map(({ path, title, ...row }) => ({
    ...row,
    page: title === '' ? path : `${title} (${path})`,
  }));
  const byFamily = report.callers.map(({ family, faces, ...row }) => {
    const calls = Object.fromEntries(Object.keys(apis).map((api) => [api, faces[api] ?? 0]));
    return { ...row, ...calls, caller: named(families, family) };
  });
  const quota = report.quota.map((row) => ({ ...row, caller: named(callers, row.caller) }));
  const withName = (column: string, rows: Report['services']) => rows.map((row) => ({ ...row, [column]: row.name }));
  return [
    table('not_found', ['question', 'asked', 'reason', 'proposal'], gaps(report.not_found), 'asked', unanswered),
    table('not_read', ['question', 'asked', 'proposal'], gaps(report.not_read), 'asked'),
    table('questions', ['question', 'asked', 'read'], report.questions, 'asked', totals.without_text),
    table('pages', ['page', 'shown', 'read'], pages, 'read'),
    table('services', ['service', 'questions'], withName('service', report.services), 'questions'),
    table('cities', ['city', 'questions'], withName('city', report.cities), 'questions'),
    table('callers', ['caller', 'calls', 'identified', ...Object.keys(apis)], byFamily, 'calls'),
    table('quota', ['caller', 'low', 'high', 'refused'], quota),
    table('trend', ['day', 'calls', 'questions', 'unanswered', 'reads'], report.trend, 'questions'),
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

/** Formats a table with its heading for a terminal; an empty table is a sentence. Questions are untrusted text. */
export function tableText({ title, about, columns, rows, note }: Table, none: string): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : printable(cell, LONGEST))));
  const lines = rows.length === 0 ? [note ?? none] : textTable(columns, cells).concat(note ?? []);
  return `${title}\n${about}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
