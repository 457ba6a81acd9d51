// The only import of @modelcontextprotocol/server.
import {
  createMcpHandler,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { MCP_CAPABILITIES, MCP_VERSIONS, SERVICE } from '../service.ts';
import { CODES, LEGACY_VERSIONS, type MessageId } from './protocol.ts';
import type { McpRequest } from './read-message.ts';
import type { Tool, ToolAnswer } from './tools.ts';

// Cache hint for `tools/list`, whose response is the same for all clients.
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

type Options = {
  readonly siteUrl: string;
  readonly path: string;
  readonly service: { readonly title: string; readonly description: string };
  readonly instructions: string;
  readonly tools: readonly Tool[];
  // Calls a tool; returns `undefined` for an unknown name.
  readonly call: (name: string, given: Readonly<Record<string, unknown>>) => ToolAnswer | undefined;
};

/** Passes a validated request to the official SDK. Responses of both eras are JSON. */
export async function answerWithSdk(request: McpRequest, options: Options): Promise<{ status: number; body: string }> {
  const web = new Request(`${options.siteUrl}${options.path}`, {
    method: 'POST',
    headers: sdkHeaders(request),
    body: '{}',
  });
  const response = await (request.era === 'modern' ? modern : legacy)(web, request, options);
  return { status: response.status, body: corrected(request, response.status, await response.text()) };
}

async function modern(web: Request, { body }: McpRequest, options: Options): Promise<Response> {
  const handler = createMcpHandler(() => createServer(options), { legacy: 'reject' });
  return await handler.fetch(web, { parsedBody: body });
}

async function legacy(web: Request, { body }: McpRequest, options: Options): Promise<Response> {
  const server = createServer(options, LEGACY_VERSIONS);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(web, { parsedBody: body });
  } finally {
    await server.close();
  }
}

function createServer({ siteUrl, service, instructions, tools, call }: Options, versions?: readonly string[]): Server {
  const server = new Server(
    {
      name: SERVICE.name,
      title: service.title,
      version: SERVICE.version,
      description: service.description,
      websiteUrl: siteUrl,
    },
    {
      capabilities: MCP_CAPABILITIES,
      instructions,
      cacheHints: { 'tools/list': LIST_HINT, 'server/discover': LIST_HINT },
      ...(versions && { supportedProtocolVersions: [...versions] }),
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const answer = call(params.name, params.arguments ?? {});
    if (answer) return { ...answer };
    const known = tools.map((tool) => tool.name).join(', ');
    throw new ProtocolError(CODES.invalidParams, `Unknown tool: ${params.name}. The tools are: ${known}`);
  });
  return server;
}

// Headers that the SDK requires. They are synthesized, because `readMessage` has validated the client's headers.
function sdkHeaders({ era, method, params, version }: McpRequest): Record<string, string> {
  const name = params['name'];
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(version !== undefined && { 'MCP-Protocol-Version': version }),
    ...(era === 'modern' && { 'Mcp-Method': method }),
    ...(era === 'modern' && typeof name === 'string' && { 'Mcp-Name': encodeName(name) }),
  };
}

function encodeName(name: string): string {
  return /^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;
}

type Answer = {
  readonly id?: MessageId | null;
  readonly result?: object;
  readonly error?: { readonly code: number };
};

// Corrects three responses of the SDK: `server/discover` lists stateless revisions only, parse errors lack the id, and
// invalid parameters of `initialize` are internal errors.
function corrected({ method, id }: McpRequest, status: number, body: string): string {
  if (status === 200 && method !== 'initialize' && method !== 'server/discover') return body;
  const answer = JSON.parse(body) as Answer;
  if (method === 'server/discover' && answer.result) {
    return JSON.stringify({ ...answer, result: { ...answer.result, supportedVersions: MCP_VERSIONS } });
  }
  if (method === 'initialize' && answer.error?.code === CODES.internalError) {
    return refusal(id, CODES.invalidParams, 'initialize needs protocolVersion, capabilities and clientInfo');
  }
  return answer.id === null ? refusal(id, CODES.invalidRequest, 'This is not a message as MCP defines it') : body;
}

function refusal(id: MessageId, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
