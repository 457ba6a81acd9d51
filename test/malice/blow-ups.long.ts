import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodePairs } from '../../server/http/form-encoding.ts';
import { withETag } from '../../server/http/conditional.ts';
import type { Request } from '../../server/http/message.ts';
import { negotiate } from '../../server/http/negotiation.ts';
import { createOriginPolicy } from '../../server/mcp/origin-policy.ts';
import { readMessage } from '../../server/mcp/read-message.ts';
import { createBearerAuthentication } from '../../server/access/bearer.ts';
import { createClientAuthentication } from '../../server/oauth/client-authentication.ts';
import { createGrants } from '../../server/oauth/grants.ts';
import { createThrottles } from '../../server/oauth/throttles.ts';
import { isRedirectUri } from '../../server/oauth/redirect-uris.ts';
import { createTokenEndpoint } from '../../server/oauth/token.ts';
import { protectedResources } from '../../server/access/protected-resources.ts';
import type { Form } from '../../server/oauth/form.ts';
import { createClientAddress } from '../../server/access/client-address.ts';
import { createSignedForwarding } from '../../server/access/signed-forwarding.ts';
import { createAddresses, isAbsoluteAddress } from '../../shared/addresses.ts';
import { createLog } from '../../shared/log.ts';
import type { Client, State } from '../../db/state/state.ts';
import { newClient, postForm, register } from '../helpers/oauth.ts';
import { API, runServer } from '../helpers/running-server.ts';

/** Ten times what a request may hold: work that grows with the square of the length would take many seconds. */
const LENGTH = 100_000;
/** CPU time that a server may spend on it: a hundred times what it takes. */
const MOST_SECONDS = 2;

/** Texts on which expressions and parsers blow up: repetitions without the end that they wait for. */
const PIECES = [
  'a / \\ " \' , ; = & % + . : @ [ ( - _ ~ | < "a W/ W/" a, a/b, ;q= =" %2 %C3 a= []= :: :1 0: 1. ]:1 ../ A='.split(
    ' ',
  ),
  ['\t', ' ', '\u0301', 'e\u0301', '\uFDFA', '\u1F82', '\u0130', '\uD800', '👩\u200D', '\u202E', 'ﬃ', '\u{1D160}'],
].flat();

const LONG = PIECES.flatMap((piece) => {
  const text = piece.repeat(Math.ceil(LENGTH / piece.length));
  return [text, `${text}\0`, `[${text}x`];
});

