import { existsSync } from 'node:fs';
import { inspectRuns } from '../../db/mirror/inspect.ts';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import type { Log } from '../../shared/log.ts';
import { serveMetrics, type MetricsAddress } from '../../shared/metrics/listener.ts';
import { createSyncMetrics } from './report/metrics.ts';
import type { SyncConfig } from '../config.ts';
import type { OutcomeCode } from '../outcome.ts';

type Options = {
  readonly address: MetricsAddress;
  readonly bySite: boolean;
  readonly outcomes: readonly OutcomeCode[];
  readonly log: Log;
};

// Maximum earlier runs that are read from the run log.
const EARLIER_RUNS = 200;

/** Serves the metrics of a `--watch` sync until disposal. The metrics of a site start with its run log. */
export async function serveSyncMetrics({ address, bySite, outcomes, log }: Options) {
  const measures = createSyncMetrics({ outcomes, bySite, now: () => new Date() });
  const served = await serveMetrics(address, measures.metrics, log);
  return {
    of: (name: string, { mirrorFile }: Pick<SyncConfig, 'mirrorFile'>) =>
      measures.of({ name, earlier: earlierRuns(mirrorFile) }),
    forget: measures.forget,
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}
export type ServedMetrics = Awaited<ReturnType<typeof serveSyncMetrics>>;

// The first run repairs a mirror that cannot be read.
function earlierRuns(mirrorFile: string): readonly LoggedRun[] {
  try {
    return existsSync(mirrorFile) ? inspectRuns(mirrorFile, EARLIER_RUNS).runs : [];
  } catch {
    return [];
  }
}
