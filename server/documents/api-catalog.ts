import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';

/** API catalogue (RFC 9727) as a linkset (RFC 9264): the APIs of this site and their descriptions. */
export function apiCatalog({ siteUrl, baseUrl }: ServerConfig) {
  const apis = [
    {
      anchor: baseUrl,
      'service-desc': [{ href: `${siteUrl}${PATHS.openApi}`, type: MEDIA_TYPES.openApi }],
      'service-doc': [
        { href: `${siteUrl}${PATHS.agentsMd}`, type: 'text/markdown' },
        { href: `${siteUrl}${PATHS.authMd}`, type: 'text/markdown' },
        { href: `${siteUrl}${PATHS.docs}`, type: 'text/html' },
      ],
      'service-meta': [
        { href: `${siteUrl}${protectedResources(siteUrl).api.metadataPath}`, type: MEDIA_TYPES.json },
        { href: `${siteUrl}${PATHS.authorizationServer}`, type: MEDIA_TYPES.json },
      ],
      status: [{ href: `${siteUrl}${PATHS.ready}`, type: MEDIA_TYPES.json }],
    },
    {
      anchor: `${siteUrl}${PATHS.mcp}`,
      'service-desc': [{ href: `${siteUrl}${PATHS.serverCardByMcp}`, type: MEDIA_TYPES.mcpServerCard }],
      'service-doc': [{ href: `${siteUrl}${PATHS.agentsMd}`, type: 'text/markdown' }],
      'service-meta': [{ href: `${siteUrl}${protectedResources(siteUrl).mcp.metadataPath}`, type: MEDIA_TYPES.json }],
      status: [{ href: `${siteUrl}${PATHS.ready}`, type: MEDIA_TYPES.json }],
    },
  ];
  const catalog = { anchor: `${siteUrl}${PATHS.apiCatalog}`, item: apis.map(({ anchor }) => ({ href: anchor })) };
  return { linkset: [catalog, ...apis] };
}
