import { MCP_VERSIONS } from '../service.ts';

/** The stateless revision, in which every request carries its own metadata. */
export const MODERN_VERSION = MCP_VERSIONS[0];

/**
 * Revisions with a handshake. The last two are answered and not advertised: 2025-03-26 is what an absent header means, and
 * alone has batches; 2024-11-05 knows no Streamable HTTP, but the first official SDKs that do still name it.
 */
export const LEGACY_VERSIONS: readonly string[] = [...MCP_VERSIONS.slice(1), '2025-03-26', '2024-11-05'];

/** Keys of the metadata that a modern request carries. */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

/** JSON-RPC and MCP error codes that we emit. */
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
  /** Of the request that is refused; left out when it could not be read. */
  readonly id?: MessageId | undefined;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A refusal of the MCP endpoint: an HTTP status and a JSON-RPC error. */
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
