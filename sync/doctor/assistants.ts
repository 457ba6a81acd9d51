import { z } from 'zod';
import { PATHS } from '../../shared/public-paths.ts';
import { found, readWords, type Result } from './finding.ts';
import { gotOf, openClient, sendPublic, speakerOf, type Call, type PublicAnswer } from './public-answer.ts';
import { blockedBy, blockerOf } from './site-marks.ts';

const Assistant = z.strictObject({
  name: z.string(),
  kind: z.enum(['user', 'search', 'mcp']),
  // `User-Agent` header; empty if it sends none.
  agent: z.string(),
});
type Assistant = z.output<typeof Assistant>;

export const ASSISTANTS = readWords('assistants', z.array(Assistant));

const BROWSER = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';

type Target = Call & { readonly path: string };

// Addresses for readers and for MCP clients. None is metered or has side effects.
const READ: readonly Target[] = [
  { path: '/', headers: { accept: 'text/html,application/xhtml+xml' } },
  { path: PATHS.api },
  { path: PATHS.agentsMd },
];
const CONNECT: readonly Target[] = [
  { path: PATHS.protectedResource },
  {
    path: PATHS.mcp,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  },
];

// Timeout of a request in milliseconds; a timeout counts as a refusal.
const TIMEOUT_MS = 10_000;

type Protocol = 'HTTP/1.1' | 'HTTP/2';
type Reply = { readonly path: string; readonly protocol: Protocol; readonly answer: PublicAnswer };

/**
 * Requests the public addresses as each assistant, over HTTP/1.1 and, if offered, over HTTP/2: 70 requests. Compares the responses
 * with those to a browser.
 */
export async function examineAssistants(origin: string, signal: AbortSignal): Promise<readonly Result[]> {
  // Returns no replies if the protocol is not offered.
  const visit = async (protocol: Protocol, agent: string, targets: readonly Target[]): Promise<Reply[]> => {
    const isHttp2 = protocol === 'HTTP/2';
    if (isHttp2 && !origin.startsWith('https:')) return [];
    const client = openClient(isHttp2);
    const send = async ({ path, headers, ...call }: Target) => {
      const sent = { ...call, headers: { ...headers, 'user-agent': agent } };
      const answer = await sendPublic(`${origin}${path}`, sent, signal, { client, timeoutMs: TIMEOUT_MS });
      return { path, protocol, answer };
    };
    try {
      const replies = await Promise.all(targets.map(send));
      return isHttp2 && !client.hasHttp2() ? [] : replies;
    } finally {
      await client.close();
    }
  };
  const plain = await visit('HTTP/1.1', BROWSER, [...READ, ...CONNECT]);
  const modern = await visit('HTTP/2', BROWSER, [...READ, ...CONNECT]);
  const results = judgeHttp2(origin, plain, modern);
  for (const assistant of ASSISTANTS) {
    const targets = assistant.kind === 'mcp' ? CONNECT : READ;
    const replies = await visit('HTTP/1.1', assistant.agent, targets);
    if (modern.length > 0) replies.push(...(await visit('HTTP/2', assistant.agent, targets)));
    results.push(judgeVisit(assistant, replies, differing([...plain, ...modern], replies)));
  }
  return results;
}

const differing = (usual: readonly Reply[], replies: readonly Reply[]): readonly Reply[] =>
  replies.filter(({ path, protocol, answer }) => {
    const ordinary = usual.find((one) => one.path === path && one.protocol === protocol);
    return !isSame(ordinary?.answer, answer);
  });

// Compares status and origin, because texts of a page may differ for each visitor. If the browser was refused too, any response
// without signs of a refusal is accepted.
function isSame(ordinary: PublicAnswer | undefined, answer: PublicAnswer): boolean {
  if (answer.status === 0) return false;
  if (isRefusal(answer)) return ordinary?.status === answer.status && blockerOf(answer)?.rule === true;
  if (!ordinary || ordinary.status === 0 || isRefusal(ordinary)) return answer.status < 500;
  return answer.status === ordinary.status && speakerOf(answer) === speakerOf(ordinary);
}

// Statuses of firewalls, which do not use 404.
const REFUSED = new Set([401, 402, 403, 406, 429, 451]);

// Refused by a known product in front of the service and of WordPress.
const isRefusal = (answer: PublicAnswer): boolean =>
  REFUSED.has(answer.status) && speakerOf(answer) === 'other' && blockerOf(answer) !== undefined;

// Advice names the settings of a known product.
function judgeVisit({ name, kind }: Assistant, replies: readonly Reply[], refusals: readonly Reply[]): Result {
  const check = `public.assistant.${name.replaceAll(/[^\w-]+/g, '_').replace(/_$/, '')}`;
  const more = { check, share: 1 - refusals.length / replies.length };
  const [first] = refusals;
  if (!first) return found('public.assistant', 'same', { name, asked: replies.length }, more);
  const { path, protocol, answer } = first;
  const known = blockerOf(answer);
  const speaker = speakerOf(answer);
  const outcome =
    speaker === 'wordpress' ? 'refusedByWordPress' : speaker === 'service' ? 'refusedByService' : 'refused';
  const request = { name, path, protocol, got: gotOf(answer), by: blockedBy(known) };
  const values = { ...request, refusals: refusals.length, asked: replies.length };
  const advice = known?.settings === undefined ? {} : { advice: known.settings };
  const level = kind === 'search' ? 'note' : 'problem';
  return found('public.assistant', outcome, values, { ...more, ...advice, level });
}

// Judges HTTP/2 for the reference client; the score does not contain it.
function judgeHttp2(origin: string, plain: readonly Reply[], modern: readonly Reply[]): Result[] {
  if (!origin.startsWith('https:')) return [];
  const more = { check: 'public.http2', share: null };
  if (modern.length === 0) return [found('public.http2', 'absent', {}, more)];
  const [first] = differing(
    plain,
    modern.map((reply) => ({ ...reply, protocol: 'HTTP/1.1' })),
  );
  if (!first) return [found('public.http2', 'same', {}, more)];
  return [found('public.http2', 'differs', { path: first.path, got: gotOf(first.answer) }, more)];
}
