import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { documentRoute, type Document } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Route } from '../http/message.ts';
import type { Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { agentsMd } from './agents-md.ts';
import { authMd } from './auth-md.ts';
import { agentCatalog } from './catalog.ts';
import { llmsTxt } from './llms-txt.ts';
import { registryEntry } from './registry-entry.ts';
import { serverCard } from './server-card.ts';
import { skillIndex, skillMd } from './skill.ts';

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
