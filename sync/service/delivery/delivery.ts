import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Generations, Pointer } from '../../../db/index/generations.ts';
import { createProcessLock } from '../../../db/process-lock.ts';
import { explain } from '../../../shared/errors.ts';
import type { OnRunEvent } from '../../run/events.ts';
import { runCommand } from './command.ts';
import { readDeliveryNote, writeDeliveryNote } from '../report/notes.ts';
import { fillOutbox } from './outbox.ts';

type Options = {
  readonly command: string;
  readonly timeoutMs: number;
  readonly dataDir: string;
  readonly generations: Generations;
  // Environment of the command, besides the `INDEX_…` variables.
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  readonly report: OnRunEvent;
  readonly signal: AbortSignal;
  readonly takeSlot?: TakeSlot | undefined;
  // Milliseconds between two checks, and the shortest and longest pause after a failure.
  readonly pauses?: { readonly look: number; readonly shortest: number; readonly longest: number };
};

/** Waits for a slot. Returns the callback that releases it, or `undefined` if the signal aborts first. */
export type TakeSlot = (signal: AbortSignal) => Promise<(() => void) | undefined>;

const PAUSES = { look: 1000, shortest: 5000, longest: 600_000 };
// With several sites, which share slots: only changes without a notification, such as a rollback, wait for the next check.
const SELDOM_PAUSES = { ...PAUSES, look: 30_000 };
// Attempts without `--watch`.
const ATTEMPTS = 3;

// Settings that are hidden from the command.
const SECRETS = [
  'INDEX_PRIVATE_KEY',
  'SYNC_APP_PASSWORD',
  'REFRESH_SECRET',
  'GATEWAY_SECRET',
  'STATE_URL',
  'CHANGES_WEBHOOK',
  'CHANGES_WEBHOOK_SECRET',
];

/**
 * Delivers the newest publication with a command, in sequence. Publications of any process count, including rollbacks.
 * Publication does not wait for the delivery; failures are reported and retried.
 */
export function createDelivery(options: Options) {
  const { command, timeoutMs, dataDir, generations, environment, now, report } = options;
  const { takeSlot, pauses = takeSlot ? SELDOM_PAUSES : PAUSES } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  let delivering: Promise<void> | undefined;
  let waking = new AbortController();
  const outbox = join(dataDir, 'outbox');
  const hidden = Object.fromEntries(SECRETS.map((name) => [name, undefined]));

  // Returns the live pointer if it, or the list of verdicts, was not delivered yet.
  async function due() {
    const pointer = await generations.current().catch(() => undefined);
    if (!pointer) return undefined;
    const { version } = (await generations.verdicts().catch(() => undefined)) ?? {};
    const mark = markOf(pointer, version);
    return mark === readDeliveryNote(dataDir).pointer ? undefined : { pointer, mark };
  }

  // Delivers a due publication after a delivery by another process has finished. Returns true if nothing is due afterwards.
  async function attempt(): Promise<boolean> {
    using lock = createProcessLock(join(dataDir, 'delivery.db'));
    while (!lock.isOurs()) {
      await sleep(pauses.look, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return false;
    }
    const releaseSlot = await takeSlot?.(signal);
    try {
      return (!takeSlot || releaseSlot !== undefined) && (await deliverNewest());
    } finally {
      releaseSlot?.();
    }
  }

  async function deliverNewest(): Promise<boolean> {
    const found = await due();
    if (!found) return true;
    const { generation } = found.pointer;
    const began = now().getTime();
    const why = await deliver(found.pointer).catch(explain);
    if (signal.aborted) return false;
    if (why === undefined) {
      writeDeliveryNote(dataDir, { pointer: found.mark, delivered_at: now().toISOString(), failures: 0 });
      report({ type: 'delivered', generation, seconds: Math.max(0, now().getTime() - began) / 1000 });
      return true;
    }
    const before = readDeliveryNote(dataDir);
    const failures = before.failures + 1;
    writeDeliveryNote(dataDir, { ...before, failures, fault: why });
    report({ type: 'undelivered', generation, failures, why });
    return false;
  }

  async function deliver(pointer: Pointer): Promise<string | undefined> {
    const { files, removed } = await fillOutbox(outbox, generations, pointer);
    const before = readDeliveryNote(dataDir);
    const removedFiles = [...new Set([...(before.removed ?? []), ...removed])].filter((name) => !files.includes(name));
    if (removed.length > 0) writeDeliveryNote(dataDir, { ...before, removed: removedFiles });
    const env = {
      ...environment,
      ...hidden,
      INDEX_DIR: outbox,
      INDEX_FILES: files.join(' '),
      INDEX_REMOVED: removedFiles.join(' '),
      INDEX_GENERATION: String(pointer.generation),
    };
    return await runCommand({ command, cwd: outbox, env, timeoutMs, signal });
  }

  // Retries up to `ATTEMPTS` times. Returns true if nothing is due afterwards.
  async function deliverNow(): Promise<boolean> {
    for (let tried = 1; !(await attempt()); tried++) {
      if (tried === ATTEMPTS || signal.aborted) return false;
      await sleep(pauses.shortest * tried, undefined, { signal }).catch(() => undefined);
    }
    return true;
  }

  // Delivers every publication until the signal aborts, with growing pauses after failures; a newer publication ends a pause.
  async function keepDelivering(): Promise<void> {
    let failed: { readonly mark: string; readonly until: number } | undefined;
    let failures = 0;
    while (!signal.aborted) {
      waking = new AbortController();
      const found = await due();
      const isPaused = found && failed?.mark === found.mark && now().getTime() < failed.until;
      if (found && !isPaused) {
        const { generation } = found.pointer;
        const isDone = await attempt().catch((error: unknown) => {
          report({ type: 'undelivered', generation, failures: failures + 1, why: explain(error) });
          return false;
        });
        failures = isDone ? 0 : failures + 1;
        const pause = Math.min(pauses.shortest * 2 ** (failures - 1), pauses.longest);
        failed = isDone ? undefined : { mark: found.mark, until: now().getTime() + pause };
      }
      const until = AbortSignal.any([signal, waking.signal]);
      await sleep(pauses.look, undefined, { signal: until }).catch(() => undefined);
    }
  }

  return {
    deliverNow,
    /** Callback after a publication, which starts a check at once. */
    look: (): void => waking.abort(),
    /** Starts to deliver every publication until disposal. */
    start: (): void => {
      delivering = keepDelivering();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      ended.abort();
      await delivering;
    },
  };
}

// Differs for each publication and each list of verdicts.
const markOf = ({ published_at, built_at }: Pointer, verdicts: number | undefined): string =>
  [published_at ?? built_at, ...(verdicts === undefined ? [] : [verdicts])].join(' ');
