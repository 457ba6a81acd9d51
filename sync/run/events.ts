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
};

export type Phase = 'connect' | 'census' | 'read' | 'confirm' | 'build' | 'verify';

/** The reason for which a run made a new generation. */
export type PublishReason =
  | 'there is no index that can be read'
  | 'the index is damaged'
  | 'the indexer has changed'
  | 'the content has changed';

/** The outcome of a run for one page. */
export type PageChange = 'new' | 'changed' | 'moved' | 'gone' | 'skipped';

/** The result of a run; of a dry run, what a real one would have done. */
export type RunSummary = {
  readonly mode: 'full' | 'changes' | 'only';
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
  readonly milliseconds: number;
};

/** An event of a run, told while it works. Texts that come from the site are as the site wrote them. */
export type RunEvent =
  | { readonly type: 'started'; readonly mode: RunSummary['mode']; readonly why: string; readonly first: boolean }
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
  | { readonly type: 'cleaned'; readonly files: readonly string[] }
  | { readonly type: 'published'; readonly generation: number; readonly pages: number; readonly why: PublishReason }
  | { readonly type: 'finished'; readonly summary: RunSummary };

export type OnRunEvent = (event: RunEvent) => void;
