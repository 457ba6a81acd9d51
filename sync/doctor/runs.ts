import { firstPage, inspectRuns, inspectTexts, type TextSource } from '../../db/mirror/inspect.ts';
import type { LeaseRow } from '../../db/mirror/lease.ts';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import { fieldAt } from '../../shared/fields.ts';
import { htmlPagesLine, htmlPagesOf } from '../service/report/html-pages.ts';
import { EXPIRES_AFTER_MS } from '../service/lease.ts';
import { readDeliveryNote, readProbeNote } from '../service/report/notes.ts';
import { age, isFailure, isLate, modeOf, outcomeWords } from '../service/report/words.ts';
import { found, type Finding } from './finding.ts';
import { judgeFreshness, measureRefresh } from './freshness.ts';

type RunsOptions = {
  readonly dataDir: string;
  readonly mirrorFile: string;
  readonly schedule: string;
  // Seconds between two probes; 0 disables them.
  readonly probeSeconds: number;
  readonly takesMessages: boolean;
  readonly now: () => Date;
};

const RUNS_READ = 20;

/** Checks the last runs of sync, the lease, and the delay of a change. */
export async function examineRuns(given: RunsOptions): Promise<Finding[]> {
  const { dataDir, mirrorFile, schedule, probeSeconds, takesMessages, now } = given;
  const { runs, holder } = inspectRuns(mirrorFile, RUNS_READ);
  const probes = readProbeNote(dataDir);
  const page = takesMessages ? firstPage(mirrorFile) : undefined;
  return [
    ...judgeRuns(runs, schedule, now()),
    judgeFreshness({ configured: probeSeconds, probes, runs, schedule, now: now() }),
    ...(page ? [await measureRefresh({ dataDir, page })] : []),
    judgeLease(holder, now()),
    ...judgeTexts(inspectTexts(mirrorFile)),
  ];
}

/** Reports the pages that sync reads from their HTML, with the entry for site.yaml. */
export function judgeTexts(texts: readonly TextSource[]): Finding[] {
  return htmlPagesOf(texts).map((group) => {
    const { site_yaml: entry = '' } = group;
    return found('texts.html', entry === '' ? 'permanent' : 'detected', { line: htmlPagesLine(group), entry });
  });
}

const DAY_MS = 86_400_000;

/** Judges the last runs, newest first. */
export function judgeRuns(logged: readonly LoggedRun[], schedule: string, now: Date): Finding[] {
  // A mistyped --only reveals nothing about this installation.
  const runs = logged.filter(({ outcome }) => outcome !== 'page_unknown');
  const [last] = runs;
  if (!last) return [found('runs.last', 'never')];
  const findings = [judgeLast(last, now)];
  const done = runs.find(({ outcome }) => outcome === 'done');
  const at = done && (done.finishedAt ?? done.startedAt);
  if (at !== undefined && isLate(schedule, at, now)) {
    const level = now.getTime() - Date.parse(at) > DAY_MS ? 'problem' : 'note';
    findings.push(found('runs.age', 'late', { age: age(at, now), schedule }, { level }));
  }
  const warnings = fieldAt(done?.summary, 'warningCount');
  if (typeof warnings === 'number' && warnings > 0) findings.push(found('runs.warnings', 'some', { warnings }));
  return findings;
}

function judgeLast({ outcome, startedAt, mode, summary }: LoggedRun, now: Date): Finding {
  const when = `${modeOf({ mode, summary })}, started ${age(startedAt, now)} ago`;
  const message = fieldAt(summary, 'message');
  const why = typeof message === 'string' ? `: ${message}` : '';
  const result = `The last run (${when}) ${outcomeWords({ outcome })}`;
  if (outcome === 'mass_loss') return found('runs.last', 'massLoss', { result, why });
  if (isFailure({ outcome })) return found('runs.last', 'failed', { result, why });
  const isWell = outcome === 'done' || outcome === 'running';
  return found('runs.last', isWell ? 'finished' : 'ended', { result });
}

// Distinguishes an active lease from the lease of a dead process.
function judgeLease(holder: LeaseRow | undefined, now: Date): Finding {
  if (!holder) return found('lease', 'free');
  const seconds = Math.round(Math.abs(now.getTime() - holder.renewedAt) / 1000);
  const pid = /\/(\d+)\/[^/]*$/.exec(holder.owner)?.[1] ?? '?';
  return found('lease', seconds * 1000 <= EXPIRES_AFTER_MS ? 'active' : 'left', { pid, seconds });
}

type Delivery = { readonly dataDir: string; readonly delivers: boolean; readonly now: () => Date };

/** Checks the deliveries with SYNC_ON_PUBLISH; returns no findings without it. */
export function examineDelivery({ dataDir, delivers, now }: Delivery): Finding[] {
  if (!delivers) return [];
  const { delivered_at, failures, fault } = readDeliveryNote(dataDir);
  const last = delivered_at === undefined ? 'never' : `${age(delivered_at, now())} ago`;
  if (fault !== undefined) return [found('delivery', 'fails', { failures, last, fault })];
  return [found('delivery', delivered_at === undefined ? 'never' : 'delivered', { last })];
}
