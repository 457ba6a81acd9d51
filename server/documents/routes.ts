import { PATHS } from '../../shared/public-paths.ts';
import { readWellKnownFile } from '../../shared/well-known-files.ts';
import type { ServerConfig } from '../config.ts';
import { documentRoute, jsonDocument, type Document } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Lookup, Route } from '../http/message.ts';
import type { Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { withETag } from '../http/conditional.ts';
import { agentsMd, authMd } from './agents-md.ts';
import { agentCatalog, apiCatalog } from './catalog.ts';
import { llmsTxt } from './llms-txt.ts';
import { registryEntry, serverCard } from './server-card.ts';
import { skillIndex, skillMd } from './skill.ts';
import { authorizationServer, protectedResource } from './oauth-metadata.ts';

// SEP-2127 requires CORS headers on the server card, beyond the preflight response.
const CARD_HEADERS = {
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
};

/** Routes of documents for agents, generated from the configuration, the operation table and the open index. */
export function documentRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
  const live = (path: string, type: string, make: typeof agentsMd, headers: Document['headers'] = {}): Document => ({
    path,
    type,
    headers,
    body: memoizePerGeneration(content, (current) => make(config, current)),
  });
  return [
    live(PATHS.agentsMd, MEDIA_TYPES.markdown, agentsMd),
    live(PATHS.authMd, MEDIA_TYPES.markdown, authMd),
    live(PATHS.llmsTxt, MEDIA_TYPES.plainText, llmsTxt),
    live(PATHS.skillIndex, MEDIA_TYPES.json, skillIndex),
    live(PATHS.skill, MEDIA_TYPES.markdown, skillMd),
    live(PATHS.serverCard, MEDIA_TYPES.json, serverCard, CARD_HEADERS),
    live(PATHS.serverCardByMcp, MEDIA_TYPES.mcpServerCard, serverCard, CARD_HEADERS),
    live(PATHS.registryEntry, MEDIA_TYPES.json, registryEntry),
    live(PATHS.ard, MEDIA_TYPES.json, agentCatalog),
    live(PATHS.aiCatalog, MEDIA_TYPES.aiCatalog, agentCatalog),
  ].map(documentRoute);
}

/** Routes of metadata that depend on the configuration only, with names in the language of the site. */
export function discoveryRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
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
  ].map(documentRoute);
}

/**
 * Serves the owner's files below `/.well-known/`; documents of the server have precedence. Files are read for each
 * request.
 */
export function wellKnownLookup(dataDir: string): Lookup {
  const prefix = `${PATHS.wellKnown}/`;
  return async (request) => {
    if (!request.path.startsWith(prefix)) return undefined;
    const file = await readWellKnownFile(dataDir, request.path.slice(prefix.length));
    if (!('body' in file)) return undefined;
    const headers = { 'Content-Type': file.type, 'Cache-Control': 'no-cache' };
    return withETag(request, { status: 200, headers, body: file.body });
  };
}
