import type { Index } from '../../db/index/reader.ts';
import type { Noted } from '../ledger/noted.ts';
import type { Addresses } from '../../shared/addresses.ts';
import type { ContentOperationId, OperationInput, OperationOutput } from '../../shared/operations.ts';

/** One generation of the index, with what operations derive from it once. */
export type ContentSource = {
  readonly index: Index;
  readonly addresses: Addresses;
  /** Length in UTF-16 code units at which read_page cuts a text. */
  readonly readPageMaxChars: number;
  /** Name of the site, where it is one of several: a cursor of another one is none of its. */
  readonly site?: string | undefined;
};

/** An answer of a content operation. */
export type ContentAnswer<Value = unknown> = {
  readonly value: Value;
  /** Last change of what the answer says, ISO 8601 UTC. */
  readonly modified: string;
  /** What was asked and shown, for the ledger. */
  readonly noted?: Noted | undefined;
};

/** Arguments as a query string or a tool call gives them. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The implementation of an operation that the index answers. */
export type ContentOperation<Id extends ContentOperationId> = {
  readonly answer: (source: ContentSource, input: OperationInput<Id>) => ContentAnswer<OperationOutput<Id>>;
  /** Arguments of a call that most sites can answer: the example of the documents. */
  readonly exampleArguments: (index: Index) => Readonly<Record<string, string | number>>;
};
