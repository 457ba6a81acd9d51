/** What a server of many sites takes, and how soon it answers. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { megabytesOf, processorSecondsOf, treeOf } from '../test/helpers/process-tree.ts';
import { siteQueries } from './corpus.ts';
import { publicHostOf } from './generated-site.ts';
import { quantile, startProgram } from './program.ts';

const READY = '/readyz';
/** Sites that are asked again and again, and how often, before and while it is measured. */
const BUSY_SITES = 20;
const WARM_REQUESTS = 5000;
const WARM_UP = 1000;

type Sites = { readonly dir: string; readonly sites: number };

/** Starts the server, and waits until its last site is ready. */
export async function startSitesServer({ dir, sites }: Sites) {
  const began = performance.now();
  const settings = { SITES_DIR: dir, PORT: '0', TRUST_PROXY: '127.0.0.1' };
  const server = await startProgram('../server/main.ts', [], settings);
  const client = createClient(server.url);
  while ((await client.ask(sites, READY)).status !== 200) await wait(50);
  return { server, client, seconds: (performance.now() - began) / 1000 };
}

export async function measureServer({ dir, sites }: Sites) {
  const { server, client, seconds } = await startSitesServer({ dir, sites });
  const processor = processorSecondsOf(server.pid);
  const questions = searches();
  const ask = async (site: number) => {
    const { status, milliseconds } = await client.ask(site, questions());
    if (status !== 200) throw new Error(`The search of site ${site} answers ${status}`);
    return milliseconds;
  };
  // Whatever is loaded once is loaded; the last one is open already.
  for (let turn = 0; turn < 50; turn++) await ask(sites);
  const others = sites - 1;
  const first = await timesOf(others, server.pid, (turn) => ask(turn + 1));
  const megabytes = megabytesOfAll(server.pid);
  const busy = Math.min(BUSY_SITES, sites);
  for (let turn = 0; turn < WARM_UP; turn++) await ask((turn % busy) + 1);
  const warm = await timesOf(WARM_REQUESTS, server.pid, (turn) => ask((turn % busy) + 1));
  const alive = await timesOf(WARM_REQUESTS, server.pid, async () => (await client.ask(1, '/livez')).milliseconds);
  return {
    server,
    figures: {
      'ready after, s': seconds,
      'ready after, processor s': processor,
      ...figuresOf('first search of a site', first),
      ...figuresOf('search', warm),
      ...figuresOf('/livez', alive),
      'server when every site was asked, MB (PSS)': megabytes,
    },
  };
}

/** Times of requests in milliseconds, and the processor time that the server took for each. */
type Times = { readonly times: readonly number[]; readonly processor: number };

async function timesOf(count: number, pid: number, ask: (turn: number) => Promise<number>): Promise<Times> {
  const before = processorSecondsOf(pid);
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) times.push(await ask(turn));
  return { times, processor: ((processorSecondsOf(pid) - before) * 1000) / count };
}

const figuresOf = (name: string, { times, processor }: Times) => ({
  [`${name}, p50 ms`]: quantile(times, 0.5),
  [`${name}, p99 ms`]: quantile(times, 0.99),
  [`${name}, processor ms`]: processor,
});

/** Proportional set size of a process and all below it. */
export const megabytesOfAll = (pid: number): number =>
  treeOf(pid)
    .map(megabytesOf)
    .reduce((sum, one) => sum + one);

/** Addresses of searches, another one each time. */
function searches(): () => string {
  const kinds = siteQueries(200);
  const questions = [...(kinds['common'] ?? []), ...(kinds['question'] ?? []), ...(kinds['typo'] ?? [])];
  let turn = 0;
  return () => {
    const [query] = questions[turn++ % questions.length] ?? [''];
    return `/wp-json/agentes/v1/search_pages?query=${encodeURIComponent(query)}`;
  };
}

/** One connection to a server, by which sites are asked one after the other, each time for another visitor. */
function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let visitors = 0;

  /** Asks a site; the answer is there once its body is. */
  async function ask(site: number, path: string): Promise<{ readonly status: number; readonly milliseconds: number }> {
    const visitor = visitors++;
    const headers = {
      Host: publicHostOf(site),
      'X-Forwarded-For': `198.18.${(visitor >> 8) & 255}.${visitor & 255}`,
    };
    const began = performance.now();
    const asked = get(`${url}${path}`, { agent, headers });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode ?? 0, milliseconds: performance.now() - began };
  }

  return { ask };
}
