import { schemaRef } from './components.ts';

/** A named schema of an object, whose properties are described and which may grow. */
export function objectSchema(
  description: string,
  required: readonly string[],
  properties: Readonly<Record<string, object>>,
) {
  return { type: 'object', description, ...(required.length > 0 && { required }), properties };
}

export const text = (description: string) => ({ type: 'string', description });
export const integer = (description: string) => ({ type: 'integer', description });
export const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

/** Schemas of what the API answers besides the answers of its operations. */
export const API_SCHEMAS = {
  Error: objectSchema('A fault of the API', ['code', 'message'], {
    code: text('Stable error identifier'),
    message: text('Readable explanation'),
    data: { ...schemaRef('ErrorData'), description: 'Status and remedy' },
  }),
  ErrorData: objectSchema('What a program can know of a fault', ['status'], {
    status: integer('The HTTP status'),
    hint: text('What to do to fix it'),
    retry_after: integer('Seconds to wait'),
    required_scope: text('Scopes to ask for, the one that the token lacks among them'),
    params: {
      description: 'The parameters that are missing, or a message for each that is invalid',
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        { type: 'object', additionalProperties: { type: 'string' } },
      ],
    },
    details: {
      type: 'object',
      description: 'A detail for each invalid parameter, by its name, as WordPress tells it',
      additionalProperties: schemaRef('ErrorDetail'),
    },
  }),
  ErrorDetail: objectSchema('What is wrong with a parameter', ['code', 'message'], {
    code: text('Kind of fault, such as rest_not_in_enum'),
    message: text('Readable explanation'),
    data: { type: 'null', description: 'Nothing more' },
  }),
  Index: objectSchema('The service and its operations', ['name', 'version', 'base_url', 'operations'], {
    name: text('Name of the service'),
    description: text('The service in a sentence'),
    version: text('Version of the API'),
    base_url: text('Address of the API'),
    site_url: text('Address of the site'),
    documentation_url: text('Instructions for agents'),
    openapi_url: text('This contract'),
    authentication_url: text('How to get a token'),
    mcp_url: text('The MCP endpoint'),
    operations: { type: 'array', items: schemaRef('IndexOperation'), description: 'The operations' },
  }),
  IndexOperation: objectSchema('An operation, as the index lists it', ['id', 'method', 'url', 'parameters'], {
    id: text('operationId, and the name of its MCP tool'),
    method: text('HTTP method'),
    url: text('Address'),
    title: text('Short name for people'),
    summary: text('The operation in a few words'),
    description: text('What it answers, and how to use it'),
    tag: text('Group of operations'),
    authentication: { type: 'string', enum: ['optional', 'required'], description: 'Whether a call needs a token' },
    scope: text('Scope of a token for it'),
    parameters: { type: 'array', items: schemaRef('IndexParameter'), description: 'Its parameters' },
    example: text('Address of a call that is answered'),
  }),
  IndexParameter: objectSchema('A parameter, as the index lists it', ['name', 'required', 'schema'], {
    name: text('Name'),
    required: { type: 'boolean', description: 'Whether a call must have it' },
    schema: { type: 'object', description: 'Its JSON Schema' },
  }),
  Identity: objectSchema('The calling client', ['client_id', 'scope', 'token_expires_in', 'quota'], {
    client_id: text('Identified client'),
    client_name: text('The name it registered with'),
    scope: text('Scopes of the token'),
    token_expires_in: integer('Seconds the token has left'),
    quota: { ...schemaRef('QuotaRecord'), description: 'What it has used of its quota' },
  }),
};
