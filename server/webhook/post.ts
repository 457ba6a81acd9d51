import { createHmac, hash } from 'node:crypto';
import { explain } from '../../shared/errors.ts';
import { ownUserAgent } from '../../shared/own-user-agent.ts';
import type { WebhookConfig } from '../config.ts';

// Timeout of an attempt in milliseconds, as Standard Webhooks recommends.
export const ATTEMPT_MS = 15_000;

/** `isGone`: the receiver declines further messages; `retryAfterMs`: its `Retry-After`. */
export type FailedAttempt = {
  readonly isAccepted: false;
  readonly fault: string;
  readonly isGone: boolean;
  readonly retryAfterMs: number;
};
export type Attempt = { readonly isAccepted: true } | FailedAttempt;

/** Sends a message signed according to Standard Webhooks 1.0. Its id is derived from the body, so that a retry has the same. */
export async function post(
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
