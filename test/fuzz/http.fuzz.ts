import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { API } from '../helpers/running-server.ts';
import type { Sent } from './connections.ts';
import { runFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';
import { fuzz } from './runs.ts';
import { anyText, oftenOneOf } from './texts.ts';

let server: FuzzedServer;
let token = '';
before(async () => {
  server = await runFuzzedServer();
});
after(() => server[Symbol.asyncDispose]());

const prepare = async () => {
  ({ token } = await server.refresh());
};

const PATHS = [
  ['', '/', '/search_pages?query=fugas', '/read_page?url=larga'].map((path) => API + path),
  Object.values(DEFAULT_OPERATIONS).map(({ path }) => API + path),
  [
    '/agent/identity',
    '/mcp',
    '/mcp/knowledge',
    '/mcp/server-card',
    '/livez',
    '/readyz',
    '/openapi.json',
    '/agents.md',
    '/auth.md',
    '/llms.txt',
  ],
  [
    '/oauth/register',
    '/oauth/token',
    '/oauth/revoke',
    '/oauth/introspect',
    '/oauth/authorize',
    '/api/sandbox',
    '/api/docs',
  ],
  ['/api/assets/console/console.js', '/api/assets/marked/marked.esm.js', '/api/assets/dompurify/purify.es.mjs'],
  ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource', '/.well-known/api-catalog'],
  ['/.well-known/agent-skills/index.json', '/.well-known/mcp/server-card.json', '/.well-known/ard.json', '/', '*'],
].flat();

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'PURGE',
] as const;
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant('GET') },
  { weight: 3, arbitrary: fc.constantFrom(...METHODS) },
);

const PIECES = [
  [
    '/',
    '//',
    '.',
    '..',
    '/..',
    '%2e',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..%5c',
    '%5c',
    '\\',
    '%00',
    '%',
    '%zz',
    '%C3',
    '%ff',
    '%F0%9F%94%A7',
  ],
  [
    '?',
    '??',
    '#',
    '&',
    ';',
    ':',
    '@',
    '*',
    'http://evil.example',
    '//evil.example',
    ':search',
    '__proto__',
    'constructor',
    '.ts',
    '.json',
  ],
  ['~', '\u0080', '\u00ff', '|', '"', '<script>', "'", '`', '{', '}', '^', 'a'.repeat(9000)],
].flat();

/** A request target: one that is there, with something put into it, or made of pieces. */
const target = fc.oneof(
  fc.constantFrom(...PATHS),
  fc
    .tuple(fc.constantFrom(...PATHS), fc.constantFrom(...PIECES), fc.nat(60))
    .map(([path, piece, at]) => path.slice(0, at) + piece + path.slice(at)),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(...PATHS)), { minLength: 1, maxLength: 5 })
    .map((all) => `/${all.join('')}`),
  fc.constantFrom(...PATHS).map((path) => `http://evil.example:1${path}`),
);

/** Text that can stand in a header's value on the wire. */
const headerText = (text: fc.Arbitrary<string>) =>
  text.map((value) =>
    Buffer.from(value)
      .toString('latin1')
      .replaceAll(/[^\t\x20-\x7E\x80-\xFF]/g, ''),
  );

