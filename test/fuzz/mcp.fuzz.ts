import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { DEFAULT_OPERATIONS, mcpOperations } from '../../shared/operations.ts';
import { compiled } from '../helpers/json-schema.ts';
import { runFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';
import { fuzz } from './runs.ts';
import { anyText, oftenOneOf } from './texts.ts';

let server: FuzzedServer;
let token = '';
const outputs = new Map<string, ValidateFunction>();
before(async () => {
  server = await runFuzzedServer();
  const { body } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), []);
  for (const { name, outputSchema } of JSON.parse(body).result.tools) {
    outputs.set(name, compiled(outputSchema));
  }
});
after(() => server[Symbol.asyncDispose]());

const prepare = async () => {
  ({ token } = await server.refresh());
};

type Header = readonly [string, string];

const post = (body: string, headers: readonly Header[]) =>
  server.ask({ method: 'POST', target: '/mcp', headers: [['Content-Type', 'application/json'], ...headers], body });

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const TOOLS = Object.keys(mcpOperations(DEFAULT_OPERATIONS));
const METHODS = [
  ['tools/list', 'tools/list', 'initialize', 'initialize', 'ping', 'server/discover', 'server/discover'],
  ['notifications/initialized', 'notifications/cancelled', 'prompts/get', 'resources/read', 'completion/complete'],
  ['logging/setLevel', 'subscriptions/listen', 'tasks/get', 'roots/list'],
].flat();

/** Stands for lists within lists: deeper than a program can follow, written out only on the wire. */
const deep = fc.constantFrom(2, 50, 2000, 9000, 30_000).map((depth) => `lists ${depth} deep`);
const writtenOut = (json: string) =>
  json.replaceAll(/"lists (\d+) deep"/g, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)));

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  anyText,
  deep,
  fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1.5,
    2 ** 60,
    true,
    [],
    {},
    { toString: 1, valueOf: 1 },
    { length: -1 },
    { toJSON: 1 },
  ),
);
const mostly = (right: fc.Arbitrary<unknown>, weight = 12) =>
  fc.oneof({ weight, arbitrary: right }, { weight: 1, arbitrary: anything });

const CURSOR_CHARACTER = fc.constantFrom('A', 'B', 'a', '0', '_', '-');

const given: fc.Arbitrary<unknown> = fc.record(
  {
    query: mostly(oftenOneOf(['fugas', 'grifo en gijon', 'larga'], { min: 2, max: 200 })),
    url: mostly(oftenOneOf(['/larga', 'contacto', 'https://casa.example/madrid/'], { min: 1, max: 300 })),
    city: mostly(fc.constantFrom('todas', 'madrid', 'todas')),
    limit: mostly(fc.integer({ min: -1, max: 27 })),
    cursor: mostly(fc.string({ unit: CURSOR_CHARACTER, maxLength: 13 })),
    section: mostly(fc.constantFrom('all', 'contact', 'x')),
    ['__proto__']: anything,
  },
  { requiredKeys: [] },
);

/** Arguments of a call that succeeds; none where a tool needs none. */
const RIGHT: Readonly<Record<string, unknown>> = {
  search_pages: { query: 'fugas', limit: 2 },
  read_page: { url: '/larga' },
  get_company_info: { section: 'contact' },
};

const call = fc
  .oneof({ weight: 9, arbitrary: fc.constantFrom(...TOOLS) }, { weight: 1, arbitrary: oftenOneOf(TOOLS) })
  .chain((name) =>
    fc.record({
      name: mostly(fc.constant(name), 30),
      arguments: fc.oneof(fc.constant(RIGHT[name] ?? {}), mostly(given)),
    }),
  );

const params = fc.oneof(
  { weight: 6, arbitrary: call },
  { weight: 1, arbitrary: fc.record({ cursor: anything }) },
  {
    weight: 1,
    arbitrary: fc.record({
      protocolVersion: mostly(fc.constantFrom('2025-11-25', '2025-03-26', '1')),
      capabilities: mostly(fc.constant({})),
      clientInfo: mostly(fc.constant({ name: 'x', version: '1' })),
    }),
  },
  { weight: 1, arbitrary: anything },
);

