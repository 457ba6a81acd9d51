import { ALL_SCOPES, type Operation } from '../../shared/operations.ts';
import { POLICIES } from '../access/limits.ts';
import { withdrawalNotice } from '../access/versioning.ts';
import type { ServerConfig } from '../config.ts';
import { operationsOf, type Content } from '../operations/content.ts';
import { exampleAddress, liveExamples, type Example, type Examples } from '../operations/examples.ts';
import { argumentSchema, type JsonSchema } from '../operations/json-schema.ts';
import { MCP_VERSIONS } from '../service.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { textsOf } from '../texts/texts.ts';

/** `/agents.md`: instructions for agents. Its examples are calls of the live index, with their answers. */
export function agentsMd({ siteUrl, baseUrl, withdrawal }: ServerConfig, content: Content | undefined): string {
  const texts = textsOf(content?.index.site);
  const operations = Object.values(operationsOf(content));
  const examples: Examples = content ? liveExamples(content) : {};
  const section = (operation: Operation) =>
    operationSection(texts.agentsMd, baseUrl, operation, examples[operation.id as keyof Examples]);
  return texts.agentsMd.document({
    siteUrl,
    baseUrl,
    host: new URL(siteUrl).host,
    notice: withdrawalNotice(withdrawal, texts.withdrawal),
    operations: operations.map(section).join('\n\n'),
    tools: operations.map(({ id }) => `\`${id}\``).join(', '),
    mcpVersions: MCP_VERSIONS.join(', '),
    mcpCall: mcpCall(examples.search_pages?.arguments ?? { query: texts.commonWord }),
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
  const required = operation.authentication === 'required';
  const needs = required ? `\n\n${texts.needsToken(ALL_SCOPES)}` : '';
  const header = required ? ' -H "Authorization: Bearer $ACCESS_TOKEN"' : '';
  const call = `\`\`\`sh\ncurl '${exampleAddress(baseUrl, operation, example?.arguments)}'${header}\n\`\`\``;
  const answer = example ? `\n\n\`\`\`json\n${JSON.stringify(example.answer)}\n\`\`\`` : '';
  return `### ${operation.id}: ${operation.title}

${operation.description}${needs}
${parameterTable(texts, operation)}
${call}${answer}`;
}

function parameterTable(texts: Catalogue['agentsMd'], operation: Operation): string {
  const { properties = {}, required = [] } = argumentSchema(operation) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\``,
    required.includes(name) ? texts.yes : texts.no,
    limits(texts, schema),
    String(schema['description']),
  ]);
  if (rows.length === 0) return '';
  const lines = [texts.parameterColumns, ['---', '---', '---', '---'], ...rows];
  return `\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

type Limits = {
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
};

function limits(texts: Catalogue['agentsMd'], schema: Limits): string {
  const preset = schema.default === undefined ? '' : `; ${texts.preset(String(schema.default))}`;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' ') + preset;
  if (schema.minimum !== undefined) return `${schema.minimum}–${schema.maximum}${preset}`;
  return texts.length(schema.minLength, schema.maxLength ?? 0) + preset;
}

/** Inside single quotes of a shell. */
function mcpCall(given: Example['arguments']): string {
  const params = { name: 'search_pages', arguments: given };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }).replaceAll("'", '\\u0027');
}
