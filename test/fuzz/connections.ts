import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request, as it goes over the wire: nothing is checked, encoded or put in order. */
export type Sent = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer | undefined;
};

/** An answer, as it came. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

/** Connections to a server that are kept open and used again; each takes one request at a time. */
export function createConnections(url: string) {
  const { hostname, port } = new URL(url);
  const idle: Connection[] = [];

  /** Sends a request and waits for its answer; `undefined` when the server closed the connection without one. */
  async function send(request: Sent): Promise<Answer | undefined> {
    const connection = idle.pop() ?? openConnection(hostname, Number(port));
    const answer = await connection.exchange(request);
    if (connection.isOpen() && answer?.headers.get('connection') !== 'close') idle.push(connection);
    else connection.close();
    return answer;
  }

  return {
    send,
    [Symbol.dispose](): void {
      for (const connection of idle) connection.close();
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;

type Connection = ReturnType<typeof openConnection>;

type Waiting = {
  readonly method: string;
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: Error) => void;
};

function openConnection(host: string, port: number) {
  const socket: Socket = connect({ host, port, noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let waiting: Waiting | undefined;
  let closed = false;

  function settle(answer: Answer | undefined): void {
    const { resolve } = waiting ?? {};
    waiting = undefined;
    resolve?.(answer);
  }

  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
    settle(undefined);
  });
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (!waiting) return;
    try {
      const found = readAnswer(received, waiting.method);
      if (!found) return;
      const last = found.answer.headers.get('connection') === 'close';
      if (found.length < received.length && !last)
        throw new Error(`More than one answer: ${received.toString('latin1')}`);
      received = Buffer.alloc(0);
      settle(found.answer);
    } catch (error) {
      waiting?.reject(error as Error);
      socket.destroy();
    }
  });

  return {
    isOpen: () => !closed,
    close: () => socket.destroy(),
    exchange: (request: Sent) =>
      new Promise<Answer | undefined>((resolve, reject) => {
        waiting = { method: request.method, resolve, reject };
        socket.write(bytesOf(request));
      }),
  };
}

function bytesOf({ method, target, headers, body }: Sent): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = content ? `Content-Length: ${content.length}\r\n` : '';
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}${length}\r\n`, 'latin1');
  return content ? Buffer.concat([head, content]) : head;
}

/** The answer that these bytes begin with, once all of it is there. */
function readAnswer(bytes: Buffer, method: string): { readonly answer: Answer; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [start = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1]);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const bodiless = method === 'HEAD' || status === 204 || status === 304;
  const size = bodiless ? 0 : Number(headers.get('content-length') ?? Number.NaN);
  if (Number.isNaN(size)) throw new Error(`An answer without Content-Length: ${start}`);
  const length = end + 4 + size;
  if (bytes.length < length) return undefined;
  const body = decoded(bytes.subarray(end + 4, length), headers.get('content-encoding'));
  return { answer: { status, headers, body: body.toString('utf8') }, length };
}

/** The body without its coding, as a client reads it. */
function decoded(body: Buffer, coding: string | null): Buffer {
  if (body.length === 0 || coding === null) return body;
  return coding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}
