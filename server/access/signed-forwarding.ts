import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from '../http/message.ts';

/** Seconds by which the clocks of gateway and service may differ, and the life of a signature. */
const WINDOW = 300;

/** First line of what is signed: a signature for anything else with the same secret is none of these. */
const PURPOSE = 'content-service-gateway-1';

/** `<seconds since 1970> <HMAC-SHA-256 in hex> <addresses as in X-Forwarded-For>`. */
const FORM = /^(\d{1,12}) ([\da-f]{64}) ([\da-f.:, ]{2,500})$/;

/**
 * Reads the hops that a gateway vouches for in `Content-Service-Gateway`, nearest last, as `X-Forwarded-For` has them;
 * `undefined` for a request that no gateway has signed with our secret, five minutes ago at most.
 */
export type SignedForwarding = (request: Pick<Request, 'method' | 'prefix' | 'path' | 'headers'>) => string | undefined;

/**
 * Checks the signature over time, method, path and addresses. A header that cannot be believed changes nothing: anybody can
 * send one. `onRefusal` is called once, since it may be a gateway of ours, whose visitors would all share one quota.
 */
export function createSignedForwarding(
  secret: string | undefined,
  now: () => Date,
  onRefusal: (hint: string) => void,
): SignedForwarding {
  let noticed = false;
  function refuse(hint: string): undefined {
    if (!noticed) onRefusal(hint);
    noticed = true;
  }

  return ({ method, prefix = '', path, headers }) => {
    const header = headers['content-service-gateway'];
    if (header === undefined) return undefined;
    if (secret === undefined) return refuse('Set GATEWAY_SECRET to the secret of the WordPress plugin');
    const [, time = '', signature = '', hops = ''] = FORM.exec(String(header)) ?? [];
    const expected = createHmac('sha256', secret)
      .update([PURPOSE, time, method, prefix + path, hops].join('\n'))
      .digest();
    const given = Buffer.from(signature, 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return refuse('Compare GATEWAY_SECRET with the secret of the WordPress plugin');
    }
    if (Math.abs(now().getTime() / 1000 - Number(time)) > WINDOW) {
      return refuse('Set the clocks of both machines: a signature is good for five minutes');
    }
    return hops;
  };
}
