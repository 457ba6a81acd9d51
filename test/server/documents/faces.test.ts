import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

describe('the faces of the service', () => {
  it('agree on operations, parameters and answers: index document, contract, MCP tools, card and agents.md', async () => {
    const index = await jsonOf(await server.get(''));
    const contract = await jsonOf(await fetch(`${server.url}/openapi.json`));
    const listed = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const { tools } = (await jsonOf(listed)).result;
    const card = await jsonOf(await fetch(`${server.url}/mcp/server-card`));
    const agents = await (await fetch(`${server.url}/agents.md`)).text();
    const ids = index.operations.map((operation: any) => operation.id);
    assert.deepEqual(ids, ['search_pages', 'read_page', 'get_company_info', 'get_quota']);
    for (const faces of [tools, card.tools])
      assert.deepEqual(
        faces.map((tool: any) => tool.name),
        ids,
      );
    for (const operation of index.operations) {
      const { get } = contract.paths[new URL(operation.url).pathname.replace('/wp-json/agentes/v1', '')];
      const tool = tools.find((one: any) => one.name === operation.id);
      assert.equal(get.operationId, operation.id);
      assert.deepEqual([get.description, tool.description], [operation.description, operation.description]);
      assert.ok(agents.includes(`### ${operation.id}: ${operation.title}\n`));
      const answer = get.responses['200'].content['application/json'].schema.$ref.split('/').at(-1);
      assert.deepEqual(tool.outputSchema, contract.components.schemas[answer]);
      for (const { name, required, schema } of operation.parameters) {
        const parameter = get.parameters.find((one: any) => one.name === name);
        assert.deepEqual({ description: parameter.description, ...parameter.schema }, schema, name);
        assert.deepEqual(tool.inputSchema.properties[name], schema);
        assert.equal(parameter.required, required);
        assert.equal(tool.inputSchema.required?.includes(name) ?? false, required);
        assert.ok(agents.includes(`| \`${name}\` | ${required ? 'sí' : 'no'} |`));
      }
    }
  });
});
