import { SCOPES, type Format, type Operation, type Operations } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { dateOf } from '../access/versioning.ts';
import type { ServerConfig, Withdrawal } from '../config.ts';
import type { Example, Examples } from '../operations/examples.ts';
import { answerSchema, argumentSchema, type JsonSchema } from '../operations/json-schema.ts';
import { SERVICE } from '../service.ts';
import { components, headerRefs, QUOTA_HEADERS, responseRef, schemaRef, VERSION_HEADERS } from './components.ts';
import { MCP_SCHEMAS, mcpPaths } from './mcp-paths.ts';
import { withNamedParts } from './named-schemas.ts';
import { OAUTH_SCHEMAS, oauthPaths } from './oauth-paths.ts';
import { API_SCHEMAS } from './schemas.ts';

/** Schema of an answer in each format but JSON, whose schema is the operation's. */
const FORMAT_SCHEMAS: Readonly<Record<Exclude<Format, 'application/json'>, object>> = {
  'text/markdown': { type: 'string', description: 'The Markdown itself' },
};

type Options = {
  readonly config: Pick<ServerConfig, 'siteUrl' | 'withdrawal'>;
  readonly operations: Operations;
  /** Calls and answers to show; none while there is no index. */
  readonly examples?: Examples;
};

/** The contract (OpenAPI 3.1), from the operation table and the configuration. */
export function openApiDocument({ config, operations, examples = {} }: Options) {
  const { siteUrl } = config;
  const all = Object.values(operations);
  return {
    openapi: '3.1.2',
    info: {
      title: `${SERVICE.title} — ${new URL(siteUrl).host}`,
      version: SERVICE.version,
      summary: 'Read-only query of the published pages of this site',
      description: description(siteUrl, config.withdrawal),
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' },
      contact: { name: new URL(siteUrl).host, url: siteUrl },
    },
    externalDocs: { description: 'Instructions for agents', url: `${siteUrl}${PATHS.agentsMd}` },
    // The only one: generated clients ignore servers of single paths.
    servers: [{ url: siteUrl, description: 'This site' }],
    security: [{}, { oauth2: SCOPES }, { bearer: [] }],
    tags: [
      { name: 'contenido', description: 'Published content. No credentials are needed.' },
      { name: 'cuenta', description: 'The calling client' },
      { name: 'oauth', description: 'Registration and tokens, for a larger quota' },
      { name: 'mcp', description: 'Model Context Protocol' },
    ],
    paths: {
      [PATHS.api]: { get: indexOperation },
      ...Object.fromEntries(
        all.map((one) => [
          `${PATHS.api}${one.path}`,
          { get: operationObject(one, config.withdrawal !== undefined, examples[one.id]) },
        ]),
      ),
      [PATHS.identity]: { get: identityOperation },
      ...oauthPaths,
      ...mcpPaths,
    },
    components: components(siteUrl, { ...answerSchemas(all), ...API_SCHEMAS, ...OAUTH_SCHEMAS, ...MCP_SCHEMAS }),
  };
}

/** The schema of each operation's answer, and of the objects in it. */
function answerSchemas(operations: readonly Operation[]): Readonly<Record<string, JsonSchema>> {
  const schemas: Record<string, JsonSchema> = {};
  for (const one of operations) {
    const { schema, parts } = withNamedParts(answerSchema(one));
    Object.assign(schemas, { [one.outputName]: schema }, parts);
  }
  return schemas;
}

function description(siteUrl: string, withdrawal: Withdrawal | undefined): string {
  const leaving =
    withdrawal &&
    `Version 1 is deprecated since ${dateOf(withdrawal.deprecation)} and ends on ${dateOf(withdrawal.sunset)}: ` +
      `${withdrawal.url}\n\n`;
  return (
    (leaving ?? '') +
    'Searches and reads the published pages of this site, and tells its company data. Nothing can be changed, booked or ' +
    'bought. Reading needs no credentials: 60 requests per minute and IP address; with a token 600 per client, over the ' +
    `same data. Typical use: \`search_pages\`, then \`read_page\` with a returned \`url\`.\n\nThe same operations are MCP ` +
    `tools at \`POST ${siteUrl}${PATHS.mcp}\`. Clients must ignore fields that they do not know: v1 only grows.`
  );
}

const indexOperation = {
  operationId: 'get_index',
  tags: ['contenido'],
  summary: 'The operations',
  description: 'Lists the operations with their parameters. It spends no quota.',
  security: [],
  responses: {
    '200': {
      description: 'The operations',
      headers: headerRefs([...VERSION_HEADERS, 'ETag']),
      content: { 'application/json': { schema: schemaRef('Index') } },
    },
    '304': { description: 'Not modified', headers: headerRefs([...VERSION_HEADERS, 'ETag']) },
    '405': responseRef('MethodNotAllowed'),
    '406': responseRef('NotAcceptable'),
  },
};

const identityOperation = {
  operationId: 'get_agent_identity',
  tags: ['cuenta'],
  summary: 'Who the calling client is',
  description: 'Tells client, scopes and quota of the token that is sent. It spends no quota.',
  security: [{ oauth2: SCOPES }, { bearer: [] }],
  responses: {
    '200': {
      description: 'The client',
      headers: headerRefs([...VERSION_HEADERS, ...QUOTA_HEADERS]),
      content: { 'application/json': { schema: schemaRef('Identity') } },
    },
    '400': responseRef('BadRequest'),
    '401': responseRef('Unauthorized'),
    '405': responseRef('MethodNotAllowed'),
    '406': responseRef('NotAcceptable'),
    '500': responseRef('InternalError'),
  },
};

function operationObject(operation: Operation, deprecated: boolean, example?: Example) {
  const required = operation.authentication === 'required';
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(deprecated && { deprecated }),
    security: [...(required ? [] : [{}]), { oauth2: SCOPES }, { bearer: [] }],
    parameters: parameters(operation, example),
    responses: {
      '200': success(operation, example),
      ...(operation.answeredBy === 'content' && { '304': responseRef('NotModified') }),
      '400': responseRef('BadRequest'),
      '401': responseRef('Unauthorized'),
      ...(required && { '403': responseRef('Forbidden') }),
      '404': responseRef('NotFound'),
      '405': responseRef('MethodNotAllowed'),
      '406': responseRef('NotAcceptable'),
      '414': responseRef('UriTooLong'),
      '429': responseRef('TooManyRequests'),
      '500': responseRef('InternalError'),
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

function success({ outputName, formats, answeredBy }: Operation, example?: Example) {
  const validators = answeredBy === 'content' ? ['ETag', 'Last-Modified'] : [];
  const contents = formats.map((format) => [
    format,
    format === 'application/json'
      ? { schema: schemaRef(outputName), ...(example && { example: example.answer }) }
      : { schema: FORMAT_SCHEMAS[format] },
  ]);
  return {
    description: outputName,
    headers: headerRefs([...VERSION_HEADERS, ...QUOTA_HEADERS, ...validators]),
    content: Object.fromEntries(contents) as Readonly<Record<Format, object>>,
  };
}
