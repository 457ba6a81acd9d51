import { printable } from '../../shared/printable.ts';
import type { Proposal } from './proposals.ts';
import type { Gap, Report } from './report.ts';
import type { InsightsTexts } from './texts/insights-texts.ts';
import type { Trial } from './trial.ts';

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

type Sections = InsightsTexts['sections'];
type Columns = InsightsTexts['columns'];

/** Returns the tables of a report; unanswered questions come first. */
export function reportTables(report: Report, texts: InsightsTexts): readonly Table[] {
  const { columns, faces, callers, families } = texts;
  const proposal = (suggestion: Proposal) => proposalText(suggestion, texts);
  const table = (id: keyof Sections, names: readonly (keyof Columns)[], rows: Table['rows'], bars?: number): Table => ({
    id,
    ...texts.sections[id],
    columns: names.map((name) => columns[name]),
    rows,
    ...(bars !== undefined && { bars }),
  });
  const gapRows = (gaps: readonly Gap[]) =>
    gaps.map(({ question, asked, empty, proposal: suggestion }) => [
      question,
      asked,
      empty > 0 ? texts.reasons.empty : texts.reasons.unmatched,
      proposal(suggestion),
    ]);
  const without = (questions: number) => (questions > 0 ? { note: texts.withoutText(questions) } : {});
  const faceIds = Object.keys(faces);
  const byFace = table(
    'callers',
    ['caller', 'calls', 'identified'],
    report.callers.map(({ family, calls, identified, faces: byApi }) => [
      families[family] ?? family,
      calls,
      identified,
      ...faceIds.map((face) => byApi[face] ?? 0),
    ]),
    1,
  );
  return [
    {
      ...table('not_found', ['question', 'asked', 'reason', 'proposal'], gapRows(report.not_found), 1),
      ...without(report.not_found_without_text),
    },
    table(
      'not_read',
      ['question', 'asked', 'proposal'],
      report.not_read.map(({ question, asked, proposal: suggestion }) => [question, asked, proposal(suggestion)]),
      1,
    ),
    {
      ...table(
        'questions',
        ['question', 'asked', 'read'],
        report.questions.map(({ question, asked, read }) => [question, asked, read]),
        1,
      ),
      ...without(report.totals.without_text),
    },
    table(
      'pages',
      ['page', 'shown', 'read'],
      report.pages.map(({ path, title, shown, read }) => [title === '' ? path : `${title} (${path})`, shown, read]),
      2,
    ),
    table(
      'services',
      ['service', 'questions'],
      report.services.map(({ name, questions }) => [name, questions]),
      1,
    ),
    table(
      'cities',
      ['city', 'questions'],
      report.cities.map(({ name, questions }) => [name, questions]),
      1,
    ),
    { ...byFace, columns: [...byFace.columns, ...Object.values(faces)] },
    table(
      'quota',
      ['caller', 'low', 'high', 'refused'],
      report.quota.map(({ caller, low, high, refused }) => [callers[caller] ?? caller, low, high, refused]),
    ),
    table(
      'trend',
      ['day', 'calls', 'questions', 'unanswered', 'reads'],
      report.trend.map(({ day, calls, questions, unanswered, reads }) => [day, calls, questions, unanswered, reads]),
      2,
    ),
  ];
}

function proposalText<Kind extends Proposal['kind']>(
  proposal: Extract<Proposal, { kind: Kind }>,
  { proposals }: Pick<InsightsTexts, 'proposals'>,
): string {
  return proposals[proposal.kind](proposal);
}

/** Returns the table of responses that a trial of synonyms changes. */
export function trialTable({ differences }: Trial, { sections, columns, trial }: InsightsTexts): Table {
  return {
    id: 'trial',
    ...sections.trial,
    columns: ['', columns.question, columns.before, columns.after],
    rows: differences.map(({ verdict, query, before, after }) => [
      trial.verdicts[verdict],
      query,
      trial.answer(before),
      trial.answer(after),
    ]),
  };
}

/** Describes the result of a trial in sentences. */
export function trialSentences(trial: Trial, { trial: texts }: InsightsTexts): readonly string[] {
  const { synonyms, replayed, golden, golden_first: first, differences } = trial;
  return [
    synonyms.length === 0
      ? texts.noSynonyms
      : texts.synonyms(synonyms.map((group) => `[${group.join(', ')}]`).join(' ')),
    texts.replayed(replayed, golden),
    ...(golden === 0 ? [] : [texts.golden(...first, golden)]),
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
        const fill = ' '.repeat(Math.max(0, (widths[at] ?? 0) - Array.from(text).length));
        return isNumber[at] ? fill + text : text + fill;
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
