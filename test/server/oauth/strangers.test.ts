import assert from 'node:assert/strict';
import { fetchInContract } from '../../helpers/contract.ts';
import { after, before, describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { authorize } from '../../helpers/authorization.ts';
import { runServer, type RunningServer } from '../../helpers/running-server.ts';

/** The server's public origin; requests for it are carried to the address it listens on. */
const ISSUER = new URL('http://casa.example:8080');

let server: RunningServer;
before(async () => {
  server = await runServer({ env: { PUBLIC_URL: ISSUER.origin } });
});
after(() => server[Symbol.asyncDispose]());

const options = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: object) => fetchInContract(url.replace(ISSUER.origin, server.url), init),
};

async function discover(): Promise<oauth.AuthorizationServer> {
  const answer = await oauth.discoveryRequest(ISSUER, { ...options, algorithm: 'oauth2' });
  return await oauth.processDiscoveryResponse(ISSUER, answer);
}

async function register(as: oauth.AuthorizationServer) {
  const answer = await oauth.dynamicClientRegistrationRequest(as, { client_name: 'Asistente' }, options);
  const client = await oauth.processDynamicClientRegistrationResponse(answer);
  const secret = client['client_secret'];
  assert.ok(typeof secret === 'string');
  return { client, secret };
}

describe('oauth4webapi', () => {
  for (const [method, authentication] of [
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ] as const) {
    it(`completes with ${method}`, async () => {
      const as = await discover();
      const { client, secret } = await register(as);
      const authenticate = authentication(secret);

      const granted = await oauth.processClientCredentialsResponse(
        as,
        client,
        await oauth.clientCredentialsGrantRequest(as, client, authenticate, new URLSearchParams(), options),
      );
      assert.equal(granted.expires_in, 3600);
      assert.equal(granted.scope, 'content:read quota:read');
      assert.equal(granted.refresh_token, undefined);

      const call = () =>
        oauth.protectedResourceRequest(
          granted.access_token,
          'GET',
          new URL(`${ISSUER.origin}/wp-json/agentes/v1/quota`),
          undefined,
          undefined,
          options,
        );
      const quota = (await (await call()).json()) as Record<string, unknown>;
      assert.deepEqual([quota['client_id'], quota['policy']], [client.client_id, 'identificado']);

      const introspect = async () =>
        await oauth.processIntrospectionResponse(
          as,
          client,
          await oauth.introspectionRequest(as, client, authenticate, granted.access_token, options),
        );
      const alive = await introspect();
      assert.deepEqual(
        [alive.active, alive.client_id, alive.iss, alive.aud],
        [true, client.client_id, ISSUER.origin, ISSUER.origin],
      );
      assert.equal(Number(alive.exp) - Number(alive.iat), 3600);

      await oauth.processRevocationResponse(
        await oauth.revocationRequest(as, client, authenticate, granted.access_token, options),
      );
      assert.deepEqual(await introspect(), { active: false });
      await assert.rejects(call(), oauth.WWWAuthenticateChallengeError);
    });
  }

  it('finds the resource server from the metadata of each protected resource', async () => {
    const as = await discover();
    for (const path of ['', '/wp-json/agentes/v1', '/mcp', '/mcp/knowledge']) {
      const resource = new URL(`${ISSUER.origin}${path}`);
      const answer = await oauth.resourceDiscoveryRequest(resource, options);
      const metadata = await oauth.processResourceDiscoveryResponse(resource, answer);
      assert.deepEqual(metadata.authorization_servers, [as.issuer]);
    }
  });

  it('reads a refusal of the token endpoint as an OAuth error', async () => {
    const as = await discover();
    const { client, secret } = await register(as);
    const ask = (parameters: Record<string, string>) =>
      oauth.clientCredentialsGrantRequest(
        as,
        client,
        oauth.ClientSecretBasic(secret),
        new URLSearchParams(parameters),
        options,
      );
    await assert.rejects(
      async () => await oauth.processClientCredentialsResponse(as, client, await ask({ scope: 'admin' })),
      (error) => error instanceof oauth.ResponseBodyError && error.error === 'invalid_scope',
    );
  });

  it('reads the challenge of a refused token', async () => {
    const url = new URL(`${ISSUER.origin}/wp-json/agentes/v1/get_company_info`);
    const refused = await oauth.protectedResourceRequest('cqt_nothing', 'GET', url, undefined, undefined, options).then(
      () => assert.fail('it was answered'),
      (error: unknown) => error,
    );
    assert.ok(refused instanceof oauth.WWWAuthenticateChallengeError);
    const { scheme, parameters } = refused.cause[0] ?? assert.fail();
    assert.deepEqual([scheme, parameters.error, parameters.realm], ['bearer', 'invalid_token', 'agentes']);
    assert.equal(
      parameters.resource_metadata,
      `${ISSUER.origin}/.well-known/oauth-protected-resource/wp-json/agentes/v1`,
    );
  });
});

