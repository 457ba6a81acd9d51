import type { Generations } from '../../db/index/generations.ts';
import type { Mirror } from '../../db/mirror/mirror.ts';
import type { Converter } from '../markdown/converter.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import type { WordPress } from '../wordpress/client.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import type { OnRunEvent, PageName } from './events.ts';
import type { CodeDigests } from './publish/code-digests.ts';
import type { UrgentRuns } from './urgent-queue.ts';

export type RunCollaborators = {
  readonly mirror: Mirror;
  readonly generations: Generations;
  readonly config: SiteConfig;
  /** Callback for the home address that WordPress reports, before an index contains it. */
  readonly onHome?: ((home: string) => void) | undefined;
  /** Identity of the configured site; a change restarts the mirror. */
  readonly source: string;
  /** True if a full run is due, given the time of the last full run. */
  readonly sweepDue: (last: Date) => boolean;
  /** Each REST type to read. */
  readonly types: readonly string[];
  /** Hours that pages are held while nearly all pages have the same response. */
  readonly guardHours: number;
  /** Hours that a published page without a response to a visitor stays published. */
  readonly unseenHours: number;
  readonly convert: Converter['convert'];
  /** Releases the memory of the converter before an index is built. */
  readonly restConverter?: Converter['rest'];
  /** Connects to the site. With a known discovery, without a request to its REST API; with `sitemap`, without a REST API. */
  readonly connect: (known?: Discovered | 'sitemap') => Promise<WordPress>;
  readonly now: () => Date;
  readonly digests: CodeDigests;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  /** Callback for pages to read again without a reported change, for separate short runs. Without it, the run reads them itself. */
  readonly postpone?: ((pages: readonly PageName[]) => void) | undefined;
  /** Urgent runs that may pre-empt this run while it reads. */
  readonly urgent?: UrgentRuns | undefined;
  /**
   * Callback of a run that pre-empts another run; receives the pages of its commit, and passages that they lost. A run that needs
   * more than a short run, or whose pages the guard holds, cannot pre-empt.
   */
  readonly onPreempted?: ((pages: ReadonlySet<number>, withdrawn: UrgentRuns['withdrawn']) => void) | undefined;
  /** The exclusive right to write, if several processes may want it. */
  readonly lease?: { assertHeld(): void; keepAlive(): void };
};
