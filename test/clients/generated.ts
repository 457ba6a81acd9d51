import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { jsonOf } from '../helpers/running-server.ts';
import { PACKAGES } from './packages.ts';
import type { Stage, Trial } from './trial.ts';

const { generators, contracts } = PACKAGES;

type Call = (...given: any[]) => Promise<any>;

/** A generated client. */
type Generated = {
  /** The operations of the contract, by operationId: input in, body of the answer out. */
  readonly calls: Readonly<Record<string, Call>>;
  /** Sends this token from now on. */
  readonly useToken: (token: string) => void;
};

/** An operation of the contract, and where its input goes. */
type Operation = { readonly id: string; readonly tag: string; readonly input: 'query' | 'body' | undefined };

async function operationsIn(contract: string): Promise<readonly Operation[]> {
  const { paths } = await jsonOf(await fetch(contract));
  const all = Object.values<any>(paths).flatMap((item) => Object.values<any>(item));
  return all.map(({ operationId: id, tags: [tag], requestBody, parameters = [] }) => ({
    id,
    tag,
    input: requestBody ? 'body' : parameters.length > 0 ? 'query' : undefined,
  }));
}

/** Calls every operation of the contract at the addresses of the contract, and holds the answers against the index. */
async function callEverything(operations: readonly Operation[], client: Generated): Promise<string> {
  const called = new Set<string>();
  const call = async (id: string, given: object = {}): Promise<any> => {
    called.add(id);
    const send = client.calls[id];
    assert.ok(send, `the contract has no ${id}`);
    return await send(given);
  };
  assert.equal((await call('get_index')).operations.length, Object.keys(DEFAULT_OPERATIONS).length);
  const { results, next_cursor: cursor } = await call('search_pages', { query: 'fugas', city: 'madrid', limit: 1 });
  assert.deepEqual([results[0].title, cursor], ['Fontanería en Madrid', null]);
  assert.match((await call('read_page', { url: results[0].url })).markdown, /^Fontaneros en Madrid/);
  assert.equal((await call('get_company_info', { section: 'contact' })).legal_name, 'Casa a punto, S. L.');
  assert.equal((await call('get_changes', { limit: 1 })).changes.length, 1);

  const registered = await call('register_client', { client_name: 'Prueba' });
  const { client_id, client_secret } = registered;
  const credentials = { client_id, client_secret };
  const { access_token: token } = await call('get_token', { grant_type: 'client_credentials', ...credentials });
  assert.equal((await call('introspect_token', { token, ...credentials })).active, true);
  client.useToken(token);
  assert.deepEqual([(await call('get_quota')).client_id, (await call('get_quota')).limit], [client_id, 600]);
  assert.equal((await call('get_agent_identity')).client_name, 'Prueba');
  for (const [id, name] of [
    ['mcp', 'search_pages'],
    ['mcp_knowledge', 'search'],
  ] as const) {
    const params = { name, arguments: { query: 'fugas' } };
    const { result } = await call(id, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    assert.equal(result.structuredContent.results.length, 3);
  }
  const assistant = await call('register_client', { redirect_uris: ['http://127.0.0.1:8123/volver'] });
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
  await call('authorize_client', { response_type: 'code', client_id: assistant.client_id, ...challenge });
  await call('revoke_token', { token, ...credentials });
  assert.equal((await call('introspect_token', { token, ...credentials })).active, false);

  assert.deepEqual([...called].toSorted(), operations.map(({ id }) => id).toSorted());
  return `generated and compiled a client, called all ${operations.length} operations`;
}

/** The function of an operation, which generators name in camel case. */
function functionOf(functions: Readonly<Record<string, Call>>, id: string): Call {
  const named = functions[id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
  assert.ok(named, `there is no function for ${id}`);
  return named;
}

/** Has TypeScript check and compile a generated client; the function that it returns loads a module of it. */
async function compile({ installed, home, run }: Pick<Stage, 'installed' | 'home' | 'run'>, entry: string) {
  const output = join(home, 'compiled');
  // Generators leave file extensions out, which only modules of this kind may.
  const modules = ['--module', 'commonjs', '--moduleResolution', 'node10'];
  const options = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', ...modules];
  await run(installed.file('.bin/tsc'), [...options, '--outDir', output, entry], { cwd: home });
  return (file: string): any => createRequire(join(output, 'index.js'))(`./${file}`);
}

async function heyApi({ server, installed, home, run }: Stage): Promise<string> {
  const output = join(home, 'hey-api');
  const contract = `${server.publicUrl}/openapi.json`;
  await run(installed.file('.bin/openapi-ts'), ['--input', contract, '--output', output], { cwd: home });
  const load = await compile({ installed, home, run }, join(output, 'sdk.gen.ts'));
  const sdk: Record<string, Call> = load('sdk.gen.js');
  const { client } = load('client.gen.js');
  const operations = await operationsIn(contract);
  const calls = operations.map(({ id, input }): [string, Call] => [
    id,
    async (given: object) => {
      const { data, error } = await functionOf(sdk, id)(input && { [input]: given });
      assert.equal(error, undefined, `${id}: ${String(error)} ${JSON.stringify(error)}`);
      return data;
    },
  ]);
  // A secret in the form is how these calls authenticate; a token goes where the contract says "bearer".
  const useToken = (token: string) =>
    client.setConfig({ auth: ({ scheme }: any) => (scheme === 'bearer' ? token : undefined) });
  return await callEverything(operations, { calls: Object.fromEntries(calls), useToken });
}

async function swaggerTypescriptApi({ server, installed, home, run }: Stage): Promise<string> {
  const contract = `${server.publicUrl}/openapi.json`;
  const args = ['generate', '--path', contract, '--output', home, '--name', 'api.ts'];
  await run(installed.file('.bin/swagger-typescript-api'), args, { cwd: home });
  const load = await compile({ installed, home, run }, join(home, 'api.ts'));
  const { Api } = load('api.js');
  const api = new Api({
    securityWorker: (token: string | null) => (token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  });
  const methods = Object.assign({}, ...Object.values(api).filter((value) => typeof value === 'object')) as Record<
    string,
    Call
  >;
  const operations = await operationsIn(contract);
  const calls = operations.map(({ id, tag, input }): [string, Call] => [
    id,
    async (given: object) => {
      // It supports a single scheme of authentication, which differs from that of a client at the OAuth endpoints.
      const options = tag === 'oauth' ? { secure: false } : {};
      const { data } = await functionOf(methods, id)(...(input ? [given, options] : [options]));
      return data;
    },
  ]);
  return await callEverything(operations, { calls: Object.fromEntries(calls), useToken: api.setSecurityData });
}

async function swaggerParser({ server, installed }: Stage): Promise<string> {
  const { default: SwaggerParser } = await installed.load('@apidevtools/swagger-parser');
  // It fetches nothing from this machine.
  const contract = await jsonOf(await fetch(`${server.publicUrl}/openapi.json`));
  const { openapi, paths } = await SwaggerParser.validate(contract);
  assert.equal(openapi, '3.1.0');
  return `validated ${Object.keys(paths).length} paths`;
}

/** Lets generated code in the home import the installed packages. */
const linkPackages = ({ installed, home }: Stage) => symlink(installed.file('.'), join(home, 'node_modules'));

async function openApiZodClient(stage: Stage): Promise<string> {
  const { server, installed, home, run } = stage;
  const contract = `${server.publicUrl}/openapi.json`;
  await linkPackages(stage);
  await run(installed.file('.bin/openapi-zod-client'), [contract, '-o', join(home, 'api.ts')], { cwd: home });
  const load = await compile({ installed, home, run }, join(home, 'api.ts'));
  const { createApiClient } = load('api.js');
  const own = createApiClient(server.publicUrl);
  const operations = await operationsIn(contract);
  // It sends no token by itself.
  const calls = operations.map(({ id, input }): [string, Call] => [
    id,
    async (given: object) => {
      const call = own[id] as Call;
      return await (input === 'body' ? call(given) : call(input && { queries: given }));
    },
  ]);
  const useToken = (token: string) => {
    own.axios.interceptors.request.use((config: any) => {
      if (!config.url.includes('/oauth/')) config.headers.set('Authorization', `Bearer ${token}`);
      return config;
    });
  };
  return await callEverything(operations, { calls: Object.fromEntries(calls), useToken });
}

async function openApiMcpGenerator(stage: Stage): Promise<string> {
  const { server, installed, home, run } = stage;
  await linkPackages(stage);
  const output = join(home, 'generated');
  const contract = `${server.publicUrl}/openapi.json`;
  await run(installed.file('.bin/openapi-mcp-generator'), ['--input', contract, '--output', output], { cwd: home });
  await run(installed.file('.bin/tsc'), ['--project', output], { cwd: output });
  const { Client } = await installed.load('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await installed.load('@modelcontextprotocol/sdk/client/stdio.js');
  const own = new Client({ name: 'test', version: '1' });
  await own.connect(new StdioClientTransport({ command: process.execPath, args: [join(output, 'build/index.js')] }));
  const names = (await own.listTools()).tools.map(({ name }: { readonly name: string }) => name);
  assert.deepEqual(names.toSorted(), (await operationsIn(contract)).map(({ id }) => id).toSorted());
  const given = { query: 'fugas', city: 'madrid', limit: 1 };
  const { content } = await own.callTool({ name: 'search_pages', arguments: given });
  await own.close();
  assert.match(content[0].text, /Fontanería en Madrid/);
  return `generated and compiled a server of ${names.length} tools, called search_pages`;
}

/** Generators of clients from the contract. */
export const GENERATOR_TRIALS: readonly Trial[] = [
  { name: 'hey-api', version: generators['@hey-api/openapi-ts'], group: 'generators', attempt: heyApi },
  {
    name: 'swagger-typescript-api',
    version: generators['swagger-typescript-api'],
    group: 'generators',
    attempt: swaggerTypescriptApi,
  },
  {
    name: 'swagger-parser',
    version: contracts['@apidevtools/swagger-parser'],
    group: 'contracts',
    attempt: swaggerParser,
  },
  {
    name: 'openapi-zod-client',
    version: contracts['openapi-zod-client'],
    group: 'contracts',
    attempt: openApiZodClient,
  },
  {
    name: 'openapi-mcp-generator',
    version: contracts['openapi-mcp-generator'],
    group: 'contracts',
    attempt: openApiMcpGenerator,
  },
];
