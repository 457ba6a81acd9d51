import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { OPENAPI_TYPE } from '../openapi/routes.ts';
import { protectedResources } from '../access/protected-resources.ts';

/** The API catalogue (RFC 9727), a linkset (RFC 9264): the APIs of this site, and what describes each. */
export function apiCatalog({ siteUrl, baseUrl }: ServerConfig) {
  const apis = [
    {
      anchor: baseUrl,
      'service-desc': [{ href: `${siteUrl}${PATHS.openApi}`, type: OPENAPI_TYPE }],
      'service-doc': [
        { href: `${siteUrl}${PATHS.agentsMd}`, type: 'text/markdown' },
        { href: `${siteUrl}${PATHS.authMd}`, type: 'text/markdown' },
        { href: `${siteUrl}${PATHS.docs}`, type: 'text/html' },
      ],
      'service-meta': [
        { href: `${siteUrl}${protectedResources(siteUrl).api.metadataPath}`, type: 'application/json' },
        { href: `${siteUrl}${PATHS.authorizationServer}`, type: 'application/json' },
      ],
      status: [{ href: `${siteUrl}${PATHS.ready}`, type: 'application/json' }],
    },
    {
      anchor: `${siteUrl}${PATHS.mcp}`,
      'service-desc': [{ href: `${siteUrl}${PATHS.serverCardByMcp}`, type: 'application/mcp-server-card+json' }],
      'service-doc': [{ href: `${siteUrl}${PATHS.agentsMd}`, type: 'text/markdown' }],
      'service-meta': [{ href: `${siteUrl}${protectedResources(siteUrl).mcp.metadataPath}`, type: 'application/json' }],
      status: [{ href: `${siteUrl}${PATHS.ready}`, type: 'application/json' }],
    },
  ];
  const catalog = { anchor: `${siteUrl}${PATHS.apiCatalog}`, item: apis.map(({ anchor }) => ({ href: anchor })) };
  return { linkset: [catalog, ...apis] };
}
