import { once } from 'node:events';
import {
  createServer,
  request,
  type RequestListener,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createGzip } from 'node:zlib';

/** A fault of the connection to a site, applied to a single response. */
export type Fault =
  /** An error, or any status, instead of the answer. */
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** A page of HTML instead of the answer. */
  | { readonly kind: 'html'; readonly title: string; readonly head?: string; readonly status?: number }
  /** Any JSON instead of the answer. */
  | {
      readonly kind: 'json';
      readonly value: unknown;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection is reset before the answer. */
  | { readonly kind: 'reset' }
  /** The connection is reset in the middle of the body. */
  | { readonly kind: 'reset_body' }
  /** No answer, and the connection stays open. */
  | { readonly kind: 'stall' }
  /** Half of the body, and the connection stays open. */
  | { readonly kind: 'stall_body' }
  /** One byte of the body at a time. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Text around the body: a byte order mark, PHP notices, a cache's comment. */
  | { readonly kind: 'around'; readonly before?: string; readonly after?: string }
  /** The same body with other headers. */
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string>> }
  /** Another body, byte by byte. */
  | { readonly kind: 'damage'; readonly edit: (body: Buffer) => Buffer }
  /** A complete answer with half of the body. */
  | { readonly kind: 'truncate' }
  /** A body of so many bytes; nothing announces its length. */
  | { readonly kind: 'endless'; readonly bytes: number }
  /** A small compressed body that becomes so many bytes. */
  | { readonly kind: 'gzip_bomb'; readonly bytes: number }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** A list with other rows in it: duplicates, gaps. */
  | { readonly kind: 'rows'; readonly edit: (rows: readonly unknown[]) => readonly unknown[] };

/** A request as the proxy saw it. `url` is path and query. */
export type Seen = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };

/** Decides the fault of each request; `count` starts at 1. */
export type ChooseFault = (seen: Seen, count: number) => Fault | undefined;

/** Key and certificate, each in PEM. */
export type Certificate = { readonly key: string; readonly cert: string };

type ProxyOptions = {
  /** Certificate that the proxy shows as the site's; it then speaks HTTPS. */
  readonly certificate?: Certificate;
  /** The site in this process, which answers requests without a fault as the site at the address of the proxy. */
  readonly local?: { readonly answerAs: (url: string, incoming: IncomingMessage, outgoing: ServerResponse) => void };
};

/**
 * Starts an HTTP server on loopback that stands between a client and the site at `target`, which appears under the
 * proxy's own address: its origin is rewritten in every answer. `faults` says what goes wrong; without one, nothing does.
 */
