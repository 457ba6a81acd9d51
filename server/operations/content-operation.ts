import type { Index } from '../../db/index/reader.ts';
import type { Noted } from '../ledger/entries.ts';
import type { Addresses } from '../../shared/addresses.ts';
import type { ContentOperationId, OperationInput, OperationOutput } from '../../shared/operations.ts';

/** A generation of the index and the values that operations derive from it. */
export type ContentSource = {
  readonly index: Index;
  readonly addresses: Addresses;
  /** Longest part of a page in a response, in UTF-16 code units. */
  readonly readPageMaxChars: number;
  /** Name of the site if the server has several. Cursors are bound to it. */
  readonly site?: string | undefined;
  /** Returns true while a rollback pins the index. */
  readonly isPinned?: () => boolean;
  /** Returns the total number of pages while a first sync is unfinished and the index has a part of them. */
  readonly partialOf?: (() => number | undefined) | undefined;
};

/** Response of a content operation. */
export type ContentAnswer<Value = unknown> = {
  readonly value: Value;
  /** Last change of the returned content, ISO 8601 UTC. */
  readonly modified: string;
  /** Entry for the ledger. */
  readonly noted?: Noted | undefined;
};

/** Unvalidated arguments from a query string or a tool call. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Implementation of an operation that reads the index. */
export type ContentOperation<Id extends ContentOperationId> = {
  readonly answer: (source: ContentSource, input: OperationInput<Id>) => ContentAnswer<OperationOutput<Id>>;
  /** Example arguments for the documents, chosen from the index so that the call has results. */
  readonly exampleArguments: (index: Index) => Readonly<Record<string, string | number>>;
};
