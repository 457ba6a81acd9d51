import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { Progress } from './webhook.ts';

// Milliseconds before a retry if the state is unreachable or the site cannot be opened.
const RETRY_MS = 5000;

type Options = {
  /** Returns the version of the published content; `undefined` without an index. */
  readonly version: () => Promise<string | undefined>;
  readonly deliver: () => Promise<Progress>;
  /** Interval between two looks at the version, in milliseconds. */
  readonly everyMs: number;
  readonly log: Log;
  /** Ends delivery and cancels a running attempt. */
  readonly ended: AbortController;
};

/** Delivers each new version until disposed of. */
export function keepDelivering({ version, deliver, everyMs, log, ended }: Options) {
  const { signal } = ended;
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
      ended.abort();
      await keeping;
    },
  };
}
export type Delivery = ReturnType<typeof keepDelivering>;
