import type { Request } from '../http/message.ts';
import { isSignature, SIGNATURE_WINDOW } from './secret-digest.ts';

// First line of the signed text: signatures for another purpose with the same secret are invalid.
const PURPOSE = 'content-service-gateway-1';

// `<seconds since 1970> <HMAC-SHA-256 in hex> <addresses as in X-Forwarded-For>`.
const FORM = /^(\d{1,12}) ([\da-f]{64}) ([\da-f.:, ]{2,500})$/;

/**
 * Returns the hops in the `Content-Service-Gateway` header, in the order of `X-Forwarded-For`. Returns `undefined`
 * unless a gateway signed the request within the last five minutes.
 */
export type SignedForwarding = (request: Pick<Request, 'method' | 'prefix' | 'path' | 'headers'>) => string | undefined;

/**
 * Validates the signature over time, method, path and addresses. An invalid header is ignored, because any client can
 * send it. `onRefusal` is called once, since the operator's gateway may have sent it; its visitors then share a quota.
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
    if (!isSignature(signature, secret, [PURPOSE, time, method, prefix + path, hops].join('\n'))) {
      return refuse('Compare GATEWAY_SECRET with the secret of the WordPress plugin');
    }
    if (Math.abs(now().getTime() / 1000 - Number(time)) > SIGNATURE_WINDOW) {
      return refuse('Synchronize the clocks of both machines: a signature is valid for five minutes');
    }
    return hops;
  };
}
