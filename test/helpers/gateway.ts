import { createHmac } from 'node:crypto';

type Forwarding = {
  readonly secret: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly hops: string;
};

/** Value of `Content-Service-Gateway` as the gateway of the WordPress plugin writes it. */
export function signForwarding({ secret, at, method, path, hops }: Forwarding): string {
  const signed = `content-service-gateway-1\n${at}\n${method}\n${path}\n${hops}`;
  return `${at} ${createHmac('sha256', secret).update(signed).digest('hex')} ${hops}`;
}
