import { fill } from '../../shared/fill.ts';
import { SCOPES, type Format, type Operation, type Operations } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { withdrawalNotice } from '../access/versioning.ts';
import type { ServerConfig } from '../config.ts';
import { type Example, type Examples, liveExamples } from '../operations/examples.ts';
import { answerSchema, argumentSchema, type JsonSchema } from '../operations/json-schema.ts';
import { SERVICE } from '../service.ts';
import { type Catalogue, type OpenApiTexts, textsOf } from '../texts/texts.ts';
import { documentRoute } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Route } from '../http/message.ts';
import { operationsOf, type Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { components, headerRefs, QUOTA_HEADERS, responseRef, schemaRef, VERSION_HEADERS } from './components.ts';
import { mcpPaths, mcpSchemas } from './mcp-paths.ts';
import { oauthPaths, oauthSchemas } from './oauth-paths.ts';
import { apiSchemas } from './schemas.ts';
import { webhooks, webhookSchemas } from './webhook.ts';

// Schemas of responses that are not JSON.
const formatSchemas = (texts: OpenApiTexts): Readonly<Record<Exclude<Format, 'application/json'>, object>> => ({
  'text/markdown': { type: 'string', description: texts.markdown },
});

type Options = {
  readonly config: Pick<ServerConfig, 'siteUrl' | 'withdrawal' | 'webhook'>;
  readonly operations: Operations;
  readonly texts: Catalogue;
  // Trade name of the company; the default is the host.
  readonly brand?: string | undefined;
  // Calls and responses to show, if an index is open.
  readonly examples?: Examples;
};

/**
 * Generates the OpenAPI document from the operation table and the configuration. It declares OpenAPI 3.1.0, because
 * generators of 2023 reject later patch versions.
 */
export function openApiDocument({ config, operations, texts, brand, examples = {} }: Options) {
  const { siteUrl } = config;
  const owner = brand ?? new URL(siteUrl).host;
  const { openApi: words } = texts;
  const all = Object.values(operations);
  const state = config.withdrawal ? { deprecated: true } : {};
  return {
    openapi: '3.1.0',
    info: {
      title: `${texts.service.title} — ${owner}`,
      version: SERVICE.version,
      summary: words.summary,
      description:
        `${withdrawalNotice(config.withdrawal, texts.withdrawal)}\n${fill(words.description, { siteUrl, mcp: PATHS.mcp })}`.trimStart(),
      contact: { name: owner, url: siteUrl },
    },
    externalDocs: { description: words.documentation, url: `${siteUrl}${PATHS.agentsMd}` },
    // A single server: generated clients ignore servers of paths.
    servers: [{ url: siteUrl, description: words.server }],
    security: [{}, { oauth2: SCOPES }, { bearer: [] }],
    tags: Object.entries(words.tags).map(([name, description]) => ({ name, description })),
    paths: {
      [PATHS.api]: { get: { ...indexOperation(words.operations.index), ...state } },
      ...Object.fromEntries(
        all.map((operation) => [
          `${PATHS.api}${operation.path}`,
          { get: { ...operationObject(operation, words, examples[operation.id]), ...state } },
        ]),
      ),
      [PATHS.identity]: { get: { ...identityOperation(words.operations.identity), ...state } },
      ...oauthPaths(words),
      ...mcpPaths(texts, state),
    },
    ...(config.webhook && { webhooks: webhooks(words) }),
    components: components(siteUrl, words, {
      ...answerSchemas(all),
      ...apiSchemas(words),
      ...oauthSchemas(words),
      ...mcpSchemas(words),
      ...(config.webhook && webhookSchemas(words)),
    }),
  };
}

// Schemas of responses and of their named objects.
function answerSchemas(operations: readonly Operation[]): Readonly<Record<string, JsonSchema>> {
  const schemas: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    const { schema, parts } = withNamedParts(answerSchema(operation));
    Object.assign(schemas, { [operation.outputName]: schema }, parts);
  }
  return schemas;
}

// Errors of every operation.
const REFUSALS = {
  '400': responseRef('BadRequest'),
  '401': responseRef('Unauthorized'),
  '405': responseRef('MethodNotAllowed'),
  '406': responseRef('NotAcceptable'),
  '500': responseRef('InternalError'),
};

