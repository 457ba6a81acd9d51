import { setTimeout as sleep } from 'node:timers/promises';
import type { OnWordPressEvent } from './events.ts';
import { REMEDIES, type Remedy, type WordPressError } from './errors.ts';

/** Resolves after this number of milliseconds, or rejects with the signal's reason. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Waits with a timer. */
export const realWait: Wait = async (milliseconds, signal) => {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    // A timer rejects with an AbortError and hides the reason in its `cause`.
    signal.throwIfAborted();
    throw error;
  });
};

// Longest `Retry-After` header that a run waits for. These limits are in milliseconds.
const LONGEST_WAIT = 120_000;
const FIRST_BACKOFF = 1000;
const LONGEST_BACKOFF = 30_000;
// Longest interval between two requests, after any number of 429 responses.
const LONGEST_INTERVAL = 20_000;

// Statuses of transient failures; Cloudflare uses 52x for failures of the origin server.
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const OVERLOAD_STATUS = new Set([500, 502, 504, 520, 524]);

type Failure = Pick<WordPressError, 'kind' | 'status' | 'retryAfter'>;

/** True for a failure that may not recur in a later attempt. */
export const isTransient = (failure: Failure): boolean => mayHelp('again', TRANSIENT_STATUS, failure);

/** True for a failure that a smaller `per_page` may avoid. */
export const isSizeRelated = (failure: Failure): boolean => mayHelp('smaller', OVERLOAD_STATUS, failure);

function mayHelp(remedy: Remedy, statuses: ReadonlySet<number>, { kind, status }: Failure): boolean {
  const remedies: readonly Remedy[] = REMEDIES[kind];
  return remedies.includes(remedy) && (kind !== 'status' || statuses.has(status ?? 0));
}

/** Returns the maximum attempts after a failure; the limit of the client applies too. */
export type RetryPolicy = (failure: Failure) => number;

/** Retries every transient failure. */
export const retryAll: RetryPolicy = () => Infinity;
/** Does not retry: a probe is repeated at its next interval. */
export const retryNever: RetryPolicy = () => 1;
/** Retries once if a smaller request may avoid the failure. */
export const retryOversizedOnce: RetryPolicy = (failure) => (isSizeRelated(failure) ? 2 : Infinity);
/** Accepts HTML as the response: there is no API at a guessed address. */
export const acceptHtml: RetryPolicy = ({ kind }) => (kind === 'html' || kind === 'not_json' ? 1 : Infinity);
/** Accepts an error status as the response: the API may exist while the front page is under construction. */
export const acceptErrorStatus: RetryPolicy = ({ kind, status }) =>
  kind === 'status' && status !== 429 ? 1 : Infinity;

// Values of `per_page`; each divides the previous value.
const SIZES = [100, 50, 10, 1];

/** Returns the next smaller `per_page`; `undefined` below 1. */
export const smallerSize = (size: number): number | undefined => SIZES.find((smaller) => smaller < size);

/** Returns the largest `per_page` that divides the number of rows read, so that the next page starts there. */
export const largestSize = (rows: number): number => SIZES.find((size) => rows % size === 0) ?? 1;

/** Parses `Retry-After` (seconds or a date, RFC 9110 section 10.2.3) into milliseconds from now. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Returns an exponential backoff with jitter, in milliseconds: it doubles from 1 s to 30 s, and half of it is random. */
export function backoff(attempt: number, random: () => number): number {
  const longest = Math.min(FIRST_BACKOFF * 2 ** (attempt - 1), LONGEST_BACKOFF);
  return Math.round(longest / 2 + random() * (longest / 2));
}

type Attempt = {
  // Counts from 1.
  readonly attempt: number;
  readonly most: number;
  readonly now: number;
  readonly random: () => number;
};

export type Decision =
  | { readonly retry: true; readonly delayMs: number }
  | { readonly retry: false; readonly later?: number };

/**
 * Decides whether to retry and after which delay. `later`: milliseconds that the site requests, beyond the longest wait of a run.
 */
export function decideRetry(failure: Failure, { attempt, most, now, random }: Attempt): Decision {
  if (!isTransient(failure)) return { retry: false };
  const asked = parseRetryAfter(failure.retryAfter, now);
  if (asked !== undefined && asked > LONGEST_WAIT) return { retry: false, later: asked };
  if (attempt >= most) return { retry: false };
  return { retry: true, delayMs: Math.max(asked ?? 0, backoff(attempt, random)) };
}

type PaceOptions = {
  readonly requestsPerSecond: number;
  readonly now: () => number;
  readonly wait: Wait;
  readonly onEvent: OnWordPressEvent;
};

const BURST = 20;

/**
 * Creates a rate limiter with a fixed interval between requests; a pause delays all of them. With `inHurry` it is a token bucket:
 * a burst may spend unused slots.
 */
export function createPace({ requestsPerSecond, now, wait, onEvent }: PaceOptions) {
  let interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
  let burst = BURST;
  let next = -Infinity;
  let pausedUntil = -Infinity;
  // Time when the token bucket is full again.
  let earnedAt = -Infinity;

  async function turn(signal: AbortSignal, inHurry = false): Promise<void> {
    signal.throwIfAborted();
    const soonest = Math.max(pausedUntil, Math.min(next, earnedAt - (burst - 1) * interval));
    const start = Math.max(now(), inHurry ? soonest : next);
    next = Math.max(next, start + interval);
    earnedAt = Math.max(earnedAt, start) + interval;
    const delay = start - now();
    if (delay > 0) await wait(delay, signal);
  }

  // Delays every request by at least this time.
  function pause(milliseconds: number): void {
    pausedUntil = Math.max(pausedUntil, now() + milliseconds);
    next = Math.max(next, pausedUntil);
  }

  // Halves the rate for the lifetime of the client (status 429) and disables bursts.
  function slowDown(): void {
    interval = Math.min(Math.max(interval * 2, 500), LONGEST_INTERVAL);
    burst = 1;
    onEvent({ type: 'slowed_down', requestsPerSecond: 1000 / interval });
  }

  return { turn, pause, slowDown };
}
export type Pace = ReturnType<typeof createPace>;
