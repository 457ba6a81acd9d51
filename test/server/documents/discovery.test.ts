import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const SITE = 'https://casa.example';
const BASE = `${SITE}/wp-json/agentes/v1`;
const DOCUMENTS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/wp-json/agentes/v1',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/api-catalog',
  '/auth.md',
];

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);

/** Every address of this site that a text names. */
function addressesIn(text: string): string[] {
  return [...new Set(text.match(/https:\/\/casa\.example[^\s"'`)>|]*/g))].map((url) => url.replace(/[.,;:]+$/, ''));
}

describe('every discovery document', () => {
  it('may be cached, revalidated, and read by any page', async () => {
    for (const path of DOCUMENTS) {
      const answer = await get(path, { redirect: 'manual' });
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600');
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      const etag = answer.headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      assert.equal((await get(path, { headers: { 'If-None-Match': etag } })).status, 304);
      const head = await get(path, { method: 'HEAD' });
      assert.equal(head.headers.get('content-length'), answer.headers.get('content-length'));
      assert.equal((await get(path, { method: 'POST' })).status, 405);
    }
  });

  it('is derived from the configuration, whatever Host says', async () => {
    for (const path of DOCUMENTS) {
      const plain = await (await get(path)).text();
      const forwarded = {
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'http',
        Forwarded: 'host=evil.example',
      };
      assert.equal(await (await get(path, { headers: forwarded })).text(), plain);
      assert.ok(!plain.includes(new URL(server.url).host));
    }
  });

  it('names no address that is not there', async () => {
    // The origin itself is the site's.
    const elsewhere = new Set([SITE]);
    for (const path of DOCUMENTS) {
      const { pathname } = new URL(path, SITE);
      for (const url of addressesIn(await (await get(path)).text()).filter((one) => !elsewhere.has(one))) {
        const answer = await get(new URL(url).pathname + new URL(url).search);
        assert.notEqual(answer.status, 404, `${pathname} names ${url}`);
      }
    }
  });
});

describe('authorization server metadata', () => {
  it('has the members of RFC 8414 that apply, and agent_auth', async () => {
    const answer = await get('/.well-known/oauth-authorization-server');
    assert.equal(answer.headers.get('content-type'), 'application/json');
    const authentication = ['client_secret_basic', 'client_secret_post', 'none'];
    assert.deepEqual(await jsonOf(answer), {
      issuer: SITE,
      token_endpoint: `${SITE}/oauth/token`,
      registration_endpoint: `${SITE}/oauth/register`,
      revocation_endpoint: `${SITE}/oauth/revoke`,
      introspection_endpoint: `${SITE}/oauth/introspect`,
      authorization_endpoint: `${SITE}/oauth/authorize`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: ['content:read', 'quota:read'],
      token_endpoint_auth_methods_supported: authentication,
      revocation_endpoint_auth_methods_supported: authentication,
      introspection_endpoint_auth_methods_supported: authentication,
      service_documentation: `${SITE}/auth.md`,
      ui_locales_supported: ['es'],
      protected_resources: [SITE, BASE, `${SITE}/mcp`, `${SITE}/mcp/knowledge`],
      agent_auth: {
        skill: `${SITE}/auth.md`,
        register_uri: `${SITE}/oauth/register`,
        claim_uri: `${SITE}/auth.md#reclamar`,
        revocation_uri: `${SITE}/oauth/revoke`,
        identity_types_supported: ['anonymous'],
        anonymous: {
          credential_types_supported: ['access_token'],
          registration_required: false,
          claim_required: false,
        },
      },
    });
  });
});

describe('protected resource metadata', () => {
  it('names the resource of its path, and this issuer', async () => {
    for (const path of ['', '/wp-json/agentes/v1', '/mcp']) {
      const body = await jsonOf(await get(`/.well-known/oauth-protected-resource${path}`));
      assert.deepEqual(
        [body.resource, body.authorization_servers, body.bearer_methods_supported, body.scopes_supported],
        [`${SITE}${path}`, [SITE], ['header'], ['content:read', 'quota:read']],
      );
      assert.equal(body.resource_documentation, `${SITE}/agents.md`);
    }
  });

  it('has the name of the site for the whole site', async () => {
    const names = ['', '/wp-json/agentes/v1', '/mcp'].map(
      async (path) => (await jsonOf(await get(`/.well-known/oauth-protected-resource${path}`))).resource_name,
    );
    assert.deepEqual(await Promise.all(names), ['Casa a punto', 'API de contenido', 'Servidor MCP']);
    await using empty = await runServer({ content: false });
    const early = await jsonOf(await fetch(`${empty.url}/.well-known/oauth-protected-resource`));
    assert.equal(early.resource_name, 'Content query');
  });
});

describe('the API catalogue', () => {
  it('is a linkset that GET and HEAD announce', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await get('/.well-known/api-catalog', { method });
      assert.equal(
        headers.get('content-type'),
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      );
      assert.equal(headers.get('link'), '</.well-known/api-catalog>; rel="api-catalog"');
    }
    const { linkset } = await jsonOf(await get('/.well-known/api-catalog'));
    const [catalog, ...apis] = linkset as { anchor: string; item?: { href: string }[] }[];
    assert.equal(catalog?.anchor, `${SITE}/.well-known/api-catalog`);
    const items = catalog?.item?.map(({ href }) => href) ?? [];
    assert.ok(items.includes(BASE));
    assert.deepEqual(
      apis.map(({ anchor }) => anchor),
      items,
    );
  });
});

describe('auth.md', () => {
  it('is Markdown with the sections that agents look for', async () => {
    const answer = await get('/auth.md');
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
    const text = await answer.text();
    assert.match(text, /^# .*auth\.md/);
    for (const section of [
      'Discover',
      'Pick a method',
      'Register',
      'Claim',
      'Use the credential',
      'Errors',
      'Revocation',
    ]) {
      assert.match(text, new RegExp(`^## .*\\(${section}\\)$`, 'm'));
    }
    for (const fact of ['60 peticiones', '600 peticiones', '5 clientes por hora', '30 por minuto', '180 días']) {
      assert.ok(text.includes(fact), fact);
    }
  });
});

describe('other well-known addresses', () => {
  it('answer 404 in JSON', async () => {
    for (const path of [
      '/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server/mcp',
      '/.well-known/oauth-protected-resource/other',
      '/.well-known/jwks.json',
      '/.well-known/agent-card.json',
    ]) {
      const answer = await get(path);
      assert.equal(answer.status, 404, path);
      assert.equal((await jsonOf(answer)).code, 'rest_no_route');
    }
  });
});
