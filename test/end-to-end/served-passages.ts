import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { jsonOf, runServer } from '../helpers/running-server.ts';

/** For each interface of the service, the words that it serves of some. */
export type Served = Readonly<Record<'read_page' | 'search_pages' | 'MCP read_page' | 'MCP search_pages', string[]>>;

/**
 * The words that a real server over a data directory serves to anonymous callers. `paths`: the pages to read. Each word is searched,
 * and counts if a result has it.
 */
export async function servedFrom(
  dataDir: string,
  { paths, words }: { readonly paths: readonly string[]; readonly words: readonly string[] },
): Promise<Served> {
  await using server = await runServer({ content: false, dataDir });
  let calls = 0;
  // Every call comes from a new address, so that none meets the quotas.
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
    fetch: (url, init) => {
      calls += 1;
      const headers = new Headers(init?.headers);
      headers.set('X-Forwarded-For', `198.19.${(calls >> 8) & 255}.${calls & 255}`);
      return fetch(url, { ...init, headers });
    },
  });
  const mcp = new Client({ name: 'test', version: '1' });
  await mcp.connect(transport);
  const call = async (name: string, given: Record<string, string>) => {
    const { isError, structuredContent } = await mcp.callTool({ name, arguments: given });
    return isError === true ? {} : structuredContent;
  };
  const get = async (name: string, given: Record<string, string>) => {
    const answer = await server.get(`/${name}?${new URLSearchParams(given).toString()}`);
    return answer.ok ? await jsonOf(answer) : {};
  };
  async function servedBy(ask: typeof get, names: readonly [read: string, search: string]) {
    const texts: string[] = [];
    for (const path of paths) texts.push(JSON.stringify(await ask('read_page', { url: path })));
    const found: string[] = [];
    for (const word of words) {
      const { results } = await ask('search_pages', { query: word });
      if (JSON.stringify(results ?? []).includes(word)) found.push(word);
    }
    const read = words.filter((word) => texts.some((text) => text.includes(word)));
    return { [names[0]]: read, [names[1]]: found };
  }
  try {
    return {
      ...(await servedBy(get, ['read_page', 'search_pages'])),
      ...(await servedBy(call, ['MCP read_page', 'MCP search_pages'])),
    } as Served;
  } finally {
    await mcp.close();
  }
}
