import { createHmac, hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Change, ChangesPlace } from '../../db/index/changes.ts';
import type { State } from '../../db/state/state.ts';
import { writeWebhookNote, type WebhookNote } from '../../db/webhook-note.ts';
import { explain } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { ownUserAgent } from '../../shared/own-user-agent.ts';
import type { WebhookConfig } from '../config.ts';
import { writeCursor } from '../operations/changes.ts';
import type { Content } from '../operations/content.ts';
import type { LiveContent } from '../operations/live-content.ts';
import type { Progress, Stop } from './keep-delivering.ts';

// Changes in a message: about 13 kB. Standard Webhooks recommends at most 20 kB.
const MESSAGE_CHANGES = 50;

// Timeout of an attempt in milliseconds, as Standard Webhooks recommends.
const ATTEMPT_MS = 15_000;

// Milliseconds of a lease: an attempt and the time to store its result.
const LEASE_MS = 2 * ATTEMPT_MS;

/** Milliseconds: first and longest pause after a failure, and the pause while a different server delivers. */
export type WebhookPauses = { readonly first: number; readonly longest: number; readonly standby: number };

const PAUSES: WebhookPauses = { first: 5000, longest: 3_600_000, standby: 2000 };

type Options = {
  readonly receiver: WebhookConfig;
  readonly siteUrl: string;
  readonly dataDir: string;
  readonly log: Log;
  readonly now: () => Date;
  readonly stop: Stop;
  readonly random?: () => number;
  readonly pauses?: WebhookPauses | undefined;
};

/** The open index of a site, and the state that its servers share. */
export type Source = {
  readonly live: Pick<LiveContent, 'current' | 'pinned'>;
  readonly state: Pick<State, 'webhook'>;
};

/** Identifies an index with its list of verdicts. */
export const versionOf = (generation: number, verdicts = 0): string => `${generation} ${verdicts}`;

/**
 * Delivers the log of changes to a receiver: in order, a message at a time, at least once. Servers of the same state take turns,
 * and continue after a restart: the record in the state has the place in the log and the changes that were not accepted.
 */
export function createWebhook(options: Options) {
  const { receiver, siteUrl, dataDir, log, now, stop, random = Math.random, pauses = PAUSES } = options;
  const holder = randomUUID();
  const receiverDigest = hash('sha256', receiver.url).slice(0, 16);
  const { origin } = new URL(receiver.url);
  const startedAt = now().toISOString();
  let noted = '';
  let logged: string | undefined;

  /** Sends messages until all changes are delivered, or an attempt fails. Rejects while the state is unreachable. */
  async function deliver(source: Source): Promise<Progress> {
    for (;;) {
      const progress = await deliverNext(source);
      if (progress) return progress;
    }
  }

  // Returns `undefined` after an accepted message.
  async function deliverNext({ live, state: { webhook } }: Source): Promise<Progress | undefined> {
    const claimed = await webhook.claim(holder, LEASE_MS);
    if (!claimed) return { waitMs: pauses.standby };
    const before = parseRecord(claimed.record, receiverDigest);
    note(before);
    const pause = pauseOf(before);
    // An index may close at the next `await`.
    const content = pause === undefined && !stop.ended.signal.aborted ? live.current() : undefined;
    const record = content ? filled(before, content, live) : before;
    if (!content || !record.outbox) {
      await webhook.store(holder, serializeRecord(record), 0);
      if (!content) return { waitMs: pause ?? pauses.standby };
      return { delivered: versionOf(content.index.generation, content.index.verdicts) };
    }
    const body = bodyOf(record.outbox, content);
    // The changes are stored before the attempt: the receiver may accept them, and its response be lost.
    if (!(await webhook.store(holder, serializeRecord(record), LEASE_MS))) return { waitMs: pauses.standby };
    const attempt = await post(receiver, body, { now, signal: stop.cancelled.signal });
    const isCancelled = stop.cancelled.signal.aborted && !attempt.isAccepted;
    const after = isCancelled ? record : attempt.isAccepted ? accepted(record, record.outbox) : failed(record, attempt);
    await webhook.store(holder, serializeRecord(after), 0);
    if (isCancelled) return { waitMs: 0 };
    note(after);
    report(after, attempt);
    return attempt.isAccepted ? undefined : { waitMs: pauseOf(after) ?? 0 };
  }

  // Milliseconds until the next attempt. After a restart, the first attempt is immediate.
  function pauseOf({ failed_at: failedAt, retry_at: retryAt }: DeliveryRecord): number | undefined {
    if (failedAt === undefined || failedAt < startedAt) return undefined;
    if (retryAt === undefined) return pauses.longest;
    const ms = Date.parse(retryAt) - now().getTime();
    return ms > 0 ? ms : undefined;
  }

  // Adds the next changes of the log to an empty outbox.
  function filled(record: DeliveryRecord, { index }: Content, live: Source['live']): DeliveryRecord {
    const { changes: changeLog } = index;
    if (record.outbox || !changeLog) return record;
    let { place }: { readonly place?: ChangesPlace | undefined } = record;
    for (;;) {
      const read = changeLog.read(place, MESSAGE_CHANGES);
      if (!read) {
        // The index of this server is older than the last delivered index.
        if (place && changeLog.isAhead(place) && live.pinned() === undefined) return record;
        place = undefined;
        continue;
      }
      const { changes, more, next } = read;
      const startOver = place === undefined;
      if (startOver) log.info({ origin }, 'server.webhook.restarted');
      if (changes.length > 0 || startOver)
        return { ...record, outbox: { changes, next, more, startOver, at: now().toISOString() } };
      if (!more) return { ...record, place: next };
      place = next;
    }
  }

  function bodyOf({ changes, next, more, startOver, at }: Outbox, { index, addresses }: Content): string {
    const isShown = (url: string) => index.pageByPath(addresses.keyOf(url) ?? '')?.url === url;
    const sent = changes
      .slice(0, MESSAGE_CHANGES)
      // A page may have been hidden since the first attempt.
      .map((change): Change => (isShown(change.url) ? change : { change: 'removed', url: change.url }));
    const isLast = sent.length === changes.length;
    const data = {
      site: siteUrl,
      changes: sent,
      more: more || !isLast,
      ...(isLast && { next_cursor: writeCursor(next) }),
    };
    return JSON.stringify({ type: startOver ? 'pages.start_over' : 'pages.changed', timestamp: at, data });
  }

  function accepted({ receiver: to, place }: DeliveryRecord, outbox: Outbox): DeliveryRecord {
    const changes = outbox.changes.slice(MESSAGE_CHANGES);
    const rest =
      changes.length > 0 ? { place, outbox: { ...outbox, changes, startOver: false } } : { place: outbox.next };
    return { receiver: to, failures: 0, delivered_at: now().toISOString(), ...rest };
  }

  function failed(record: DeliveryRecord, { fault, isGone, retryAfterMs }: FailedAttempt): DeliveryRecord {
    const at = now();
    const failures = record.failures + 1;
    const pause = Math.min(pauses.first * 2 ** (failures - 1), pauses.longest) * (0.5 + random());
    const retryAt = new Date(at.getTime() + Math.max(pause, Math.min(retryAfterMs, pauses.longest)));
    return {
      ...record,
      failures,
      failing_since: record.failing_since ?? at.toISOString(),
      failed_at: at.toISOString(),
      retry_at: isGone ? undefined : retryAt.toISOString(),
      fault,
    };
  }

  function note({ delivered_at, failures, failing_since, fault, retry_at }: DeliveryRecord): void {
    const isStopped = failures > 0 && retry_at === undefined;
    const current: WebhookNote = { delivered_at, failures, failing_since, fault, is_stopped: isStopped };
    const text = JSON.stringify(current);
    if (text !== noted) writeWebhookNote(dataDir, current);
    noted = text;
  }

  // Logs a fault once, until it changes.
  function report({ failures }: DeliveryRecord, attempt: Attempt): void {
    if (attempt.isAccepted) {
      if (logged !== undefined) log.info({ origin }, 'server.webhook.recovered');
      logged = undefined;
      return;
    }
    const { fault: reason, isGone } = attempt;
    if (isGone) log.error({ origin, reason, failures }, 'server.webhook.stopped');
    else if (reason !== logged) log.warn({ origin, reason, failures }, 'server.webhook.failed');
    logged = reason;
  }

  return { deliver };
}

