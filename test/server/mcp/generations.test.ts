import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openIndexSync } from '../../../db/index/reader.ts';
import { readSettings } from '../../../shared/settings.ts';
import { createLog } from '../../../shared/log.ts';
import { serverConfig } from '../../../server/config.ts';
import type { Guard } from '../../../server/access/guard.ts';
import { mcpRoutes } from '../../../server/mcp/routes.ts';
import { createContent } from '../../../server/operations/content.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

let data: Awaited<ReturnType<typeof temporaryDataDir>>;
before(async () => {
  data = await temporaryDataDir();
});
after(() => data[Symbol.asyncDispose]());

/** Content that is replaced by the next generation, and closed, as soon as whoever took it waits for anything. */
async function shortLivedContent() {
  const file = data.generations.pathOf(await data.publish());
  const open = () => createContent(openIndexSync(file), { readPageMaxChars: 1000 });
  let live = open();
  return {
    take: () => {
      const taken = live;
      queueMicrotask(() => {
        if (live !== taken) return;
        live = open();
        taken.index.close();
      });
      return taken;
    },
    [Symbol.dispose]: () => live.index.close(),
  };
}

describe('a call of a tool while the index is replaced', () => {
  it('is answered by a generation that is open', async () => {
    using content = await shortLivedContent();
    const config = serverConfig(readSettings({ PUBLIC_URL: 'https://casa.example' }));
    const admitted = { bearer: undefined, quota: QUOTA, note: () => undefined };
    const admitAll: Guard = (_guarded, answer) => (request) => answer(request, admitted);
    const routes = mcpRoutes({
      config,
      content: content.take,
      authenticate: () => undefined,
      guard: admitAll,
      signedForwarding: () => undefined,
      log: createLog({ name: 'test', level: 'silent' }),
    });
    for (const [path, name, given] of [
      ['/mcp', 'search_pages', { query: 'fugas' }],
      ['/mcp/knowledge', 'search', { query: 'fugas' }],
      ['/mcp/knowledge', 'fetch', { id: '/contacto' }],
    ] as const) {
      const handler = routes.find((route) => route.path === path)?.methods['*'];
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
      const reply = await handler?.({
        id: 'test',
        method: 'POST',
        path,
        query: '',
        headers: { host: 'casa.example', 'content-type': 'application/json' },
        rawHeaders: [],
        remoteAddress: '127.0.0.1',
        body: async () => Buffer.from(JSON.stringify(message)),
      });
      const { result } = JSON.parse(String(reply?.body)) as { readonly result: { readonly isError?: boolean } };
      assert.ok(!result.isError, `${name}: ${JSON.stringify(result)}`);
    }
  });
});

const QUOTA = {
  policy: { name: 'anonimo', limit: 60, windowSeconds: 60 },
  used: 1,
  remaining: 59,
  resetSeconds: 60,
  exceeded: false,
} as const;
