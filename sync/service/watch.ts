import { setTimeout as sleep } from 'node:timers/promises';
import { countListed, listedPage } from '../../db/mirror/inspect.ts';
import type { OnRunEvent, PageName, ShortOrder } from '../run/events.ts';
import type { Probe } from '../wordpress/latest.ts';
import type { SyncConfig } from '../config.ts';
import { removeProbeNote, writeProbeNote } from './report/probe-note.ts';
import { createProber, type Prober } from './prober.ts';
import { createRunQueue, type RunOnce, type RunQueue } from './run-queue.ts';
import { followRefreshRequests } from './refresh-orders.ts';
import type { Rhythm } from './rhythm.ts';
import { runOnSchedule } from './schedule.ts';

type WatchOptions = {
  readonly config: Pick<SyncConfig, 'dataDir' | 'mirrorFile' | 'types' | 'probeSeconds' | 'schedule' | 'fullSchedule'>;
  readonly startFull: boolean;
  readonly rhythm: Rhythm;
  readonly sync: RunOnce;
  readonly probe: (type: string, ahead: number) => Promise<Probe | undefined>;
  // Receives the seconds between two probes after each probe.
  readonly onPace?: ((seconds: number) => void) | undefined;
  // Pages to read again although no change was reported.
  readonly postponed: PageName[];
  // True if the last run requires a rebuild of the whole index.
  readonly isRenewalDue: () => boolean;
  readonly now: () => Date;
  readonly report: OnRunEvent;
  readonly signal: AbortSignal;
};

/** Runs on schedule, after probes that find a change, and after messages of WordPress, until the signal aborts. */
export async function watchSite(options: WatchOptions): Promise<void> {
  const { config, startFull, rhythm, sync, report, signal } = options;
  removeProbeNote(config.dataDir);
  const prober = config.probeSeconds > 0 ? proberOf(options) : undefined;
  const queue = createRunQueue(async (...args) => {
    const outcome = await sync(...args);
    prober?.forget();
    if (options.isRenewalDue()) void renew();
    return outcome;
  }, signal);
  let renewals = 0;
  const renew = async () => {
    renewals += 1;
    await queue.ask({ full: false, isRenewal: true });
    renewals -= 1;
  };
  const { schedule, fullSchedule } = config;
  await Promise.all([
    runOnSchedule({ schedule, fullSchedule, offset: rhythm.offset, queue, startFull, signal }),
    followRefreshRequests({ dataDir: config.dataDir, looksSeldom: rhythm.looksSeldom, queue, report, signal }),
    ...(prober ? [keepProbing(prober, queue, { ...options, isRenewing: () => renewals > 0 })] : []),
  ]);
  removeProbeNote(config.dataDir);
}

// Probes count as slow from this multiple of the configured interval.
const SELDOM = 2;

function proberOf({ config, probe, onPace, now, report }: WatchOptions): Prober {
  const { types, probeSeconds: seconds, mirrorFile, dataDir } = config;
  let isSlowed = false;
  return createProber({
    types,
    seconds,
    ask: probe,
    countListed: (type) => countListed(mirrorFile, type, now()),
    listedPage: (id) => listedPage(mirrorFile, id),
    now: () => now().getTime(),
    note: (pace) => {
      writeProbeNote(dataDir, pace, seconds, now());
      onPace?.(pace.seconds);
      // Logs a line when probes become slow, and a line when they return to the configured interval.
      if (isSlowed ? pace.seconds > seconds : pace.seconds < SELDOM * seconds) return;
      isSlowed = !isSlowed;
      report({ type: 'probing', everySeconds: pace.seconds, why: pace.why });
    },
  });
}

type Probing = Pick<WatchOptions, 'rhythm' | 'postponed' | 'signal'> & {
  // True during a rebuild of the whole index. Probes pre-empt it; patient runs do not.
  readonly isRenewing: () => boolean;
};

// Probes at its interval, never during a run; between probes, reads a few postponed pages at a time.
async function keepProbing(
  prober: Prober,
  queue: RunQueue,
  { rhythm, postponed, signal, isRenewing }: Probing,
): Promise<void> {
  let probedAt = performance.now() + rhythm.offset * prober.seconds() * 1000;
  for (;;) {
    const wait = probedAt + prober.seconds() * 1000 - performance.now();
    if (wait > 0 && postponed.length > 0 && !isRenewing()) {
      await lookAgain(queue, postponed, rhythm.pagesAtOnce);
      continue;
    }
    await sleep(Math.max(0, wait), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    let short: ShortOrder | undefined;
    await queue.between(async () => {
      short = await prober.probe();
      probedAt = performance.now();
    });
    if (short) prober.settle(await queue.ask({ full: false, short }));
  }
}

// Reads the next postponed pages. After a failure, the next full run postpones pages again.
async function lookAgain(queue: RunQueue, postponed: PageName[], most: number): Promise<void> {
  const pages = postponed.splice(0, most);
  const short = { why: 'routine check', types: new Map(), pages, isPatient: true } as const;
  const outcome = await queue.ask({ full: false, short });
  if (outcome !== 'done') postponed.length = 0;
}
