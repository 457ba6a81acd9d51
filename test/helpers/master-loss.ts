import { setTimeout as wait } from 'node:timers/promises';
import { identified } from './oauth.ts';
import { API } from './running-server.ts';
import { startMachine } from './machine.ts';
import { startCluster } from './valkey-cluster.ts';

/** Requests an address may make without a token in a minute. */
const QUOTA = 60;
/** Milliseconds between two requests of a caller to a server, before the loss, and at most after it. */
const EVERY_MS = 10;
const BEFORE_MS = 1000;
const AT_MOST_MS = 45_000;

type Answer = { readonly at: number; readonly status: number; readonly retryAfter: string | null };

/**
 * Kills the master that has the state of two servers, while a caller without a token and one with a token ask both of them without
 * pause; waits until both count together again. All of it fits into one window of the quotas.
 */
export async function loseMaster() {
  await using started = new AsyncDisposableStack();
  const cluster = started.use(await startCluster('{agentes}:clients'));
  const addresses = cluster.nodes.map(({ url }) => url).join();
  const machines = [started.use(await startMachine(addresses)), started.use(await startMachine(addresses))];
  const [first] = machines;
  if (!first) throw new Error('No server was started');
  const { token } = await identified(first);
  await cluster.owner.ask('WAIT', '1', '2000');

  const stop = new AbortController();
  const began = performance.now();
  /** Asks a server until told to stop, one request at a time. */
  async function hammer(url: string, headers: Readonly<Record<string, string>>): Promise<Answer[]> {
    const answers: Answer[] = [];
    while (!stop.signal.aborted) {
      const answer = await fetch(`${url}${API}/get_company_info`, { headers });
      await answer.arrayBuffer();
      answers.push({
        at: performance.now() - began,
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
      });
      await wait(EVERY_MS);
    }
    return answers;
  }
  const everywhere = (headers: Readonly<Record<string, string>>) =>
    Promise.all(machines.map(({ url }) => hammer(url, headers)));
  const anonymous = everywhere({ 'X-Forwarded-For': '192.0.2.7' });
  const withToken = everywhere({ Authorization: `Bearer ${token}` });

  /** True when what one server counts of a new caller is what the other goes on from. */
  async function countTogether(caller: string): Promise<boolean> {
    const left: (string | null)[] = [];
    for (const { url } of machines) {
      const answer = await fetch(`${url}${API}/get_company_info`, { headers: { 'X-Forwarded-For': caller } });
      await answer.arrayBuffer();
      left.push(answer.headers.get('ratelimit-remaining'));
    }
    return left.join() === `${QUOTA - 1},${QUOTA - 2}`;
  }

  await wait(BEFORE_MS);
  const killedAt = performance.now() - began;
  await cluster.owner.kill();
  for (let n = 0; !(await countTogether(`198.51.100.${n % 250}`)); n++) {
    if (performance.now() - began > AT_MOST_MS) throw new Error('They do not count together again');
    await wait(100);
  }
  const exactAt = performance.now() - began;
  stop.abort();
  const [open, identifiedAnswers] = [(await anonymous).flat(), (await withToken).flat()];
  const admitted = open.filter(({ status }) => status === 200).length;
  const refused = identifiedAnswers.filter(({ status }) => status === 500);
  return {
    statuses: { anonymous: countStatuses(open), 'with a token': countStatuses(identifiedAnswers) },
    /** Answers 500 that say when to try again. */
    refusedWithAdvice: refused.filter(({ retryAfter }) => retryAfter !== null).length,
    refused: refused.length,
    /** Milliseconds from the first to the last of them. */
    refusedFor: Math.round((refused.at(-1)?.at ?? 0) - (refused[0]?.at ?? 0)),
    admittedBeyondQuota: Math.max(0, admitted - QUOTA),
    exactAfter: Math.round(exactAt - killedAt),
    machines: machines.length,
    quota: QUOTA,
  };
}

function countStatuses(answers: readonly Answer[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
