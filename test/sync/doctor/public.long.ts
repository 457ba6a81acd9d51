import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Finding } from '../../../sync/doctor/finding.ts';
import { sendPublic } from '../../../sync/doctor/public-answer.ts';
import { addressesIn } from '../../../sync/doctor/public-addresses.ts';
import { examinePublic } from '../../../sync/doctor/public.ts';
import { runServer, type RunningServer } from '../../helpers/running-server.ts';
import { runSites } from '../../helpers/running-sites.ts';
import { html, startFront, type Front } from './front.ts';

const bad = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level === 'problem').map(({ check }) => check);
const find = (findings: readonly Finding[], check: string) => findings.find((one) => one.check === check);

describe('examinePublic', () => {
  let front: Awaited<ReturnType<typeof startFront>>;
  let server: RunningServer;

  before(async () => {
    front = await startFront();
    server = await runServer({ env: { PUBLIC_URL: front.url } });
    front.serve(server.url);
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    await front[Symbol.asyncDispose]();
  });

  async function examine(behaviour: Front = () => false, trustProxy: readonly string[] = ['127.0.0.1']) {
    front.behave(behaviour);
    const signal = new AbortController().signal;
    const { findings } = await examinePublic({
      origin: front.url,
      local: server.url,
      trustProxy,
      trustsGateway: false,
      files: new Map(),
      signal,
    });
    return findings;
  }

  it('finds nothing wrong behind a web server that does it right', async () => {
    const findings = await examine();
    assert.deepEqual(bad(findings), []);
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/auth.md',
      '/oauth/token',
      '/wp-json/agentes/v1/quota',
    ]) {
      assert.equal(find(findings, `public.address.${path}`)?.level, 'ok', path);
    }
  });

  it('leaves no client behind', async () => {
    await examine();
    const registered = await fetch(`${front.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(registered.status, 201);
  });

  it('sees that WordPress answers in place of the API', async () => {
    const wordpress: Front = (incoming, outgoing) => {
      if (!incoming.url?.startsWith('/wp-json/')) return false;
      outgoing.writeHead(404, {
        'content-type': 'application/json',
        link: '<https://x/wp-json/>; rel="https://api.w.org/"',
      });
      outgoing.end('{"code":"rest_no_route","message":"No route was found matching the URL and request method."}');
      return true;
    };
    const finding = find(await examine(wordpress), 'public.api');
    assert.match(finding?.message ?? '', /is answered by WordPress/);
    assert.match(
      finding?.advice ?? '',
      /nginx: location \^~ \/wp-json\/agentes\/v1 .*\nApache: ProxyPass.*\nCaddy: handle \/wp-json/,
    );
  });

  it('lists the routes once when no route leads to the service', async () => {
    const findings = await examine((_incoming, outgoing) => html(outgoing, 404, 'wp-content'));
    assert.deepEqual(bad(findings), ['public.api', 'public.way']);
    const { message = '', advice = '' } = find(findings, 'public.way') ?? {};
    assert.match(message, /^No address leads here yet: none of \d\d addresses/);
    assert.match(advice, /deploy\/nginx\.conf.*\n.*deploy\/wordpress\/.*\n.*PUBLIC_URL/);
  });

  it('sees a rule for paths with a dot that swallows /.well-known/', async () => {
    const findings = await examine(
      (incoming, outgoing) => incoming.url?.includes('/.') === true && html(outgoing, 403, 'Forbidden'),
    );
    assert.ok(bad(findings).includes('public.address./.well-known/oauth-authorization-server'));
    assert.equal(
      bad(findings).some((check) => !check.includes('/.well-known/')),
      false,
    );
    assert.match(find(findings, 'public.address./.well-known/api-catalog')?.advice ?? '', /paths with a dot/);
  });

  it('sees redirects where clients follow none', async () => {
    const findings = await examine((incoming, outgoing) => {
      if (!incoming.url?.startsWith('/oauth/')) return false;
      outgoing.writeHead(301, { location: `https://www.casa.example${incoming.url}` }).end();
      return true;
    });
    assert.match(
      find(findings, 'public.address./oauth/token')?.message ?? '',
      /redirects to https:\/\/www\.casa\.example/,
    );
  });

  it('sees that the Authorization header is lost', async () => {
    const findings = await examine((_incoming, _outgoing, headers) => {
      delete headers['authorization'];
    });
    assert.deepEqual(bad(findings), ['public.authorization']);
  });

  it('sees that a stranger chooses the address by which requests are counted', async () => {
    const findings = await examine((incoming, _outgoing, headers) => {
      headers['x-forwarded-for'] = incoming.headers['x-forwarded-for'] ?? '198.51.100.9';
    });
    assert.deepEqual(bad(findings), ['public.forwarded_for']);
    assert.match(
      find(findings, 'public.forwarded_for')?.advice ?? '',
      /proxy_set_header X-Forwarded-For \$remote_addr/,
    );
  });

  it('sees that TRUST_PROXY is missing behind a web server', async () => {
    const findings = await examine(() => false, []);
    assert.match(find(findings, 'public.forwarded_for')?.message ?? '', /TRUST_PROXY is empty, but front\/1\.0/);
  });

  it('finds the gateway of the WordPress plugin, and says what to do there', async () => {
    const gateway: Front = (_incoming, outgoing, headers) => {
      outgoing.setHeader('via', '1.1 content-service-gateway');
      delete headers['authorization'];
    };
    const findings = await examine(gateway, []);
    assert.match(find(findings, 'public.way')?.message ?? '', /^The gateway of the WordPress plugin/);
    assert.deepEqual(bad(findings), ['public.authorization', 'public.forwarded_for']);
    assert.match(find(findings, 'public.forwarded_for')?.advice ?? '', /GATEWAY_SECRET/);
    const advice = find(findings, 'public.authorization')?.advice ?? '';
    assert.match(advice, /^WordPress plugin: SetEnvIf Authorization/m);
    assert.doesNotMatch(advice, /nginx|Apache:|Caddy:/);
    assert.match(find(await examine(), 'public.way')?.message ?? '', /web server leads here \(front\/1\.0\)/);
  });

  it('sees a page cache on the API', async () => {
    const cache: Front = (incoming, outgoing) => {
      if (incoming.url?.includes('get_company_info') !== true) return false;
      outgoing.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'kept', age: '3' }).end('{}');
      return true;
    };
    assert.ok(bad(await examine(cache)).includes('public.cache'));
  });

  it('detects that a proxy refuses OPTIONS and POST', async () => {
    const findings = await examine(
      (incoming, outgoing) => incoming.method !== 'GET' && html(outgoing, 405, 'Not Allowed'),
    );
    assert.ok(bad(findings).includes('public.preflight'));
    assert.match(find(findings, 'public.address./oauth/register')?.advice ?? '', /allow OPTIONS and POST/);
  });

  it('sees that the service is down, elsewhere, or nowhere', async () => {
    assert.match(
      find(await examine((_incoming, outgoing) => html(outgoing, 502, 'Bad Gateway')), 'public.api')?.advice ?? '',
      /npm run serve/,
    );
    const signal = new AbortController().signal;
    const { findings: other } = await examinePublic({
      origin: server.url,
      local: server.url,
      trustProxy: [],
      trustsGateway: true,
      files: new Map(),
      signal,
    });
    assert.match(find(other, 'public.api')?.message ?? '', /is a service with the address http/);
    const { findings: none } = await examinePublic({
      origin: 'http://127.0.0.1:9',
      local: server.url,
      trustProxy: [],
      trustsGateway: true,
      files: new Map(),
      signal,
    });
    assert.match(find(none, 'public.api')?.message ?? '', /does not respond/);
  });
});

