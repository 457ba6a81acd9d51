import { SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { headerRefs, QUOTA_HEADERS, schemaRef, VERSION_HEADERS } from './components.ts';
import { integer, objectSchema, text } from './schemas.ts';

const ID = {
  anyOf: [{ type: 'string' }, { type: 'integer' }],
  description: 'Name of the request, which its answer repeats',
};

/** Schemas of the messages of the MCP endpoint. */
export const MCP_SCHEMAS = {
  JsonRpcRequest: objectSchema('A JSON-RPC request, or without `id` a notification', ['jsonrpc', 'method'], {
    jsonrpc: { type: 'string', const: '2.0', description: 'Version of JSON-RPC' },
    id: ID,
    method: text('Method of MCP, such as tools/call'),
    params: { type: 'object', description: 'Parameters of the method' },
  }),
  JsonRpcResponse: objectSchema('A JSON-RPC response: a result or an error', ['jsonrpc'], {
    jsonrpc: { type: 'string', const: '2.0', description: 'Version of JSON-RPC' },
    id: ID,
    result: { type: 'object', description: 'Result of the method' },
    error: { ...schemaRef('JsonRpcError'), description: 'The reason why there is no result' },
  }),
  JsonRpcError: objectSchema('A JSON-RPC error', ['code', 'message'], {
    code: integer('Code of JSON-RPC or MCP'),
    message: text('Readable explanation'),
    data: { type: 'object', description: 'Status and seconds to wait, or the supported revisions' },
  }),
};

const response = (description: string, more: readonly string[] = []) => ({
  description,
  headers: headerRefs([...VERSION_HEADERS, ...more]),
  content: { 'application/json': { schema: schemaRef('JsonRpcResponse') } },
});

/** The MCP endpoint. */
export const mcpPaths = {
  [PATHS.mcp]: {
    post: {
      operationId: 'mcp',
      tags: ['mcp'],
      summary: 'The same operations as MCP tools',
      description: 'Model Context Protocol, Streamable HTTP without sessions: one JSON-RPC message in, one out.',
      security: [{}, { oauth2: SCOPES }, { bearer: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaRef('JsonRpcRequest'),
            example: {
              jsonrpc: '2.0',
              id: 1,
              method: 'tools/call',
              params: { name: 'get_company_info', arguments: { section: 'contact' } },
            },
          },
        },
      },
      responses: {
        '200': response('The answer to a request. A call of a tool spends quota, and says what is left', QUOTA_HEADERS),
        '202': { description: 'A notification was taken', headers: headerRefs(VERSION_HEADERS) },
        '400': response('This is no message as MCP defines it', QUOTA_HEADERS),
        '401': response('The token is not valid, or the tool needs one', ['WWW-Authenticate']),
        '403': response('The token lacks a scope, or this Origin may not call', ['WWW-Authenticate']),
        '404': response('There is no such method'),
        '405': response('Only POST and OPTIONS are possible here', ['Allow']),
        '413': response('The message is too long'),
        '415': response('The content type is not application/json'),
        '421': response('This Host is not served here'),
        '429': response('Quota exhausted', ['Retry-After', ...QUOTA_HEADERS]),
        '500': response('Internal error', QUOTA_HEADERS),
      },
    },
  },
};
