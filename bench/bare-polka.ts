/**
 * The peer of the HTTP benchmarks: Polka and nothing else, answering every path below `/` with one answer of ours, which
 * it has read from a file. With `--headers` it sends that answer's headers too, with `--log` it writes a line for each
 * request as we do.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { IncomingMessage, ServerResponse } from 'node:http';
import polka from 'polka';
import { createLog, gatheredOutput } from '../shared/log.ts';
import type { Answer } from './peer.ts';

const { values, positionals } = parseArgs({
  options: { headers: { type: 'boolean', default: false }, log: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const answer = JSON.parse(readFileSync(positionals[0] ?? '', 'utf8')) as Answer;
const body = Buffer.from(answer.body);
const headers = [
  ...(values.headers ? answer.headers.flat() : ['Content-Type', 'application/json; charset=UTF-8']),
  'Content-Length',
  String(body.length),
];

function send(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, headers);
  res.end(body);
}

function logged() {
  const log = createLog({ name: 'peer', level: 'info' }, gatheredOutput(20)).child({}, { redact: [] });
  return (req: IncomingMessage & { readonly path: string }, res: ServerResponse) => {
    const started = performance.now();
    send(req, res);
    const ms = performance.now() - started;
    log.info({ id: randomUUID(), method: req.method, path: req.path, status: 200, ms }, 'http.request');
  };
}

const { server } = polka()
  .get('/*', values.log ? logged() : send)
  .listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
  });
