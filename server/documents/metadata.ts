import { fill, fillDocument } from '../../shared/fill.ts';
import { DEFAULT_OPERATIONS, mcpOperations, SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { protectedResources, type ProtectedResources } from '../access/protected-resources.ts';
import type { ServerConfig } from '../config.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Content } from '../operations/content.ts';
import { siteExamples, type SiteExamples } from '../operations/examples.ts';
import { MCP_CAPABILITIES, MCP_VERSIONS, SERVICE } from '../service.ts';
import { documentLanguage, textsOf, type Catalogue } from '../texts/texts.ts';
import DOCUMENTS from './metadata.json' with { type: 'json' };

type Addresses = Pick<ServerConfig, 'siteUrl' | 'baseUrl'>;

// Longest title and description in the MCP registry, in characters.
const LONGEST = 100;

/**
 * Returns a document of metadata.json. `authorizationServer` follows RFC 8414, RFC 9207, the draft of client id metadata
 * documents, and workos/auth.md for `agent_auth`. `apiCatalog` is a linkset of RFC 9727. `agentCatalog` is for ARD and AI
 * Catalog. `serverCard` has the fields of SEP-2127 and of its older draft, which scanners read at the well-known path;
 * `/mcp/knowledge` is not in `remotes`, which must all have the same tools. `registryEntry` is the `server.json` of the
 * MCP registry: the owner proves the host with a file at `/.well-known/mcp-registry-auth`.
 */
export const metadata =
  (name: keyof typeof DOCUMENTS) =>
  ({ siteUrl, baseUrl }: Addresses, content: Content | undefined): string => {
    const site = content?.index.site;
    const texts = textsOf(site);
    const { service } = texts;
    const { host, hostname, pathname } = new URL(siteUrl);
    const path = pathname.replace(/\/$/, '');
    const reversedHost = hostname
      .replaceAll(/[^a-zA-Z0-9.-]/g, '')
      .split('.')
      .toReversed()
      .join('.');
    const values = {
      ...texts,
      siteUrl,
      baseUrl,
      paths: PATHS,
      types: MEDIA_TYPES,
      scopes: SCOPES,
      server: SERVICE,
      mcpVersions: MCP_VERSIONS,
      capabilities: MCP_CAPABILITIES,
      language: documentLanguage(site?.language),
      protectedResources: Object.values(protectedResources(siteUrl)).map(({ resource }) => resource),
      hostname,
      reversedHost,
      // Global name: `com.example/contenido` for `https://example.com`, `…-uno` below the path `/uno`.
      serverName: `${reversedHost}/${SERVICE.name}${path.replaceAll(/[^a-zA-Z0-9.]+/g, '-')}`,
      didPath: `${host.replace(':', '%3A')}${path.replaceAll('/', ':')}`,
      questions: name === 'agentCatalog' ? questionsOf(texts.questions, siteExamples(content)) : [],
      tools: Object.keys(mcpOperations(DEFAULT_OPERATIONS)).map((tool) => ({ name: tool })),
      shortTitle: shortened(titleOf(content)),
      shortDescription: shortened(service.description),
    };
    return JSON.stringify(fillDocument(DOCUMENTS[name], values));
  };

/** Returns the metadata of a protected resource (RFC 9728). */
export function protectedResource(siteUrl: string, id: keyof ProtectedResources, content: Content | undefined): string {
  const { resource } = protectedResources(siteUrl)[id];
  const resourceName = id === 'site' ? titleOf(content) : textsOf(content?.index.site).resources[id];
  return JSON.stringify(
    fillDocument(DOCUMENTS.protectedResource, { siteUrl, resource, resourceName, paths: PATHS, scopes: SCOPES }),
  );
}

// The name of the site, or the title of the service before the first index.
function titleOf(content: Content | undefined): string {
  const site = content?.index.site;
  return site?.name.trim() || textsOf(site).service.title;
}

// Two to five example questions.
function questionsOf(texts: Catalogue['questions'], { service, city, page }: SiteExamples): readonly string[] {
  return [
    ...texts.company,
    ...(service === undefined
      ? []
      : [city ? fill(texts.serviceInCity, { service, city: city.name }) : fill(texts.service, { service })]),
    ...(page ? [fill(texts.page, { page: page.title })] : []),
  ];
}

function shortened(text: string): string {
  const characters = Array.from(text.trim());
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
