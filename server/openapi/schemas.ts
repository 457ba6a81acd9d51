import type { OpenApiTexts } from '../texts/texts.ts';
import { schemaRef } from './components.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Returns the schema of an extensible object. The type requires a description for each field. */
export function objectSchema<Members extends Readonly<Record<string, Schema>>>(
  texts: { readonly about: string; readonly members: Readonly<Record<keyof Members, string>> },
  required: readonly (keyof Members)[],
  members: Members,
) {
  const names = Object.keys(members) as (keyof Members & string)[];
  const described = names.map((name) => [name, { ...members[name], description: texts.members[name] }] as const);
  return {
    type: 'object',
    description: texts.about,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(described),
  };
}

export const TEXT = { type: 'string' };
export const INTEGER = { type: 'integer' };
export const TEXTS = { type: 'array', items: TEXT };

/** Schemas of further API responses, such as errors. */
export function apiSchemas({ schemas }: OpenApiTexts) {
  return {
    Error: objectSchema(schemas.Error, ['code', 'message'], {
      code: TEXT,
      message: TEXT,
      data: schemaRef('ErrorData'),
    }),
    ErrorData: objectSchema(schemas.ErrorData, ['status'], {
      status: INTEGER,
      hint: TEXT,
      retry_after: INTEGER,
      required_scope: TEXT,
      params: { anyOf: [TEXTS, { type: 'object', additionalProperties: TEXT }] },
      details: { type: 'object', additionalProperties: schemaRef('ErrorDetail') },
    }),
    ErrorDetail: objectSchema(schemas.ErrorDetail, ['code', 'message'], {
      code: TEXT,
      message: TEXT,
      data: { type: 'null' },
    }),
    Index: objectSchema(schemas.Index, ['name', 'version', 'base_url', 'operations'], {
      name: TEXT,
      description: TEXT,
      version: TEXT,
      base_url: TEXT,
      site_url: TEXT,
      documentation_url: TEXT,
      openapi_url: TEXT,
      authentication_url: TEXT,
      mcp_url: TEXT,
      operations: { type: 'array', items: schemaRef('IndexOperation') },
    }),
    IndexOperation: objectSchema(schemas.IndexOperation, ['id', 'method', 'url', 'parameters'], {
      id: TEXT,
      method: TEXT,
      url: TEXT,
      title: TEXT,
      summary: TEXT,
      description: TEXT,
      tag: TEXT,
      authentication: { type: 'string', enum: ['optional', 'required'] },
      scope: TEXT,
      parameters: { type: 'array', items: schemaRef('IndexParameter') },
      example: TEXT,
    }),
    IndexParameter: objectSchema(schemas.IndexParameter, ['name', 'required', 'schema'], {
      name: TEXT,
      required: { type: 'boolean' },
      schema: { type: 'object' },
    }),
    Identity: objectSchema(schemas.Identity, ['client_id', 'scope', 'token_expires_in', 'quota'], {
      client_id: TEXT,
      client_name: TEXT,
      scope: TEXT,
      token_expires_in: INTEGER,
      quota: schemaRef('QuotaRecord'),
    }),
  };
}
