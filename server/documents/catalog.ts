import { fill } from '../../shared/fill.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { ServerConfig } from '../config.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import type { Content } from '../operations/content.ts';
import { siteExamples, type SiteExamples } from '../operations/examples.ts';
import { SERVICE } from '../service.ts';
import { textsOf, type Catalogue } from '../texts/texts.ts';
import { protectedResources } from '../access/protected-resources.ts';

/** Catalogue of the resources for agents, for ARD and for AI Catalog. */
export function agentCatalog({ siteUrl }: ServerConfig, content: Content | undefined): string {
  const texts = textsOf(content?.index.site);
  const { host: authority, hostname: host, pathname } = new URL(siteUrl);
  return JSON.stringify({
    specVersion: '1.0',
    host: {
      displayName: host,
      identifier: `did:web:${authority.replace(':', '%3A')}${pathname.replace(/\/$/, '').replaceAll('/', ':')}`,
      documentationUrl: `${siteUrl}${PATHS.agentsMd}`,
    },
    entries: [
      {
        identifier: `urn:air:${host}:mcp:${SERVICE.name}`,
        displayName: texts.service.title,
        description: texts.service.description,
        type: MEDIA_TYPES.mcpServerCard,
        url: `${siteUrl}${PATHS.serverCardByMcp}`,
        representativeQueries: questionsOf(texts.questions, siteExamples(content)),
      },
      {
        identifier: `urn:air:${host}:skill:consulta-contenido`,
        displayName: texts.skill.title,
        description: texts.skill.entry,
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: `${siteUrl}${PATHS.skill}`,
        representativeQueries: texts.skill.queries,
      },
    ],
  });
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

/** API catalogue (RFC 9727) as a linkset (RFC 9264): the APIs of this site and their descriptions. */
export function apiCatalog({ siteUrl, baseUrl }: ServerConfig) {
  const apis = [
    {
      anchor: baseUrl,
      'service-desc': [{ href: `${siteUrl}${PATHS.openApi}`, type: MEDIA_TYPES.openApi }],
      'service-doc': [
        { href: `${siteUrl}${PATHS.agentsMd}`, type: 'text/markdown' },
        { href: `${siteUrl}${PATHS.authMd}`, type: 'text/markdown' },
        { href: `${siteUrl}${PATHS.docs}`, type: 'text/html' },
      ],
      'service-meta': [
        { href: `${siteUrl}${protectedResources(siteUrl).api.metadataPath}`, type: MEDIA_TYPES.json },
        { href: `${siteUrl}${PATHS.authorizationServer}`, type: MEDIA_TYPES.json },
      ],
      status: [{ href: `${siteUrl}${PATHS.ready}`, type: MEDIA_TYPES.json }],
    },
    {
      anchor: `${siteUrl}${PATHS.mcp}`,
      'service-desc': [{ href: `${siteUrl}${PATHS.serverCardByMcp}`, type: MEDIA_TYPES.mcpServerCard }],
      'service-doc': [{ href: `${siteUrl}${PATHS.agentsMd}`, type: 'text/markdown' }],
      'service-meta': [{ href: `${siteUrl}${protectedResources(siteUrl).mcp.metadataPath}`, type: MEDIA_TYPES.json }],
      status: [{ href: `${siteUrl}${PATHS.ready}`, type: MEDIA_TYPES.json }],
    },
  ];
  const catalog = { anchor: `${siteUrl}${PATHS.apiCatalog}`, item: apis.map(({ anchor }) => ({ href: anchor })) };
  return { linkset: [catalog, ...apis] };
}