const request = (headers: Record<string, string>): Request => ({
  id: '',
  method: 'GET',
  path: '/',
  query: '',
  headers,
  rawHeaders: Object.entries(headers).flat(),
  remoteAddress: '127.0.0.1',
  body: () => Promise.resolve(Buffer.alloc(0)),
});
const nothing: Form = { get: () => undefined, all: () => [] };
const found = { find: () => Promise.resolve(undefined) };
const state = { tokens: found, clients: found } as unknown as State;
const signedForwarding = createSignedForwarding(
  'x'.repeat(32),
  () => new Date(0),
  () => undefined,
);
const originPolicy = createOriginPolicy({ siteUrl: 'https://casa.example', mcpOrigins: [] }, signedForwarding);
const clientAddress = createClientAddress({
  trustProxy: ['127.0.0.1', '10.0.0.0/8'],
  signedForwarding,
  onUntrustedProxy: () => undefined,
});
const { keyOf } = createAddresses({ home: 'https://casa.example', hosts: [] });
const bearer = createBearerAuthentication(state, 'https://casa.example');
const client = createClientAuthentication(state);
const randomBytes = (length: number) => Buffer.alloc(length);
const now = () => new Date(0);
const issueToken = createTokenEndpoint({
  state,
  grants: createGrants({ state, now, randomBytes }),
  throttles: createThrottles(state),
  resources: protectedResources('https://casa.example'),
  log: createLog({ name: 'test', level: 'silent' }),
  now,
  randomBytes,
});
/** Asks for a token with a form of these values. */
const askToken = (values: Readonly<Record<string, string>>) =>
  issueToken(
    { id: 'cli_x', scope: 'content:read' } as Client,
    { get: (name) => values[name], all: (name) => (values[name] === undefined ? [] : [values[name]]) },
    { address: '', key: '' },
  );
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Everything that reads a request with an expression or a parser of its own. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a query string or form': decodePairs,
  Accept: (accept) => negotiate(request({ accept }), ['application/json', 'text/markdown']),
  'If-None-Match': (text) => withETag(request({ 'if-none-match': text }), { status: 200, headers: {}, body: '' }),
  'Authorization: Bearer': (text) => bearer(request({ authorization: `Bearer ${text}` }), 'https://casa.example'),
  'Authorization: Basic': (text) => client(request({ authorization: `Basic ${text}` }), nothing),
  'Authorization: Basic, decoded': (text) => client(request({ authorization: `Basic ${base64(text)}` }), nothing),
  'X-Forwarded-For': (text) => clientAddress(request({ 'x-forwarded-for': text })),
  'Content-Service-Gateway': (text) => signedForwarding(request({ 'content-service-gateway': text })),
  Host: (host) => originPolicy.check(request({ host })),
  Origin: (origin) => originPolicy.check(request({ host: 'casa.example', origin })),
  'Mcp-Name': (text) =>
    readMessage(
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': `=?base64?${text}` },
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
    ),
  'the resource of a token request': (resource) => askToken({ grant_type: 'client_credentials', resource }),
  'the scope of a token request': (scope) => askToken({ grant_type: 'client_credentials', scope }),
  'a redirect URI': isRedirectUri,
  'the url of read_page': (text) => [isAbsoluteAddress(text), keyOf(text)],
};

/** Seconds of CPU time that some work takes. */
async function secondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await work();
  } catch {
    // A refusal is as good an answer as any.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe('a blow-up of expressions and Unicode', () => {
  for (const [name, read] of Object.entries(READERS)) {
    it(`does not happen to ${name}: the work grows with the length`, async () => {
      for (const text of LONG) {
        const seconds = await secondsOf(() => read(text));
        assert.ok(seconds < MOST_SECONDS, `${seconds} s for ${JSON.stringify(text.slice(0, 20))}`);
      }
    });
  }

  it('does not happen at the limits of what the server takes', async () => {
    await using server = await runServer();
    const registered = await newClient(server);
    const pieces = ['/', 'a', '%', '\u0301', '\uFDFA', '\u{1D160}', 'e\u0301', '"', '[', '_', 'fuga ', 'é́'];
    const seconds = await secondsOf(async () => {
      for (const piece of pieces) {
        const text = (length: number) => piece.repeat(length).slice(0, length).toWellFormed();
        const asked = [
          await server.get(`/search_pages?query=${encodeURIComponent(text(200))}`),
          await server.get(`/read_page?url=${encodeURIComponent(text(300))}`),
          await server.get(`/search_pages?query=fugas&cursor=${encodeURIComponent(text(12))}`),
          await fetch(`${server.url}${API}/${encodeURIComponent(text(800))}`),
          await register(server, {
            client_name: text(100),
            scope: text(1500),
            contacts: [`${text(120)}@${text(120)}`],
          }),
          await postForm(
            server,
            '/oauth/token',
            `grant_type=client_credentials&resource=${encodeURIComponent(text(1500))}x`,
            { client: registered },
          ),
          await postForm(
            server,
            '/oauth/token',
            `grant_type=client_credentials&scope=${encodeURIComponent(text(1500))}`,
            { client: registered },
          ),
        ];
        for (const answer of asked) assert.ok(answer.status < 500, `${answer.status} ${answer.url}`);
      }
    });
    assert.ok(seconds < MOST_SECONDS, `${seconds} s`);
  });
});
