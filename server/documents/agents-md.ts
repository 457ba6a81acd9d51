import { fill } from '../../shared/fill.ts';
import { mcpOperations, type Operation, DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { POLICIES, OAUTH_LIMITS, TOKEN_LIFETIME } from '../access/limits.ts';
import { withdrawalNotice } from '../access/versioning.ts';
import type { ServerConfig } from '../config.ts';
import { operationsOf, type Content } from '../operations/content.ts';
import { exampleAddress, liveExamples, type Example, type Examples, siteExamples } from '../operations/examples.ts';
import { argumentSchema, type JsonSchema } from '../operations/json-schema.ts';
import { MCP_VERSIONS } from '../service.ts';
import { textsOf, type Catalogue } from '../texts/texts.ts';
import { RECYCLE_AFTER_DAYS } from '../../db/state/state.ts';
import { protectedResources } from '../access/protected-resources.ts';

// Listed values of a parameter; a site may have hundreds of cities.
const LISTED = 40;

/** `/agents.md`: instructions for agents, with example calls of the open index. */
export function agentsMd({ siteUrl, baseUrl, withdrawal }: ServerConfig, content: Content | undefined): string {
  const texts = textsOf(content?.index.site);
  const operations = Object.values(mcpOperations(operationsOf(content)));
  const examples: Examples = content ? liveExamples(content) : {};
  const section = (operation: Operation) =>
    operationSection(texts.agentsMd, baseUrl, operation, examples[operation.id as keyof Examples]);
  return fill(texts.documents.agents, {
    paths: PATHS,
    siteUrl,
    baseUrl,
    host: new URL(siteUrl).host,
    notice: withdrawalNotice(withdrawal, texts.withdrawal),
    operations: operations.map(section).join('\n\n'),
    mcpVersions: MCP_VERSIONS.join(', '),
    mcpCall: mcpCall({ query: siteExamples(content).service ?? texts.commonWord }),
    anonymous: POLICIES.anonimo,
    identified: POLICIES.identificado,
  });
}

function operationSection(
  texts: Catalogue['agentsMd'],
  baseUrl: string,
  operation: Operation,
  example: Example | undefined,
): string {
  const header = operation.authentication === 'required' ? ' -H "Authorization: Bearer $ACCESS_TOKEN"' : '';
  const call = `\`\`\`sh\ncurl '${exampleAddress(baseUrl, operation, example?.arguments)}'${header}\n\`\`\``;
  const needs =
    operation.authentication === 'required' ? `${fill(texts.needsToken, { scope: operation.scope })}\n` : '';
  return `### ${operation.id}: ${operation.title}

${needs}${parameterList(texts, operation)}
${call}`;
}

function parameterList(texts: Catalogue['agentsMd'], operation: Operation): string {
  const { properties = {}, required = [] } = argumentSchema(operation) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  const lines = Object.entries(properties).map(([name, schema]) => {
    const bounds = [...(required.includes(name) ? [texts.required] : []), ...limits(texts, schema)];
    return `- \`${name}\`${bounds.length === 0 ? '' : ` (${bounds.join(', ')})`}: ${String(schema['description'])}${values(texts, schema)}`;
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

type Limits = {
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
  readonly description?: string;
};

function limits(texts: Catalogue['agentsMd'], schema: Limits): readonly string[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  return [
    ...(minimum === undefined ? [] : [`${minimum}–${maximum}`]),
    ...(maxLength === undefined ? [] : [lengthOf(texts, minLength, maxLength)]),
    schema.default === undefined ? [] : fill(texts.preset, { value: schema.default }),
  ].flat();
}

function lengthOf(texts: Catalogue['agentsMd'], min: number | undefined, max: number): string {
  return min === undefined ? fill(texts.upTo, { max }) : fill(texts.between, { min, max });
}

// Lists values that the description of the parameter omits.
function values(texts: Catalogue['agentsMd'], { enum: all = [], description = '' }: Limits): string {
  if (all.every((value) => description.includes(`\`${value}\``))) return '';
  const listed = all.slice(0, LISTED).map((value) => `\`${value}\``);
  return `. ${texts.values}: ${listed.join(' ')}${all.length > LISTED ? ' …' : ''}`;
}

// Used within single quotes of a shell command.
function mcpCall(given: Example['arguments']): string {
  const params = { name: 'search_pages', arguments: given };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }).replaceAll("'", '\\u0027');
}

/** `/auth.md`: authentication for agents. */
export function authMd({ siteUrl, baseUrl, withdrawal }: ServerConfig, content: Content | undefined): string {
  const texts = textsOf(content?.index.site);
  const resources = protectedResources(siteUrl);
  return fill(texts.documents.auth, {
    paths: PATHS,
    siteUrl,
    host: new URL(siteUrl).host,
    notice: withdrawalNotice(withdrawal, texts.withdrawal),
    anonymous: POLICIES.anonimo,
    identified: POLICIES.identificado,
    metadata: {
      site: `${siteUrl}${resources.site.metadataPath}`,
      api: resources.api.metadataPath,
    },
    registrationsPerHour: OAUTH_LIMITS.registration.limit,
    tokensPerMinute: OAUTH_LIMITS.token.limit,
    tokenLifetime: TOKEN_LIFETIME,
    recycleAfterDays: RECYCLE_AFTER_DAYS,
    search: exampleAddress(baseUrl, DEFAULT_OPERATIONS.search_pages, {
      query: siteExamples(content).service ?? texts.commonWord,
    }),
  });
}
