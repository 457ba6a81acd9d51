import assert from 'node:assert/strict';
import { identified } from '../helpers/oauth.ts';
import { CLIENT_VERSIONS, PACKAGES, SDK_VERSIONS } from './packages.ts';
import { useTools, type Stage, type Trial } from './trial.ts';

const { libraries } = PACKAGES;

const textOf = (result: any): string => {
  assert.ok(!result.isError, JSON.stringify(result));
  return result.content[0].text;
};

/** Connects an official client, and has it use the tools. */
async function useOfficialClient(client: any, transport: object): Promise<string> {
  await client.connect(transport);
  const done = await useTools({
    list: async () => (await client.listTools()).tools.map((tool: any) => tool.name),
    call: async (name, given) => textOf(await client.callTool({ name, arguments: given })),
  });
  await client.close();
  return done;
}

const WHO = { name: 'test', version: '1' };

function sdkTrial(version: string): Trial {
  return {
    name: 'MCP TypeScript SDK',
    version,
    group: 'sdks',
    attempt: async ({ server, installed }) => {
      const { Client } = await installed.load(`sdk-${version}/client/index.js`);
      const { StreamableHTTPClientTransport } = await installed.load(`sdk-${version}/client/streamableHttp.js`);
      return await useOfficialClient(
        new Client(WHO),
        new StreamableHTTPClientTransport(new URL(`${server.publicUrl}/mcp`)),
      );
    },
  };
}

function clientTrial(version: string): Trial {
  return {
    name: 'MCP TypeScript client',
    version,
    group: 'sdks',
    attempt: async ({ server, installed }) => {
      const { Client, StreamableHTTPClientTransport } = await installed.load(`client-${version}`);
      const url = new URL(`${server.publicUrl}/mcp`);
      const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
      await useOfficialClient(new Client(WHO), new StreamableHTTPClientTransport(url));
      const done = await useOfficialClient(new Client(WHO, modern), new StreamableHTTPClientTransport(url));
      return `${done}, in both eras`;
    },
  };
}

async function aiSdk({ server, installed }: Stage): Promise<string> {
  const { createMCPClient } = await installed.load('@ai-sdk/mcp');
  const own = await createMCPClient({ transport: { type: 'http', url: `${server.publicUrl}/mcp` } });
  const tools = await own.tools();
  const done = await useTools({
    list: () => Promise.resolve(Object.keys(tools)),
    call: async (name, given) => textOf(await tools[name].execute(given, { toolCallId: '1', messages: [] })),
  });
  await own.close();
  return done;
}

async function langChain({ server, installed }: Stage): Promise<string> {
  const { MultiServerMCPClient } = await installed.load('@langchain/mcp-adapters');
  const own = new MultiServerMCPClient({
    mcpServers: { contenido: { transport: 'http', url: `${server.publicUrl}/mcp` } },
  });
  const tools: readonly any[] = await own.getTools();
  const done = await useTools({
    list: () => Promise.resolve(tools.map((tool) => tool.name)),
    call: async (name, given) => {
      const id = '1';
      const message = await tools
        .find((tool) => tool.name === name)
        .invoke({ name, args: given, id, type: 'tool_call' });
      // One block of text comes as JSON of the block.
      return (JSON.parse(message.content) as { text: string }).text;
    },
  });
  await own.close();
  return done;
}

/** The bridge by which clients that know only stdio reach a server; the official client is at its other end. */
async function mcpRemote({ server, installed, home }: Stage): Promise<string> {
  const { Client } = await installed.load('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await installed.load('@modelcontextprotocol/sdk/client/stdio.js');
  const bridge = (...more: readonly string[]) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [installed.file('mcp-remote/dist/proxy.js'), `${server.publicUrl}/mcp`, ...more],
      env: { HOME: home, PATH: '/usr/bin:/bin' },
      stderr: 'ignore',
    });
  const done = await useOfficialClient(new Client(WHO), bridge());
  const { client: registered, headers } = await identified(server);
  const client = new Client(WHO);
  await client.connect(bridge('--header', `Authorization: ${headers.Authorization}`));
  const { structuredContent } = await client.callTool({ name: 'get_quota', arguments: {} });
  assert.equal(structuredContent.client_id, registered.client_id);
  await client.close();
  return `${done}, and with a token get_quota`;
}

async function inspector({ server, installed, home, run }: Stage): Promise<string> {
  const program = installed.file('.bin/mcp-inspector');
  const ask = async (...args: readonly string[]): Promise<any> =>
    JSON.parse(
      await run(program, ['--cli', `${server.publicUrl}/mcp`, '--transport', 'http', '--method', ...args], {
        cwd: home,
      }),
    );
  return await useTools({
    list: async () => (await ask('tools/list')).tools.map((tool: any) => tool.name),
    call: async (name, given) => {
      const args = Object.entries(given).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
      return textOf(await ask('tools/call', '--tool-name', name, ...args));
    },
  });
}

/** Libraries and tools by which programs become MCP clients. */
export const LIBRARY_TRIALS: readonly Trial[] = [
  ...SDK_VERSIONS.map(sdkTrial),
  ...CLIENT_VERSIONS.map(clientTrial),
  {
    name: 'MCP Inspector CLI',
    version: libraries['@modelcontextprotocol/inspector'],
    group: 'libraries',
    attempt: inspector,
  },
  { name: 'mcp-remote', version: libraries['mcp-remote'], group: 'libraries', attempt: mcpRemote },
  { name: 'AI SDK', version: libraries['@ai-sdk/mcp'], group: 'libraries', attempt: aiSdk },
  {
    name: 'LangChain MCP adapters',
    version: libraries['@langchain/mcp-adapters'],
    group: 'libraries',
    attempt: langChain,
  },
];
