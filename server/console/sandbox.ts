import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { textsOf } from '../texts/texts.ts';
import type { Index } from '../../db/index/reader.ts';
import type { Content } from '../operations/content.ts';

const EXAMPLES = 6;

/**
 * `/api/sandbox` as JSON for programs and the console: the addresses and the contents of the index. There is no
 * sandbox.
 */
export function sandboxDocument({ siteUrl, baseUrl }: ServerConfig, content: Content | undefined) {
  const index = content?.index;
  return {
    sandbox: false,
    production_is_sandbox: true,
    message: textsOf(index?.site).sandbox,
    site_url: siteUrl,
    base_url: baseUrl,
    mcp_url: `${siteUrl}${PATHS.mcp}`,
    mcp_knowledge_url: `${siteUrl}${PATHS.mcpKnowledge}`,
    openapi_url: `${siteUrl}${PATHS.openApi}`,
    documentation_url: `${siteUrl}${PATHS.agentsMd}`,
    authentication_url: `${siteUrl}${PATHS.authMd}`,
    registration_url: `${siteUrl}${PATHS.oauth.register}`,
    token_url: `${siteUrl}${PATHS.oauth.token}`,
    ...(index && {
      index: {
        site: index.site.name,
        pages: index.counts.pages,
        built_at: index.builtAt,
        cities: index.cities.map(({ slug, name }) => ({ slug, name })),
        examples: examplesOf(index),
        pages_by_city: index.pagesByCity(),
        pages_by_month: index.pagesByMonth(),
      },
    }),
  };
}

// Queries with results: names of services, or titles of pages.
function examplesOf(index: Index): readonly string[] {
  const services = (index.company.services ?? []).slice(0, EXAMPLES).map(({ name }) => name);
  return services.length > 0 ? services : index.samplePages(EXAMPLES).map(({ title }) => title);
}
