import type { ServerConfig } from '../config.ts';
import { documentRoute, jsonDocument, type Document } from '../http/document.ts';
import type { Route } from '../http/message.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { API_CATALOG_PATH, apiCatalog } from './api-catalog.ts';
import { AUTH_MD_PATH, authMd } from './auth-md.ts';
import { AUTHORIZATION_SERVER_PATH, authorizationServer, protectedResource } from './oauth-metadata.ts';

/** The documents by which programs find their way, all derived from the configuration and never from a request. */
export function discoveryRoutes(config: ServerConfig): readonly Route[] {
  return documents(config).map(documentRoute);
}

function documents(config: ServerConfig): readonly Document[] {
  const resources = protectedResources(config.siteUrl);
  const [catalog, authentication] = [JSON.stringify(apiCatalog(config)), authMd(config.siteUrl, config.baseUrl)];
  return [
    jsonDocument(AUTHORIZATION_SERVER_PATH, authorizationServer(config.siteUrl)),
    ...Object.values(resources).map((one) => jsonDocument(one.metadataPath, protectedResource(config.siteUrl, one))),
    {
      path: API_CATALOG_PATH,
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      body: () => catalog,
      headers: { Link: `<${API_CATALOG_PATH}>; rel="api-catalog"` },
    },
    {
      path: AUTH_MD_PATH,
      type: 'text/markdown; charset=utf-8',
      body: () => authentication,
    },
  ];
}
