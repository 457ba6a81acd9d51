import type { WordPressEvent } from '../wordpress/events.ts';

/** Options of a run. */
export type RunOrder = {
  /** Reads every page again, regardless of the census. */
  readonly full: boolean;
  /** Accepts a mass loss. */
  readonly force: boolean;
  /** Works on a temporary mirror and publishes nothing. */
  readonly dryRun: boolean;
  /** The only page to read again: its id, address, path or slug. */
  readonly only?: string | undefined;
  /** Requests only pages that may have changed; if the mirror requires more, the run reads everything. */
  readonly short?: ShortOrder | undefined;
};

/** A page with its type, by REST or WordPress name. */
export type PageName = { readonly id: number; readonly type: string };

/** A possible change of the site. */
export type ShortOrder = {
  /** Reason for the log. */
  readonly why: string;
  /** Each changed REST type, with the number of hidden rows that its listing counts. */
  readonly types: ReadonlyMap<string, number>;
  readonly pages: readonly PageName[];
  /** No caller waits for it: it keeps the usual request rate. */
  readonly isPatient?: true;
};

export type Phase = 'connect' | 'census' | 'read' | 'confirm' | 'visit' | 'build' | 'verify';

export type PublishReason =
  | 'there is no index that can be read'
  | 'the index is damaged'
  | 'the indexer has changed'
  | 'the content has changed';

/** Source of the language of a site; `default` if its front page has never declared a language. */
export type LanguageSource = 'site.yaml' | 'front page' | 'earlier run' | 'default';

export type PageChange = 'new' | 'changed' | 'moved' | 'gone' | 'skipped';

/** Result of a run; for a dry run, the expected result. */
export type RunSummary = {
  readonly mode: 'full' | 'changes' | 'only' | 'short';
  /** Reasons for a full run, or for a generation without a change of content. */
  readonly why: readonly string[];
  readonly dryRun: boolean;
  /** Pages in the mirror after the run. */
  readonly pages: number;
  readonly new: number;
  readonly changed: number;
  readonly moved: number;
  readonly gone: number;
  readonly unchanged: number;
  /** Excluded pages of the site, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The first warnings; `warningCount` counts all. */
  readonly warnings: readonly string[];
  readonly warningCount: number;
  /** The live generation, and whether this run published it (in a dry run: would publish it). */
  readonly generation: number | undefined;
  readonly published: boolean;
  /** A rebuild of the whole index is due after this run (sync/run/publish/renewal.ts). */
  readonly renewalDue: boolean;
  readonly milliseconds: number;
};

/** An event of a run. Texts from the site are unescaped. */
export type RunEvent =
  | { readonly type: 'started'; readonly mode: RunSummary['mode']; readonly why: string; readonly first: boolean }
  | { readonly type: 'language'; readonly language: string; readonly by: LanguageSource }
  | { readonly type: 'phase'; readonly phase: Phase; readonly total?: number }
  | { readonly type: 'advanced'; readonly done: number }
  | {
      readonly type: 'page';
      readonly change: PageChange;
      readonly id: number;
      readonly path: string;
      readonly title?: string;
      readonly from?: string;
      readonly reason?: string;
    }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'wordpress'; readonly event: WordPressEvent }
  /** The interval of probes has changed; `why` it exceeds the configured interval, if it does. */
  | { readonly type: 'probing'; readonly everySeconds: number; readonly why: string | undefined }
  /** A change that WordPress reported is published, after this number of seconds. */
  | { readonly type: 'refreshed'; readonly seconds: number }
  | { readonly type: 'cleaned'; readonly files: readonly string[] }
  | { readonly type: 'published'; readonly generation: number; readonly pages: number; readonly why: PublishReason }
  /** A first sync has published the pages read so far, of the expected number. */
  | { readonly type: 'partial'; readonly generation: number; readonly pages: number; readonly of: number }
  /** Nothing is published: a rollback pins the live index. */
  | { readonly type: 'pinned'; readonly generation: number; readonly since: string }
  /** The same content was published as a whole index; or the rebuild failed and is retried later. */
  | { readonly type: 'renewed'; readonly generation: number; readonly pages: number }
  | { readonly type: 'unrenewed'; readonly why: string }
  /** The command that delivers a publication succeeded, or failed this number of times in succession. */
  | { readonly type: 'delivered'; readonly generation: number; readonly seconds: number }
  | { readonly type: 'undelivered'; readonly generation: number; readonly failures: number; readonly why: string }
  | { readonly type: 'finished'; readonly summary: RunSummary };

export type OnRunEvent = (event: RunEvent) => void;
