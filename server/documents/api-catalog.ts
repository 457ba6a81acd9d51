import type { ServerConfig } from '../config.ts';
import { PATHS } from './paths.ts';
import { MCP_PATH } from '../mcp/protocol.ts';
import { OPENAPI_PATH, OPENAPI_TYPE } from '../openapi/routes.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { AUTH_MD_PATH } from './auth-md.ts';
import { AUTHORIZATION_SERVER_PATH } from './oauth-metadata.ts';

export const API_CATALOG_PATH = '/.well-known/api-catalog';

/** The API catalogue (RFC 9727), a linkset (RFC 9264): the APIs of this site, and what describes each. */
export function apiCatalog({ siteUrl, baseUrl }: ServerConfig) {
  const apis = [
    {
      anchor: baseUrl,
      'service-desc': [{ href: `${siteUrl}${OPENAPI_PATH}`, type: OPENAPI_TYPE }],
      'service-doc': [
        { href: `${siteUrl}${PATHS.agentsMd}`, type: 'text/markdown' },
        { href: `${siteUrl}${AUTH_MD_PATH}`, type: 'text/markdown' },
        { href: `${siteUrl}${PATHS.docs}`, type: 'text/html' },
      ],
      'service-meta': [
        { href: `${siteUrl}${protectedResources(siteUrl).api.metadataPath}`, type: 'application/json' },
        { href: `${siteUrl}${AUTHORIZATION_SERVER_PATH}`, type: 'application/json' },
      ],
      status: [{ href: `${siteUrl}/readyz`, type: 'application/json' }],
    },
    {
      anchor: `${siteUrl}${MCP_PATH}`,
      'service-desc': [{ href: `${siteUrl}${PATHS.serverCardByMcp}`, type: 'application/mcp-server-card+json' }],
      'service-doc': [{ href: `${siteUrl}${PATHS.agentsMd}`, type: 'text/markdown' }],
      'service-meta': [{ href: `${siteUrl}${protectedResources(siteUrl).mcp.metadataPath}`, type: 'application/json' }],
      status: [{ href: `${siteUrl}/readyz`, type: 'application/json' }],
    },
  ];
  const catalog = { anchor: `${siteUrl}${API_CATALOG_PATH}`, item: apis.map(({ anchor }) => ({ href: anchor })) };
  return { linkset: [catalog, ...apis] };
}
