import { DEFAULT_OPERATIONS, mcpOperations } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { MCP_CAPABILITIES, MCP_VERSIONS, SERVICE } from '../service.ts';
import { textsOf } from '../texts/texts.ts';

// Tools of `/mcp/knowledge`.
const KNOWLEDGE_TOOLS = [{ name: 'search' }, { name: 'fetch' }, { name: 'get_changes' }];

/**
 * MCP server card: the fields of SEP-2127, and `serverInfo`, `transport` and `capabilities` of its older draft, which
 * scanners read at the well-known path.
 */
export function serverCard({ siteUrl }: ServerConfig, content: Content | undefined): string {
  const { service, mcp } = textsOf(content?.index.site);
  const url = `${siteUrl}${PATHS.mcp}`;
  const domain = reversedHost(siteUrl);
  return JSON.stringify({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: serverName(siteUrl),
    version: SERVICE.version,
    title: service.title,
    description: service.description,
    websiteUrl: siteUrl,
    remotes: [
      {
        type: 'streamable-http',
        url,
        supportedProtocolVersions: MCP_VERSIONS,
        headers: [
          {
            name: 'Authorization',
            description: mcp.authorization,
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
    serverInfo: { name: SERVICE.name, title: service.title, version: SERVICE.version },
    protocolVersion: MCP_VERSIONS[0],
    transport: { type: 'streamable-http', endpoint: PATHS.mcp, url },
    capabilities: MCP_CAPABILITIES,
    authentication: { required: false, schemes: ['oauth2'] },
    tools: Object.keys(mcpOperations(DEFAULT_OPERATIONS)).map((name) => ({ name })),
    // Not in `remotes`, which must all have the same tools.
    _meta: {
      [`${domain}/knowledge`]: {
        type: 'streamable-http',
        url: `${siteUrl}${PATHS.mcpKnowledge}`,
        tools: KNOWLEDGE_TOOLS,
      },
    },
  });
}

/**
 * Returns the global name of the MCP server: `com.example/contenido` for `https://example.com`, `…-uno` below the path
 * `/uno`.
 */
function serverName(siteUrl: string): string {
  const path = new URL(siteUrl).pathname.replace(/\/$/, '').replaceAll(/[^a-zA-Z0-9.]+/g, '-');
  return `${reversedHost(siteUrl)}/${SERVICE.name}${path}`;
}

function reversedHost(siteUrl: string): string {
  return new URL(siteUrl).hostname
    .replaceAll(/[^a-zA-Z0-9.-]/g, '')
    .split('.')
    .toReversed()
    .join('.');
}

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
