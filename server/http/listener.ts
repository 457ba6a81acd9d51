import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { ErrorReply, Reply } from './message.ts';

type Options = {
  readonly host: string;
  readonly port: number;
  readonly app: (req: IncomingMessage, res: ServerResponse) => void;
  readonly errorReply: ErrorReply;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
};

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  /** Milliseconds a client has for its headers, and for the whole request. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};

/** Milliseconds that running requests have to finish when the server closes. */
const DRAIN_MS = 5_000;

/** Listens until it is disposed of; then takes no more connections, finishes what runs, and ends. */
export async function listen({ host, port, app, errorReply, headers, log }: Options) {
  const server = createServer(LIMITS, (req, res) => {
    if (!server.listening) res.setHeader('Connection', 'close');
    app(req, res);
  });
  server.on('checkExpectation', (req, res) => app(req, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    log.debug({ err: error }, 'http.client.error');
    refuse(socket, errorReply(clientFault(error)), headers);
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
    /** Where it listens, for people and tests: the real port, also when 0 was asked for. */
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`,
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const forced = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(forced);
}

function clientFault(error: NodeJS.ErrnoException): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError(
        'header_too_large',
        `The request line and headers are longer than ${LIMITS.maxHeaderSize} bytes`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request took too long to arrive');
    default:
      return new AppError('bad_request', 'This is not a valid HTTP/1.1 request', { cause: error });
  }
}

/** Answers on a bare socket: what came over it was not a request that Node could read. */
function refuse(socket: Duplex, reply: Reply, common: Readonly<Record<string, string>>): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const headers = {
    ...common,
    ...reply.headers,
    'Content-Length': String(Buffer.byteLength(reply.body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines.join('')}\r\n${reply.body}`);
}
