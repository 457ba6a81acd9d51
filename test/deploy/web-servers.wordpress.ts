import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Finding } from '../../sync/doctor/finding.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import { faultsOf, hostileRequests, judge, NOT_FOR_CADDY } from './hostile-requests.ts';
import { installPlugin, markdownOf, pathsOf, putInFront } from './front.ts';
import type { WebServerOptions } from './web-server.ts';

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
const MARKDOWN = { accept: 'text/markdown, text/html, */*' };
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const problems = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level === 'problem').map(({ check, message }) => `${check}: ${message}`);

describe('deploy/', () => {
  let wordpress: WordPressSite;
  let paths: readonly string[];

  before(async () => {
    wordpress = await startWordPressSite({ port: SITE_PORT, server: 'fpm' });
    for (const dir of [dirname(wordpress.dir), wordpress.dir]) await chmod(dir, 0o755);
    paths = await pathsOf(wordpress);
    await installPlugin(wordpress);
    await writeFile(join(wordpress.dir, '.htaccess'), HTACCESS);
    await mkdir(join(wordpress.dir, '.well-known/acme-challenge'), { recursive: true });
    await writeFile(join(wordpress.dir, '.well-known/acme-challenge/token'), 'certificate\n');
    await writeFile(join(wordpress.dir, '.well-known/apple-app-site-association'), '{"applinks":{}}');
    await writeFile(join(wordpress.dir, '.env'), 'SECRET=1\n');
    await writeFile(join(wordpress.dir, 'notes.md'), 'A file.\n');
  });
  after(() => wordpress?.[Symbol.asyncDispose]());

  const servers = [
    {
      name: 'nginx',
      port: 8143,
      withoutDots: (text: string) => text.replaceAll(/^.*location (?:\^~|=) \/\.well-known\/.*$/gm, ''),
      withoutService: (text: string) => text.replaceAll(/^.*proxy_pass http:.*$/gm, ''),
    },
    {
      name: 'apache',
      port: 8146,
      withoutDots: (text: string) => text.replaceAll(/^.*ProxyPassMatch "\^\(\/\\\.well-known\/.*$/gm, ''),
      withoutService: (text: string) => text.replaceAll(/^\s*ProxyPass.*$/gm, ''),
    },
    {
      name: 'caddy',
      port: 8176,
      withoutDots: (text: string) =>
        text.replaceAll(/^(\s*(?:@\w+ )?path(?:_regexp)?) .*\.well-known.*$/gm, '$1 /nowhere'),
      withoutService: (text: string) => text.replaceAll(/^(\s*@content_service\w* path_regexp) .*$/gm, '$1 /nowhere'),
    },
  ] as const;

  for (const { name, port, withoutDots, withoutService } of servers) {
    describe(name === 'caddy' ? 'Caddyfile' : `${name}.conf`, () => {
      const put = (edit?: WebServerOptions['edit']) =>
        // The last page of WordPress is one that the service does not have.
        putInFront({ name, port, wordpress, fpm: SITE_PORT + 1, paths: paths.slice(0, -1), ...(edit && { edit }) });

      it('leaves nothing for the doctor to find', async () => {
        await using front = await put();
        await mkdir(join(front.service.data.dir, 'well-known'));
        await writeFile(join(front.service.data.dir, 'well-known/mcp-registry-auth'), 'v=MCPv1\n');
        const findings = await front.examine();
        // Neither a certificate nor a robots.txt is of an example.
        const left = findings.filter(({ level }) => level !== 'ok').map(({ check }) => check);
        assert.deepEqual(left, ['public.https', 'public.robots']);
        for (const check of ['links', 'markdown', 'markdown_file', 'markdown_mixed', 'compression', 'well_known']) {
          assert.ok(
            findings.some((one) => one.check === `public.${check}`),
            check,
          );
        }
      });

      it('leaves WordPress, certificates and hidden files as they were', async () => {
        await using front = await put();
        const pages = await fetch(`${front.url}/wp-json/wp/v2/pages?per_page=1`);
        assert.equal(pages.status, 200);
        assert.ok(pages.headers.has('x-wp-total'));
        const refused = await fetch(`${front.url}/wp-json/wp/v2/pages?per_page=0`);
        assert.deepEqual(
          [refused.status, refused.headers.get('content-type'), refused.headers.get('api-version')],
          [400, 'application/json; charset=UTF-8', null],
        );
        const neighbour = await fetch(`${front.url}/wp-json/agentes/v10`);
        assert.match(await neighbour.text(), /No route was found|rest_no_route/);
        assert.equal(neighbour.headers.has('x-request-id'), false);
        assert.equal((await fetch(`${front.url}/.env`)).status, 403);
        assert.equal((await fetch(`${front.url}/.htaccess`)).status, 403);
      });

      it('answers the pages that the service has as Markdown, to who asks for it', async () => {
        await using front = await put();
        for (const path of paths.slice(0, 5)) {
          for (const [address, headers] of [
            [path, MARKDOWN],
            [path, { accept: 'text/markdown' }],
            [`${path}?utm_source=agent`, MARKDOWN],
            [`${path}index.md`, BROWSER],
            [path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`, {}],
          ] as const) {
            const answer = await fetch(`${front.url}${address}`, { headers });
            assert.deepEqual([answer.status, await answer.text()], [200, markdownOf(path)], address);
            assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/);
            assert.match(answer.headers.get('vary') ?? '', /\bAccept(?!-)/);
            assert.equal(answer.headers.get('link'), `<${front.url}${path}>; rel="canonical"`);
          }
        }
      });

      it('answers everybody else, and for everything else, what it answers nobody who asks for Markdown', async () => {
        await using front = await put();
        const file = '/wp-includes/js/jquery/jquery.min.js';
        const missing = paths.at(-1) ?? '';
        for (const path of [missing, '/?s=agua', '/nada/', '/wp-login.php', '/feed/', '/readme.html', file]) {
          const plain = await fetch(`${front.url}${path}`, { headers: BROWSER });
          const asked = await fetch(`${front.url}${path}`, { headers: MARKDOWN });
          const about = ({ status, headers }: Response) => [status, headers.get('content-type')];
          assert.deepEqual(about(asked), about(plain), path);
          assert.equal(titleOf(await asked.text()), titleOf(await plain.text()), path);
        }
        for (const accept of [BROWSER.accept, '*/*', 'text/html, text/markdown;q=0.9', 'text/markdown;q=0.1, */*']) {
          const answer = await fetch(`${front.url}/contacto/`, { headers: { accept } });
          assert.equal(answer.status, 200, accept);
          assert.match(answer.headers.get('content-type') ?? '', /^text\/html/, accept);
        }
        assert.equal(await (await fetch(`${front.url}/notes.md`)).text(), 'A file.\n');
        const absent = await fetch(`${front.url}/nada.md`);
        assert.equal(absent.status, 404);
        assert.match(await absent.text(), /"hint":/);
      });

      it('links HTML to the API and to the page as Markdown, and says that it varies', async () => {
        await using front = await put();
        const answer = await fetch(`${front.url}/contacto/`, { headers: BROWSER });
        const link = answer.headers.get('link') ?? '';
        for (const part of [
          '</.well-known/api-catalog>; rel="api-catalog"',
          '</openapi.json>; rel="service-desc"',
          '</agents.md>; rel="service-doc"; type="text/markdown"',
          '</contacto/>; rel="alternate"; type="text/markdown"',
          'rel="https://api.w.org/"',
        ]) {
          assert.ok(link.includes(part), `${part} in ${link}`);
        }
        assert.match(answer.headers.get('vary') ?? '', /\bAccept(?!-)/);
        for (const path of [
          '/?s=agua',
          '/nada/',
          '/wp-json/',
          '/feed/',
          '/wp-login.php',
          '/api/docs',
          '/contacto/"><x>/',
        ]) {
          const other = await fetch(`${front.url}${path}`, { headers: BROWSER });
          assert.doesNotMatch(other.headers.get('link') ?? '', /alternate"; type="text\/markdown/, path);
        }
      });

      it('compresses pages of WordPress and documents of the service', async () => {
        await using front = await put();
        for (const path of ['/contacto/', '/openapi.json', '/api/assets/console/console.js']) {
          const answer = await askRaw(`${front.url}${path}`, { headers: { ...BROWSER, 'accept-encoding': 'gzip' } });
          assert.equal(answer.headers['content-encoding'], 'gzip', path);
          assert.match(answer.headers.vary ?? '', /Accept-Encoding/i, path);
          const { etag } = answer.headers;
          if (etag === undefined) continue;
          const again = await fetch(`${front.url}${path}`, {
            headers: { 'if-none-match': etag, 'accept-encoding': 'gzip' },
          });
          assert.equal(again.status, 304, path);
        }
      });

      it('has each visitor counted by the address they come from', async () => {
        await using front = await put();
        const left = async (localAddress: string, path: string, headers = {}) => {
          const answer = await askRaw(`${front.url}${path}`, {
            localAddress,
            headers: { 'x-forwarded-for': '203.0.113.9', ...headers },
          });
          return answer.headers['ratelimit-remaining'];
        };
        const INFO = '/wp-json/agentes/v1/get_company_info?section=contact';
        assert.deepEqual(
          [await left('127.0.0.2', INFO), await left('127.0.0.2', INFO), await left('127.0.0.3', INFO)],
          ['59', '58', '59'],
        );
        assert.equal(await left('127.0.0.2', '/contacto/', MARKDOWN), '57');
        assert.equal(await left('127.0.0.2', '/contacto.md'), '56');
      });

      it('refuses in JSON every request that is refused, in the form of the contract', async () => {
        await using front = await put();
        const excepted = name === 'caddy' ? NOT_FOR_CADDY : undefined;
        assert.deepEqual(await faultsOf(front.url, excepted), []);
        // What is wrong at an address of WordPress is not the service's to refuse.
        const others = hostileRequests(new URL(front.url).host).slice(0, 1);
        for (const hostile of others) {
          const { faults } = await judge(front.url, {
            ...hostile,
            bytes: hostile.bytes.replace(/^GET \S+/, 'GET /contacto/?a'),
          });
          assert.ok(name === 'apache' || faults.length > 0);
        }
      });

      it('answers JSON while the service is away, and HTML at the addresses of pages, and the doctor says so', async () => {
        await using front = await put();
        await front.service[Symbol.asyncDispose]();
        const answer = await fetch(`${front.url}/wp-json/agentes/v1/search_pages?query=agua`);
        assert.ok([500, 503].includes(answer.status));
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
        assert.equal(answer.headers.get('retry-after'), '5');
        assert.deepEqual(
          [answer.headers.get('api-version'), answer.headers.get('access-control-allow-origin')],
          ['1', '*'],
        );
        assert.equal(((await answer.json()) as { code: string }).code, 'service_not_ready');
        const token = await fetch(`${front.url}/oauth/token`, { method: 'POST' });
        assert.equal(((await token.json()) as { error: string }).error, 'server_error');
        const page = await fetch(`${front.url}/contacto/`, { headers: MARKDOWN });
        assert.equal(page.status, 200);
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
        assert.match((await front.examine()).find(({ level }) => level === 'problem')?.advice ?? '', /npm run serve/);
      });

      it('is missed where it is left out', async () => {
        {
          await using front = await put(withoutService);
          assert.match(problems(await front.examine()).join('\n'), /public\.api: .*answered by WordPress/);
        }
        await using front = await put(withoutDots);
        const found = await front.examine();
        assert.ok(problems(found).length >= 4);
        for (const text of problems(found)) assert.match(text, /^public\.address\.\/\.well-known\//);
      });
    });
  }

  describe('/.well-known/', () => {
    before(() => rm(join(wordpress.dir, '.htaccess')));
    // What is left of it when no rule forbids hidden files: WordPress's own.
    before(() => writeFile(join(wordpress.dir, '.htaccess'), HTACCESS.replace(/^.*\[F\]\n/m, '')));

    for (const { name, port } of servers) {
      it(`stays WordPress's and the owner's behind ${name}, but for the documents of the service`, async () => {
        await using front = await putInFront({ name, port, wordpress, fpm: SITE_PORT + 1, paths });
        const at = async (path: string, init?: RequestInit) => {
          const answer = await fetch(`${front.url}/.well-known/${path}`, init);
          return [answer.status, answer.headers.get('content-type'), await answer.text()] as const;
        };
        const [, , token] = await at('acme-challenge/token');
        assert.equal(token, 'certificate\n');
        assert.equal((await at('apple-app-site-association'))[2], '{"applinks":{}}');
        const [status, type, text] = await at('webfinger?resource=acct:a@casa.example');
        assert.deepEqual([status, type], [200, 'application/jrd+json']);
        assert.deepEqual(JSON.parse(text), { subject: 'acct:a@casa.example', method: 'GET' });
        const posted = await at('webfinger', { method: 'POST', body: new URLSearchParams({ resource: 'x' }) });
        assert.deepEqual(JSON.parse(posted[2]), { subject: 'x', method: 'POST' });
        assert.equal((await at('openid-configuration'))[0], 404);
        assert.match((await at('api-catalog'))[1] ?? '', /linkset/);

        const folder = join(front.service.data.dir, 'well-known');
        await mkdir(folder);
        for (const file of ['mcp-registry-auth', 'openai-apps-challenge']) {
          await writeFile(join(folder, file), `${file} of the owner`);
          assert.deepEqual(await at(file), [200, 'text/plain; charset=utf-8', `${file} of the owner`]);
        }
      });
    }
  });
});

const titleOf = (text: string) => /<title>([^<]*)/.exec(text)?.[1] ?? text.slice(0, 200);

async function askRaw(url: string, options: Parameters<typeof get>[1]): Promise<IncomingMessage> {
  const [answer] = (await once(get(url, options), 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}
