import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { SERVICE } from '../service.ts';
import { textsOf } from '../texts/texts.ts';
import { serverName } from './server-card.ts';

// Longest title and description in characters.
const LONGEST = 100;

/**
 * `server.json` for the MCP registry (schema of 2025-12-11): a remote server in the namespace of the host. The owner
 * proves the host with a file at `/.well-known/mcp-registry-auth`.
 */
export function registryEntry({ siteUrl }: ServerConfig, content: Content | undefined): string {
  const site = content?.index.site;
  const { service } = textsOf(site);
  return JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: serverName(siteUrl),
    title: shortened(site === undefined || site.name.trim() === '' ? service.title : site.name),
    description: shortened(service.description),
    version: SERVICE.version,
    websiteUrl: siteUrl,
    remotes: [{ type: 'streamable-http', url: `${siteUrl}${PATHS.mcp}` }],
  });
}

function shortened(text: string): string {
  const characters = Array.from(text.trim());
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