describe('sendPublic', () => {
  it('allows a connection as much time as its request', async () => {
    await using silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { signal } = new AbortController();
    const { fault } = await sendPublic(`https://127.0.0.1:${port}/`, {}, signal, { timeoutMs: 12_000 });
    assert.match(fault ?? '', /aborted due to timeout/);
  });

  it('joins the values of a repeated header', async () => {
    await using double = createHttpServer((_, outgoing) => {
      outgoing.setHeader('content-type', ['text/html', 'text/plain']).end();
    }).listen(0, '127.0.0.1');
    await once(double, 'listening');
    const { port } = double.address() as AddressInfo;
    const { headers } = await sendPublic(`http://127.0.0.1:${port}/`, {}, new AbortController().signal);
    assert.equal(headers['content-type'], 'text/html, text/plain');
  });
});

describe('addressesIn', () => {
  it('gathers the addresses below an origin, at any depth', () => {
    const document = {
      a: ['https://x.example/one', { b: 'https://x.example/two?q=1' }],
      c: 'https://x.example.evil/three',
      d: 'text',
    };
    assert.deepEqual(addressesIn(document, 'https://x.example'), ['/one', '/two']);
  });
});

describe('examinePublic of one site of many', () => {
  it('compares with what the service of this machine says under the public address, path and all', async () => {
    await using front = await startFront();
    await using service = await runSites([]);
    front.serve(service.url);
    const origins = [front.url, `${front.url}/dos`];
    for (const [at, publicUrl] of origins.entries()) await service.add(`sitio${at}`, { publicUrl });
    while ((await fetch(`${front.url}/dos/readyz`)).status !== 200) await wait(50);
    for (const origin of origins) {
      const { findings } = await examinePublic({
        origin,
        local: service.url,
        trustProxy: ['127.0.0.1'],
        trustsGateway: false,
        files: new Map(),
        signal: new AbortController().signal,
      });
      assert.equal(find(findings, 'public.local'), undefined);
      assert.deepEqual(bad(findings), [], origin);
      assert.equal(find(findings, 'public.address./wp-json/agentes/v1/quota')?.level, 'ok');
    }
  });
});
