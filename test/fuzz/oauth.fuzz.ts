import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { SCOPES } from '../../shared/operations.ts';
import { basic, identified, type Registered } from '../helpers/oauth.ts';
import { runFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';
import { fuzz } from './runs.ts';
import { anyText, oftenOneOf, parameter, querySyntax } from './texts.ts';

/** Enough that none meets the limit of its token requests. */
const CLIENTS = 40;

let server: FuzzedServer;
let clients: { readonly client: Registered; readonly token: string }[] = [];
before(async () => {
  server = await runFuzzedServer();
});
after(() => server[Symbol.asyncDispose]());

async function prepare(): Promise<void> {
  await server.refresh();
  clients = await Promise.all(Array.from({ length: CLIENTS }, () => identified(server.server)));
}

const FORM: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded'];
const JSON_TYPE: [string, string] = ['Content-Type', 'application/json'];

const json = fc.oneof(fc.jsonValue(), anyText, fc.constantFrom(null, [], {}, 0, -0, 1e308, true));
const member = <Value>(right: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 10, arbitrary: right }, { weight: 1, arbitrary: json });

const metadata = fc.record(
  {
    client_name: member(oftenOneOf(['Asistente', 'Mi agente 🔧', 'a'], { min: 1, max: 100 })),
    contacts: member(fc.array(oftenOneOf(['yo@casa.example', 'a@b'], { min: 1, max: 254 }), { maxLength: 6 })),
    grant_types: member(fc.constantFrom(['client_credentials'], ['client_credentials', 'refresh_token'])),
    response_types: member(fc.constantFrom([], ['code'])),
    token_endpoint_auth_method: member(
      fc.constantFrom('client_secret_basic', 'client_secret_post', 'client_secret_basic', 'none'),
    ),
    scope: member(oftenOneOf([...SCOPES, SCOPES.join(' '), `${SCOPES[0]} openid`])),
    redirect_uris: member(fc.constantFrom([], ['https://casa.example/cb'], ['app:/'], ['x'])),
    ['__proto__']: json,
    constructor: json,
  },
  { requiredKeys: [] },
);

const registration = fc.oneof(
  { weight: 6, arbitrary: metadata.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: json.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: fc.tuple(metadata, fc.nat(200)).map(([value, at]) => JSON.stringify(value).slice(0, at)) },
  { weight: 1, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[{'.repeat(3000),
      '['.repeat(8000),
      `{"client_name":"${'a'.repeat(9000)}"}`,
      '{"__proto__":{"client_name":"x"}}',
      '{"client_name":"a","client_name":7}',
      '\uFEFF{}',
      '{"client_name":"\\ud800"}',
    ),
  },
);

/** Credentials of a client, valid and invalid. */
const authentication = fc.record({
  client: fc.nat(CLIENTS - 1),
  authentication: fc.constantFrom('basic', 'basic', 'basic', 'form', 'wrong secret', 'unknown', 'both', 'none', 'junk'),
  junk: anyText,
});

const TARGETS = ['https://casa.example', 'https://casa.example/mcp', 'https://casa.example/wp-json/agentes/v1/'];
const form = querySyntax({
  grant_type: parameter(oftenOneOf(['client_credentials', 'client_credentials', 'client_credentials', 'password'])),
  scope: fc.oneof(
    fc.constant(() => []),
    parameter(oftenOneOf([...SCOPES, SCOPES.join(' ')])),
  ),
  resource: fc.oneof(
    fc.constant(() => []),
    fc.constant(() => []),
    parameter(oftenOneOf([...TARGETS, ...TARGETS, 'https://evil.example'])),
  ),
  token: fc.oneof(
    fc.constant(() => []),
    parameter(oftenOneOf(['OWN_TOKEN', 'OWN_TOKEN', 'OTHER_TOKEN', 'cqt_x'])),
  ),
});

type Asked = { path: string; text: string; caller: { client: number; authentication: string; junk: string } };

async function askAsClient({ path, text, caller }: Asked): Promise<string> {
  const { client, token } = clients[caller.client] ?? {};
  const other = clients[(caller.client + 1) % CLIENTS];
  if (!client || !other) throw new Error('There are no clients');
  const body = text.replaceAll('OWN_TOKEN', token ?? '').replaceAll('OTHER_TOKEN', other.token);
  const inForm = `client_id=${client.client_id}&client_secret=${client.client_secret}&${body}`;
  const offered: Readonly<Record<string, readonly [authorization: string | undefined, body: string]>> = {
    basic: [basic(client.client_id, client.client_secret), body],
    form: [undefined, inForm],
    'wrong secret': [basic(client.client_id, other.client.client_secret), body],
    unknown: [basic('cli_x', client.client_secret), body],
    both: [basic(client.client_id, client.client_secret), inForm],
    none: [undefined, body],
    junk: [`Basic ${Buffer.from(caller.junk).toString('base64')}`, body],
  };
  const [authorization, sent = body] = offered[caller.authentication] ?? [];
  const headers = [FORM, ...(authorization === undefined ? [] : [['Authorization', authorization] as const])];
  return (await server.ask({ method: 'POST', target: path, headers, body: sent })).kind;
}

describe('POST', () => {
  it('/oauth/register, whatever the body', async (t) => {
    const attempt = async (body: string) =>
      (await server.ask({ method: 'POST', target: '/oauth/register', headers: [JSON_TYPE], body })).kind;
    await fuzz(t, { cases: registration, prepare, attempt, atLeast: { 201: 0.1, 400: 0.2, 413: 0.01 } });
  });

  it('/oauth/token, revoke and introspect, whatever the form and the client', async (t) => {
    const path = fc.constantFrom('/oauth/token', '/oauth/revoke', '/oauth/introspect');
    const cases = fc.record({ path, text: form, caller: authentication });
    await fuzz(t, { cases, prepare, attempt: askAsClient, atLeast: { 200: 0.1, 400: 0.1, 401: 0.1 } });
  });
});

describe('GET', () => {
  it('/oauth/authorize, whatever the query string', async (t) => {
    const cases = querySyntax({
      response_type: parameter(oftenOneOf(['code', 'token'])),
      client_id: parameter(anyText),
      redirect_uri: parameter(oftenOneOf(['https://evil.example/', 'javascript:alert(1)'])),
      state: parameter(anyText),
    });
    const attempt = async (query: string) =>
      (await server.ask({ method: 'GET', target: `/oauth/authorize?${query}`, headers: [] })).kind;
    await fuzz(t, { cases, attempt, atLeast: { 400: 0.9 } });
  });
});
