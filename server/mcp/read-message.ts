import type { IncomingHttpHeaders } from 'node:http';
// The only import of @modelcontextprotocol/core: the schemas of the official SDK.
import {
  ClientCapabilitiesSchema,
  ImplementationSchema,
  InitializeRequestParamsSchema,
  JSONRPCRequestSchema,
  LoggingLevelSchema,
  RequestIdSchema,
} from '@modelcontextprotocol/core';
import { z } from 'zod';
import { MCP_VERSIONS } from '../service.ts';
import { CODES, LEGACY_VERSIONS, McpError, META, MODERN_VERSION, type MessageId } from './protocol.ts';

/** A validated JSON-RPC request. */
export type McpRequest = {
  readonly era: 'modern' | 'legacy';
  readonly id: MessageId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
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

const MEMBER_FAULTS: Readonly<Record<PropertyKey, string>> = {
  id: 'id must be a string or a whole number',
  method: 'method must be a string',
  params: 'params must be an object',
};

// Metadata of a stateless request.
const EnvelopeSchema = z.looseObject({
  [META.version]: z.string(),
  [META.capabilities]: ClientCapabilitiesSchema,
  [META.client]: ImplementationSchema.optional(),
  [META.logLevel]: LoggingLevelSchema.optional(),
});

/**
 * Parses the body of a POST request; returns `undefined` for a message without a response (a notification, or a
 * response of the client). Throws an McpError for the first failed check: JSON-RPC, revision and headers, method.
 */
export function readMessage(headers: IncomingHttpHeaders, text: string): McpRequest | undefined {
  const body = parse(text);
  if (!('method' in body) && ('result' in body || 'error' in body)) return undefined;
  if (body['id'] === undefined && typeof body['method'] === 'string') return undefined;
  const { id, method, params } = readRequest(body);
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const era = eraOf(headers, meta);
  if (era === 'modern') checkModern(headers, method, params, meta, id);
  else checkLegacy(headers, id);
  if (!METHODS[era].includes(method)) {
    throw new McpError(era === 'modern' ? 404 : 200, CODES.methodNotFound, `Method not found: ${method}`, { id });
  }
  const wrong = faultOf(method, params);
  if (wrong !== undefined) {
    throw new McpError(era === 'modern' ? 400 : 200, CODES.invalidParams, wrong, { id });
  }
  return { era, id, method, params };
}

function readRequest(body: Record<string, unknown>): Omit<McpRequest, 'era'> {
  const { data, error } = JSONRPCRequestSchema.safeParse(body);
  if (data) return { ...data, params: withoutNullArguments(data.params ?? {}) };
  const [member = '', ...below] = error.issues[0]?.path ?? [];
  const fault = below.length === 0 ? MEMBER_FAULTS[member] : undefined;
  throw invalid(fault ?? 'This is not a message as MCP defines it', RequestIdSchema.safeParse(body['id']).data);
}

// Some clients send `arguments: null` for a call without arguments.
function withoutNullArguments(params: Record<string, unknown>): Record<string, unknown> {
  const { arguments: sent, ...rest } = params;
  return sent === null ? rest : params;
}

function faultOf(method: string, params: Record<string, unknown>): string | undefined {
  const { name, arguments: sent, cursor } = params;
  if (method === 'tools/list' && cursor !== undefined) return 'There is only one page';
  if (method === 'initialize' && !InitializeRequestParamsSchema.safeParse(params).success) {
    return 'initialize needs protocolVersion, capabilities and clientInfo';
  }
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
  const { error } = EnvelopeSchema.safeParse(meta);
  if (error) throw new McpError(400, CODES.invalidParams, envelopeFault(error), { id });
}

function envelopeFault({ issues: [issue] }: z.ZodError): string {
  const [key, ...below] = issue?.path ?? [];
  return below.length > 0 || key === META.client || key === META.logLevel
    ? `_meta has an invalid value: ${[key, ...below].join('.')}`
    : `_meta must have "${META.version}" and the object "${META.capabilities}"`;
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
