import type { WordPressEvent } from '../wordpress/events.ts';

/** Options of one run. */
export type RunOrder = {
  /** Read every page again, whatever the census says. */
  readonly full: boolean;
  /** Believe a mass loss. */
  readonly force: boolean;
  /** Work on a mirror that will be thrown away, and publish nothing. */
  readonly dryRun: boolean;
  /** The one page to read again: its id, address, path or slug. */
  readonly only?: string | undefined;
  /** Ask for nothing but what may have changed; a mirror that needs more is brought up to date as a whole. */
  readonly short?: ShortOrder | undefined;
};

/** A page, and its type as the REST API or WordPress calls it. */
export type PageName = { readonly id: number; readonly type: string };

/** Something that may have changed on the site. */
export type ShortOrder = {
  /** The reason, for the log. */
  readonly why: string;
  /** REST types of which something has changed, each with the rows that its listing counts and does not show. */
  readonly types: ReadonlyMap<string, number>;
  /** Pages to look at. */
  readonly pages: readonly PageName[];
  /** Nobody waits for it: it keeps the pace of every other run. */
  readonly isPatient?: true;
};

export type Phase = 'connect' | 'census' | 'read' | 'confirm' | 'visit' | 'build' | 'verify';

/** The reason for which a run made a new generation. */
export type PublishReason =
  | 'there is no index that can be read'
  | 'the index is damaged'
  | 'the indexer has changed'
  | 'the content has changed';

/** What tells the language of a site; `default` is that of a site whose front page never told one. */
export type LanguageSource = 'site.yaml' | 'front page' | 'earlier run' | 'default';

/** The outcome of a run for one page. */
export type PageChange = 'new' | 'changed' | 'moved' | 'gone' | 'skipped';

/** The result of a run; of a dry run, what a real one would have done. */
export type RunSummary = {
  readonly mode: 'full' | 'changes' | 'only' | 'short';
  /** Reasons for doing more than the first run, or a change of the content, asks for. */
  readonly why: readonly string[];
  readonly dryRun: boolean;
  /** Pages in the mirror afterwards. */
  readonly pages: number;
  readonly new: number;
  readonly changed: number;
  readonly moved: number;
  readonly gone: number;
  readonly unchanged: number;
  /** Pages that the site lists and the index leaves out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The first of them; `warningCount` counts all. */
  readonly warnings: readonly string[];
  readonly warningCount: number;
  /** The live generation, and whether this run made it (in a dry run: would make a new one). */
  readonly generation: number | undefined;
  readonly published: boolean;
  /** The whole index is to be built anew, now that nobody waits for it (sync/run/publish/renewal.ts). */
  readonly renewalDue: boolean;
  readonly milliseconds: number;
};

/** An event of a run, told while it works. Texts that come from the site are as the site wrote them. */
export type RunEvent =
  | { readonly type: 'started'; readonly mode: RunSummary['mode']; readonly why: string; readonly first: boolean }
  /** The language that the site is taken to be in, and what tells it. */
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
  /** Probes come at another interval than before; `why` it is longer than the settings say, if it is. */
  | { readonly type: 'probing'; readonly everySeconds: number; readonly why: string | undefined }
  /** What WordPress told of is published, so many seconds after it did. */
  | { readonly type: 'refreshed'; readonly seconds: number }
  | { readonly type: 'cleaned'; readonly files: readonly string[] }
  | { readonly type: 'published'; readonly generation: number; readonly pages: number; readonly why: PublishReason }
  /** A first sync has published the pages that it has read so far, of the number that it will read. */
  | { readonly type: 'partial'; readonly generation: number; readonly pages: number; readonly of: number }
  /** Nothing is published: the live index was gone back to. */
  | { readonly type: 'pinned'; readonly generation: number; readonly since: string }
  /** The same content is published once more, as a whole index; or it is not, and is tried again later. */
  | { readonly type: 'renewed'; readonly generation: number; readonly pages: number }
  | { readonly type: 'unrenewed'; readonly why: string }
  /** The command that delivers what is published succeeded, or failed so many times in turn. */
  | { readonly type: 'delivered'; readonly generation: number; readonly seconds: number }
  | { readonly type: 'undelivered'; readonly generation: number; readonly failures: number; readonly why: string }
  | { readonly type: 'finished'; readonly summary: RunSummary };

export type OnRunEvent = (event: RunEvent) => void;
