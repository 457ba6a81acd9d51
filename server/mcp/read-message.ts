import type { IncomingHttpHeaders } from 'node:http';
import { MCP_VERSIONS } from '../service.ts';
import { CODES, LEGACY_VERSIONS, McpError, META, MODERN_VERSION, type MessageId } from './protocol.ts';

/** A validated JSON-RPC request. */
export type McpRequest = {
  readonly era: 'modern' | 'legacy';
  readonly id: MessageId;
  readonly method: string;
  /** Header `MCP-Protocol-Version`. */
  readonly version: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** The parsed body, for the SDK. */
  readonly body: unknown;
};

// Supported methods by era. A method of the other era is unknown.
const METHODS: Record<McpRequest['era'], readonly string[]> = {
  modern: ['server/discover', 'tools/list', 'tools/call'],
  legacy: ['initialize', 'ping', 'tools/list', 'tools/call'],
};

// Methods with an `Mcp-Name` header, and the parameter that it repeats.
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Parses the body of a POST request; returns `undefined` for a message without a response (a notification, or a
 * response of the client). Throws an McpError for the first failed check: JSON-RPC, revision and headers, method.
 */
export function readMessage(headers: IncomingHttpHeaders, text: string): McpRequest | undefined {
  const body = parse(text);
  if (!('method' in body) && ('result' in body || 'error' in body)) return undefined;
  const { id, method, params: given = {} } = body;
  if (id === undefined) {
    if (typeof method === 'string') return undefined;
    throw invalid('method must be a string');
  }
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) throw invalid('id must be a string or a whole number');
  const known = id as MessageId;
  if (typeof method !== 'string') throw invalid('method must be a string', known);
  if (!isObject(given)) throw invalid('params must be an object', known);
  const params = withoutNullArguments(given);
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const era = eraOf(headers, meta);
  if (era === 'modern') checkModern(headers, method, params, meta, known);
  else checkLegacy(headers, known);
  if (!METHODS[era].includes(method)) {
    throw new McpError(era === 'modern' ? 404 : 200, CODES.methodNotFound, `Method not found: ${method}`, {
      id: known,
    });
  }
  const wrong = faultOf(method, params);
  if (wrong !== undefined) {
    throw new McpError(era === 'modern' ? 400 : 200, CODES.invalidParams, wrong, { id: known });
  }
  const version = header(headers, 'mcp-protocol-version');
  return { era, id: known, method, version, params, body: { ...body, params } };
}

// Some clients send `arguments: null` for a call without arguments.
function withoutNullArguments(params: Record<string, unknown>): Record<string, unknown> {
  const { arguments: sent, ...rest } = params;
  return sent === null ? rest : params;
}

// Validates parameters before the SDK, whose errors are reports of its validator.
function faultOf(method: string, { name, arguments: sent, cursor }: Record<string, unknown>): string | undefined {
  if (method === 'tools/list' && cursor !== undefined) return 'There is only one page';
  if (method !== 'tools/call') return undefined;
  if (typeof name !== 'string') return 'name must be the name of a tool';
  return sent === undefined || isObject(sent)
    ? undefined
    : 'arguments must be an object, with each argument by its name';
}

function parse(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new McpError(400, CODES.parseError, 'The body is not JSON');
  }
  if (Array.isArray(body)) throw invalid('Batches are not supported: send one message at a time');
  if (!isObject(body) || body['jsonrpc'] !== '2.0') throw invalid('The body must be a JSON-RPC 2.0 message');
  return body;
}

// Metadata or the version header identifies a stateless request.
function eraOf(headers: IncomingHttpHeaders, meta: Record<string, unknown>): McpRequest['era'] {
  const version = header(headers, 'mcp-protocol-version');
  const modern = meta[META.version] !== undefined || (version !== undefined && version >= '2026');
  return modern ? 'modern' : 'legacy';
}

function checkModern(
  headers: IncomingHttpHeaders,
  method: string,
  params: Record<string, unknown>,
  meta: Record<string, unknown>,
  id: MessageId,
): void {
  const mismatch = (message: string) => new McpError(400, CODES.headerMismatch, message, { id });
  const version = header(headers, 'mcp-protocol-version');
  const claimed = meta[META.version];
  if (version === undefined || (claimed !== undefined && claimed !== version)) {
    throw mismatch(`MCP-Protocol-Version must be present and equal to _meta["${META.version}"]`);
  }
  if (version !== MODERN_VERSION) {
    throw new McpError(400, CODES.unsupportedVersion, `Unsupported protocol version: ${version}`, {
      id,
      data: { supported: MCP_VERSIONS, requested: version },
    });
  }
  if (header(headers, 'mcp-method') !== method) throw mismatch('Mcp-Method must be present and equal to method');
  const subject = NAMED[method];
  if (subject !== undefined && decodeName(header(headers, 'mcp-name')) !== params[subject]) {
    throw mismatch(`Mcp-Name must be present and equal to params.${subject}`);
  }
  if (claimed === undefined || !isObject(meta[META.capabilities])) {
    throw new McpError(
      400,
      CODES.invalidParams,
      `_meta must have "${META.version}" and the object "${META.capabilities}"`,
      { id },
    );
  }
}

function checkLegacy(headers: IncomingHttpHeaders, id: MessageId): void {
  const version = header(headers, 'mcp-protocol-version');
  if (version === undefined || LEGACY_VERSIONS.includes(version)) return;
  throw invalid(`Unsupported protocol version: ${version}; supported: ${MCP_VERSIONS.join(', ')}`, id);
}

// A non-ASCII name is encoded as `=?base64?…?=`; further forms are not decoded.
function decodeName(name: string | undefined): string | undefined {
  const [, encoded] =
    /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/.exec(name ?? '') ?? [];
  return encoded === undefined ? name : Buffer.from(encoded, 'base64').toString('utf8');
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(message: string, id?: MessageId): McpError {
  return new McpError(400, CODES.invalidRequest, message, { id });
}
