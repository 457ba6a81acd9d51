import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';

/** A request and what answers it. */
type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse; readonly answer: () => void };

/** State of one connection. */
type Connection = {
  readonly socket: Socket;
  current: Exchange | undefined;
  /** The request that was read last. */
  last: IncomingMessage | undefined;
  readonly waiting: Exchange[];
  /** Something other than a request came; nothing after it is read as one. */
  failed: boolean;
  /** Answers it, once everything before it is answered. */
  refuse: (() => void) | undefined;
  /** Ends it unless the rest of a body that nobody needed has come. */
  lingering: NodeJS.Timeout | undefined;
};

type Options = Pick<Limits, 'lingerTimeout' | 'maxPipelined' | 'maxConnections'> & {
  /** Called when connections begin to be closed because there are too many. */
  readonly onCrowd: (connections: number) => void;
};

/**
 * The open connections. On each, one request is answered at a time, so that a client which sends many and takes no answer
 * holds one answer and not all. When there are too many, the one on which nothing has happened for longest is closed: whoever
 * opens thousands and leaves them, or feeds them slowly, loses those and shuts nobody out.
 */
export function createConnections({ lingerTimeout, maxPipelined, maxConnections, onCrowd }: Options) {
  /** Least recently used first. */
  const open = new Map<unknown, Connection>();
  let crowded = false;

  function touch(connection: Connection): void {
    if (!open.delete(connection.socket)) return;
    open.set(connection.socket, connection);
  }

  function makeRoom(): void {
    if (crowded) crowded = open.size > maxConnections / 2;
    if (open.size <= maxConnections) return;
    if (!crowded) onCrowd(open.size);
    crowded = true;
    const [oldest] = open.values();
    oldest?.socket.destroy();
    open.delete(oldest?.socket);
  }

  function begin(connection: Connection, exchange: Exchange): void {
    connection.current = exchange;
    exchange.res.on('close', () => finished(connection, exchange));
    exchange.answer();
  }

  function finished(connection: Connection, { req }: Exchange): void {
    connection.current = undefined;
    if (!connection.socket.writable) return;
    touch(connection);
    if (!req.complete) lingerWithBody(connection, req);
    const next = connection.waiting.shift();
    if (next) begin(connection, next);
    else connection.refuse?.();
  }

  /** The answer did not need the rest of the body. A little of it is let pass, so that the client gets to read the answer. */
  function lingerWithBody(connection: Connection, req: IncomingMessage): void {
    clearTimeout(connection.lingering);
    connection.lingering = setTimeout(() => {
      if (!req.complete) connection.socket.destroy();
    }, lingerTimeout);
  }

  return {
    opened(socket: Socket): void {
      const connection: Connection = {
        socket,
        current: undefined,
        last: undefined,
        waiting: [],
        failed: false,
        refuse: undefined,
        lingering: undefined,
      };
      open.set(socket, connection);
      socket.once('close', () => {
        clearTimeout(connection.lingering);
        open.delete(socket);
      });
      makeRoom();
    },

    /** Has a request answered once those before it are. */
    asked(req: IncomingMessage, res: ServerResponse, answer: () => void): void {
      const connection = open.get(req.socket);
      if (!connection || connection.failed) return;
      touch(connection);
      connection.last = req;
      const exchange = { req, res, answer };
      if (!connection.current) begin(connection, exchange);
      else if (connection.waiting.push(exchange) > maxPipelined) connection.socket.destroy();
    },

    /** Has what was not a request refused, in its turn; an answer that is on its way is not broken into. */
    failed(socket: unknown, refuse: (socket: Socket) => void): void {
      const connection = open.get(socket);
      if (!connection || connection.failed) return;
      connection.failed = true;
      const { current, last, waiting } = connection;
      const broken = last?.complete === false;
      if (broken && waiting.at(-1)?.req === last) waiting.pop();
      if (current && !(broken && current.req === last)) {
        // Nothing more is read, so that a client cannot seem alive by sending on.
        connection.socket.pause();
        connection.refuse = () => refuse(connection.socket);
      } else if (broken && (!current || current.res.headersSent)) {
        // The request that broke off was answered already.
        connection.socket.destroySoon();
      } else {
        refuse(connection.socket);
      }
    },

    /** Closes those over which nothing is asked. */
    closeUnused(): void {
      for (const { socket, current } of open.values()) if (!current) socket.destroy();
    },

    /** An answer is on its way on this connection. */
    isAnswering: (socket: Socket): boolean => open.get(socket)?.current !== undefined,
  };
}
export type Connections = ReturnType<typeof createConnections>;
