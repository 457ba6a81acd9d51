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
  /** Renders a refusal; the target is the one of the request line, as far as it was readable. */
  readonly renderError: (error: AppError, target: string) => Reply;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits> | undefined;
};

/** Listens until it is disposed of; then takes no more connections, finishes what runs, and ends. */
export async function listen({ host, port, app, renderError, headers, log, ...options }: Options) {
  const limits = { ...LIMITS, ...affordable(openFilesLimit()), ...options.limits };
  const connections = createConnections({
    ...limits,
    onCrowd: (count) => log.warn({ connections: count }, 'http.connections.crowded'),
  });
  // A missing Host is refused below, in JSON.
  const server = createServer({ ...limits, requireHostHeader: false }, ask);
  server.setTimeout(limits.stallTimeout);
  // One more than the limit: the parser drops further headers in silence, and they must be seen to be refused.
  server.maxHeadersCount = limits.maxHeaders + 1;

  function ask(req: IncomingMessage, res: ServerResponse): void {
    connections.asked(req, res, () => {
      // The parser loses whatever follows an offer to upgrade, so nothing more is read after one.
      if (!server.listening || req.headers.upgrade !== undefined) res.setHeader('Connection', 'close');
      const fault = wrongRequest(req, limits);
      if (fault) refuse(req, res, fault);
      else app(req, res);
    });
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
  server.on('checkExpectation', ask);
  server.on('checkContinue', (req, res) => {
    continueWhenRead(req, res);
    ask(req, res);
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
    // The error itself holds the bytes that came, credentials among them.
    log.debug({ code: error.code, reason: error.message }, 'http.client.error');
    // A request that is late already is not waited for any longer.
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
    /** Address it listens on, with the real port when 0 was asked for. */
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`,
    [Symbol.asyncDispose]: () => close(server, connections, limits),
  };
}

/**
 * Sends 100 Continue when a handler begins to read the body, and so never before a refusal (RFC 9110 §10.1.1). A client may
 * send the body in spite of a refusal, so nothing more is read as a request then.
 */
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
  // Node counts those that never asked anything among the busy ones. A request may be on its way, so not at once.
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

/** Answers on a bare socket: what came over it was not a request that Node could read. What follows is dropped for a time. */
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
