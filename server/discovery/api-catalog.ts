import type { ServerConfig } from '../config.ts';
import { protectedResources } from '../oauth/protected-resources.ts';
import { AUTH_MD_PATH } from './auth-md.ts';
import { AUTHORIZATION_SERVER_PATH } from './oauth-metadata.ts';

export const API_CATALOG_PATH = '/.well-known/api-catalog';

/** The API catalogue (RFC 9727), a linkset (RFC 9264): the APIs of this site, and what describes each. */
export function apiCatalog({ siteUrl, baseUrl }: ServerConfig) {
  const apis = [
    {
      anchor: baseUrl,
      'service-doc': [{ href: `${siteUrl}${AUTH_MD_PATH}`, type: 'text/markdown' }],
      'service-meta': [
        { href: `${siteUrl}${protectedResources(siteUrl).api.metadataPath}`, type: 'application/json' },
        { href: `${siteUrl}${AUTHORIZATION_SERVER_PATH}`, type: 'application/json' },
      ],
      status: [{ href: `${siteUrl}/readyz`, type: 'application/json' }],
    },
  ];
  const catalog = { anchor: `${siteUrl}${API_CATALOG_PATH}`, item: apis.map(({ anchor }) => ({ href: anchor })) };
  return { linkset: [catalog, ...apis] };
}
