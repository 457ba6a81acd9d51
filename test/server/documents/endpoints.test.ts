import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEFAULT_OPERATIONS, mcpOperations } from '../../../shared/operations.ts';
import { withoutAnnotations } from '../../../server/operations/json-schema.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };

async function mcp(method: string, params: object = {}): Promise<any> {
  const answer = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await jsonOf(answer)).result;
}

const textAt = async (path: string) => await (await fetch(`${server.url}${path}`)).text();
const idsOf = (listed: readonly { readonly name: string }[]) => listed.map(({ name }) => name);

/** A schema with each reference replaced by the component that it names. */
function withoutReferences(schema: any, contract: any): any {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one) => withoutReferences(one, contract));
  if (typeof schema.$ref === 'string') return contract.components.schemas[schema.$ref.split('/').at(-1)];
  return Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, withoutReferences(one, contract)]));
}

describe('the endpoints of the service', () => {
  it('agree with the operation table: index document, contract, MCP tools, card, agents.md, skill', async () => {
    const ids = Object.keys(DEFAULT_OPERATIONS);
    const tools = Object.keys(mcpOperations(DEFAULT_OPERATIONS));
    const { operations } = await jsonOf(await server.get(''));
    assert.deepEqual(
      operations.map((operation: any) => operation.id),
      ids,
    );
    assert.deepEqual(idsOf((await mcp('tools/list')).tools), tools);
    assert.deepEqual(idsOf((await jsonOf(await fetch(`${server.url}/mcp/server-card`))).tools), tools);
    const { instructions } = await mcp('initialize', INITIALIZE);
    const [agents, skill] = [
      await textAt('/agents.md'),
      await textAt('/.well-known/agent-skills/consulta-contenido/SKILL.md'),
    ];
    for (const { id, title, url, summary } of operations.filter((one: any) => tools.includes(one.id))) {
      assert.ok(instructions.includes(`${id} (${summary}`), id);
      assert.ok(agents.includes(`### ${id}: ${title}\n`), id);
      assert.ok(skill.includes(`\`${id}\`, ${title}: \`GET ${url}\``), id);
    }
  });

  it('agree on parameters and answers: index document, contract, MCP tools, agents.md', async () => {
    const { operations } = await jsonOf(await server.get(''));
    const contract = await jsonOf(await fetch(`${server.url}/openapi.json`));
    const { tools } = await mcp('tools/list');
    const agents = await textAt('/agents.md');
    for (const operation of operations.filter(({ id }: any) => id !== 'get_changes')) {
      const { get } = contract.paths[new URL(operation.url).pathname];
      const tool = tools.find((one: any) => one.name === operation.id);
      assert.equal(get.operationId, operation.id);
      assert.deepEqual([get.description, tool.description], [operation.description, operation.description]);
      const answer = get.responses['200'].content['application/json'].schema.$ref.split('/').at(-1);
      const described = withoutReferences(contract.components.schemas[answer], contract);
      assert.deepEqual(tool.outputSchema, withoutAnnotations(described));
      for (const { name, required, schema } of operation.parameters) {
        const parameter = get.parameters.find((one: any) => one.name === name);
        assert.deepEqual({ description: parameter.description, ...parameter.schema }, schema, name);
        assert.deepEqual(tool.inputSchema.properties[name], schema);
        assert.equal(parameter.required, required);
        assert.equal(tool.inputSchema.required?.includes(name) ?? false, required);
        assert.match(
          agents,
          new RegExp(
            `^- \`${name}\`${required ? ' \\(obligatorio' : ''}.*: ${parameter.description.slice(0, 20)}`,
            'm',
          ),
        );
      }
    }
  });
});
