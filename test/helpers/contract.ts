import assert from 'node:assert/strict';
import OpenAPIResponseValidator from 'openapi-response-validator';
import { DEFAULT_CITIES } from '../../shared/cities.ts';
import { createOperations } from '../../shared/operations.ts';
import { openApiDocument } from '../../server/openapi/document.ts';

const SITE = 'https://casa.example';
const contract: any = openApiDocument({
  config: { siteUrl: SITE, baseUrl: `${SITE}/wp-json/agentes/v1`, withdrawal: undefined },
  operations: createOperations(DEFAULT_CITIES.map((city) => city.slug)),
});
// The package types its default export as CommonJS; at run time the class is one level down.
const Validator = (OpenAPIResponseValidator as any).default ?? OpenAPIResponseValidator;

/** Holds an answer of the API against the published contract: its status, its body and the headers it must have. */
export async function assertInContract(path: string, method: string, answer: Response): Promise<void> {
  const [route = ''] = path.split('?', 1);
  const operation = contract.paths[route === '' ? '/' : route]?.get;
  if (operation === undefined || !['GET', 'HEAD'].includes(method)) return;
  const response = resolve(operation.responses[answer.status]);
  assert.ok(response, `${path}: the contract has no status ${answer.status}`);
  for (const [name, header] of Object.entries<any>(response.headers ?? {})) {
    const value = answer.headers.get(name);
    if (value === null) continue;
    const { type, minimum } = resolve(header).schema;
    if (type === 'integer') assert.ok(/^\d+$/.test(value) && Number(value) >= (minimum ?? 0), `${name}: ${value}`);
  }
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';', 1);
  if (method === 'HEAD' || answer.status === 304) return;
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
