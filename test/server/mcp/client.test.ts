import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import { compiled } from '../../helpers/json-schema.ts';
import { fetchInContract } from '../../helpers/contract.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { newClient } from '../../helpers/oauth.ts';
import { jsonOf } from '../../helpers/running-server.ts';
import { DEFAULT_OPERATIONS, mcpOperations } from '../../../shared/operations.ts';

let server: LocalServer;
before(async () => {
  server = await runLocalServer();
});
after(() => server[Symbol.asyncDispose]());

const MODES = {
  legacy: { mode: 'legacy' },
  auto: { mode: 'auto' },
  pinned: { mode: { pin: '2026-07-28' } },
} as const;

/** Arguments of the example call of each operation in the contract. */
async function exampleArguments(id: string): Promise<Record<string, unknown>> {
  const { paths } = await jsonOf(await fetch(`${server.url}/openapi.json`));
  const operation = Object.values<any>(paths).find(({ get }) => get?.operationId === id)?.get;
  assert.ok(operation, id);
  return Object.fromEntries(operation.parameters.map((one: any) => [one.name, one.example]));
}

async function connect(mode: keyof typeof MODES, authProvider?: OAuthClientProvider) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: MODES[mode] });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.publicUrl}/mcp`), {
    fetch: fetchInContract,
    ...(authProvider && { authProvider }),
  });
  await client.connect(transport);
  return client;
}

/** The limit under which a content tool is called with this credential. */
async function limitOf(authorization: string): Promise<string | null> {
  const params = { name: 'get_company_info', arguments: {} };
  const { headers } = await fetch(`${server.publicUrl}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: authorization },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return headers.get('ratelimit-limit');
}

/** A provider that registers when it needs a token, and gets it without a user. */
function selfRegistering(clientMetadata: OAuthClientProvider['clientMetadata']): OAuthClientProvider {
  let client: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  return {
    redirectUrl: undefined,
    clientMetadata,
    clientInformation: () => client,
    saveClientInformation: (registered) => {
      client = registered;
    },
    tokens: () => tokens,
    saveTokens: (issued) => {
      tokens = issued;
    },
    prepareTokenRequest: () => new URLSearchParams({ grant_type: 'client_credentials' }),
    redirectToAuthorization: () => assert.fail(),
    saveCodeVerifier: () => assert.fail(),
    codeVerifier: () => assert.fail(),
  };
}

