import { PATHS } from '../../shared/public-paths.ts';
import { readWellKnownFile } from '../../shared/well-known-files.ts';
import type { ServerConfig } from '../config.ts';
import { documentRoute, type Document } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Lookup, Route } from '../http/message.ts';
import type { Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { protectedResources, type ProtectedResource, type ProtectedResources } from '../access/protected-resources.ts';
import { withETag } from '../http/conditional.ts';
import { agentsMd, authMd } from './agents-md.ts';
import { llmsTxt } from './llms-txt.ts';
import { metadata, protectedResource } from './metadata.ts';
import { skillIndex, skillMd } from './skill.ts';

// SEP-2127 requires CORS headers on the server card, beyond the preflight response.
const CARD_HEADERS = {
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
};

/**
 * Routes of metadata and of documents for agents, generated from the configuration, the operation table and the open index.
 */
export function documentRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
  const { siteUrl } = config;
  const live = (path: string, type: string, make: typeof agentsMd, headers: Document['headers'] = {}): Document => ({
    path,
    type,
    headers,
    body: memoizePerGeneration(content, (current) => make(config, current)),
  });
  const { json } = MEDIA_TYPES;
  const card = metadata('serverCard');
  const catalog = metadata('agentCatalog');
  const resources = Object.entries(protectedResources(siteUrl)) as [keyof ProtectedResources, ProtectedResource][];
  return [
    live(PATHS.authorizationServer, json, metadata('authorizationServer')),
    ...resources.map(([id, { metadataPath }]) =>
      live(metadataPath, json, (_, current) => protectedResource(siteUrl, id, current)),
    ),
    live(PATHS.apiCatalog, MEDIA_TYPES.apiCatalog, metadata('apiCatalog'), {
      Link: `<${new URL(`${siteUrl}${PATHS.apiCatalog}`).pathname}>; rel="api-catalog"`,
    }),
    live(PATHS.agentsMd, MEDIA_TYPES.markdown, agentsMd),
    live(PATHS.authMd, MEDIA_TYPES.markdown, authMd),
    live(PATHS.llmsTxt, MEDIA_TYPES.plainText, llmsTxt),
    live(PATHS.skillIndex, json, skillIndex),
    live(PATHS.skill, MEDIA_TYPES.markdown, skillMd),
    live(PATHS.serverCard, json, card, CARD_HEADERS),
    live(PATHS.serverCardByMcp, MEDIA_TYPES.mcpServerCard, card, CARD_HEADERS),
    live(PATHS.registryEntry, json, metadata('registryEntry')),
    live(PATHS.ard, json, catalog),
    live(PATHS.aiCatalog, MEDIA_TYPES.aiCatalog, catalog),
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
