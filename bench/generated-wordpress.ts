/**
 * `node generated-wordpress.ts PAGES`: plays the WordPress of any number of made-up sites of so many pages, each at a loopback
 * address of its own, slow and hostile ones too; prints the address of the first one. At any other address it answers how many
 * requests and probes there were.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReplay } from '../sync/demo/site.ts';
import { PROBE_USER_AGENT } from '../sync/wordpress/connection.ts';
import { createGenerator, hostile, hostOf, originalOf, siteAt } from './generated-site.ts';

type Answer = ReturnType<typeof createReplay>;

/** Milliseconds that a slow site takes for each answer. */
const SLOW_MS = 5000;

const generate = createGenerator(Number(process.argv[2] ?? 200));
const replays = new Map<string, Answer>();
const counts = { requests: 0, probes: 0 };

/** The replay of a site, made once for all that answer the same. */
function replayOf(kind: string, original: number): Answer {
  const name = `${kind} ${original}`;
  const known = replays.get(name);
  if (known) return known;
  const recording = generate(original);
  const replay = createReplay(kind === 'hostile' ? hostile(recording) : recording);
  replays.set(name, replay);
  return replay;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const site = siteAt(request.headers.host ?? '');
  if (!site) {
    response.end(JSON.stringify(counts));
    return;
  }
  counts.requests += 1;
  if (request.headers['user-agent'] === PROBE_USER_AGENT) counts.probes += 1;
  const replay = replayOf(site.kind, originalOf(site.number));
  if (site.kind === 'slow') setTimeout(() => replay(request, response), SLOW_MS);
  else replay(request, response);
}

const server = createServer(answer);
// Every address of 127/8 is this machine; nobody else has anything to ask.
server.on('connection', (socket) => {
  if (socket.localAddress?.startsWith('127.') !== true) socket.destroy();
});
server.listen(0, '0.0.0.0', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://${hostOf(1)}:${port}` })}\n`);
});
