import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { documentRoute, jsonDocument, type Document } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Route } from '../http/message.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { apiCatalog } from './api-catalog.ts';
import { authMd } from './auth-md.ts';
import { authorizationServer, protectedResource } from './oauth-metadata.ts';

/** The documents by which programs find their way, all derived from the configuration and never from a request. */
export function discoveryRoutes(config: ServerConfig): readonly Route[] {
  return documents(config).map(documentRoute);
}

function documents(config: ServerConfig): readonly Document[] {
  const resources = protectedResources(config.siteUrl);
  const [catalog, authentication] = [JSON.stringify(apiCatalog(config)), authMd(config)];
  return [
    jsonDocument(PATHS.authorizationServer, authorizationServer(config.siteUrl)),
    ...Object.values(resources).map((one) => jsonDocument(one.metadataPath, protectedResource(config.siteUrl, one))),
    {
      path: PATHS.apiCatalog,
      type: MEDIA_TYPES.apiCatalog,
      body: () => catalog,
      headers: { Link: `<${PATHS.apiCatalog}>; rel="api-catalog"` },
    },
    {
      path: PATHS.authMd,
      type: MEDIA_TYPES.markdown,
      body: () => authentication,
    },
  ];
}
