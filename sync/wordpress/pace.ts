import { setTimeout as sleep } from 'node:timers/promises';
import type { OnWordPressEvent } from './events.ts';
import type { WordPressError, WordPressErrorKind } from './errors.ts';

/** Waits so many milliseconds, or rejects with the signal's reason. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The wait of a clock on the wall. */
export const realWait: Wait = async (milliseconds, signal) => {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    // The rejection of a timer hides the reason in its `cause`.
    signal.throwIfAborted();
    throw error;
  });
};

/** A site that wants more than this between two attempts is left alone until the next run. */
const LONGEST_WAIT = 120_000;
const FIRST_BACKOFF = 1000;
const LONGEST_BACKOFF = 30_000;
/** However often it says 429, a site is asked at least every so often. */
const LONGEST_INTERVAL = 20_000;

/** Statuses that pass by themselves; 52x is Cloudflare's account of the server behind it. */
const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
const OVERLOAD_STATUS = new Set([500, 502, 504, 520, 524]);

/** Whether the same request may succeed a little later. */
const PASSING: Record<WordPressErrorKind, boolean> = {
  unreachable: true,
  broken: true,
  timeout: true,
  status: true,
  html: true,
  not_json: true,
  truncated: true,
  damaged: true,
  denied: false,
  certificate: false,
  later: false,
  too_large: false,
  redirect: false,
  foreign: false,
  no_api: false,
  unexpected: false,
};

/** Whether a smaller request may succeed where this one failed. */
const ABOUT_SIZE: Record<WordPressErrorKind, boolean> = {
  broken: true,
  timeout: true,
  status: true,
  html: true,
  not_json: true,
  truncated: true,
  damaged: true,
  too_large: true,
  unreachable: false,
  denied: false,
  certificate: false,
  later: false,
  redirect: false,
  foreign: false,
  no_api: false,
  unexpected: false,
};

type Failure = Pick<WordPressError, 'kind' | 'status' | 'retryAfter'>;

/** Whether the failure is of the kind that passes by itself. */
export function isPassing({ kind, status }: Failure): boolean {
  return PASSING[kind] && (kind !== 'status' || PASSING_STATUS.has(status ?? 0));
}

/** Whether to ask for less at once. */
export function isAboutSize({ kind, status }: Failure): boolean {
  return ABOUT_SIZE[kind] && (kind !== 'status' || OVERLOAD_STATUS.has(status ?? 0));
}

/** How many attempts a failure is worth to the one who asks. */
export type RetryPolicy = (failure: Failure) => number;

/** As many as anybody makes. */
export const retryAll: RetryPolicy = () => Infinity;
/** One who can ask for less does not ask for too much over and over. */
export const retryOversizedOnce: RetryPolicy = (failure) => (isAboutSize(failure) ? 2 : Infinity);
/** Where the API may be or not be, a page of HTML is an answer. */
export const acceptHtml: RetryPolicy = ({ kind }) => (kind === 'html' || kind === 'not_json' ? 1 : Infinity);
/** A front page under construction says nothing about the API. */
export const acceptErrorStatus: RetryPolicy = ({ kind, status }) =>
  kind === 'status' && status !== 429 ? 1 : Infinity;

/** Damage that is no accident comes again at once. */
export const retryDamagedOnce: RetryPolicy = ({ kind }) => (kind === 'damaged' ? 2 : Infinity);

/** The next smaller request, or `undefined` when it is as small as can be. Each divides the one before it. */
export function smallerSize(size: number): number | undefined {
  return [100, 50, 10, 1].find((smaller) => smaller < size);
}

/** `Retry-After` in milliseconds from now: seconds, or a date (RFC 9110 section 10.2.3). */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Twice as long each time, half of it left to chance, so that clients that failed together do not return together. */
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

/** Whether to try again, and when. `later`: not now, because the site asked for that many milliseconds. */
export function decideRetry(failure: Failure, { attempt, most, now, random }: Attempt): Decision {
  if (!isPassing(failure)) return { retry: false };
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

/** Keeps requests apart. Every request takes its turn; a pause holds all of them back. */
export function createPace({ requestsPerSecond, now, wait, onEvent }: PaceOptions) {
  let interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
  let next = -Infinity;

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const start = Math.max(now(), next);
    next = start + interval;
    const delay = start - now();
    if (delay > 0) await wait(delay, signal);
  }

  /** No turn comes before so many milliseconds have passed. */
  function pause(milliseconds: number): void {
    next = Math.max(next, now() + milliseconds);
  }

  /** The site said that we are too fast: half the rate, for as long as this client lives. */
  function slowDown(): void {
    interval = Math.min(Math.max(interval * 2, 500), LONGEST_INTERVAL);
    onEvent({ type: 'slowed_down', requestsPerSecond: 1000 / interval });
  }

  return { turn, pause, slowDown };
}
export type Pace = ReturnType<typeof createPace>;
