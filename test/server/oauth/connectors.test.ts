import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Fetched } from '../../../server/oauth/client-documents.ts';
import { authorize, newProof } from '../../helpers/authorization.ts';
import { movedClock } from '../../helpers/moved-clock.ts';
import { postForm, register } from '../../helpers/oauth.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const SITE = 'https://casa.example';

/** The first steps of a connector, as its vendor documents them. */
type Connector = {
  readonly name: string;
  readonly path?: '/mcp' | '/mcp/knowledge';
  /** How it becomes a client; none: it connects without authentication. */
  readonly by?: 'registration' | 'document' | 'credentials';
  /** Calls first, and begins with OAuth where an answer demands it. */
  readonly whenAsked?: boolean;
  readonly method?: 'none' | 'client_secret_post' | 'client_secret_basic';
  readonly redirect?: string;
  /** Redirect URIs of its registration or document, where they differ from the one that it uses. */
  readonly registered?: readonly string[];
  readonly scope?: string;
  readonly document?: string;
};

const CONNECTORS: readonly Connector[] = [
  { name: 'Claude, authentication: none' },
  {
    name: 'Claude, authentication: always',
    by: 'registration',
    method: 'none',
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    scope: 'content:read quota:read',
  },
  {
    name: 'Claude, authentication: when asked',
    by: 'document',
    whenAsked: true,
    redirect: 'http://localhost:53682/callback',
    registered: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    document: 'https://claude.ai/oauth/claude-code-client-metadata',
  },
  {
    name: 'Gemini',
    by: 'registration',
    method: 'client_secret_post',
    redirect: 'https://gemini.google.com/oauth-redirect',
  },
  { name: 'ChatGPT without OAuth', path: '/mcp/knowledge' },
  {
    name: 'ChatGPT with OAuth',
    path: '/mcp/knowledge',
    by: 'document',
    redirect: 'https://chatgpt.com/connector/oauth/abc123',
    document: 'https://chatgpt.com/oauth/abc123/client.json',
  },
  {
    name: 'Copilot Studio',
    by: 'registration',
    method: 'client_secret_basic',
    redirect: 'https://global.consent.azure-apim.net/redirect/cr-contenido',
    scope: 'openid offline_access content:read',
  },
  { name: 'Grok CLI', by: 'registration', method: 'none', redirect: 'http://127.0.0.1:49321/callback' },
  { name: 'Antigravity', by: 'registration', method: 'none', redirect: 'http://localhost:3000/oauth/callback' },
  {
    name: 'VS Code with a metadata document',
    by: 'document',
    redirect: 'http://127.0.0.1:33418/',
    registered: ['http://127.0.0.1/', 'https://vscode.dev/redirect'],
    document: 'https://vscode.dev/oauth/client-metadata.json',
  },
  { name: 'Kiro with credentials', by: 'credentials' },
];

const documents = new Map<string, Fetched>();
let server: RunningServer;
before(async () => {
  const { sources } = movedClock();
  const fetchClientDocument = (url: URL) => {
    const document = documents.get(url.href);
    return document ? Promise.resolve(document) : Promise.reject(new Error('unreachable'));
  };
  server = await runServer({ sources: { ...sources, fetchClientDocument } });
});
after(() => server[Symbol.asyncDispose]());

const local = (address: string) => address.replace(SITE, server.url);

async function rpc(connector: Connector, method: string, params: object, token?: string) {
  return await fetch(`${server.url}${connector.path ?? '/mcp'}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

/** Discovers the authorization server as MCP describes it: from the resource, or its challenge, to the issuer. */
async function discover(challenge: string | null) {
  const [, named] = /resource_metadata="([^"]+)"/.exec(challenge ?? '') ?? [];
  const resource = await jsonOf(await fetch(local(named ?? `${SITE}/.well-known/oauth-protected-resource/mcp`)));
  const [issuer] = resource.authorization_servers as [string];
  const metadata = await jsonOf(await fetch(local(`${issuer}/.well-known/oauth-authorization-server`)));
  assert.equal(metadata.issuer, issuer);
  return { resource: resource.resource as string, metadata };
}

async function becomeClient(connector: Connector, metadata: Record<string, unknown>) {
  const { redirect = '', registered = [redirect], method = 'none', document } = connector;
  const client = {
    client_name: connector.name,
    redirect_uris: registered,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
  };
  if (document !== undefined) {
    assert.equal(metadata['client_id_metadata_document_supported'], true);
    const body = JSON.stringify({ ...client, client_id: document });
    documents.set(document, { status: 200, type: 'application/json', cacheControl: '', body });
    return { client_id: document };
  }
  const answer = await register(server, client);
  assert.equal(answer.status, 201);
  const { client_id, client_secret } = await jsonOf(answer);
  return { client_id: client_id as string, ...(method !== 'none' && { client_secret: client_secret as string }) };
}

/** Goes from the address of the server to a token, with one press of the button. */
async function connect(connector: Connector): Promise<string | undefined> {
  if (connector.by === undefined) return undefined;
  if (connector.by === 'credentials') {
    const { client_id, client_secret } = await jsonOf(await register(server, { client_name: connector.name }));
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    return (await jsonOf(await postForm(server, '/oauth/token', form))).access_token;
  }
  let challenge: string | null = null;
  if (connector.whenAsked) {
    const refused = await rpc(connector, 'tools/call', { name: 'get_quota', arguments: {} });
    assert.equal(refused.status, 401);
    challenge = refused.headers.get('www-authenticate');
  }
  const { resource, metadata } = await discover(challenge);
  const client = await becomeClient(connector, metadata);
  const { redirect = '', scope } = connector;
  const proof = newProof();
  const location = await authorize(server, {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirect,
    code_challenge: proof.challenge,
    code_challenge_method: 'S256',
    state: 'xyz',
    resource,
    scope,
  });
  assert.ok(location.href.startsWith(redirect));
  assert.equal(location.searchParams.get('iss'), SITE);
  const form = {
    grant_type: 'authorization_code',
    code: location.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: proof.verifier,
    resource,
    ...client,
  };
  const tokens = await jsonOf(await postForm(server, '/oauth/token', form));
  const next = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token as string, ...client };
  return (await jsonOf(await postForm(server, '/oauth/token', next))).access_token;
}

describe('connectors', () => {
  for (const connector of CONNECTORS) {
    it(`${connector.name} connects, with the quota that it is to have`, async () => {
      const token = await connect(connector);
      assert.equal(token === undefined, connector.by === undefined);
      const clientInfo = { name: connector.name, version: '1' };
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
      assert.equal((await rpc(connector, 'initialize', params, token)).status, 200);
      const { result } = await jsonOf(await rpc(connector, 'tools/list', {}, token));
      const isKnowledge = connector.path === '/mcp/knowledge';
      assert.ok(result.tools.some(({ name }: { name: string }) => name === (isKnowledge ? 'search' : 'search_pages')));
      const call = { name: isKnowledge ? 'search' : 'search_pages', arguments: { query: 'cerrajero' } };
      const answer = await rpc(connector, 'tools/call', call, token);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('ratelimit-limit'), token === undefined ? '60' : '600');
    });
  }
});