const REDIRECT = 'https://assistant.example/callback';
const RESOURCE = `${ISSUER.origin}/mcp`;

describe('oauth4webapi, with the authorization code', () => {
  for (const method of ['none', 'client_secret_basic', 'client_secret_post'] as const) {
    it(`completes as a client of ${method}`, async () => {
      const as = await discover();
      assert.equal(as.authorization_response_iss_parameter_supported, true);
      const registration = await oauth.dynamicClientRegistrationRequest(
        as,
        { client_name: 'Asistente', redirect_uris: [REDIRECT], token_endpoint_auth_method: method },
        { ...options, headers: { 'X-Forwarded-For': `198.51.100.${method.length}` } },
      );
      const client = await oauth.processDynamicClientRegistrationResponse(registration);
      const secret = client['client_secret'];
      assert.ok(typeof secret === 'string');
      const authenticate = {
        none: oauth.None(),
        client_secret_basic: oauth.ClientSecretBasic(secret),
        client_secret_post: oauth.ClientSecretPost(secret),
      }[method];
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const location = await authorize(server, {
        client_id: client.client_id,
        redirect_uri: REDIRECT,
        response_type: 'code',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        resource: RESOURCE,
        state,
      });
      const parameters = oauth.validateAuthResponse(as, client, location, state);
      const granted = await oauth.processAuthorizationCodeResponse(
        as,
        client,
        await oauth.authorizationCodeGrantRequest(as, client, authenticate, parameters, REDIRECT, verifier, {
          ...options,
          additionalParameters: { resource: RESOURCE },
        }),
      );
      assert.equal(granted.scope, 'content:read quota:read');
      const refreshed = await oauth.processRefreshTokenResponse(
        as,
        client,
        await oauth.refreshTokenGrantRequest(as, client, authenticate, granted.refresh_token ?? '', options),
      );
      assert.notEqual(refreshed.refresh_token, granted.refresh_token);
      const alive = await oauth.processIntrospectionResponse(
        as,
        client,
        await oauth.introspectionRequest(as, client, authenticate, refreshed.access_token, options),
      );
      assert.deepEqual([alive.active, alive.aud], [true, RESOURCE]);
    });
  }
});

describe('openid-client', () => {
  it('completes with the authorization code', async () => {
    const registered = await (
      await fetchInContract(`${server.url}/oauth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.200' },
        body: JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }),
      })
    ).json();
    const { client_id: id } = registered as { readonly client_id: string };
    const config = await openid.discovery(ISSUER, id, undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: (url, init) => fetchInContract(url.replace(ISSUER.origin, server.url), init as RequestInit),
    });
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: 'content:read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: RESOURCE,
      state,
    });
    const location = await authorize(server, Object.fromEntries(address.searchParams));
    const tokens = await openid.authorizationCodeGrant(config, location, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    assert.equal(tokens.scope, 'content:read');
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    assert.notEqual(next.access_token, tokens.access_token);
    await openid.tokenRevocation(config, next.refresh_token ?? '');
    assert.equal((await openid.tokenIntrospection(config, next.access_token)).active, false);
  });
});
