import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { isIP } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { z } from 'zod';
import { PATHS } from '../../shared/public-paths.ts';
import { found, type Result } from './finding.ts';
import { sendPublic, blockerIn, gotOf, speakerOf, type Call, type PublicAnswer } from './public-answer.ts';
import { blockedBy } from './site-judge.ts';
import { readWords } from './words.ts';

const KINDS = ['user', 'search', 'mcp'] as const;
type Kind = (typeof KINDS)[number];

const Assistant = z.strictObject({
  name: z.string(),
  kind: z.enum(KINDS),
  // `User-Agent` header; empty if it sends none.
  agent: z.string(),
});
type Assistant = z.output<typeof Assistant>;

export const ASSISTANTS = readWords('assistants', z.array(Assistant));

const BROWSER = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';

type Target = Call & { readonly path: string; readonly for: readonly Kind[] };

// Addresses for each kind: a page, the API, a document, MCP. None is metered or has side effects.
const TARGETS: readonly Target[] = [
  { path: '/', headers: { accept: 'text/html,application/xhtml+xml' }, for: ['user', 'search'] },
  { path: PATHS.api, for: ['user', 'search'] },
  { path: PATHS.agentsMd, for: ['user', 'search'] },
  { path: PATHS.protectedResource, for: ['mcp'] },
  {
    path: PATHS.mcp,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    for: ['mcp'],
  },
];

// Timeout of a request in milliseconds; a timeout counts as a refusal.
const TIMEOUT_MS = 10_000;

type Protocol = 'HTTP/1.1' | 'HTTP/2';
type Answers = ReadonlyMap<string, PublicAnswer>;

// A request of an assistant whose response differs from that of the browser.
type Refusal = { readonly path: string; readonly protocol: Protocol; readonly answer: PublicAnswer };

// Responses to an assistant, compared with the responses to a browser.
type Visit = { readonly assistant: Assistant; readonly asked: number; readonly refusals: readonly Refusal[] };

export type Visits = {
  readonly visits: readonly Visit[];
  /** Addresses that respond differently over HTTP/2; `undefined` if HTTP/2 is not offered. */
  readonly differsOverHttp2: readonly Refusal[] | undefined;
};

/** Requests the public addresses as each assistant, over HTTP/1.1 and, if offered, over HTTP/2: 70 requests. */
export async function visitAsAssistants(origin: string, signal: AbortSignal): Promise<Visits> {
  const plain = await visitOver('HTTP/1.1', origin, signal);
  const modern = await visitOver('HTTP/2', origin, signal);
  const visits = ASSISTANTS.map((assistant) => {
    const both = [plain, modern].flatMap((one) => one?.visits.get(assistant.name) ?? []);
    const [asked, refusals] = [both.reduce((sum, one) => sum + one.asked, 0), both.flatMap((one) => one.refusals)];
    return { assistant, asked, refusals };
  });
  const differsOverHttp2 = plain && modern && compare('HTTP/2', plain.ordinary, modern.ordinary).refusals;
  return { visits, differsOverHttp2 };
}

async function visitOver(protocol: Protocol, origin: string, signal: AbortSignal) {
  // Returns `undefined` if HTTP/2 is not offered.
  async function visit(agent: string, targets: readonly Target[]): Promise<Answers | undefined> {
    const session = protocol === 'HTTP/2' ? await openHttp2(origin, signal) : undefined;
    if (protocol === 'HTTP/2' && !session) return undefined;
    try {
      const answers = targets.map(async ({ path, headers, ...ask }) => {
        const route = { timeoutMs: TIMEOUT_MS, ...(session && { session }) };
        const sent = { ...ask, headers: { ...headers, 'user-agent': agent } };
        return [path, await sendPublic(`${origin}${path}`, sent, signal, route)] as const;
      });
      return new Map(await Promise.all(answers));
    } finally {
      session?.destroy();
    }
  }

  const ordinary = await visit(BROWSER, TARGETS);
  if (!ordinary) return undefined;
  const visits = new Map<string, ReturnType<typeof compare>>();
  for (const { name, kind, agent } of ASSISTANTS) {
    const targets = TARGETS.filter((one) => one.for.includes(kind));
    const answers = await visit(agent, targets);
    if (answers) visits.set(name, compare(protocol, ordinary, answers));
  }
  return { ordinary, visits };
}

