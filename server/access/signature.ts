import { createHmac, timingSafeEqual } from 'node:crypto';
import type { State } from '../../db/state/state.ts';
import { AppError } from '../../shared/errors.ts';

// Largest difference between the two clocks, in seconds.
const WINDOW_SECONDS = 300;

/** Reason why a signature was rejected. */
export type SignatureFault = 'wrong' | 'old' | 'replayed';

type Options = {
  readonly secret: string;
  // First line of the signed text, so that a signature is valid for a single purpose.
  readonly purpose: string;
  readonly counters: State['counters'];
  readonly now: () => Date;
  readonly onFault: (fault: SignatureFault) => void;
};

/**
 * Validates a header `<time>.<nonce>.<signature>` over a text: Unix seconds, 32 hexadecimal digits, and an HMAC-SHA-256
 * (RFC 2104) in hexadecimal. The HMAC covers purpose, time, nonce and text, joined by line feeds. A signature is
 * accepted once on all servers with a shared state; otherwise rejects with `invalid_signature`.
 */
export function createSignatureCheck({ secret, purpose, counters, now, onFault }: Options) {
  function refuse(fault: SignatureFault, message: string, hint: string): never {
    onFault(fault);
    throw new AppError('invalid_signature', message, { hint });
  }

  return async (header: string | undefined, text: Buffer): Promise<void> => {
    const [, time = '', nonce = '', given = ''] = /^(\d{10})\.([\da-f]{32})\.([\da-f]{64})$/.exec(header ?? '') ?? [];
    const signature = createHmac('sha256', secret).update(`${purpose}\n${time}\n${nonce}\n`).update(text).digest();
    if (given === '' || !timingSafeEqual(signature, Buffer.from(given, 'hex'))) {
      refuse('wrong', 'The signature is not valid', 'Both sides need the same secret.');
    }
    const seconds = Math.round(now().getTime() / 1000) - Number(time);
    if (Math.abs(seconds) > WINDOW_SECONDS) {
      refuse(
        'old',
        `The time of the signature is ${Math.abs(seconds)} seconds off`,
        'Synchronize the clocks of both machines.',
      );
    }
    const { count } = await counters.add(`signature:${given}`, 1, 2 * WINDOW_SECONDS * 1000);
    if (count > 1) refuse('replayed', 'The signature was used before', 'Sign each message separately.');
  };
}
