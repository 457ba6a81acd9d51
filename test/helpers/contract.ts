import assert from 'node:assert/strict';
import OpenAPIResponseValidator from 'openapi-response-validator';
import { DEFAULT_CITIES } from '../../shared/cities.ts';
import { createOperations } from '../../shared/operations.ts';
import { openApiDocument } from '../../server/openapi/document.ts';

const SITE = 'https://casa.example';
const API = '/wp-json/agentes/v1';
const contract: any = openApiDocument({
  config: { siteUrl: SITE, baseUrl: `${SITE}${API}`, withdrawal: undefined },
  operations: createOperations(DEFAULT_CITIES.map((city) => city.slug)),
});
// The package types its default export as CommonJS; at run time the class is one level down.
const Validator = (OpenAPIResponseValidator as any).default ?? OpenAPIResponseValidator;

/** `fetch`, with the answer held against the contract. */
export async function fetchInContract(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init);
  const { pathname } = new URL(url);
  const path = pathname === API || pathname.startsWith(`${API}/`) ? pathname.slice(API.length) : pathname;
  await assertInContract(path, init.method ?? 'GET', answer);
  return answer;
}

/**
 * Holds an answer against the published contract: its status, its body, and the form of its headers. `path` is below
 * `{base_url}`, or below `{site_url}` for what is not part of the API. What the contract does not name is let pass.
 */
async function assertInContract(path: string, method: string, answer: Response): Promise<void> {
  const item = contract.paths[path === '' ? '/' : path];
  const operation = item?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
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
  const validator = new Validator({ responses: { 200: { schema } }, components: contract.components });
  const faults = validator.validateResponse(200, await answer.clone().json());
  assert.equal(faults, undefined, `${path}: ${JSON.stringify(faults)}`);
}

function resolve(value: any): any {
  if (typeof value?.$ref !== 'string') return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((node: any, key: string) => node[key], contract);
}
