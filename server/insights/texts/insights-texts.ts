import type { Proposal } from '../proposals.ts';
import type { Report } from '../report.ts';
import type { Difference } from '../trial.ts';

// A heading and a sentence about its table.
type Section = { readonly title: string; readonly about: string };

type Column =
  | 'question'
  | 'asked'
  | 'reason'
  | 'read'
  | 'proposal'
  | 'page'
  | 'shown'
  | 'service'
  | 'city'
  | 'questions'
  | 'caller'
  | 'calls'
  | 'identified'
  | 'low'
  | 'high'
  | 'refused'
  | 'day'
  | 'unanswered'
  | 'reads'
  | 'before'
  | 'after';

/** Texts of the insights in a language. The type requires all of them. */
export type InsightsTexts = {
  readonly title: string;
  readonly titleOf: (site: string) => string;
  readonly period: (from: string, to: string) => string;
  readonly nothing: string;
  readonly none: string;
  /** Number of questions that a table omits. */
  readonly withoutText: (questions: number) => string;
  /** Opens the table of a chart. */
  readonly numbers: string;
  /** Questions that the ledger does not store, in sentences. */
  readonly privacy: (kept: Report['left_out'] & { readonly without_text: number }) => string;
  readonly totals: Readonly<Record<keyof Report['totals'], string>>;
  readonly sections: Readonly<
    Record<
      | 'trend'
      | 'not_found'
      | 'not_read'
      | 'questions'
      | 'pages'
      | 'services'
      | 'cities'
      | 'callers'
      | 'quota'
      | 'trial',
      Section
    >
  >;
  readonly columns: Readonly<Record<Column, string>>;
  /** Reasons why a question is unanswered. */
  readonly reasons: Readonly<Record<'empty' | 'unmatched', string>>;
  readonly faces: Readonly<Record<string, string>>;
  readonly callers: Readonly<Record<string, string>>;
  /** Families of callers that are not product names. */
  readonly families: Readonly<Record<string, string>>;
  readonly proposals: { readonly [Kind in Proposal['kind']]: (proposal: Extract<Proposal, { kind: Kind }>) => string };
  readonly trial: {
    readonly synonyms: (groups: string) => string;
    readonly noSynonyms: string;
    readonly replayed: (queries: number, golden: number) => string;
    readonly golden: (before: number, after: number, all: number) => string;
    readonly same: string;
    readonly verdicts: Readonly<Record<Difference['verdict'], string>>;
    readonly answer: (answer: Difference['before']) => string;
  };
};
