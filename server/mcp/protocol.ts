import { MCP_VERSIONS } from '../service.ts';

/** Stateless protocol revision; each request carries its metadata. */
export const MODERN_VERSION = MCP_VERSIONS[0];

/**
 * Protocol revisions with a handshake. The last two are accepted but not advertised: 2025-03-26 is the default without
 * a header, and defines batches. The first official SDKs with Streamable HTTP still send 2024-11-05.
 */
export const LEGACY_VERSIONS: readonly string[] = [...MCP_VERSIONS.slice(1), '2025-03-26', '2024-11-05'];

/** Keys of the metadata in a stateless request and its response. */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  server: 'io.modelcontextprotocol/serverInfo',
} as const;

/** JSON-RPC and MCP error codes of this server. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

export type MessageId = string | number;

type McpErrorOptions = {
  // Id of the failed request, if it could be parsed.
  readonly id?: MessageId | undefined;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Error response of the MCP endpoint: an HTTP status and a JSON-RPC error. */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly status: number;
  readonly code: number;
  readonly id: MessageId | undefined;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: number, message: string, options: McpErrorOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.id = options.id;
    this.data = options.data;
    this.headers = options.headers ?? {};
  }
}
