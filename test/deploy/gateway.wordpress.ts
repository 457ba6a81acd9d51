import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { examinePublic } from '../../sync/doctor/public.ts';
import { SECRET } from '../helpers/refresh.ts';
import { API, type RunningServer } from '../helpers/running-server.ts';
import type { WordPressSite } from '../helpers/wordpress-site.ts';
import { faultsOf } from './hostile-requests.ts';
import { HOSTING } from './hosting.ts';
import { advancedCache } from './page-cache.ts';
import { openBrowser, sees } from '../helpers/browser.ts';
import { HTACCESS, REFUSED_BY_HOST, startGatewaySite, WORKERS, type GatewaySite } from './gateway-site.ts';
import { activatePlugin, makeNetwork } from './plugin.ts';

const run = promisify(execFile);

const SITE_PORT = 8170;
const FPM = SITE_PORT + 1;
const PORT = 8173;
const FRONT = `http://127.0.0.1:${PORT}`;

const SANDBOX = 'sandbox allow-scripts allow-forms';
const LONGEST_ANSWER = 16 * 1024 * 1024;

type Asked = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
type Got = { readonly status: number | undefined; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Asks with these headers alone, and decodes nothing. */
async function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Got> {
  const asked = request(url, { method, headers, agent: new Agent({ keepAlive: false }) });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

/** Fields that differ from one answer to the next, or are of the connection: Apache sends chunks where PHP has a length. */
const PASSING = new Set([
  'connection',
  'keep-alive',
  'date',
  'server',
  'via',
  'x-request-id',
  'transfer-encoding',
  'content-length',
]);
const COUNTED = new Set(['ratelimit', 'ratelimit-remaining', 'ratelimit-reset']);
/** A count of seconds, which may go on between two answers. */
const AGE = /"age_seconds":\d+/;

function comparable({ status, headers, body }: Got) {
  const kept = Object.entries(headers).filter(([name]) => !PASSING.has(name));
  const fields = Object.fromEntries(
    // Apache writes lists without blanks. The gateway alone adds a sandbox.
    kept.map(([name, value]) => [
      name,
      COUNTED.has(name) ? '' : String(value).replace(`, ${SANDBOX}`, '').replaceAll(', ', ','),
    ]),
  );
  return { status, fields, body: body.toString('latin1').replace(AGE, '"age_seconds":') };
}

const JSON_BODY = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const MCP = { ...JSON_BODY, Accept: 'application/json, text/event-stream' };

/** Requests of every kind that the contract knows. */
const REQUESTS: readonly (readonly [path: string, asked?: Asked])[] = [
  [API],
  [API, { method: 'HEAD' }],
  [`${API}/search_pages?query=fuga`],
  [`${API}/search_pages`],
  [`${API}/search_pages?query=a%C3%B1o&limit=2`, { headers: { 'Accept-Encoding': 'br' } }],
  [`${API}/read_page?url=/madrid`, { headers: { Accept: 'text/markdown' } }],
  [`${API}/read_page?url=/nada`],
  [`${API}/nada`],
  [`${API}/quota`],
  [`${API}/quota`, { headers: { Authorization: 'Bearer nope' } }],
  [`${API}/get_company_info`, { method: 'OPTIONS', headers: { Origin: 'https://client.example' } }],
  [`${API}/get_company_info`, { method: 'DELETE' }],
  ['/openapi.json'],
  ['/openapi.json', { method: 'HEAD' }],
  ['/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } }],
  ['/openapi.json', { headers: { 'Accept-Encoding': 'br, gzip' } }],
  ['/agents.md'],
  ['/auth.md'],
  ['/llms.txt'],
  ['/readyz'],
  ['/api/sandbox', { headers: { Accept: 'text/html' } }],
  ['/api/assets/console/console.js'],
  ['/agent/identity'],
  ['/oauth/register', { method: 'POST', headers: JSON_BODY, body: '[]' }],
  ['/oauth/token', { method: 'POST', headers: FORM, body: 'grant_type=password' }],
  [
    '/oauth/token',
    {
      method: 'POST',
      headers: { ...FORM, Authorization: 'Basic eDp5' },
      body: 'grant_type=client_credentials&scope=content%3Aread',
    },
  ],
  ['/mcp'],
  ['/mcp', { method: 'OPTIONS' }],
  ['/mcp', { method: 'POST', headers: MCP, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }],
  ['/mcp', { method: 'POST', headers: MCP, body: `{"a":"${'ñ'.repeat(40_000)}"}` }],
  ['/mcp', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
  ['/mcp/server.json'],
  ['/madrid.md'],
  ['/madrid/index.md', { method: 'HEAD' }],
];
const DOTTED = ['oauth-authorization-server', 'api-catalog', 'mcp/server-card.json', 'agent-skills/index.json'];

describe('the gateway of the WordPress plugin', () => {
  let one: GatewaySite;
  let site: WordPressSite;
  let service: RunningServer;
  let lead: GatewaySite['lead'];
  before(async () => {
    one = await startGatewaySite({ port: SITE_PORT, front: FRONT });
    ({ site, service, lead } = one);
  });
  after(() => one?.[Symbol.asyncDispose]());

  const host = (name: keyof typeof HOSTING, domain?: string) =>
    HOSTING[name]({ port: PORT, root: site.dir, fpm: FPM, ...(domain !== undefined && { domain }) });

  for (const name of ['nginx', 'apache'] as const) {
    describe(`behind ${name}`, () => {
      let front: Awaited<ReturnType<typeof host>>;
      before(async () => {
        if (name === 'apache') await writeFile(join(site.dir, '.htaccess'), (await rules()) + HTACCESS);
        front = await host(name);
      });
      after(() => front?.[Symbol.asyncDispose]());

      it('answers what the service answers, byte for byte', async () => {
        const requests = [
          ...REQUESTS,
          ...(name === 'apache' ? DOTTED.map((path) => [`/.well-known/${path}`] as const) : []),
        ];
        for (const [path, asked = {}] of requests) {
          const direct = await ask(`${service.url}${path}`, asked);
          const got = await ask(`${FRONT}${path}`, asked);
          assert.deepEqual(comparable(got), comparable(direct), `${asked.method ?? 'GET'} ${path}`);
          assert.match(got.headers.via ?? '', /content-service-gateway/);
          const { etag } = direct.headers;
          if (etag === undefined) continue;
          const again = { ...asked, headers: { ...asked.headers, 'If-None-Match': etag } };
          assert.equal((await ask(`${FRONT}${path}`, again)).status, 304, path);
        }
      });

      it('holds the contract for each refused request that the web server passes to PHP', async () => {
        assert.deepEqual(await faultsOf(FRONT, REFUSED_BY_HOST[name]), []);
      });

      it('counts each visitor apart, and believes no address that a visitor writes', async () => {
        const left = async (headers: Record<string, string>) =>
          Number((await ask(`${FRONT}${API}/get_company_info`, { headers })).headers['ratelimit-remaining']);
        const first = await left({});
        assert.equal(await left({ 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' }), first - 1);
        const forged = `${Math.floor(Date.now() / 1000)} ${'0'.repeat(64)} 203.0.113.7`;
        assert.equal(await left({ 'Content-Service-Gateway': forged, 'X-Real-IP': '203.0.113.7' }), first - 2);
        const direct = await fetch(`${service.url}${API}/get_company_info`);
        assert.equal(Number(direct.headers.get('ratelimit-remaining')), first - 3);
      });

      it('leads clients from registration to a token and their quota', async () => {
        const registered = await ask(`${FRONT}/oauth/register`, { method: 'POST', headers: JSON_BODY, body: '{}' });
        const { client_id: id, client_secret: secret } = JSON.parse(registered.body.toString());
        const headers = { ...FORM, Authorization: `Basic ${btoa(`${id}:${secret}`)}` };
        const body = 'grant_type=client_credentials';
        const issued = await ask(`${FRONT}/oauth/token`, { method: 'POST', headers, body });
        const { access_token: token } = JSON.parse(issued.body.toString());
        const quota = await ask(`${FRONT}${API}/quota`, { headers: { Authorization: `Bearer ${token}` } });
        assert.equal(quota.status, 200);
        assert.equal(JSON.parse(quota.body.toString()).client_id, id);
      });

      it('leaves every other address to WordPress', async () => {
        for (const [path, status] of [
          ['/', 200],
          ['/contacto/', 200],
          ['/wp-json/wp/v2/pages?per_page=1', 200],
          ['/wp-json/agentes/v10', 404],
          ['/wp-login.php', 200],
          ['/wp-admin/', 302],
          ['/feed/', 200],
          ['/robots.txt', 200],
          ['/nada.md', 404],
        ] as const) {
          const got = await ask(`${FRONT}${path}`);
          assert.deepEqual([got.status, got.headers.via], [status, undefined], path);
        }
      });

      it('answers a page as Markdown to who likes it better, and as HTML what the service does not have', async () => {
        const asked = { headers: { Accept: 'text/markdown, text/html;q=0.5' } };
        const markdown = await ask(`${FRONT}/madrid/`, asked);
        assert.deepEqual([markdown.status, markdown.body.toString()], [200, '# Madrid\n\nTexto.\n']);
        const browser = await ask(`${FRONT}/madrid/`, { headers: { Accept: 'text/html,*/*;q=0.8' } });
        assert.match(browser.headers['content-type'] ?? '', /^text\/html/);
        assert.match(browser.headers.vary ?? '', /\bAccept\b/);
        const other = await ask(`${FRONT}/contacto/`, asked);
        assert.deepEqual([other.status, other.headers['content-type']], [200, browser.headers['content-type']]);
      });
    });
  }

  describe('with a service that is', () => {
    let front: Awaited<ReturnType<typeof host>>;
    before(async () => {
      front = await host('nginx');
    });
    after(() => front?.[Symbol.asyncDispose]());

    /** Asks the gateway of a service that answers each connection so. */
    async function withService(answer: (socket: Socket) => void, what: (connections: () => number) => Promise<void>) {
      const sockets: Socket[] = [];
      const backend = createServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => undefined);
        answer(socket);
      }).listen(0, '127.0.0.1');
      await once(backend, 'listening');
      try {
        await lead(`http://127.0.0.1:${(backend.address() as { port: number }).port}`);
        await what(() => sockets.length);
      } finally {
        for (const socket of sockets) socket.destroy();
        backend.close();
        await lead(service.url);
      }
    }
    const says =
      (head: string, body = '') =>
      (socket: Socket) =>
        void socket.once('data', () => socket.end(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n${body}`));

    const assertAway = async (got: Got) => {
      const { code, data } = JSON.parse(got.body.toString());
      assert.deepEqual([got.status, code, data.status], [500, 'service_not_ready', 500]);
      assert.deepEqual([got.headers['retry-after'], got.headers['cache-control']], ['5', 'no-store']);
    };
    const visit = async () => {
      for (const path of ['/contacto/', '/wp-json/wp/v2/pages?per_page=1', '/wp-login.php', '/wp-cron.php']) {
        assert.equal((await ask(`${FRONT}${path}`)).status, 200, path);
      }
    };

    it('dead is said in the form of the contract, and it is asked once while it is', async () => {
      await withService(
        (socket) => socket.destroy(),
        async (connections) => {
          for (const path of ['/openapi.json', API, '/mcp', '/madrid.md'])
            await assertAway(await ask(`${FRONT}${path}`));
          await visit();
          assert.equal(connections(), 1);
        },
      );
    });

    it('dead leaves pages to WordPress, also where Markdown is liked better', async () => {
      await lead('http://127.0.0.1:9');
      for (const path of ['/contacto/', '/.well-known/webfinger']) {
        const got = await ask(`${FRONT}${path}`, { headers: { Accept: 'text/markdown' } });
        assert.equal(got.headers.via, undefined);
      }
      await lead(service.url);
    });

    it('silent holds a quarter of the PHP workers, and callers beyond them are refused at once', async () => {
      await withService(
        () => undefined,
        async (connections) => {
          const got = await Promise.all(
            Array.from({ length: WORKERS / 2 }, async () => await ask(`${FRONT}/openapi.json`)),
          );
          const busy = got.filter(({ status }) => status === 503);
          assert.deepEqual([connections(), busy.length], [WORKERS / 4, WORKERS / 4]);
          for (const { headers, body } of busy) {
            assert.deepEqual([headers['retry-after'], JSON.parse(body.toString()).code], ['1', 'service_busy']);
          }
          await visit();
        },
      );
    });

    it('endless is cut off at the longest answer', async () => {
      const part = Buffer.alloc(1024 * 1024, 'x');
      const endless = (socket: Socket) => {
        const send = () => {
          while (!socket.destroyed && socket.write(part));
        };
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n');
          socket.on('drain', send);
          send();
        });
      };
      await withService(endless, async () => {
        const asked = request(`${FRONT}/openapi.json`, { agent: new Agent({ keepAlive: false }) });
        asked.end();
        const [answer] = (await once(asked, 'response')) as [IncomingMessage];
        let bytes = 0;
        answer.on('data', (data: Buffer) => (bytes += data.length)).on('error', () => undefined);
        await once(answer, 'close');
        assert.ok(bytes > 0 && bytes <= LONGEST_ANSWER, String(bytes));
      });
    });

    it('known is the only host that is asked, whatever a web server lets through as a target', async () => {
      const target = (port: string) => `@127.0.0.1:${port}/`;
      await withService(
        (socket) => socket.destroy(),
        async (connections) => {
          const url = new URL(await site.php(`echo Content_Service\\Options::url();`));
          await lead('http://127.0.0.1:9');
          const left = await site.php(`define('WP_USE_THEMES', true);
            $_SERVER = ['REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '${target(url.port)}', 'HTTP_ACCEPT' => 'text/markdown'] + $_SERVER;
            Content_Service\\Gateway::answer(); echo 'left';`);
          assert.deepEqual([left, connections()], ['left', 0]);
        },
      );
    });

    it('hostile commands neither the web server nor the browser', async () => {
      const head = [
        '200 OK',
        'Content-Type: text/plain',
        'X-Accel-Redirect: /wp-config.php',
        'X-Sendfile: /etc/passwd',
        'Status: 404 Not Found',
        'Set-Cookie: wordpress_logged_in=x',
        'Clear-Site-Data: "*"',
        'X-Request-Id: y',
        'Strict-Transport-Security: max-age=63072000; includeSubDomains',
        'Service-Worker-Allowed: /',
        'Access-Control-Allow-Origin: https://evil.example',
        'Access-Control-Allow-Credentials: true',
        'X-Unknown: z',
      ];
      await withService(says(head.join('\r\n'), 'here'), async () => {
        const { status, headers, body } = await ask(`${FRONT}/openapi.json`);
        assert.deepEqual([status, body.toString(), headers['x-request-id']], [200, 'here', 'y']);
        const names = [
          'set-cookie',
          'clear-site-data',
          'x-sendfile',
          'strict-transport-security',
          'service-worker-allowed',
          'access-control-allow-credentials',
          'x-unknown',
        ];
        assert.deepEqual(
          names.filter((name) => name in headers),
          [],
        );
        assert.equal(headers['x-content-type-options'], 'nosniff');
      });
      await withService(says('302 Found\r\nLocation: file:///etc/passwd'), async (connections) => {
        const { status, headers } = await ask(`${FRONT}/openapi.json`);
        assert.deepEqual([status, headers.location, connections()], [302, 'file:///etc/passwd', 1]);
      });
      for (const nonsense of ['\0\x01\x02', 'SSH-2.0-OpenSSH', 'HTTP/1.1 099 No\r\n\r\n']) {
        await withService(
          (socket) => socket.end(nonsense),
          async () => await assertAway(await ask(`${FRONT}/openapi.json`)),
        );
      }
    });
  });

  describe('under the origin of WordPress', () => {
    let front: Awaited<ReturnType<typeof host>>;
    before(async () => {
      front = await host('nginx');
    });
    after(() => front?.[Symbol.asyncDispose]());

    /** Answers every request with this type and body. */
    async function withAnswer(head: string, body: string, what: () => Promise<void>) {
      const foreign = createServer((socket) => {
        socket.on('error', () => undefined);
        const length = Buffer.byteLength(body);
        socket.once('data', () =>
          socket.end(`HTTP/1.1 200 OK\r\n${head}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`),
        );
      }).listen(0, '127.0.0.1');
      await once(foreign, 'listening');
      try {
        await lead(`http://127.0.0.1:${(foreign.address() as { port: number }).port}`);
        await what();
      } finally {
        foreign.close();
        await lead(service.url);
      }
    }

    it('passes listed media types alone', async () => {
      for (const type of [
        'application/xhtml+xml',
        'application/pdf',
        'multipart/x-mixed-replace; boundary=x',
        'text/plain\r\nContent-Type: text/html',
      ]) {
        await withAnswer(`Content-Type: ${type}`, 'foreign', async () => {
          const { status, body } = await ask(`${FRONT}/openapi.json`);
          assert.deepEqual([status, JSON.parse(body.toString()).code], [502, 'service_answer_refused'], type);
        });
      }
    });

    it('sandboxes documents that can run scripts', async () => {
      for (const type of ['text/html', 'TEXT/HTML; charset=utf-8', 'image/svg+xml', 'application/xml']) {
        await withAnswer(`Content-Type: ${type}`, '<p>', async () => {
          const policy = (await ask(`${FRONT}/api/sandbox`)).headers['content-security-policy'] ?? '';
          assert.ok(String(policy).includes(SANDBOX), type);
        });
      }
    });

    it('serves no service worker', async () => {
      const got = await ask(`${FRONT}/api/assets/console/console.js`, { headers: { 'Service-Worker': 'script' } });
      assert.equal(got.status, 403);
    });

    it('keeps a foreign page from wp-admin, cookies and service workers, in a browser', async () => {
      await using browser = await openBrowser();
      const script = `<!doctype html><body><script>
        const tries = {
          admin: async () => (await fetch('/wp-admin/', { credentials: 'include' })).status,
          cookie: async () => document.cookie,
          worker: async () => await navigator.serviceWorker.register('/api/sandbox'),
        };
        Promise.all(Object.entries(tries).map(async ([name, run]) => {
          try { await run(); return name; } catch { return ''; }
        })).then((done) => { document.body.textContent = 'reached: ' + done.join(''); });
      </script>`;
      await withAnswer('Content-Type: text/html', script, async () => {
        const { page: foreign } = await browser.visit(`${FRONT}/api/sandbox`, { plainHeaders: true });
        await sees(foreign, 'body', /^reached: $/);
      });
    });

    it('shows the console, which searches and registers, in a browser', async () => {
      await using browser = await openBrowser();
      const { page: console, faults } = await browser.visit(`${FRONT}/api/sandbox`, { plainHeaders: true });
      await console.fill('#query', 'texto');
      await sees(console, '#results', /Madrid/);
      await console.click('#tab-account');
      await console.click('#register button');
      await sees(console, '#credentials', /cli_.*cqs_/s);
      assert.deepEqual(faults, []);
    });
  });

  describe('on pages of WordPress', () => {
    let front: Awaited<ReturnType<typeof host>>;
    before(async () => {
      front = await host('nginx');
    });
    after(() => front?.[Symbol.asyncDispose]());

    const linksOf = async (path: string) => {
      const { headers, body } = await ask(`${FRONT}${path}`);
      const inHeader = [headers['link'] ?? ''].flat().join(', ');
      const inHead = body.toString().match(/<link [^>]*>/g) ?? [];
      return {
        service: [/rel="api-catalog"/, /rel="service-desc"/, /rel="service-doc"/].map(
          (pattern) => pattern.test(inHeader) && inHead.some((link) => pattern.test(link)),
        ),
        markdown: [
          /<([^>]*)>; rel="alternate"; type="text\/markdown"/.exec(inHeader)?.[1],
          /<link rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(inHead.join(''))?.[1],
        ],
      };
    };
    const ALL = [true, true, true];
    const NONE = [false, false, false];

    it('links to the service and to the page as Markdown', async () => {
      assert.deepEqual(await linksOf('/'), { service: ALL, markdown: ['/index.md', '/index.md'] });
      const markdown = '/madrid/index.md';
      assert.deepEqual(await linksOf('/madrid/'), { service: ALL, markdown: [markdown, markdown] });
      assert.equal((await ask(`${FRONT}${markdown}`)).status, 200);
    });

    it('names no Markdown of what is protected, private, not to be indexed, or of a type that is not read', async () => {
      await site.php(`$make = fn($slug, $more) => wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => $slug, 'post_name' => $slug, 'post_content' => 'x<!--nextpage-->y'] + $more);
        $make('cerrada', ['post_password' => 'clave']); $make('oculta', ['meta_input' => ['_yoast_wpseo_meta-robots-noindex' => '1']]);
        $make('rank', ['meta_input' => ['rank_math_robots' => ['noindex']]]); $make('partes', []);
        wp_insert_post(['post_type' => 'post', 'post_status' => 'publish', 'post_title' => 'Noticia', 'post_name' => 'noticia']);`);
      const post = new URL(await site.php(`echo get_permalink(get_page_by_path('noticia', OBJECT, 'post'));`)).pathname;
      for (const path of ['/cerrada/', '/oculta/', '/rank/', '/partes/2/', post, '/?s=agua']) {
        assert.deepEqual(await linksOf(path), { service: ALL, markdown: [undefined, undefined] }, path);
      }
      await lead(service.url, { types: 'pages, posts' });
      assert.equal((await linksOf(post)).markdown[0], `${post}index.md`);
      await lead(service.url);
    });

    it('adds nothing to feeds, missing pages, the login and the API of WordPress, nor when it is switched off', async () => {
      for (const path of ['/feed/', '/nada/', '/wp-login.php', '/wp-json/']) {
        assert.deepEqual(await linksOf(path), { service: NONE, markdown: [undefined, undefined] }, path);
      }
      await lead(service.url, { links: false });
      assert.deepEqual(await linksOf('/madrid/'), { service: NONE, markdown: [undefined, undefined] });
      assert.doesNotMatch((await ask(`${FRONT}/robots.txt`)).body.toString(), /Agentmap/);
      await lead(service.url);
    });

    it('names the catalogue in robots.txt, unless the site asks to be left alone', async () => {
      const line = `Agentmap: ${FRONT}/.well-known/ard.json`;
      const robots = async () => (await ask(`${FRONT}/robots.txt`)).body.toString().split('\n');
      assert.ok((await robots()).includes(line));
      await site.php(`update_option('blog_public', '0');`);
      assert.ok(!(await robots()).includes(line));
      await site.php(`update_option('blog_public', '1');`);
    });

    it('is beside a page cache, which keeps pages and nothing of the service', async () => {
      const kept = await mkdtemp(join(tmpdir(), 'page-cache-'));
      await chmod(kept, 0o777);
      await writeFile(join(site.dir, 'wp-content/advanced-cache.php'), advancedCache(kept));
      await writeFile(join(site.dir, 'with-cache'), '');
      try {
        for (const path of ['/api/sandbox', '/openapi.json', '/madrid.md', '/agents.md']) {
          const [first, second] = [await ask(`${FRONT}${path}`), await ask(`${FRONT}${path}`)];
          assert.equal(second.status, 200, path);
          assert.notEqual(first.headers['x-request-id'], second.headers['x-request-id'], path);
        }
        const asked = { headers: { Accept: 'text/markdown' } };
        assert.equal((await ask(`${FRONT}/madrid/`, asked)).body.toString(), '# Madrid\n\nTexto.\n');
        assert.equal((await readdir(kept)).length, 0);
        for (let turn = 0; turn < 2; turn += 1) {
          const html = await ask(`${FRONT}/madrid/`, { headers: { Accept: 'text/html' } });
          assert.match(html.body.toString(), /<link rel="alternate" type="text\/markdown" href="\/madrid\/index\.md"/);
        }
        assert.equal((await readdir(kept)).length, 1);
      } finally {
        await rm(join(site.dir, 'with-cache'));
        await rm(join(site.dir, 'wp-content/advanced-cache.php'));
        await rm(kept, { recursive: true });
      }
    });
  });

  describe('says in Site Health', () => {
    const result = async () => {
      const set = `$_SERVER['HTTP_HOST'] = '127.0.0.1:${PORT}';`;
      const load = `require ${JSON.stringify(join(site.dir, 'wp-load.php'))};`;
      return JSON.parse(await runPhp(`${set} ${load} echo json_encode(Content_Service\\Site_Health::test_gateway());`));
    };
    const withHtaccess = async (htaccess: string, what: () => Promise<void>) => {
      await writeFile(join(site.dir, '.htaccess'), htaccess);
      await using _front = await host('apache');
      await what();
    };

    it('that the route leads to the service', async () => {
      await withHtaccess((await rules()) + HTACCESS, async () => {
        assert.deepEqual((await result()).status, 'good');
      });
    });

    it('which addresses the host keeps, and that Authorization is lost, each with lines that end it', async () => {
      const dots = 'RewriteEngine On\nRewriteRule "(^|/)\\." - [F]\nRewriteRule \\.(json|txt|md)$ - [L,R=404]\n';
      await withHtaccess(dots + HTACCESS, async () => {
        const { status, description } = await result();
        assert.equal(status, 'recommended');
        assert.match(
          description,
          /\/openapi\.json \(404\), \/agents\.md \(404\), \/llms\.txt \(404\), \/\.well-known\/api-catalog \(403\)\./,
        );
        assert.match(description, /keeps the header Authorization/);
      });
      await withHtaccess((await rules()) + dots + HTACCESS, async () => {
        assert.equal((await result()).status, 'good');
      });
    });

    it('that the service has another secret', async () => {
      await withHtaccess((await rules()) + HTACCESS, async () => {
        await lead(service.url, { secret: SECRET.toUpperCase() });
        assert.match((await result()).description, /give it the secret as GATEWAY_SECRET/);
        await lead(service.url);
      });
    });
  });

  describe('in other places', () => {
    it('leads from plain permalinks, with the lines that it shows', async () => {
      const structure = await site.php(`echo get_option('permalink_structure');`);
      await site.php(`update_option('permalink_structure', '');`);
      await writeFile(join(site.dir, '.htaccess'), await rules());
      for (const name of ['nginx', 'apache'] as const) {
        await using _front = await host(name);
        assert.equal((await ask(`${FRONT}${API}`)).status, 200);
        const { status } = await ask(`${FRONT}/mcp`, {
          method: 'POST',
          headers: MCP,
          body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        });
        assert.equal(status, 200);
      }
      await site.php(`update_option('permalink_structure', '${structure}');`);
    });

    it('leads from the root of the domain to WordPress in a folder, with the lines that it shows there', async () => {
      const domain = await mkdtemp(join(tmpdir(), 'domain-'));
      await chmod(domain, 0o755);
      await writeFile(join(site.dir, 'in-folder'), '');
      try {
        const lines = await runPhp(
          `$_SERVER['HTTP_HOST'] = 'x'; require ${JSON.stringify(join(site.dir, 'wp-load.php'))}; echo Content_Service\\Gateway_Trial::rules();`,
        );
        await writeFile(join(domain, '.htaccess'), `${lines.split('\n\n', 1)[0]}\n`);
        await writeFile(join(site.dir, '.htaccess'), HTACCESS);
        await using _front = await host('apache', domain);
        for (const path of [API, '/openapi.json', '/.well-known/api-catalog', '/agents.md']) {
          const got = await ask(`${FRONT}${path}`);
          assert.deepEqual([got.status, got.headers.via], [200, '1.1 content-service-gateway'], path);
        }
        assert.equal((await ask(`${FRONT}/blog/contacto/`)).status, 200);
        assert.equal((await ask(`${FRONT}/contacto/`)).status, 404);
      } finally {
        await rm(join(site.dir, 'in-folder'));
        await rm(domain, { recursive: true });
      }
    });
  });

  it('leaves nothing for the doctor to find', async () => {
    await writeFile(join(site.dir, '.htaccess'), (await rules()) + HTACCESS);
    await using _front = await host('apache');
    const { findings } = await examinePublic({
      origin: FRONT,
      local: service.url,
      trustProxy: [],
      trustsGateway: true,
      files: new Map(),
      signal: new AbortController().signal,
    });
    // Neither a certificate nor compressed pages are of the gateway.
    const left = findings.filter(({ level }) => level !== 'ok').map(({ check }) => check);
    assert.deepEqual(left, ['public.https', 'public.compression']);
    assert.match(findings.find(({ check }) => check === 'public.way')?.message ?? '', /gateway/);
  });

  describe('in a network of sites', () => {
    let front: Awaited<ReturnType<typeof host>>;
    before(async () => {
      const config = join(site.dir, 'wp-config.php');
      await writeFile(config, (await readFile(config, 'utf8')).replaceAll(/^.*define\('WP_(?:HOME|SITEURL)'.*$/gm, ''));
      await makeNetwork(site, new URL(FRONT).host);
      await activatePlugin(site);
      await lead(service.url);
      front = await host('nginx');
    });
    after(() => front?.[Symbol.asyncDispose]());

    it('leads from the main site alone, where the others have no service', async () => {
      assert.equal((await ask(`${FRONT}${API}`)).headers.via, '1.1 content-service-gateway');
      assert.equal((await ask(`${FRONT}/madrid.md`)).status, 200);
      for (const path of ['/dos/', '/dos/madrid.md', '/dos/wp-json/agentes/v1', '/dos/mcp']) {
        const got = await ask(`${FRONT}${path}`, { headers: { Accept: 'text/markdown' } });
        assert.equal(got.headers.via, undefined, path);
        assert.doesNotMatch([got.headers['link'] ?? ''].flat().join(), /api-catalog/, path);
      }
    });
  });

  const rules = async () =>
    (await site.php(`echo Content_Service\\Gateway_Trial::rules();`)).split('\n\n', 1)[0] + '\n';
});

/** Runs PHP outside WordPress. */
async function runPhp(code: string): Promise<string> {
  const { stdout } = await run('php', ['-d', 'memory_limit=1G', '-d', 'display_errors=stderr', '-r', code]);
  return stdout.trim();
}
