import { randomBytes } from 'node:crypto';
import { page, SAMPLE_PAGES } from '../helpers/sample-index.ts';
import { identified } from '../helpers/oauth.ts';
import { runServer } from '../helpers/running-server.ts';
import { assertSound } from './sound-answer.ts';
import { createConnections, type Sent } from './connections.ts';

const HOUR = 3_600_000;

/** Pages of every kind that an address or a cursor can lead to. */
const PAGES = [
  ...SAMPLE_PAGES,
  page(20, '/larga', 'Página larga', 'Un párrafo de la página larga.\n\n'.repeat(200)),
  page(21, '/ñandú-ñ', 'Ñandú «y» 🔧', 'Texto con 🔧, ﷺ y e\u0301.'),
  page(22, '/?page_id=22', 'Enlace simple', 'Una página con enlace simple.', {
    url: 'https://casa.example/?page_id=22',
  }),
];

/**
 * A real server whose quotas refuse nobody, because its clock runs a minute at each look; what OAuth counts is forgotten
 * with each `refresh`, which also makes a client and its token.
 */
export async function runFuzzedServer() {
  await using started = new AsyncDisposableStack();
  let quotaClock = 0;
  let clock = Date.parse('2026-03-01T00:00:00Z');
  const server = started.use(
    await runServer({
      content: { pages: PAGES },
      env: { READ_PAGE_MAX_CHARS: '1000' },
      sources: {
        now: () => new Date(clock),
        monotonicNow: () => {
          quotaClock += 61_000;
          return quotaClock;
        },
        randomBytes,
      },
    }),
  );
  const connections = started.use(createConnections(server.url));
  let visitors = 0;
  const running = started.move();

  return {
    server,
    /** An hour later. */
    refresh: async () => {
      clock += HOUR;
      return await identified(server);
    },
    /** Sends a request from an address of its own, unless its headers say where from, and judges the answer. */
    async ask(sent: Sent): Promise<{ readonly status: number; readonly body: string; readonly kind: string }> {
      visitors += 1;
      const from = `100.${64 + ((visitors >> 16) & 63)}.${(visitors >> 8) & 255}.${visitors & 255}`;
      const headers = [['Host', 'casa.example'], ['X-Forwarded-For', from], ...sent.headers] as const;
      const given = new Set(sent.headers.map(([name]) => name.toLowerCase()));
      const request = {
        ...sent,
        headers: headers.filter(([name], index) => index > 1 || !given.has(name.toLowerCase())),
      };
      const answer = await connections.send(request);
      assertSound(request, answer);
      return { status: answer?.status ?? 0, body: answer?.body ?? '', kind: String(answer?.status ?? 'closed') };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
export type FuzzedServer = Awaited<ReturnType<typeof runFuzzedServer>>;
