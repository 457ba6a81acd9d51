import { PATHS } from '../../shared/public-paths.ts';
import { protectedResources } from '../access/protected-resources.ts';
import type { ServerConfig } from '../config.ts';
import { documentRoute, jsonDocument, type Document } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Route } from '../http/message.ts';
import type { Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { apiCatalog } from './api-catalog.ts';
import { authorizationServer, protectedResource } from './oauth-metadata.ts';

/** Routes of metadata that depend on the configuration only, with names in the language of the site. */
export function discoveryRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
  return documents(config, content).map(documentRoute);
}

function documents(config: ServerConfig, content: () => Content | undefined): readonly Document[] {
  const resources = protectedResources(config.siteUrl);
  const ids = Object.keys(resources) as (keyof typeof resources)[];
  const live = (path: string, make: (content: Content | undefined) => unknown): Document => ({
    path,
    type: MEDIA_TYPES.json,
    body: memoizePerGeneration(content, (current) => JSON.stringify(make(current))),
  });
  return [
    live(PATHS.authorizationServer, (current) => authorizationServer(config.siteUrl, current)),
    ...ids.map((id) => live(resources[id].metadataPath, (current) => protectedResource(config.siteUrl, id, current))),
    {
      ...jsonDocument(PATHS.apiCatalog, apiCatalog(config), MEDIA_TYPES.apiCatalog),
      headers: { Link: `<${new URL(`${config.siteUrl}${PATHS.apiCatalog}`).pathname}>; rel="api-catalog"` },
    },
  ];
}
