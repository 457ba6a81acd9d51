import type { Environment } from '../../shared/settings.ts';
import type { PageName, RunEvent } from '../run/events.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import type { Ending } from './outcome.ts';
import type { WatchOrder } from '../watch/run-queue.ts';

/** What the process of runs is told. */
export type RunRequest =
  /** To make a run, at the addresses that the last one has discovered; it may open a lane (`OpenLane`) or not. */
  | {
      readonly type: 'run';
      readonly id: number;
      /** Name of the site, and its settings. */
      readonly site: string;
      readonly environment: Environment;
      readonly oneAtATime: boolean;
      readonly order: WatchOrder;
      readonly mayOpenLane: boolean;
      readonly discovered: Discovered | undefined;
    }
  /** The lane of a run is shut, and no run is in it. */
  | { readonly type: 'shut'; readonly id: number }
  /** The runs at work of a site end, whatever they are in the middle of. */
  | { readonly type: 'end'; readonly site: string; readonly why: string };

/** What the process of runs tells; `ended` is the last of each run. */
export type RunReply =
  /** It could start. */
  | { readonly type: 'ready' }
  | { readonly type: 'event'; readonly site: string; readonly event: RunEvent }
  | { readonly type: 'found'; readonly site: string; readonly discovered: Discovered }
  | { readonly type: 'postponed'; readonly site: string; readonly pages: readonly PageName[] }
  | { readonly type: 'open' | 'shut'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number; readonly ending: Ending };
