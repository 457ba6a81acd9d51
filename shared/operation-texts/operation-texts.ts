import type { CompanySection, CompanyTexts } from '../company.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

type OperationNames = Texts<'title' | 'summary' | 'description'>;

/** Texts of the operation table in a language: operations, parameters and response fields. */
export type OperationTexts = {
  readonly searchPages: OperationNames & {
    readonly parameters: Texts<'query' | 'city' | 'noCity' | 'language' | 'limit' | 'cursor'>;
    readonly correction: Texts<'typed' | 'read_as'>;
    readonly place: Texts<'typed' | 'city'>;
    readonly addition: Texts<'typed' | 'words'>;
    readonly answer: Texts<
      | 'total'
      | 'results'
      | 'next_cursor'
      | 'corrected'
      | 'read_as_city'
      | 'also_searched'
      | 'confidence'
      | 'unmatched'
      | 'query_language'
      | 'hint'
    >;
    readonly result: Texts<'title' | 'url' | 'city' | 'excerpt' | 'modified' | 'language'>;
  };
  readonly readPage: OperationNames & {
    readonly parameters: Texts<'url' | 'cursor'>;
    readonly answer: Texts<
      'title' | 'url' | 'markdown' | 'truncated' | 'modified' | 'language' | 'translations' | 'next_cursor'
    >;
  };
  readonly companyInfo: OperationNames & {
    /** Text before the list of sections. */
    readonly section: string;
    /** Short description of each section. */
    readonly sections: Texts<CompanySection>;
    readonly answer: CompanyTexts;
  };
  readonly quota: OperationNames & {
    readonly answer: Texts<
      'client_id' | 'scope' | 'policy' | 'limit' | 'window_seconds' | 'used' | 'remaining' | 'reset_seconds'
    >;
  };
  readonly changes: OperationNames & {
    readonly parameters: Texts<'since' | 'limit'>;
    readonly answer: Texts<'changes' | 'more' | 'next_cursor'>;
    readonly change: Texts<'change' | 'url' | 'from' | 'language' | 'modified' | 'digest'>;
  };
};
