import { fill } from '../../shared/fill.ts';
import type { Operation } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { operationsOf, type Content } from '../operations/content.ts';
import { exampleAddress, liveExamples, type Examples } from '../operations/examples.ts';
import { textsOf } from '../texts/texts.ts';
import { parameterSchemas } from '../operations/input.ts';

/** The index document at `{base_url}`: the operations of the table. */
export function indexDocument(config: ServerConfig, content: Content | undefined) {
  const site = content?.index.site;
  const { name, nameOf, description } = textsOf(site).indexDocument;
  const examples: Examples = content ? liveExamples(content) : {};
  return {
    name: site ? fill(nameOf, { site: site.name }) : name,
    description,
    version: 'v1',
    base_url: config.baseUrl,
    site_url: config.siteUrl,
    documentation_url: `${config.siteUrl}${PATHS.agentsMd}`,
    openapi_url: `${config.siteUrl}${PATHS.openApi}`,
    authentication_url: `${config.siteUrl}${PATHS.authMd}`,
    mcp_url: `${config.siteUrl}${PATHS.mcp}`,
    operations: Object.values(operationsOf(content)).map((operation: Operation) => ({
      id: operation.id,
      method: 'GET',
      url: `${config.baseUrl}${operation.path}`,
      title: operation.title,
      summary: operation.summary,
      description: operation.description,
      tag: operation.tag,
      authentication: operation.authentication,
      scope: operation.scope,
      parameters: parameters(operation),
      example: exampleOf(config.baseUrl, operation, examples),
    })),
  };
}

function exampleOf(baseUrl: string, operation: Operation, examples: Examples): string | undefined {
  const example = examples[operation.id as keyof Examples];
  return example && exampleAddress(baseUrl, operation, example.arguments);
}

function parameters(operation: Operation) {
  return Object.entries(parameterSchemas(operation)).map(([name, schema]) => ({
    name,
    required: !operation.input.shape[name]?.safeParse(undefined).success,
    schema,
  }));
}
