import { once } from 'node:events';
import { request } from 'node:http';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readFile } from 'node:fs/promises';
import { createAuthority } from '../../helpers/certificates.ts';

/** A response that a CDN sends itself. */
type Refusal = { readonly status: number; readonly headers: OutgoingHttpHeaders; readonly body: string };

/** Decides on a request; `undefined` passes it on. */
export type Rule = (request: {
  readonly agent: string;
  readonly path: string;
  readonly isHttp2: boolean;
}) => Refusal | undefined;

/**
 * A CDN with TLS, HTTP/1.1 and HTTP/2 in front of a service, with the response headers of Cloudflare. This process trusts its
 * certificate until it is disposed of.
 */
export async function startCdn() {
  await using stack = new AsyncDisposableStack();
  const authority = stack.use(await createAuthority());
  const certificate = await authority.issue({ names: 'IP:127.0.0.1' });
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, await readFile(authority.file, 'utf8')]);
  stack.defer(() => setDefaultCACertificates(trusted));
  let target = '';
  let rule: Rule = () => undefined;
  let visitor = '';
  let visitors = 0;
  const seen: string[] = [];
  const answer = (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    const { 'user-agent': agent = '', ...headers } = incoming.headers;
    const isHttp2 = incoming.httpVersionMajor === 2;
    seen.push(`${isHttp2 ? 'h2' : 'h1'} ${incoming.method} ${incoming.url}`);
    const edge = { server: 'cloudflare', 'cf-ray': '8f2b3c4d5e6f7-MAD' };
    const refusal = rule({ agent, path: incoming.url, isHttp2 });
    if (refusal) {
      outgoing.writeHead(refusal.status, { ...edge, ...refusal.headers }).end(refusal.body);
      return;
    }
    const own = Object.entries(headers).filter(([name]) => !/^(?::|connection$)/.test(name));
    const host = String(headers[':authority'] ?? headers['host']);
    const onward = request(
      `${target}${incoming.url}`,
      {
        method: incoming.method,
        headers: {
          ...Object.fromEntries(own),
          ...(agent !== '' && { 'user-agent': agent }),
          host,
          'x-forwarded-for': visitor,
        },
      },
      (response) => {
        const passed = Object.entries(response.headers).filter(
          ([name]) => !/^(?:connection|keep-alive|transfer-encoding)$/.test(name),
        );
        outgoing.writeHead(response.statusCode ?? 502, { ...Object.fromEntries(passed), ...edge });
        response.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.writeHead(502, edge).end());
    incoming.pipe(onward);
  };
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  stack.defer(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const owned = stack.move();
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests since the last rule. */
    seen,
    serve: (url: string) => {
      target = url;
    },
    /** Sets the rule; requests come from a new visitor with a new quota from then on. */
    behave: (next: Rule) => {
      rule = next;
      visitor = `198.51.100.${(visitors += 1)}`;
      seen.length = 0;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