// `isGone`: the receiver declines further messages; `retryAfterMs`: its `Retry-After`.
type FailedAttempt = {
  readonly isAccepted: false;
  readonly fault: string;
  readonly isGone: boolean;
  readonly retryAfterMs: number;
};
type Attempt = { readonly isAccepted: true } | FailedAttempt;

// Sends a message signed according to Standard Webhooks 1.0. Its id is derived from the body, so that a retry has the same.
async function post(
  { url, keys }: WebhookConfig,
  body: string,
  { now, signal }: { readonly now: () => Date; readonly signal: AbortSignal },
): Promise<Attempt> {
  const id = `msg_${hash('sha256', body, 'base64url').slice(0, 27)}`;
  const timestamp = Math.floor(now().getTime() / 1000);
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': ownUserAgent('webhook'),
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures.join(' '),
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
    });
    await response.body?.cancel();
    if (response.ok) return { isAccepted: true };
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    return {
      isAccepted: false,
      fault: `The receiver answered ${response.status}`,
      isGone: response.status === 410,
      retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0,
    };
  } catch (error) {
    return { isAccepted: false, fault: explain(error), isGone: false, retryAfterMs: 0 };
  }
}

const Generation = z.tuple([z.number(), z.string()]).readonly();

const Place = z.object({
  from: z.number(),
  since: Generation,
  served: Generation,
  servedAt: z.number(),
  row: z.tuple([z.number(), z.string()]).readonly(),
  withheld: z.array(z.string()).transform((paths): ReadonlySet<string> => new Set(paths)),
});

const Record = z.object({
  // Digest of the address. A different receiver starts over.
  receiver: z.string(),
  // Place after the last accepted message; absent before the first message.
  place: Place.optional(),
  // Changes that were read and not accepted yet, and the place after them.
  outbox: z
    .object({
      changes: z.array(z.custom<Change>()).readonly(),
      next: Place,
      more: z.boolean(),
      startOver: z.boolean(),
      at: z.string(),
    })
    .optional(),
  delivered_at: z.iso.datetime().optional(),
  failures: z.int().nonnegative(),
  failing_since: z.iso.datetime().optional(),
  // Time of the last failed attempt and of the next attempt; without the next, the receiver declined messages (410).
  failed_at: z.iso.datetime().optional(),
  retry_at: z.iso.datetime().optional(),
  fault: z.string().optional(),
});

/** Progress of the delivery to a receiver, stored in the state that the servers share. */
type DeliveryRecord = z.output<typeof Record>;
type Outbox = NonNullable<DeliveryRecord['outbox']>;

/** Parses a record. Returns a new record for an invalid text or a different receiver. */
function parseRecord(text: string | undefined, receiver: string): DeliveryRecord {
  try {
    const record = Record.parse(JSON.parse(text ?? ''));
    if (record.receiver === receiver) return record;
  } catch {
    // Start over.
  }
  return { receiver, failures: 0 };
}

const serializeRecord = (record: DeliveryRecord): string =>
  JSON.stringify(record, (_, value: unknown) => (value instanceof Set ? [...value] : value));
