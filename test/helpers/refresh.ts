import { createHmac, randomBytes } from 'node:crypto';

/** Secret of the tests. */
export const SECRET = 'a secret of thirty-two characters'.replaceAll(' ', '-');

type Parts = { readonly secret?: string; readonly purpose?: string; readonly time: Date; readonly nonce?: string };

/** The header by which WordPress signs a message (deploy/wordpress/README.md, "Messages"). */
export function signatureOf(
  body: string,
  { secret = SECRET, purpose = 'content-service-refresh-1', time, nonce = randomBytes(16).toString('hex') }: Parts,
): string {
  const seconds = Math.floor(time.getTime() / 1000);
  const lines = [purpose, seconds, nonce, body].join('\n');
  return `${seconds}.${nonce}.${createHmac('sha256', secret).update(lines).digest('hex')}`;
}
