import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { documentRoute, jsonDocument, type Document } from '../http/document.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Route } from '../http/message.ts';
import type { Content } from '../operations/content.ts';
import { memoizePerGeneration } from '../operations/per-generation.ts';
import { agentsMd } from './agents-md.ts';
import { agentCatalog } from './catalog.ts';
import { llmsTxt } from './llms-txt.ts';
import { serverCard } from './server-card.ts';
import { skillIndex, skillMd } from './skill.ts';

/** The documents that agents read, generated from the configuration, the operation table and the live index. */
export function documentRoutes(config: ServerConfig, content: () => Content | undefined): readonly Route[] {
  return documents(config, content).map(documentRoute);
}

function documents(config: ServerConfig, content: () => Content | undefined): readonly Document[] {
  const { siteUrl, baseUrl } = config;
  const skill = skillMd(siteUrl, baseUrl);
  const live = (path: string, type: string, make: typeof agentsMd): Document => ({
    path,
    type,
    body: memoizePerGeneration(content, (current) => make(config, current)),
  });
  return [
    live(PATHS.agentsMd, MEDIA_TYPES.markdown, agentsMd),
    live(PATHS.llmsTxt, MEDIA_TYPES.plainText, llmsTxt),
    jsonDocument(PATHS.skillIndex, skillIndex(siteUrl, baseUrl)),
    { path: PATHS.skill, type: MEDIA_TYPES.markdown, body: () => skill },
    jsonDocument(PATHS.serverCard, serverCard(siteUrl)),
    jsonDocument(PATHS.serverCardByMcp, serverCard(siteUrl), MEDIA_TYPES.mcpServerCard),
    live(PATHS.ard, MEDIA_TYPES.json, agentCatalog),
    live(PATHS.aiCatalog, MEDIA_TYPES.aiCatalog, agentCatalog),
  ];
}