const VALUES: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    'application/json',
    'text/markdown',
    'text/html',
    '*/*',
    'text/*;q=0.1, application/json;q=0',
    'text/markdown;q=1.1',
    ',',
    '',
  ],
  'If-None-Match': ['*', '"x"', 'W/"x"', '"', 'W/', '"a", "b", W/"c"', '"'.repeat(200)],
  'If-Modified-Since': ['Mon, 02 Mar 2026 00:00:00 GMT', 'never'],
  'If-Match': ['*', '"x"'],
  Range: ['bytes=0-3', 'bytes=9999999-', 'bytes=-1', 'bytes=3-1', 'lines=1-2', 'bytes=0-1,3-4'],
  Authorization: [
    'Bearer TOKEN',
    'bearer  TOKEN',
    'Bearer TOKEN=',
    'Bearer',
    'Bearer TOKEN TOKEN',
    'Basic Og==',
    'Basic x',
    'Digest a="b"',
    '',
  ],
  'X-Forwarded-For': [
    '203.0.113.9',
    '::1',
    '[::1]:80',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
    'unknown',
    ',,,',
    '1.2.3.4, 127.0.0.1',
    '0x7f.1',
  ],
  Forwarded: ['for=203.0.113.9;host=evil.example;proto=https', 'for="[::1]:80"', 'for=_x'],
  'X-Forwarded-Host': ['evil.example'],
  'X-Forwarded-Proto': ['http', 'javascript'],
  'X-Forwarded-Prefix': ['/evil', '//evil.example'],
  'X-Real-IP': ['203.0.113.9'],
  'X-Original-URL': ['/admin', 'http://evil.example/'],
  'X-HTTP-Method-Override': ['DELETE', 'POST'],
  Host: [
    'casa.example',
    'localhost',
    '127.0.0.1:80',
    '[::1]:8080',
    'evil.example',
    'casa.example.',
    'CASA.example:443',
    'casa.example:x',
    'a@b',
    '',
  ],
  Origin: [
    'https://casa.example',
    'https://evil.example',
    'null',
    'https://casa.example.evil.example',
    'https://casa.example:443',
    '*',
  ],
  'Content-Type': [
    'application/json',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data',
    ';',
    '',
  ],
  'MCP-Protocol-Version': ['2026-07-28', '2025-11-25', '2024-11-05', '2027-01-01', 'x', ''],
  'Mcp-Method': ['tools/list', 'tools/call', 'TOOLS/LIST'],
  'Mcp-Name': ['search_pages', '=?base64?c2VhcmNoX3BhZ2Vz?=', '=?base64?*?='],
  'Mcp-Session-Id': ['x'],
  'Last-Event-ID': ['1'],
  'Accept-Encoding': ['gzip', 'br;q=1.0, *;q=0', 'identity;q=0'],
  'Accept-Language': ['es', 'x'.repeat(500)],
  Cookie: ['a=b; __proto__=c'],
  Upgrade: ['websocket', 'h2c'],
  'Access-Control-Request-Method': ['DELETE'],
};

const header = fc
  .constantFrom(...Object.keys(VALUES))
  .chain((name) =>
    headerText(
      fc.oneof({ weight: 3, arbitrary: oftenOneOf(VALUES[name] ?? []) }, { weight: 1, arbitrary: anyText }),
    ).map((value): [string, string] => [name, value]),
  );

const MESSAGE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** An address with what is usually sent to it. */
const usual = fc.constantFrom<Sent>(
  ...PATHS.filter((path) => !/^\/(?:oauth|mcp$)/.test(path)).map((path) => ({
    method: 'GET',
    target: path,
    headers: [],
  })),
  ...['/mcp', '/mcp', '/mcp/knowledge', '/oauth/register'].map((path) => ({
    method: 'POST',
    target: path,
    headers: [['Content-Type', 'application/json']] as const,
    body: MESSAGE,
  })),
  ...['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/authorize'].map((path) => ({
    method: 'POST',
    target: path,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']] as const,
    body: 'grant_type=client_credentials&token=x',
  })),
);

describe('any address', () => {
  it('whatever the method and the path', async (t) => {
    const body = fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('', '{}', 'a=b', '\0') },
    );
    const cases = fc.record({ method, target, body });
    const attempt = async (one: { method: string; target: string; body: string | undefined }) =>
      (await server.ask({ ...one, headers: [] })).kind;
    await fuzz(t, { cases, attempt, prepare, atLeast: { 200: 0.1, 404: 0.1, 405: 0.05, 400: 0.05 } });
  });

  it('whatever the headers', async (t) => {
    const cases = fc.tuple(usual, fc.array(header, { minLength: 1, maxLength: 6 }));
    const attempt = async ([request, headers]: [Sent, [string, string][]]) => {
      const given = headers.map(([name, value]) => [name, value.replaceAll('TOKEN', token)] as const);
      const replaced = new Set(given.map(([name]) => name));
      const own = request.headers.filter(([name]) => !replaced.has(name));
      return (await server.ask({ ...request, headers: [...own, ...given] })).kind;
    };
    await fuzz(t, { cases, attempt, prepare, atLeast: { 200: 0.2, 401: 0.05, 406: 0.005, 304: 0.001 } });
  });
});
