import { setTimeout as sleep } from 'node:timers/promises';
import type { OnWordPressEvent } from './events.ts';
import type { WordPressError, WordPressErrorKind } from './errors.ts';

/** Resolves after so many milliseconds, or rejects with the signal's reason. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Waits by a timer. */
export const realWait: Wait = async (milliseconds, signal) => {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    // The rejection of a timer hides the reason in its `cause`.
    signal.throwIfAborted();
    throw error;
  });
};

/** Longest `Retry-After` that a run waits for; all these in milliseconds. */
const LONGEST_WAIT = 120_000;
const FIRST_BACKOFF = 1000;
const LONGEST_BACKOFF = 30_000;
/** Longest time between two requests, however often a site answers 429. */
const LONGEST_INTERVAL = 20_000;

/** Statuses of transient failures; 52x is Cloudflare's account of the origin server. */
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const OVERLOAD_STATUS = new Set([500, 502, 504, 520, 524]);

/** True for failures after which the same request may succeed a little later. */
const TRANSIENT: Record<WordPressErrorKind, boolean> = {
  unreachable: true,
  broken: true,
  timeout: true,
  status: true,
  html: true,
  not_json: true,
  truncated: true,
  damaged: true,
  denied: false,
  ended: false,
  certificate: false,
  later: false,
  too_large: false,
  redirect: false,
  foreign: false,
  no_api: false,
  no_pages: false,
  unexpected: false,
};

/** True for failures after which a smaller request may succeed. */
const SIZE_RELATED: Record<WordPressErrorKind, boolean> = {
  broken: true,
  timeout: true,
  status: true,
  html: true,
  not_json: true,
  truncated: true,
  damaged: true,
  too_large: true,
  ended: true,
  unreachable: false,
  denied: false,
  certificate: false,
  later: false,
  redirect: false,
  foreign: false,
  no_api: false,
  no_pages: false,
  unexpected: false,
};

type Failure = Pick<WordPressError, 'kind' | 'status' | 'retryAfter'>;

/** True for a failure that a later attempt may not meet. */
export function isTransient({ kind, status }: Failure): boolean {
  return TRANSIENT[kind] && (kind !== 'status' || TRANSIENT_STATUS.has(status ?? 0));
}

/** True for a failure that a smaller `per_page` may avoid. */
export function isSizeRelated({ kind, status }: Failure): boolean {
  return SIZE_RELATED[kind] && (kind !== 'status' || OVERLOAD_STATUS.has(status ?? 0));
}

/** Most attempts after a failure; the client's own limit holds besides. */
export type RetryPolicy = (failure: Failure) => number;

/** Retries every transient failure. */
export const retryAll: RetryPolicy = () => Infinity;
/** Retries nothing: a probe is asked again anyway, later. */
export const retryNever: RetryPolicy = () => 1;
/** Retries once what a smaller request may avoid. */
export const retryOversizedOnce: RetryPolicy = (failure) => (isSizeRelated(failure) ? 2 : Infinity);
/** Takes HTML for the answer: there is no API at a guessed address. */
export const acceptHtml: RetryPolicy = ({ kind }) => (kind === 'html' || kind === 'not_json' ? 1 : Infinity);
/** Takes an error status for the answer: a front page under construction says nothing about the API. */
export const acceptErrorStatus: RetryPolicy = ({ kind, status }) =>
  kind === 'status' && status !== 429 ? 1 : Infinity;

/** Retries damaged text once: a second time, it is so in WordPress. */
export const retryDamagedOnce: RetryPolicy = ({ kind }) => (kind === 'damaged' ? 2 : Infinity);

/** Values of `per_page`, each a divisor of the one before. */
const SIZES = [100, 50, 10, 1];

/** The next smaller `per_page`; `undefined` below 1. */
export const smallerSize = (size: number): number | undefined => SIZES.find((smaller) => smaller < size);

/** The largest `per_page` of which so many rows are whole pages. */
export const largestSize = (rows: number): number => SIZES.find((size) => rows % size === 0) ?? 1;

/** Parses `Retry-After` to milliseconds from now: seconds, or a date (RFC 9110 section 10.2.3). */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Exponential backoff with jitter, in milliseconds: doubles from 1 s to 30 s, half of it random. */
export function backoff(attempt: number, random: () => number): number {
  const longest = Math.min(FIRST_BACKOFF * 2 ** (attempt - 1), LONGEST_BACKOFF);
  return Math.round(longest / 2 + random() * (longest / 2));
}

type Attempt = {
  /** 1 for the first. */
  readonly attempt: number;
  readonly most: number;
  readonly now: number;
  readonly random: () => number;
};

export type Decision =
  | { readonly retry: true; readonly delayMs: number }
  | { readonly retry: false; readonly later?: number };

/** Decides on another attempt and its delay. `later`: the site wants more milliseconds than a run waits. */
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

/** Requests that may follow one another in a hurry, if a pause has earned them. */
const BURST = 20;

/**
 * A rate limiter for requests: each takes its turn at a fixed interval; a pause delays all of them. In a hurry it is a token
 * bucket: what was not asked for at the interval may be asked for now.
 */
export function createPace({ requestsPerSecond, now, wait, onEvent }: PaceOptions) {
  let interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
  let burst = BURST;
  let next = -Infinity;
  let pausedUntil = -Infinity;
  /** The time at which all that was spent is earned again. */
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

  /** Delays every turn by so many milliseconds at least. */
  function pause(milliseconds: number): void {
    pausedUntil = Math.max(pausedUntil, now() + milliseconds);
    next = Math.max(next, pausedUntil);
  }

  /** Halves the rate for as long as this client lives (429), and nothing is earned any more. */
  function slowDown(): void {
    interval = Math.min(Math.max(interval * 2, 500), LONGEST_INTERVAL);
    burst = 1;
    onEvent({ type: 'slowed_down', requestsPerSecond: 1000 / interval });
  }

  return { turn, pause, slowDown };
}
export type Pace = ReturnType<typeof createPace>;
