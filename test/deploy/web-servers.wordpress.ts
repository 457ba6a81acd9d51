import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Finding } from '../../sync/doctor/finding.ts';
import { examinePublic } from '../../sync/doctor/public.ts';
import { runServer } from '../helpers/running-server.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import { startApache, startNginx, type WebServerOptions } from './web-server.ts';

/** Rewrite rules of WordPress in .htaccess, and the rule against hidden files that hosts and plugins put beside them. */
const HTACCESS = `RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteRule "(^|/)\\." - [F]
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
`;

const SITE_PORT = 8140;
const problems = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level === 'problem').map(({ check, message }) => `${check}: ${message}`);

describe('deploy/', () => {
  let wordpress: WordPressSite;

  before(async () => {
    wordpress = await startWordPressSite({ port: SITE_PORT, server: 'fpm' });
    for (const dir of [dirname(wordpress.dir), wordpress.dir]) await chmod(dir, 0o755);
    await writeFile(join(wordpress.dir, '.htaccess'), HTACCESS);
    await mkdir(join(wordpress.dir, '.well-known/acme-challenge'), { recursive: true });
    await writeFile(join(wordpress.dir, '.well-known/acme-challenge/token'), 'certificate\n');
    await writeFile(join(wordpress.dir, '.env'), 'SECRET=1\n');
  });
  after(() => wordpress?.[Symbol.asyncDispose]());

  const servers = [
    {
      name: 'nginx.conf',
      start: startNginx,
      port: 8143,
      withoutDots: (text: string) => text.replaceAll(/^.*location (?:\^~|=) \/\.well-known\/.*$/gm, ''),
      withoutService: (text: string) => text.replaceAll(/^.*proxy_pass http:.*$/gm, ''),
    },
    {
      name: 'apache.conf',
      start: startApache,
      port: 8146,
      withoutDots: (text: string) => text.replaceAll(/^.*ProxyPass "\/\.well-known\/.*$/gm, ''),
      withoutService: (text: string) => text.replaceAll(/^\s*ProxyPass.*$/gm, ''),
    },
  ];

  for (const { name, start, port, withoutDots, withoutService } of servers) {
    describe(name, () => {
      /** The example in front of WordPress and a service of our own. */
      async function put(edit?: WebServerOptions['edit']) {
        await using stack = new AsyncDisposableStack();
        const url = `http://127.0.0.1:${port}`;
        const service = stack.use(await runServer({ env: { PUBLIC_URL: url } }));
        const fpm = `127.0.0.1:${SITE_PORT + 1}`;
        const front = stack.use(
          await start({ port, service: service.url, root: wordpress.dir, fpm, ...(edit && { edit }) }),
        );
        const moved = stack.move();
        return {
          url: front.url,
          service,
          examine: () =>
            examinePublic({
              origin: front.url,
              local: service.url,
              trustProxy: ['127.0.0.1'],
              signal: new AbortController().signal,
            }),
          [Symbol.asyncDispose]: () => moved.disposeAsync(),
        };
      }

      it('leaves nothing for the doctor to find', async () => {
        await using front = await put();
        const findings = await front.examine();
        assert.deepEqual(problems(findings), []);
        assert.ok(findings.length > 20);
      });

      it('leaves WordPress, certificates and hidden files as they were', async () => {
        await using front = await put();
        const pages = await fetch(`${front.url}/wp-json/wp/v2/pages?per_page=1`);
        assert.equal(pages.status, 200);
        assert.ok(pages.headers.has('x-wp-total'));
        const neighbour = await fetch(`${front.url}/wp-json/agentes/v10`);
        assert.match(await neighbour.text(), /No route was found|rest_no_route/);
        assert.equal(neighbour.headers.has('x-request-id'), false);
        assert.equal((await fetch(`${front.url}/.env`)).status, 403);
        assert.equal((await fetch(`${front.url}/.htaccess`)).status, 403);
      });

      it('answers unknown well-known documents with a JSON 404', async () => {
        await using front = await put();
        const answer = await fetch(`${front.url}/.well-known/openid-configuration`);
        assert.equal(answer.status, 404);
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      });

      it('has each visitor counted by the address they come from', async () => {
        await using front = await put();
        const left = async (localAddress: string) => {
          const path = `${front.url}/wp-json/agentes/v1/get_company_info?section=contact`;
          const [answer] = (await once(
            get(path, { localAddress, headers: { 'x-forwarded-for': '203.0.113.9' } }),
            'response',
          )) as [IncomingMessage];
          answer.resume();
          return answer.headers['ratelimit-remaining'];
        };
        assert.deepEqual(
          [await left('127.0.0.2'), await left('127.0.0.2'), await left('127.0.0.3')],
          ['59', '58', '59'],
        );
      });

      it('answers JSON while the service is away, and the doctor says so', async () => {
        await using front = await put();
        await front.service[Symbol.asyncDispose]();
        const answer = await fetch(`${front.url}/wp-json/agentes/v1/search_pages?query=agua`);
        assert.ok([500, 503].includes(answer.status));
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
        assert.equal(answer.headers.get('retry-after'), '5');
        assert.equal(((await answer.json()) as { code: string }).code, 'service_not_ready');
        assert.match((await front.examine()).find(({ level }) => level === 'problem')?.advice ?? '', /npm run serve/);
      });

      it('is missed where it is left out', async () => {
        {
          await using front = await put(withoutService);
          assert.match(problems(await front.examine()).join('\n'), /public\.api: WordPress answers/);
        }
        await using front = await put(withoutDots);
        const found = await front.examine();
        assert.ok(problems(found).length >= 4);
        for (const text of problems(found)) assert.match(text, /^public\.address\.\/\.well-known\//);
      });
    });
  }

  it('lets certificates through', async () => {
    await using service = await runServer();
    const fpm = `127.0.0.1:${SITE_PORT + 1}`;
    await rm(join(wordpress.dir, '.htaccess'));
    for (const { start, port } of servers) {
      await using front = await start({ port, service: service.url, root: wordpress.dir, fpm });
      assert.equal(await (await fetch(`${front.url}/.well-known/acme-challenge/token`)).text(), 'certificate\n');
    }
  });
});
