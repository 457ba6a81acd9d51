import { existsSync } from 'node:fs';
import { inspectRuns } from '../../db/mirror/inspect-runs.ts';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import type { Log } from '../../shared/log.ts';
import { serveMetrics, type MetricsAddress } from '../../shared/metrics/listener.ts';
import { createSyncMetrics } from '../report/metrics.ts';
import type { OutcomeCode } from './outcome.ts';
import { readProbeNote } from './probe-note.ts';

type Options = {
  readonly address: MetricsAddress;
  readonly mirrorFile: string;
  readonly dataDir: string;
  readonly outcomes: readonly OutcomeCode[];
  readonly log: Log;
};

/** Runs of earlier processes that are read. */
const EARLIER_RUNS = 200;

/** The metrics of a sync that stays, and their listener, until disposed of. They begin with what the run log knows. */
export async function serveSyncMetrics({ address, mirrorFile, dataDir, outcomes, log }: Options) {
  const measures = createSyncMetrics({
    outcomes,
    earlier: earlierRuns(mirrorFile),
    probeSeconds: () => readProbeNote(dataDir)?.every_seconds,
    now: () => new Date(),
  });
  const served = await serveMetrics(address, measures.metrics, log);
  return { ...measures, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
}

/** A mirror that cannot be read is for the first run to mend. */
function earlierRuns(mirrorFile: string): readonly LoggedRun[] {
  try {
    return existsSync(mirrorFile) ? inspectRuns(mirrorFile, EARLIER_RUNS).runs : [];
  } catch {
    return [];
  }
}
