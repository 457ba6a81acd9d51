import type { Environment } from '../../shared/settings.ts';
import type { PageName, RunEvent } from '../run/events.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import type { Ending } from '../outcome.ts';
import type { WatchOrder } from './run-queue.ts';

/** Message to the process of runs. */
export type RunRequest =
  /** Starts a run with the addresses that the last run discovered. `mayOpenLane`: it may queue urgent runs (`OpenLane`). */
  | {
      readonly type: 'run';
      readonly id: number;
      /** Name of the site. */
      readonly site: string;
      readonly environment: Environment;
      readonly oneAtATime: boolean;
      readonly order: WatchOrder;
      readonly mayOpenLane: boolean;
      readonly discovered: Discovered | undefined;
    }
  /** The queue of urgent runs is closed and empty. */
  | { readonly type: 'shut'; readonly id: number }
  /** Ends the current runs of a site immediately. */
  | { readonly type: 'end'; readonly site: string; readonly why: string };

/** Message from the process of runs; `ended` is the last message of each run. */
export type RunReply =
  /** The process has started. */
  | { readonly type: 'ready' }
  | { readonly type: 'event'; readonly site: string; readonly event: RunEvent }
  | { readonly type: 'found'; readonly site: string; readonly discovered: Discovered }
  | { readonly type: 'postponed'; readonly site: string; readonly pages: readonly PageName[] }
  | { readonly type: 'open' | 'shut'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number; readonly ending: Ending };
