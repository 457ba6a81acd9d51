import assert from 'node:assert/strict';
import OpenAPIResponseValidator from 'openapi-response-validator';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { openApiDocument } from '../../server/openapi/document.ts';

const SITE = 'https://casa.example';
const API = '/wp-json/agentes/v1';
const contract: any = openApiDocument({
  config: { siteUrl: SITE, baseUrl: `${SITE}${API}`, withdrawal: undefined },
  operations: DEFAULT_OPERATIONS,
});
// The package types its default export as CommonJS; at run time the class is one level down.
const Validator = (OpenAPIResponseValidator as any).default ?? OpenAPIResponseValidator;

/** `fetch`, with the answer held against the contract. */
export async function fetchInContract(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init);
  const { status, headers } = answer;
  assertInContract(new URL(url).pathname, init.method ?? 'GET', { status, headers, body: await answer.clone().text() });
  return answer;
}

type Answer = { readonly status: number; readonly headers: Pick<Headers, 'get'>; readonly body: string };

/**
 * Holds an answer of this path against the published contract: its status, its body, and the form of its headers. What
 * the contract does not name is let pass.
 */
export function assertInContract(pathname: string, method: string, answer: Answer): void {
  const isOfApi = pathname === API || pathname.startsWith(`${API}/`);
  const path = isOfApi ? pathname.slice(API.length) || '/' : pathname;
  const item = contract.paths[path];
  // Only what is not below `{base_url}` names a server of its own.
  if (item === undefined || isOfApi !== (item.servers === undefined)) return;
  const operation = item[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined) return;
  const response = resolve(operation.responses[answer.status]);
  assert.ok(response, `${path}: the contract has no status ${answer.status}`);
  for (const [name, header] of Object.entries<any>(response.headers ?? {})) {
    const value = answer.headers.get(name);
    if (value === null) continue;
    const { type, minimum } = resolve(header).schema;
    if (type === 'integer') assert.ok(/^\d+$/.test(value) && Number(value) >= (minimum ?? 0), `${name}: ${value}`);
  }
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';', 1);
  if (method === 'HEAD' || response.content === undefined) return;
  assert.ok(response.content[type], `${path}: the contract has no ${type} for ${answer.status}`);
  if (type !== 'application/json') return;
  const { schema } = response.content[type];
  const faults = validatorOf(schema).validateResponse(200, JSON.parse(answer.body));
  assert.equal(faults, undefined, `${path}: ${JSON.stringify(faults)}`);
}

const validators = new Map<object, any>();

function validatorOf(schema: object): any {
  const known = validators.get(schema);
  if (known) return known;
  const made = new Validator({ responses: { 200: { schema } }, components: contract.components });
  validators.set(schema, made);
  return made;
}

function resolve(value: any): any {
  if (typeof value?.$ref !== 'string') return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((node: any, key: string) => node[key], contract);
}
