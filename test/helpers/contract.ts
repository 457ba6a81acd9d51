import assert from 'node:assert/strict';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { openApiDocument } from '../../server/openapi/document.ts';
import { textsOf } from '../../server/texts/texts.ts';
import { compiled } from './json-schema.ts';

const SITE = 'https://casa.example';
const contract: any = openApiDocument({
  config: { siteUrl: SITE, withdrawal: undefined, webhook: { url: '', keys: [] } },
  operations: DEFAULT_OPERATIONS,
  texts: textsOf(undefined),
});

/** `fetch`, with the answer held against the contract. */
export async function fetchInContract(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init);
  const { status, headers } = answer;
  assertInContract(new URL(url).pathname, init.method ?? 'GET', { status, headers, body: await answer.clone().text() });
  return answer;
}

/** Holds a message to CHANGES_WEBHOOK against the published contract. */
export function assertMessageInContract(body: string): void {
  const { schema } = contract.webhooks.changes.post.requestBody.content['application/json'];
  const validate = validatorOf(schema);
  assert.ok(validate(JSON.parse(body)), JSON.stringify(validate.errors));
}

type Answer = { readonly status: number; readonly headers: Pick<Headers, 'get'>; readonly body: string };

/**
 * Holds an answer of this path against the published contract: its status, its body, and the form of its headers. What
 * the contract does not name is let pass.
 */
export function assertInContract(pathname: string, method: string, answer: Answer): void {
  const item = contract.paths[pathname.replace(/(?<=.)\/$/, '')];
  if (item === undefined) return;
  const operation = item[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined) return;
  const response = resolve(operation.responses[answer.status]);
  assert.ok(response, `${pathname}: the contract has no status ${answer.status}`);
  for (const [name, header] of Object.entries<any>(response.headers ?? {})) {
    const value = answer.headers.get(name);
    if (value === null) continue;
    const { type, minimum } = resolve(header).schema;
    if (type === 'integer') assert.ok(/^\d+$/.test(value) && Number(value) >= (minimum ?? 0), `${name}: ${value}`);
  }
  for (const name of Object.keys(contract.components.headers)) {
    const declared = response.headers?.[name] !== undefined || answer.headers.get(name) === null;
    assert.ok(declared, `${pathname}: the contract has no ${name} for ${answer.status}`);
  }
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';', 1);
  if (method === 'HEAD' || response.content === undefined) return;
  assert.ok(response.content[type], `${pathname}: the contract has no ${type} for ${answer.status}`);
  if (type !== 'application/json') return;
  const { schema } = response.content[type];
  const validate = validatorOf(schema);
  assert.ok(validate(JSON.parse(answer.body)), `${pathname}: ${JSON.stringify(validate.errors)}`);
}

const validators = new Map<object, ReturnType<typeof compiled>>();

function validatorOf(schema: object) {
  const known = validators.get(schema);
  if (known) return known;
  const made = compiled({ ...schema, components: contract.components });
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
