import { fill, fillDocument } from '../../shared/fill.ts';
import { SCOPES, type Format, type Operation, type Operations } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { TOKEN_LIFETIME } from '../access/limits.ts';
import { withdrawalNotice } from '../access/versioning.ts';
import type { ServerConfig } from '../config.ts';
import { documentRoute } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Route } from '../http/message.ts';
import { operationsOf, type Content } from '../operations/content.ts';
import { type Example, type Examples, liveExamples } from '../operations/examples.ts';
import { answerSchema, argumentSchema, type JsonSchema } from '../operations/json-schema.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { SERVICE } from '../service.ts';
import { type Catalogue, type OpenApiTexts, textsOf } from '../texts/texts.ts';
import SKELETON from './skeleton.json' with { type: 'json' };

const { mcp: MCP_ENDPOINT, ...SITE_PARTS } = SKELETON;

// Headers of metered responses: 200, 304, 429 and later errors.
const QUOTA = ['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

// Headers of every response of v1.
const VERSION = ['API-Version', 'Deprecation', 'Sunset', 'Link'];

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
 * Generates the OpenAPI document from the operation table, the configuration and the parts in skeleton.json. It declares
 * OpenAPI 3.1.0, because generators of 2023 reject later patch versions.
 */
export function openApiDocument({ config, operations, texts, brand, examples = {} }: Options) {
  const { siteUrl, webhook } = config;
  const owner = brand ?? new URL(siteUrl).host;
  const { openApi: words } = texts;
  const all = Object.values(operations);
  const state = config.withdrawal ? { deprecated: true } : {};
  const values = valuesOf(siteUrl, texts);
  const { paths, webhooks, schemas, webhookSchemas, components } = filled(SITE_PARTS, values) as Skeleton;
  const { [PATHS.api]: index, [PATHS.identity]: identity, ...oauth } = paths;
  const contents = all.map((operation) => [
    `${PATHS.api}${operation.path}`,
    { get: operationObject(operation, words, examples[operation.id]) },
  ]);
  const mcp = (operationId: string, summary: string, params: object) =>
    filled(MCP_ENDPOINT, { ...values, endpoint: { operationId, summary, params } }) as Methods;
  const { summary, knowledge } = words.operations.mcp;
  const contact = { name: 'get_company_info', arguments: { section: 'contact' } };
  const search = { name: 'search', arguments: { query: texts.commonWord } };
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
      ...withState({ [PATHS.api]: index, ...Object.fromEntries(contents), [PATHS.identity]: identity }, state),
      ...oauth,
      ...withState(
        { [PATHS.mcp]: mcp('mcp', summary, contact), [PATHS.mcpKnowledge]: mcp('mcp_knowledge', knowledge, search) },
        state,
      ),
    },
    ...(webhook && { webhooks }),
    components: {
      schemas: {
        ...answerSchemas(all),
        ...described(schemas, words),
        ...(webhook && described(webhookSchemas, words)),
      },
      headers: describedHeaders(components.headers, words.headers),
      responses: components.responses,
      securitySchemes: components.securitySchemes,
    },
  };
}

type Methods = Readonly<Record<string, object>>;
type Paths = Readonly<Record<string, Methods | undefined>>;
type Schemas = Readonly<
  Record<string, { readonly required?: readonly string[]; readonly properties: Readonly<Record<string, object>> }>
>;
type Skeleton = {
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly schemas: Schemas;
  readonly webhookSchemas: Schemas;
  readonly components: Readonly<Record<'headers' | 'responses' | 'securitySchemes', Readonly<Record<string, object>>>>;
};

// Values of the placeholders in skeleton.json.
function valuesOf(siteUrl: string, { openApi }: Catalogue) {
  const { operations, security } = openApi;
  const { token } = operations;
  const oauth2 = {
    register: `${siteUrl}${PATHS.oauth.register}`,
    authMd: `${siteUrl}${PATHS.authMd}`,
  };
  return {
    ...openApi,
    operations: {
      ...operations,
      token: { ...token, description: fill(token.description, { seconds: TOKEN_LIFETIME }) },
    },
    security: { ...security, oauth2: fill(security.oauth2, oauth2) },
    siteUrl,
    paths: PATHS,
    scopes: SCOPES,
  };
}

const filled = (template: object, values: Readonly<Record<string, unknown>>): unknown =>
  expanded(fillDocument(template, values));

// Expands the short forms of skeleton.json: a reference, a list of headers, and `json` with the schema of a body.
function expanded(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('#/') ? { $ref: value } : value;
  if (Array.isArray(value)) return value.map(expanded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]): [string, unknown] => {
      if (key === 'headers' && Array.isArray(field)) return [key, headerRefs(field as string[])];
      return key === 'json' ? ['content', jsonContent(String(field))] : [key, expanded(field)];
    }),
  );
}

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` });
const jsonContent = (schema: string) => ({ 'application/json': { schema: schemaRef(schema) } });

// `Version` and `Quota` are groups; every response has `X-Request-Id`.
function headerRefs(names: readonly string[]): Readonly<Record<string, object>> {
  const all = names.flatMap((name) => (name === 'Version' ? VERSION : name === 'Quota' ? QUOTA : [name]));
  return Object.fromEntries([...all, 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

// Adds the descriptions of extensible objects and of their fields.
function described(schemas: Schemas, { schemas: texts }: OpenApiTexts) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { properties, ...schema }]) => {
      const { about, members } = texts[name as keyof typeof texts];
      const fields = Object.entries(properties).map(([field, property]) => {
        const description = (members as Readonly<Record<string, string>>)[field];
        if (description === undefined) throw new Error(`There is no text for ${name}.${field}`);
        return [field, { ...property, description }];
      });
      return [name, { type: 'object', description: about, ...schema, properties: Object.fromEntries(fields) }];
    }),
  );
}

const describedHeaders = (schemas: Readonly<Record<string, object>>, texts: OpenApiTexts['headers']) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { description: texts[name as keyof typeof texts], schema }]),
  );

function withState(paths: Paths, state: object): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods = {}]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, { ...operation, ...state }])),
    ]),
  );
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
      : { schema: { type: 'string', description: texts.markdown } },
  ]);
  return {
    description: outputName,
    headers: headerRefs(['Version', 'Quota', ...validators]),
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
