/** The peer of bench/http.ts: Polka and nothing else, answering every path below `/` with the bytes of one file. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import polka from 'polka';

const body = readFileSync(process.argv[2] ?? '');
const { server } = polka()
  .get('/*', (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8', 'Content-Length': String(body.length) });
    res.end(body);
  })
  .listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
  });
