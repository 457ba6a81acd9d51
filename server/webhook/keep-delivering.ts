import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';

// Milliseconds before a retry if the state is unreachable or the site cannot be opened.
const RETRY_MS = 5000;

// Milliseconds that the end waits for the response to a sent message, so that the message is not repeated.
const GRACE_MS = 2000;

/** `ended` stops delivery after the message in flight, `cancelled` ends its request. */
export type Stop = { readonly ended: AbortController; readonly cancelled: AbortController };

export const createStop = (): Stop => ({ ended: new AbortController(), cancelled: new AbortController() });

/** Version of the content that was delivered completely, or milliseconds until the next call. */
export type Progress = { readonly delivered: string } | { readonly waitMs: number };

type Options = {
  /** Returns the version of the published content; `undefined` without an index. */
  readonly version: () => Promise<string | undefined>;
  readonly deliver: () => Promise<Progress>;
  /** Interval between two looks at the version, in milliseconds. */
  readonly everyMs: number;
  readonly log: Log;
  readonly stop: Stop;
};

/** Delivers each new version until disposed of. */
export function keepDelivering({ version, deliver, everyMs, log, stop }: Options) {
  const { signal } = stop.ended;
  let delivered: string | undefined;
  let logged: string | undefined;

  async function look(): Promise<number> {
    const published = await version();
    if (published === undefined || published === delivered) return everyMs;
    const progress = await deliver();
    logged = undefined;
    if ('waitMs' in progress) return progress.waitMs;
    ({ delivered } = progress);
    return everyMs;
  }

  function retry(error: unknown): number {
    const reason = messageOf(error);
    if (reason !== logged && !signal.aborted) log.error({ err: error }, 'server.webhook.blocked');
    logged = reason;
    return RETRY_MS;
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) await sleep(await look().catch(retry), undefined, { signal }).catch(() => undefined);
  }

  const keeping = keep();
  return {
    async [Symbol.asyncDispose](): Promise<void> {
      stop.ended.abort();
      const timer = setTimeout(() => stop.cancelled.abort(), GRACE_MS);
      await keeping;
      clearTimeout(timer);
    },
  };
}
export type Delivery = ReturnType<typeof keepDelivering>;
