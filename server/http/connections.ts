import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';

type Connection = {
  readonly socket: Socket;
  // The active response.
  current: ServerResponse | undefined;
  // The last parsed request.
  last: IncomingMessage | undefined;
  readonly waiting: ServerResponse[];
  // True after invalid bytes; later bytes are not parsed as requests.
  failed: boolean;
  // Sends the error for invalid bytes after all earlier responses.
  refuse: (() => void) | undefined;
  // Closes the connection unless the rest of an unread body arrives.
  lingering: NodeJS.Timeout | undefined;
};

type Options = Pick<Limits, 'lingerTimeout' | 'maxPipelined' | 'maxConnections'> & {
  // Responds to a request when its connection has no active response.
  readonly onRequest: (req: IncomingMessage, res: ServerResponse) => void;
  // Called when too many connections are open and the first is closed.
  readonly onCrowd: (connections: number) => void;
};

/**
 * Open connections. Each has a single active response, so a client that pipelines requests without reading occupies a
 * single response. Above the limit, the connection that was idle for longest is closed. A client with thousands of idle
 * or slow connections therefore only loses these.
 */
export function createConnections({ lingerTimeout, maxPipelined, maxConnections, onRequest, onCrowd }: Options) {
  // Least recently used first.
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

  function begin(connection: Connection, res: ServerResponse): void {
    connection.current = res;
    res.on('close', finish);
    onRequest(res.req, res);
  }

  function finish(this: ServerResponse): void {
    const { req } = this;
    const connection = open.get(req.socket);
    if (!connection) return;
    connection.current = undefined;
    if (!connection.socket.writable) return;
    touch(connection);
    if (!req.complete) lingerWithBody(connection, req);
    const next = connection.waiting.shift();
    if (next) begin(connection, next);
    else connection.refuse?.();
  }

  // The response did not need the rest of the body. It is read for a short time, so that the client can read the
  // response.
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

    /** Queues a request after earlier requests of its connection. */
    enqueue: (req: IncomingMessage, res: ServerResponse): void => {
      const connection = open.get(req.socket);
      if (!connection || connection.failed) return;
      touch(connection);
      connection.last = req;
      if (!connection.current) begin(connection, res);
      else if (connection.waiting.push(res) > maxPipelined) connection.socket.destroy();
    },

    /** Queues the error for invalid bytes. An active response is not interrupted. */
    failed(socket: unknown, refuse: (socket: Socket) => void): void {
      const connection = open.get(socket);
      if (!connection || connection.failed) return;
      connection.failed = true;
      const { current, last, waiting } = connection;
      const isIncomplete = last?.complete === false;
      if (isIncomplete && waiting.at(-1)?.req === last) waiting.pop();
      if (current && !(isIncomplete && current.req === last)) {
        // Reading stops, so that a client cannot keep the connection alive with further bytes.
        connection.socket.pause();
        connection.refuse = () => refuse(connection.socket);
      } else if (isIncomplete && (!current || current.headersSent)) {
        // The incomplete request already has its response.
        connection.socket.destroySoon();
      } else {
        refuse(connection.socket);
      }
    },

    /** Closes connections without an active request. */
    closeUnused(): void {
      for (const { socket, current } of open.values()) if (!current) socket.destroy();
    },

    /** Returns true while a response is active. */
    isAnswering: (socket: Socket): boolean => open.get(socket)?.current !== undefined,
  };
}
export type Connections = ReturnType<typeof createConnections>;