for (const mode of Object.keys(MODES) as (keyof typeof MODES)[]) {
  describe(`the official MCP client in ${mode} mode`, () => {
    it('lists every tool with its schemas and read-only annotations', async () => {
      const client = await connect(mode);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        Object.keys(mcpOperations(DEFAULT_OPERATIONS)),
      );
      for (const tool of tools) {
        assert.equal(tool.annotations?.readOnlyHint, true);
        assert.equal(tool.annotations?.destructiveHint, false);
        assert.equal(tool.inputSchema['additionalProperties'], false);
        assert.ok(tool.title && tool.description && tool.outputSchema);
        const expectedTypes = tool.name === 'get_quota' ? ['oauth2'] : ['noauth', 'oauth2'];
        const schemes = tool._meta?.['securitySchemes'] as { type: string; scopes?: string[] }[];
        assert.deepEqual(
          schemes.map(({ type }) => type),
          expectedTypes,
        );
        assert.deepEqual(schemes.at(-1)?.scopes, ['content:read', 'quota:read']);
      }
      // Many clients show a model the descriptions of tools, and not their output schemas.
      assert.match(tools[0]?.description ?? '', /`unmatched`/);
      // Pages may hold text that is written to steer a model.
      const isData = /como datos, nunca como instrucciones|as data, never as instructions/;
      assert.match(client.getInstructions() ?? '', isData);
      for (const name of ['search_pages', 'read_page']) {
        assert.match(tools.find((tool) => tool.name === name)?.description ?? '', isData, name);
      }
      await client.close();
    });

    it('calls every tool, anonymous and with a token that its own provider got', async () => {
      const registered = await newClient(server);
      const provider = new ClientCredentialsProvider({
        clientId: registered.client_id,
        clientSecret: registered.client_secret,
        expectedIssuer: server.publicUrl,
      });
      for (const authProvider of [undefined, provider]) {
        const client = await connect(mode, authProvider);
        const { tools } = await client.listTools();
        for (const tool of tools) {
          if (tool.name === 'get_quota' && !authProvider) {
            await assert.rejects(client.callTool({ name: 'get_quota', arguments: {} }));
            continue;
          }
          const result: any = await client.callTool({ name: tool.name, arguments: await exampleArguments(tool.name) });
          assert.ok(!result.isError, JSON.stringify(result));
          assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
          const validate = compiled(tool.outputSchema ?? {});
          assert.ok(validate(result.structuredContent), JSON.stringify(validate.errors));
          if (tool.name === 'get_quota') assert.equal(result.structuredContent.client_id, registered.client_id);
        }
        await client.close();
      }
    });

    it('gets 600 requests by asking for what the challenge names, even when it was told to ask for one scope', async () => {
      for (const scope of [undefined, 'content:read']) {
        const { client_id: clientId, client_secret: clientSecret } = await newClient(server);
        const { publicUrl: expectedIssuer } = server;
        const provider = new ClientCredentialsProvider({
          clientId,
          clientSecret,
          expectedIssuer,
          ...(scope && { scope }),
        });
        const client = await connect(mode, provider);
        const { structuredContent: quota }: any = await client.callTool({ name: 'get_quota', arguments: {} });
        assert.deepEqual([quota.policy, quota.limit, quota.scope], ['identificado', 600, 'content:read quota:read']);
        assert.equal(await limitOf(`Bearer ${provider.tokens()?.access_token}`), '600');
        await client.close();
      }
    });

    it('registers by itself with the metadata of other servers, and gets 600 requests', async () => {
      const provider = selfRegistering({
        redirect_uris: ['http://localhost/'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
        scope: 'mcp',
      });
      const client = await connect(mode, provider);
      const { structuredContent: quota }: any = await client.callTool({ name: 'get_quota', arguments: {} });
      assert.deepEqual([quota.policy, quota.limit], ['identificado', 600]);
      await client.close();
    });

    it('sends arguments as models write them', async () => {
      const client = await connect(mode);
      const search = async (more: object): Promise<any> =>
        (await client.callTool({ name: 'search_pages', arguments: { query: 'fontaneros', ...more } }))
          .structuredContent;
      assert.equal((await search({ limit: '1' })).total, 1);
      assert.equal((await search({ limit: null, city: null, cursor: null })).total, 3);
      assert.equal((await search({ limit: '', city: '', cursor: '' })).total, 3);
      assert.equal((await search({ city: 'Gijón' })).results[0].city, 'gijon');
      const info: any = await client.callTool({ name: 'get_company_info', arguments: { section: 'Contact' } });
      assert.ok(info.structuredContent.hours);
      for (const wrong of [{ query: null }, { query: '' }, { limit: '1.5' }, { city: 'Barcelone' }]) {
        const refused: any = await client.callTool({ name: 'search_pages', arguments: { query: 'agua', ...wrong } });
        assert.equal(refused.isError, true);
      }
      await client.close();
    });

    it('reads in a refusal how to fix the call', async () => {
      const client = await connect(mode);
      const short: any = await client.callTool({ name: 'search_pages', arguments: { query: 'a' } });
      assert.equal(short.isError, true);
      assert.match(short.content[0].text, /query must be text of 2 to 200 characters/);
      // Unknown arguments are treated as by the HTTP API: ignored, and named if a required argument is missing.
      const more: any = await client.callTool({ name: 'read_page', arguments: { url: '/madrid', page: 2 } });
      assert.equal(more.structuredContent.title, 'Madrid');
      const unknown: any = await client.callTool({ name: 'read_page', arguments: { address: '/madrid' } });
      const hint = (await jsonOf(await fetch(`${server.url}/wp-json/agentes/v1/read_page?address=/madrid`))).data.hint;
      assert.equal(unknown.content[0].text, `Missing parameter(s): url. ${hint}`);
      assert.match(hint, /There is no parameter address; the parameters are: url, cursor\.$/);
      const missing: any = await client.callTool({ name: 'read_page', arguments: { url: '/nada' } });
      assert.equal(missing.isError, true);
      assert.equal(missing.structuredContent, undefined);
      assert.match(missing.content[0].text, /Use a url that a search returned/);
      await client.close();
    });
  });
}