const indexOperation = (texts: OpenApiTexts['operations']['index']) => ({
  operationId: 'get_index',
  tags: ['contenido'],
  summary: texts.summary,
  description: texts.description,
  security: [{}, { oauth2: SCOPES }, { bearer: [] }],
  responses: {
    '200': {
      description: texts.answer,
      headers: headerRefs([...VERSION_HEADERS, ...QUOTA_HEADERS, 'ETag']),
      content: { 'application/json': { schema: schemaRef('Index') } },
    },
    '304': {
      description: texts.notModified,
      headers: headerRefs([...VERSION_HEADERS, ...QUOTA_HEADERS, 'ETag']),
    },
    ...REFUSALS,
  },
});

const identityOperation = (texts: OpenApiTexts['operations']['identity']) => ({
  operationId: 'get_agent_identity',
  tags: ['cuenta'],
  summary: texts.summary,
  description: texts.description,
  security: [{ oauth2: SCOPES }, { bearer: [] }],
  responses: {
    '200': {
      description: texts.answer,
      headers: headerRefs([...VERSION_HEADERS, ...QUOTA_HEADERS]),
      content: { 'application/json': { schema: schemaRef('Identity') } },
    },
    ...REFUSALS,
  },
});

function operationObject(operation: Operation, texts: OpenApiTexts, example?: Example) {
  const required = operation.authentication === 'required';
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: [...(required ? [] : [{}]), { oauth2: SCOPES }, { bearer: [] }],
    parameters: parameters(operation, example),
    responses: {
      '200': success(operation, texts, example),
      ...(operation.answeredBy === 'content' && { '304': responseRef('NotModified') }),
      ...REFUSALS,
      ...(required && { '403': responseRef('Forbidden') }),
      '404': responseRef('NotFound'),
      ...('since' in operation.input.shape && { '410': responseRef('Gone') }),
      '414': responseRef('UriTooLong'),
      '429': responseRef('TooManyRequests'),
    },
  };
}

function parameters(operation: Operation, example?: Example) {
  const { properties = {}, required = [] } = argumentSchema(operation) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description: words, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: words,
    schema,
    example: example?.arguments[name],
  }));
}

function success({ outputName, formats, answeredBy }: Operation, texts: OpenApiTexts, example?: Example) {
  const validators = answeredBy === 'content' ? ['ETag', 'Last-Modified'] : [];
  const contents = formats.map((format) => [
    format,
    format === 'application/json'
      ? { schema: schemaRef(outputName), ...(example && { example: example.answer }) }
      : { schema: formatSchemas(texts)[format] },
  ]);
  return {
    description: outputName,
    headers: headerRefs([...VERSION_HEADERS, ...QUOTA_HEADERS, ...validators]),
    content: Object.fromEntries(contents) as Readonly<Record<Format, object>>,
  };
}

// A schema with references to components, and these components by name.
type Named = { readonly schema: JsonSchema; readonly parts: Readonly<Record<string, JsonSchema>> };

// Moves inner objects with a `title` to components of that name, so that generated clients have a type for each. The
// description at a use remains beside the reference.
function withNamedParts(schema: JsonSchema): Named {
  const parts: Record<string, JsonSchema> = {};
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inside(field)])) as JsonSchema;
    const { title, description } = copy;
    if (typeof title !== 'string') return copy;
    parts[title] = copy;
    return { ...schemaRef(title), ...(description !== undefined && { description }) };
  };
  const whole = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inside(value)]));
  return { schema: whole, parts };
}

/** `/openapi.json`: the OpenAPI document, with examples of the open index. */
export function openApiRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
  const body = memoizePerGeneration(content, (live) =>
    JSON.stringify(
      openApiDocument({
        config,
        operations: operationsOf(live),
        texts: textsOf(live?.index.site),
        ...(live && { brand: live.index.company.brand, examples: liveExamples(live) }),
      }),
    ),
  );
  return [documentRoute({ path: PATHS.openApi, type: MEDIA_TYPES.openApi, body })];
}
