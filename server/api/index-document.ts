import type { Operation } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { Site } from '../../shared/page.ts';
import type { ServerConfig } from '../config.ts';
import { parameterSchemas } from '../operations/input.ts';

/** The index document at `{base_url}` itself: the operations, from the table. */
export function indexDocument(
  config: ServerConfig,
  operations: Readonly<Record<string, Operation>>,
  site: Site | undefined,
) {
  return {
    name: site ? `${site.name}: content service` : 'Content service',
    description: 'Read-only query of the published pages of this site. No credentials are needed.',
    version: 'v1',
    base_url: config.baseUrl,
    site_url: config.siteUrl,
    documentation_url: `${config.siteUrl}${PATHS.agentsMd}`,
    openapi_url: `${config.siteUrl}${PATHS.openApi}`,
    authentication_url: `${config.siteUrl}${PATHS.authMd}`,
    mcp_url: `${config.siteUrl}${PATHS.mcp}`,
    operations: Object.values(operations).map((operation) => ({
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
    })),
  };
}

function parameters(operation: Operation) {
  return Object.entries(parameterSchemas(operation)).map(([name, schema]) => ({
    name,
    required: !operation.input.shape[name]?.safeParse(undefined).success,
    schema,
  }));
}
