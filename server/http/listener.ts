import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { openFilesLimit } from '../../shared/open-files.ts';
import { createConnections, type Connections } from './connections.ts';
import { affordable, LIMITS, type Limits } from './limits.ts';
import type { Reply } from './message.ts';
import { targetIn, unreadableRequest, wrongRequest } from './request-faults.ts';

type Options = {
  readonly host: string;
  readonly port: number;
  readonly app: (req: IncomingMessage, res: ServerResponse) => void;
  // Renders an error; `target` is the request target as far as it could be parsed.
  readonly renderError: (error: AppError, target: string) => Reply;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
  // Overrides of the default limits.
  readonly limits?: Partial<Limits> | undefined;
};

/** Listens until disposed of. Disposal stops accepting connections, finishes active requests and closes. */
export async function listen({ host, port, app, renderError, headers, log, ...options }: Options) {
  const limits = { ...LIMITS, ...affordable(openFilesLimit()), ...options.limits };
  const connections = createConnections({
    ...limits,
    onRequest: respond,
    onCrowd: (count) => log.warn({ connections: count }, 'http.connections.crowded'),
  });
  // A wrong Host header gets an error in JSON. A request without a body costs less without its stream events.
  const server = createServer(
    { ...limits, requireHostHeader: false, optimizeEmptyRequests: true },
    connections.enqueue,
  );
  server.setTimeout(limits.stallTimeout);
  // Above the limit, because the parser drops further headers without an error.
  server.maxHeadersCount = limits.maxHeaders + 1;

  function respond(req: IncomingMessage, res: ServerResponse): void {
    // The parser discards bytes after an Upgrade request, so the connection closes.
    if (!server.listening || req.headers.upgrade !== undefined) res.setHeader('Connection', 'close');
    const fault = wrongRequest(req, limits);
    if (fault) refuse(req, res, fault);
    else app(req, res);
  }

  function refuse(req: IncomingMessage, res: ServerResponse, fault: AppError): void {
    log.debug({ err: fault }, 'http.client.error');
    const reply = renderError(fault, req.url ?? '');
    res.writeHead(reply.status, closing(reply, headers));
    res.end(req.method === 'HEAD' ? undefined : reply.body);
  }

  server.on('connection', (socket) => connections.opened(socket));
  server.on('timeout', (socket) => {
    if (connections.isAnswering(socket)) log.debug('http.client.stalled');
    socket.destroy();
  });
  server.on('checkExpectation', connections.enqueue);
  server.on('checkContinue', (req, res) => {
    continueWhenRead(req, res);
    connections.enqueue(req, res);
  });
  server.on('connect', (req, socket) => {
    socket.on('error', () => undefined);
    const fault = new AppError('method_not_allowed', 'CONNECT is not allowed here', {
      allow: 'GET, HEAD, POST, OPTIONS',
      hint: 'This server is not a proxy. Use one of: GET, HEAD, POST, OPTIONS.',
    });
    connections.failed(socket, (open) => refuseOn(open, renderError(fault, ''), headers, limits.lingerTimeout));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Not the error itself: it contains received bytes, which may be credentials.
    log.debug({ code: error.code, reason: error.message }, 'http.client.error');
    // After a request timeout, do not wait for the rest.
    const linger = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 0 : limits.lingerTimeout;
    connections.failed(socket, (open) =>
      refuseOn(open, renderError(unreadableRequest(error, limits), targetIn(error)), headers, linger),
    );
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, family, port: actual } = server.address() as AddressInfo;
  return {
    /** Listen address, with the assigned port for port 0. */
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`,
    [Symbol.asyncDispose]: () => close(server, connections, limits),
  };
}

// Sends 100 Continue when a handler reads the body, never before an error response (RFC 9110 §10.1.1). After an error
// response a client may send the body regardless, so no further request is parsed.
function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  let continued = false;
  req.once('resume', () => {
    if (res.headersSent) return;
    continued = true;
    res.writeContinue();
  });
  res.once('finish', () => continued || req.socket.destroySoon());
}

async function close(server: Server, connections: Connections, { drainTimeout }: Limits): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  // Node treats connections without any request as busy. A request may be in transit, so they close after a delay.
  const unused = setTimeout(() => connections.closeUnused(), drainTimeout / 10);
  const forced = setTimeout(() => server.closeAllConnections(), drainTimeout);
  await closed;
  clearInterval(idle);
  clearTimeout(unused);
  clearTimeout(forced);
}

function closing(reply: Reply, common: Readonly<Record<string, string>>): Record<string, string> {
  return { ...common, ...reply.headers, 'Content-Length': String(Buffer.byteLength(reply.body)), Connection: 'close' };
}

// Writes a response to the socket, because Node could not parse a request. Later bytes are dropped for a time.
function refuseOn(socket: Socket, reply: Reply, common: Readonly<Record<string, string>>, lingerMs: number): void {
  if (!socket.writable) {
    socket.destroySoon();
    return;
  }
  const lines = Object.entries(closing(reply, common)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines.join('')}\r\n`);
  socket.end(reply.body);
  if (lingerMs === 0) {
    socket.destroySoon();
    return;
  }
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