// Opens an HTTP/2 session, negotiated with ALPN (RFC 9113 §3.2); `undefined` if HTTP/2 is not offered.
async function openHttp2(origin: string, signal: AbortSignal): Promise<ClientHttp2Session | undefined> {
  const url = new URL(origin);
  if (url.protocol !== 'https:') return undefined;
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const socket: TLSSocket = connectTls({
    host,
    port: Number(url.port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  } catch {
    socket.destroy();
    signal.throwIfAborted();
    return undefined;
  }
  if (socket.alpnProtocol !== 'h2') {
    socket.destroy();
    return undefined;
  }
  const session = connectHttp2(url.origin, { createConnection: () => socket });
  // Its requests fail with the same error.
  session.on('error', () => undefined);
  return session;
}

function compare(protocol: Protocol, ordinary: Answers, answers: Answers) {
  const refusals = [...answers].flatMap(([path, answer]): Refusal[] =>
    isSame(ordinary.get(path), answer) ? [] : [{ path, protocol, answer }],
  );
  return { asked: answers.size, refusals };
}

// Compares status and origin, because texts of a page may differ for each visitor. If the browser was refused too, any response
// without signs of a refusal is accepted.
function isSame(ordinary: PublicAnswer | undefined, answer: PublicAnswer): boolean {
  if (answer.status === 0) return false;
  if (isRefusal(answer)) return ordinary?.status === answer.status && blockerIn(answer)?.rule === true;
  if (!ordinary || ordinary.status === 0 || isRefusal(ordinary)) return answer.status < 500;
  return answer.status === ordinary.status && speakerOf(answer) === speakerOf(ordinary);
}

// Statuses of firewalls, which do not use 404.
const REFUSED = new Set([401, 402, 403, 406, 429, 451]);

// Refused by a known product in front of the service and of WordPress.
const isRefusal = (answer: PublicAnswer): boolean =>
  REFUSED.has(answer.status) && speakerOf(answer) === 'other' && blockerIn(answer) !== undefined;

/** Judges each assistant. Advice names the settings of a known product. */
export function judgeVisits({ visits }: Visits): readonly Result[] {
  return visits
    .filter(({ asked }) => asked > 0)
    .map(({ assistant: { name, kind }, asked, refusals }) => {
      const check = `public.assistant.${name.replaceAll(/[^\w-]+/g, '_').replace(/_$/, '')}`;
      const share = 1 - refusals.length / asked;
      const [first] = refusals;
      if (!first) return found('public.assistant', 'same', { name, asked }, { check, share });
      const { path, protocol, answer } = first;
      const known = blockerIn(answer);
      const speaker = speakerOf(answer);
      const outcome =
        speaker === 'wordpress' ? 'refusedByWordPress' : speaker === 'service' ? 'refusedByService' : 'refused';
      const request = { name, path, protocol, got: gotOf(answer), by: blockedBy(known) };
      const values = { ...request, refusals: refusals.length, asked };
      return found('public.assistant', outcome, values, {
        check,
        share,
        level: kind === 'search' ? 'note' : 'problem',
        ...(known?.settings !== undefined && { advice: known.settings }),
      });
    });
}

/** Judges HTTP/2 for the reference client. */
export function judgeHttp2(origin: string, { differsOverHttp2 }: Visits): Result | undefined {
  if (!origin.startsWith('https:')) return undefined;
  if (!differsOverHttp2) return found('public.http2', 'absent', {}, { share: 'none' });
  const [first] = differsOverHttp2;
  if (!first) return found('public.http2', 'same');
  return found('public.http2', 'differs', { path: first.path, got: gotOf(first.answer) });
}