const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant('2026-07-28') },
  { weight: 1, arbitrary: oftenOneOf(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2027-01-01']) },
);

type Message = {
  readonly era: string;
  readonly version: string;
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly asked: { readonly method: unknown; readonly params: unknown };
  readonly meta: unknown;
  readonly headers: boolean;
  readonly bearer: string;
};

const message: fc.Arbitrary<Message> = fc.record({
  era: fc.constantFrom('modern', 'legacy'),
  version,
  envelope: fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({ jsonrpc: fc.constant('2.0'), id: mostly(fc.oneof(fc.integer(), anyText), 40) }),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        { jsonrpc: mostly(fc.constant('2.0'), 2), id: anything, result: anything, error: anything },
        { requiredKeys: [] },
      ),
    },
  ),
  asked: fc.oneof(
    { weight: 3, arbitrary: fc.record({ method: fc.constant('tools/call'), params: mostly(call) }) },
    { weight: 1, arbitrary: fc.record({ method: mostly(oftenOneOf(METHODS), 20), params }) },
  ),
  meta: mostly(fc.constant({}), 15),
  headers: fc.oneof({ weight: 15, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  bearer: fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: fc.constant('TOKEN') },
    { weight: 1, arbitrary: fc.constant('x') },
  ),
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The message as it is sent, with the headers that a client of its era adds. */
function written({
  era,
  version: revision,
  envelope,
  asked: { method, params: asked },
  meta,
  headers,
  bearer,
}: Message) {
  const modern = era === 'modern';
  const _meta = { [VERSION]: revision, [CAPABILITIES]: {}, ...(isObject(meta) ? meta : {}) };
  const body = {
    ...envelope,
    method,
    params: modern && isObject(asked) ? { ...asked, _meta: isObject(meta) ? _meta : meta } : asked,
  };
  const name = isObject(asked) ? (asked['name'] ?? asked['uri']) : undefined;
  const all: [string, unknown][] = [
    ['MCP-Protocol-Version', modern ? revision : '2025-11-25'],
    ...(modern
      ? ([
          ['Mcp-Method', method],
          ['Mcp-Name', name],
        ] as [string, unknown][])
      : []),
  ];
  const sent = headers
    ? all
        .filter((one): one is [string, string] => typeof one[1] === 'string')
        .map(([field, value]): Header => [field, asHeader(value)])
    : [];
  return {
    body: writtenOut(JSON.stringify(body)),
    headers: bearer === '' ? sent : [...sent, ['Authorization', `Bearer ${bearer.replace('TOKEN', token)}`] as const],
  };
}

function asHeader(value: string): string {
  return /^[\x21-\x7e]*$/.test(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

/** An answer is JSON-RPC for this request; what a tool says is what it declared. */
function judge(sent: string, answer: { readonly status: number; readonly body: string }): string {
  if (answer.status === 202) return '202';
  const request: unknown = JSON.parse(sent);
  const reply = JSON.parse(answer.body);
  assert.equal(reply.jsonrpc, '2.0');
  assert.equal('result' in reply, !('error' in reply));
  if ('id' in reply && isObject(request)) assert.deepEqual(reply.id, request['id']);
  if ('error' in reply) {
    assert.ok(Number.isInteger(reply.error.code) && reply.error.code !== -32603, JSON.stringify(reply));
    return `error ${answer.status}`;
  }
  if (!isObject(request) || request['method'] !== 'tools/call') return 'result';
  const name = isObject(request['params']) ? String(request['params']['name']) : '';
  const { content, structuredContent, isError } = reply.result;
  assert.equal(content[0].type, 'text');
  if (isError === true) {
    assert.equal(structuredContent, undefined);
    assert.notEqual(content[0].text, 'Internal error');
    return 'tool error';
  }
  const validate = outputs.get(name);
  assert.ok(validate?.(structuredContent), JSON.stringify(validate?.errors));
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  return 'tool answer';
}

describe('POST /mcp', () => {
  it('whatever the message', async (t) => {
    const attempt = async (one: Message) => {
      const { body, headers } = written(one);
      const answer = await post(body, headers);
      return judge(body, answer);
    };
    await fuzz(t, {
      cases: message,
      prepare,
      attempt,
      atLeast: { 'tool answer': 0.1, 'tool error': 0.1, result: 0.005 },
    });
  });

  it('whatever the body', async (t) => {
    const whole = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_pages', arguments: { query: 'fugas' } },
    });
    const body = fc.oneof(
      fc.tuple(fc.nat(whole.length), anyText).map(([at, piece]) => whole.slice(0, at) + piece + whole.slice(at)),
      fc.tuple(fc.nat(whole.length), fc.nat(9)).map(([at, size]) => whole.slice(0, at) + whole.slice(at + size)),
      fc.array(anything, { maxLength: 3 }).map((batch) => writtenOut(JSON.stringify(batch))),
      fc.constantFrom(
        `[${whole},${whole}]`,
        '['.repeat(60_000),
        '{"a":'.repeat(10_000),
        `\uFEFF${whole}`,
        '',
        'null',
        `"${'a'.repeat(66_000)}"`,
      ),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    const attempt = async (sent: string) => (await post(sent, [])).kind;
    await fuzz(t, { cases: body, prepare, attempt, atLeast: { 200: 0.05, 400: 0.3 } });
  });
});
