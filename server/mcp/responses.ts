import { MCP_CAPABILITIES, MCP_VERSIONS } from '../service.ts';
import { LEGACY_VERSIONS, META } from './protocol.ts';
import type { McpRequest } from './read-message.ts';
import type { Tool, ToolAnswer } from './tools.ts';

// Cache hint for responses that are the same for all clients.
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Tools and texts of an endpoint. */
export type Offer = {
  readonly tools: readonly Tool[];
  readonly instructions: string;
  readonly serverInfo: Readonly<Record<'name' | 'title' | 'version' | 'description' | 'websiteUrl', string>>;
};

/** Returns the JSON-RPC response to a request; `answer` is the result of a tool. */
export function responseTo(request: McpRequest, offer: Offer, answer?: ToolAnswer): string {
  const { era, id } = request;
  const plain = answer ?? resultOf(request, offer);
  const result =
    era === 'legacy'
      ? plain
      : {
          ...plain,
          resultType: 'complete',
          ...(answer === undefined && CACHE_HINT),
          _meta: { [META.server]: offer.serverInfo },
        };
  return JSON.stringify({ result, jsonrpc: '2.0', id });
}

function resultOf({ method, params }: McpRequest, { tools, instructions, serverInfo }: Offer): object {
  switch (method) {
    case 'initialize': {
      const { protocolVersion: requested } = params;
      const protocolVersion = LEGACY_VERSIONS.find((version) => version === requested) ?? LEGACY_VERSIONS[0];
      return { protocolVersion, capabilities: MCP_CAPABILITIES, serverInfo, instructions };
    }
    case 'server/discover':
      return { supportedVersions: MCP_VERSIONS, capabilities: MCP_CAPABILITIES, instructions };
    case 'tools/list':
      return { tools };
    default:
      // `ping`
      return {};
  }
}
