import { createGenerations } from '../../../db/index/generations.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { followIndex } from '../../../server/follow/follower.ts';
import { createContent } from '../../../server/operations/content.ts';
import { openLiveContent } from '../../../server/operations/live-content.ts';
import { createLog } from '../../../shared/log.ts';
import { startIndexOrigin } from '../../helpers/index-origin.ts';
import { runServer } from '../../helpers/running-server.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';
import type { Reader } from './last-snapshot.ts';

const CHARACTERS = 100_000;

/** Queries that an index corrects to a word that it holds. */
const nearTo = (word: string): string => `${word.slice(0, -2)}x${word.slice(-1)}`;

/** Leaves out the words of the query, which an answer repeats. */
const withoutTyped = (key: string, value: unknown): unknown =>
  ['query', 'typed', 'unmatched'].includes(key) ? undefined : value;

/** Opens the operations of a server in this process. */
export async function openInProcess(dir: string) {
  const log = createLog({ name: 'server', level: 'silent' });
  const options = { readPageMaxChars: CHARACTERS, log, everyMs: 0, whenAsked: true };
  const live = await openLiveContent({ generations: createGenerations(dir), ...options });
  const server: Reader = {
    refresh: async () => {
      await live.refresh();
    },
    texts: (words) => {
      const content = live.current();
      if (!content) return Promise.resolve('');
      const { call } = createContent(content.index, { readPageMaxChars: CHARACTERS });
      const pages = content.index.samplePages(1000).map(({ url }) => call.read_page({ url }).value);
      const answers = words.flatMap((word) => [word, nearTo(word)].map((query) => call.search_pages({ query }).value));
      return Promise.resolve(JSON.stringify([pages, content.index.company]) + JSON.stringify(answers, withoutTyped));
    },
  };
  return { readers: { server }, followers: {}, [Symbol.asyncDispose]: () => live[Symbol.asyncDispose]() };
}

/** Opens a server that answers HTTP and MCP, and one that follows the outbox. */
export async function openServers(dir: string) {
  await using started = new AsyncDisposableStack();
  const server = started.use(await runServer({ dataDir: dir, content: false, env: { READ_PAGE_MAX_CHARS: '50000' } }));
  const origin = started.use(await startIndexOrigin(dir, 'outbox'));
  const follower = started.use(await temporaryDataDir());
  const log = createLog({ name: 'server', level: 'silent' });
  const { generations } = follower;
  const options = { dataDir: follower.dir, generations, publicKeys: [], everyMs: 20, log, now: () => new Date() };
  started.use(followIndex({ url: origin.url, ...options }));
  const followed = started.use(await openInProcess(follower.dir));
  const running = started.move();

  async function get(path: string): Promise<unknown> {
    return JSON.parse(await (await server.get(path)).text());
  }

  let calls = 0;
  async function call(name: string, args: object): Promise<unknown> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'X-Forwarded-For': `198.19.${(calls += 1) >> 8}.${calls & 255}`,
    };
    const answer = await fetch(`${server.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { result } = (await answer.json()) as { readonly result?: { readonly structuredContent?: unknown } };
    return result?.structuredContent;
  }

  const answersTo = async (words: readonly string[], ask: (query: string) => Promise<unknown>) => {
    const answers: unknown[] = [];
    for (const word of words) for (const query of [word, nearTo(word)]) answers.push(await ask(query));
    return JSON.stringify(answers, withoutTyped);
  };
  const readAll = async (read: (url: string) => Promise<unknown>) => {
    const pointer = await createGenerations(dir).current();
    if (!pointer) return '';
    const index = openIndexSync(createGenerations(dir).pathOf(pointer));
    const urls = index.samplePages(1000).map(({ url }) => url);
    index.close();
    const pages: unknown[] = [];
    for (const url of urls) pages.push(await read(url));
    return JSON.stringify(pages);
  };
  const polled = { isPolled: true, refresh: () => Promise.resolve() };
  const http: Reader = {
    ...polled,
    texts: async (words) =>
      (await answersTo(words, (query) => get(`/search_pages?query=${query}`))) +
      (await readAll((url) => get(`/read_page?url=${encodeURIComponent(url)}`))) +
      JSON.stringify(await get('/get_company_info')),
  };
  const mcp: Reader = {
    ...polled,
    texts: async (words) =>
      (await answersTo(words, (query) => call('search_pages', { query }))) +
      (await readAll((url) => call('read_page', { url }))),
  };
  return {
    readers: { http, mcp },
    followers: { follower: { ...followed.readers.server, isPolled: true } },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