export async function startFaultProxy(target: string, faults?: ChooseFault, { certificate, local }: ProxyOptions = {}) {
  const origin = new URL(target).origin;
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  let choose = faults;
  let url = '';

  const listener: RequestListener = (incoming, outgoing) => {
    const asked: Seen = { method: incoming.method ?? '', url: incoming.url ?? '/', headers: incoming.headers };
    seen.push(asked);
    const fault = choose?.(asked, seen.length);
    if (local && !fault) return local.answerAs(url, incoming, outgoing);
    answer(incoming, outgoing, fault).catch(() => outgoing.destroy());
  };
  const secure = certificate && createSecureServer({ ...certificate }, listener);
  const server = secure ?? createServer(listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A reset that the client did not wait for.
    socket.on('error', () => undefined);
  });
  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    url = `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  await listen(0);

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault | undefined): Promise<void> {
    if (fault && (await replace(fault, outgoing))) return;
    const upstream = await forward(incoming, origin);
    const body = changeBody(rewrite(upstream.body, upstream.headers), fault);
    outgoing.writeHead(upstream.status, {
      ...rewriteHeaders(upstream.headers),
      ...(fault?.kind === 'headers' && fault.headers),
      'content-length': body.length,
    });
    await send(body, outgoing, fault);
  }

  const rewrite = (body: Buffer, headers: IncomingHttpHeaders): Buffer =>
    /json|html|xml/.test(headers['content-type'] ?? '') ? Buffer.from(withOurOrigin(body.toString('utf8'))) : body;

  const withOurOrigin = (text: string): string =>
    text.replaceAll(origin, url).replaceAll(origin.replaceAll('/', '\\/'), url.replaceAll('/', '\\/'));

  function rewriteHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
    const rewritten: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || /^(?:connection|transfer-encoding|content-length|keep-alive)$/.test(name)) continue;
      rewritten[name] = typeof value === 'string' ? withOurOrigin(value) : value.map(withOurOrigin);
    }
    return rewritten;
  }

  return {
    /** Address of the proxy, and so of the site behind it. */
    get url() {
      return url;
    },
    /** Every request so far. */
    seen,
    /** What it listens with. */
    server,
    /** Sets the faults from now on; `undefined` ends them. */
    setFaults(next: Fault | ChooseFault | undefined): void {
      choose = typeof next === 'object' ? () => next : next;
    },
    /** Sets the certificate that it shows as the site's from now on. */
    setCertificate(next: Certificate): void {
      secure?.setSecureContext({ ...next });
    },
    /** From now on connections are refused. */
    async refuse(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    /** Ends `refuse`, under the same address. */
    accept: () => listen(Number(new URL(url).port)),
    async [Symbol.asyncDispose](): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

type Upstream = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Asks the site itself, in its own name, for an answer that is not compressed. */
function forward(incoming: IncomingMessage, origin: string): Promise<Upstream> {
  return new Promise((resolve, reject) => {
    const headers = { ...incoming.headers, host: new URL(origin).host, 'accept-encoding': 'identity' };
    const onward = request(`${origin}${incoming.url ?? '/'}`, { method: incoming.method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    onward.on('error', reject);
    onward.end();
  });
}

/** Faults that need no answer from the site. Returns whether this was one. */
async function replace(fault: Fault, outgoing: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'status':
      outgoing.writeHead(fault.status, { 'content-type': 'text/plain', ...fault.headers }).end('no\n');
      return true;
    case 'html':
      outgoing.writeHead(fault.status ?? 200, { 'content-type': 'text/html; charset=UTF-8' });
      outgoing.end(
        `<!DOCTYPE html>\n<html lang="es"><head><title>${fault.title}</title>${fault.head ?? ''}</head><body>…</body></html>`,
      );
      return true;
    case 'json':
      outgoing.writeHead(fault.status ?? 200, {
        'content-type': 'application/json; charset=UTF-8',
        ...fault.headers,
      });
      outgoing.end(JSON.stringify(fault.value));
      return true;
    case 'redirect':
      outgoing.writeHead(fault.status ?? 302, { location: fault.to }).end();
      return true;
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return true;
    case 'stall':
      return true;
    case 'endless':
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      await pour(outgoing, fault.bytes);
      outgoing.end();
      return true;
    case 'gzip_bomb': {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.pipe(outgoing);
      await pour(gzip, fault.bytes);
      gzip.end();
      return true;
    }
    default:
      return false;
  }
}

/** Writes so many spaces, as fast as they are taken, until the reader is gone. */
async function pour(into: NodeJS.WritableStream & { readonly destroyed?: boolean }, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(65_536, ' ');
  for (let written = 0; written < bytes && into.destroyed !== true; written += chunk.length) {
    if (into.write(chunk)) continue;
    const listening = new AbortController();
    const { signal } = listening;
    await Promise.race([once(into, 'drain', { signal }), once(into, 'close', { signal })]);
    listening.abort();
  }
}

/** Faults that leave a complete answer with another body. */
function changeBody(body: Buffer, fault: Fault | undefined): Buffer {
  switch (fault?.kind) {
    case 'around':
      return Buffer.concat([Buffer.from(fault.before ?? ''), body, Buffer.from(fault.after ?? '')]);
    case 'damage':
      return fault.edit(body);
    case 'truncate':
      return body.subarray(0, Math.floor(body.length / 2));
    case 'rows': {
      const rows: unknown = JSON.parse(body.toString('utf8'));
      return Array.isArray(rows) ? Buffer.from(JSON.stringify(fault.edit(rows))) : body;
    }
    default:
      return body;
  }
}

/** Sends the body, or what the fault lets through. */
async function send(body: Buffer, outgoing: ServerResponse, fault: Fault | undefined): Promise<void> {
  const half = body.subarray(0, Math.floor(body.length / 2));
  switch (fault?.kind) {
    case 'reset_body':
      outgoing.write(half, () => outgoing.socket?.resetAndDestroy());
      return;
    case 'stall_body':
      outgoing.write(half);
      return;
    case 'drip': {
      let sent = 0;
      const timer = setInterval(() => {
        outgoing.write(body.subarray(sent, sent + 1));
        sent += 1;
        if (sent === body.length) outgoing.end();
      }, fault.everyMs);
      outgoing.once('close', () => clearInterval(timer));
      return;
    }
    default:
      outgoing.end(body);
  }
}
