import { SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { Catalogue, OpenApiTexts } from '../texts/texts.ts';
import { headerRefs, QUOTA_HEADERS, schemaRef, VERSION_HEADERS } from './components.ts';
import { INTEGER, objectSchema, TEXT } from './schemas.ts';

const ID = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
const VERSION = { type: 'string', const: '2.0' };
const OBJECT = { type: 'object' };

/** Schemas of MCP messages. */
export function mcpSchemas({ schemas }: OpenApiTexts) {
  return {
    JsonRpcRequest: objectSchema(schemas.JsonRpcRequest, ['jsonrpc', 'method'], {
      jsonrpc: VERSION,
      id: ID,
      method: TEXT,
      params: OBJECT,
    }),
    JsonRpcResponse: objectSchema(schemas.JsonRpcResponse, ['jsonrpc'], {
      jsonrpc: VERSION,
      id: ID,
      result: OBJECT,
      error: schemaRef('JsonRpcError'),
    }),
    JsonRpcError: objectSchema(schemas.JsonRpcError, ['code', 'message'], {
      code: INTEGER,
      message: TEXT,
      data: OBJECT,
    }),
  };
}

const response = (description: string, more: readonly string[] = []) => ({
  description,
  headers: headerRefs([...VERSION_HEADERS, ...more]),
  content: { 'application/json': { schema: schemaRef('JsonRpcResponse') } },
});

/** Paths of the MCP endpoints. `state` has fields that all operations of v1 share. */
export function mcpPaths({ openApi, commonWord }: Catalogue, state: object) {
  const { mcp } = openApi.operations;
  const contact = { name: 'get_company_info', arguments: { section: 'contact' } };
  const search = { name: 'search', arguments: { query: commonWord } };
  return {
    [PATHS.mcp]: { post: { ...endpoint('mcp', mcp.summary, contact, mcp), ...state } },
    [PATHS.mcpKnowledge]: { post: { ...endpoint('mcp_knowledge', mcp.knowledge, search, mcp), ...state } },
  };
}

type McpTexts = OpenApiTexts['operations']['mcp'];

function endpoint(operationId: string, summary: string, call: object, { description, answers }: McpTexts) {
  return {
    operationId,
    tags: ['mcp'],
    summary,
    description,
    security: [{}, { oauth2: SCOPES }, { bearer: [] }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemaRef('JsonRpcRequest'),
          example: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
        },
      },
    },
    responses: responses(answers),
  };
}

function responses(texts: McpTexts['answers']) {
  return {
    '200': response(texts['200'], QUOTA_HEADERS),
    '202': { description: texts['202'], headers: headerRefs(VERSION_HEADERS) },
    '400': response(texts['400'], QUOTA_HEADERS),
    '401': response(texts['401'], ['WWW-Authenticate']),
    '403': response(texts['403'], ['WWW-Authenticate']),
    '404': response(texts['404']),
    '405': response(texts['405'], ['Allow']),
    '413': response(texts['413']),
    '415': response(texts['415']),
    '421': response(texts['421']),
    '429': response(texts['429'], ['Retry-After', ...QUOTA_HEADERS]),
    '500': response(texts['500'], QUOTA_HEADERS),
  };
}
