import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { activatePlugin, endPauses, settings } from '../deploy/plugin.ts';
import { startNginx } from '../deploy/web-server.ts';
import { freePort } from '../helpers/local-server.ts';
import { identified } from '../helpers/oauth.ts';
import { runProgram } from '../helpers/program.ts';
import { SECRET } from '../helpers/refresh.ts';
import { API } from '../helpers/running-server.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';

const WORDPRESS_PORT = 8240;
const FRONT_PORT = 8243;
const URL_OF_SITE = `http://127.0.0.1:${FRONT_PORT}`;
/** Dates that do not occur during the test: only the plugin reports changes. */
const NEVER = { SYNC_SCHEDULE: '0 0 29 2 *', SYNC_FULL_SCHEDULE: '0 0 29 2 *', SYNC_PROBE_SECONDS: '0' };

describe('npm start behind nginx, beside a real WordPress with the plugin', { timeout: 600_000 }, () => {
  const stack = new AsyncDisposableStack();
  let wordpress: WordPressSite;
  let service: ReturnType<typeof runProgram>;
  let environment: Readonly<Record<string, string>>;
  let headers: Readonly<Record<string, string>>;
  let mcp: Client;

  before(async () => {
    wordpress = stack.use(await startWordPressSite({ port: WORDPRESS_PORT, server: 'fpm' }));
    const port = await freePort();
    const local = `http://127.0.0.1:${port}`;
    const fpm = `127.0.0.1:${WORDPRESS_PORT + 1}`;
    stack.use(await startNginx({ port: FRONT_PORT, service: local, root: wordpress.dir, fpm }));
    const configuration = join(wordpress.dir, 'wp-config.php');
    await writeFile(configuration, (await readFile(configuration, 'utf8')).replaceAll(wordpress.url, URL_OF_SITE));
    await endPauses(wordpress);
    await activatePlugin(wordpress);
    await wordpress.php(settings(local));
    const root = await mkdtemp(join(tmpdir(), 'whole-'));
    stack.defer(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
    environment = {
      SITE_URL: URL_OF_SITE,
      DATA_DIR: join(root, 'data'),
      PORT: port,
      TRUST_PROXY: '127.0.0.1',
      REFRESH_SECRET: SECRET,
      SYNC_REQUESTS_PER_SECOND: '0',
      ...NEVER,
    };
    service = stack.use(runProgram('server/start.ts', environment));
    stack.defer(async () => {
      service.child.kill('SIGTERM');
      await service.ended;
    });
    // A page is reported to sync only after its first run, which publishes a part first.
    await service.printed(/"msg":"sync\.published"/);
    await service.printed(/"msg":"sync\.finished"/);
    await until('an index', async () => (await fetch(`${URL_OF_SITE}/readyz`)).ok);
    ({ headers } = await identified({ url: URL_OF_SITE }));
    mcp = new Client({ name: 'test', version: '1' });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(`${URL_OF_SITE}/mcp`), { requestInit: { headers } }));
    stack.defer(() => mcp.close());
  });
  after(() => stack.disposeAsync());

  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 120_000;
    while (!(await isSo())) {
      assert.ok(Date.now() < end, `no ${what}:\n${service.output().slice(-4000)}`);
      await wait(250);
    }
  }

  const get = (path: string) => fetch(`${URL_OF_SITE}${API}${path}`, { headers });

  /** Paths of the results of a search by the HTTP API. */
  async function find(query: string): Promise<readonly string[]> {
    const answer = await get(`/search_pages?query=${encodeURIComponent(query)}`);
    assert.equal(answer.status, 200);
    const { results } = (await answer.json()) as { readonly results: readonly { readonly url: string }[] };
    return results.map(({ url }) => new URL(url).pathname);
  }

  const read = (path: string) => get(`/read_page?url=${encodeURIComponent(path)}`);

  /** The text of a page by MCP; undefined for an error. */
  async function readByMcp(path: string): Promise<string | undefined> {
    const { isError, content } = await mcp.callTool({ name: 'read_page', arguments: { url: path } });
    return isError === true ? undefined : JSON.stringify(content);
  }

  /** Proves that neither search, nor read_page, nor MCP, nor the Markdown of the address has a page or its text. */
  async function assertGone(path: string, words: string): Promise<void> {
    assert.ok(!(await find(words)).includes(path), `search has ${path}`);
    assert.equal((await read(path)).status, 404);
    assert.equal(await readByMcp(path), undefined);
    const { content } = await mcp.callTool({ name: 'search_pages', arguments: { query: words } });
    assert.ok(!JSON.stringify(content).includes(path), `search by MCP has ${path}`);
    const asMarkdown = await fetch(URL_OF_SITE + path, { headers: { accept: 'text/markdown' } });
    assert.ok(!(await asMarkdown.text()).includes(words), `${path} as Markdown has the text`);
  }

  const isGone = async (path: string) => (await read(path)).status === 404;

  async function rollback(...args: readonly string[]): Promise<void> {
    await using program = runProgram('sync/rollback.ts', environment, args);
    const { code, stdout, stderr } = await program.ended;
    assert.equal(code, 0, stdout + stderr);
  }

  const isPinned = async () => {
    const { pinned_since: since } = (await (await fetch(`${URL_OF_SITE}/readyz`)).json()) as { pinned_since?: string };
    return typeof since === 'string';
  };

  it('finds a page once it is published', async () => {
    const page = `'post_type' => 'page', 'post_title' => 'Calderas de biomasa en Madrid', 'post_name' => 'calderas',
      'post_content' => '<p>Calderas de biomasa.</p>', 'post_parent' => get_page_by_path('madrid')->ID`;
    const id = await wordpress.php(`echo wp_insert_post([${page}, 'post_status' => 'draft']);`);
    assert.ok(await isGone('/madrid/calderas/'));
    await wordpress.edit('status', id, 'publish');
    await until('published page', async () => (await find('calderas biomasa madrid'))[0] === '/madrid/calderas/');
    assert.match((await readByMcp('/madrid/calderas/')) ?? '', /biomasa/);
    const asMarkdown = await fetch(`${URL_OF_SITE}/madrid/calderas/`, { headers: { accept: 'text/markdown' } });
    assert.match(await asMarkdown.text(), /Calderas de biomasa/);
  });

  it('serves an edited text, and no longer the former one', async () => {
    await wordpress.edit('content', '/madrid/calderas', '<p>Calderas de zafiro para comunidades.</p>');
    await until('edited text', async () => (await (await read('/madrid/calderas/')).text()).includes('zafiro'));
    await wordpress.edit('content', '/madrid/calderas', '<p>Calderas de topacio para comunidades.</p>');
    await until('second text', async () => (await (await read('/madrid/calderas/')).text()).includes('topacio'));
    assert.deepEqual(await find('zafiro'), []);
    assert.equal((await find('topacio'))[0], '/madrid/calderas/');
  });

  it('drops a page with a password, a draft and a deleted page', async () => {
    for (const [path, ...change] of [
      ['/madrid/calderas', 'password', 'clave'],
      ['/vigo/cerrajeria', 'status', 'draft'],
      ['/gijon/cerrajeria', 'delete'],
    ] as const) {
      const [verb, value] = change;
      const [title = ''] = /(?<="title":")[^"]+/.exec(await (await read(`${path}/`)).text()) ?? [];
      assert.notEqual(title, '', path);
      await wordpress.edit(verb, path, ...(value === undefined ? [] : [value]));
      await until(`removal of ${path}`, () => isGone(`${path}/`));
      await assertGone(`${path}/`, verb === 'password' ? 'topacio' : title);
    }
  });

  it('does not bring them back by a rollback, and publishes again after its end', async () => {
    await rollback();
    await until('rollback', isPinned);
    await assertGone('/madrid/calderas/', 'topacio');
    assert.ok((await isGone('/vigo/cerrajeria/')) && (await isGone('/gijon/cerrajeria/')));
    assert.equal((await find('cerrajero madrid'))[0], '/madrid/cerrajeria/');

    await rollback('--undo');
    await until('end of the rollback', async () => !(await isPinned()));
    await assertGone('/madrid/calderas/', 'topacio');
    await wordpress.edit('password', '/madrid/calderas', '');
    await until('page without its password', async () => (await find('topacio'))[0] === '/madrid/calderas/');
    assert.ok(await isGone('/gijon/cerrajeria/'));
  });
});
