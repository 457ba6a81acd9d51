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
