import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of a web server in front: answers a request itself (`true`), or changes its headers. */
export type Front = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  headers: OutgoingHttpHeaders,
) => boolean | void;

/** A web server with a name in front of a service whose PUBLIC_URL is its address. */
export async function startFront() {
  let target = '';
  let front: Front = () => false;
  const server = createServer((incoming, outgoing) => {
    const headers: OutgoingHttpHeaders = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
    if (front(incoming, outgoing, headers) === true) return;
    const onward = request(`${target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, server: 'front/1.0' });
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'));
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (url: string) => {
      target = url;
    },
    behave: (next: Front) => {
      front = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const html = (outgoing: ServerResponse, status: number, body: string) => {
  outgoing.writeHead(status, { 'content-type': 'text/html' }).end(`<!DOCTYPE html><html>${body}</html>`);
  return true;
};
