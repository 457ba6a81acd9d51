import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** A request: its file, fields and moment; status and size of what it was answered. */
type Asked = {
  readonly file: string;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
  status: number;
  bytes: number;
};

/** Answers in place of the origin, or changes the bytes of its answer; `undefined` leaves it as it is. */
type Fault = (
  asked: Asked,
  response: ServerResponse,
  body: Buffer,
) => Promise<Buffer | 'answered' | undefined> | Buffer | 'answered' | undefined;

/** Starts a web server over a folder of a data directory, with ETags and ranges as web servers have them. */
export async function startIndexOrigin(dataDir: string, folder = 'index') {
  const seen: Asked[] = [];
  let fault: Fault | undefined;
  const server = createServer((request, response) => {
    const file = basename(request.url ?? '');
    const asked: Asked = { file, headers: request.headers, at: performance.now(), status: 0, bytes: 0 };
    seen.push(asked);
    answer(asked, response).catch(() => response.destroy());
    response.once('close', () => {
      asked.status = response.statusCode;
    });
  });

  async function answer(asked: Asked, response: ServerResponse): Promise<void> {
    const { file, headers } = asked;
    const found = await readFile(join(dataDir, folder, file)).catch(() => undefined);
    const changed = await fault?.(asked, response, found ?? Buffer.alloc(0));
    if (changed === 'answered') return;
    const body = changed ?? found;
    if (!body) return void response.writeHead(404).end();
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    if (headers['if-none-match'] === etag) return void response.writeHead(304, { ETag: etag }).end();
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN);
    const isRange = !Number.isNaN(from) && (headers['if-range'] ?? etag) === etag;
    asked.bytes = isRange ? body.length - from : body.length;
    if (!isRange) return void response.writeHead(200, { ETag: etag, 'Content-Length': body.length }).end(body);
    const rest = body.subarray(from);
    const range = {
      ETag: etag,
      'Content-Length': rest.length,
      'Content-Range': `bytes ${from}-${body.length - 1}/${body.length}`,
    };
    response.writeHead(206, range).end(rest);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/index`,
    /** Requests so far, with what each was answered. */
    seen,
    /** Sets what goes wrong from now on; nothing without one. */
    setFault(next?: Fault): void {
      fault = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
