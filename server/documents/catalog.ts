import { PATHS } from '../../shared/public-paths.ts';
import { MEDIA_TYPES } from '../http/media-types.ts';
import { SERVICE } from '../service.ts';

/** The catalogue of what agents can use here, the same for ARD and for AI Catalog. */
export function agentCatalog(siteUrl: string) {
  const host = new URL(siteUrl).hostname;
  return {
    specVersion: '1.0',
    host: {
      displayName: host,
      identifier: `did:web:${new URL(siteUrl).host.replace(':', '%3A')}`,
      documentationUrl: `${siteUrl}${PATHS.agentsMd}`,
    },
    entries: [
      {
        identifier: `urn:air:${host}:mcp:${SERVICE.name}`,
        displayName: SERVICE.title,
        description: SERVICE.description,
        type: MEDIA_TYPES.mcpServerCard,
        url: `${siteUrl}${PATHS.serverCardByMcp}`,
        representativeQueries: [
          '¿Quién desatasca un fregadero en Madrid?',
          '¿Cuánto cuesta la visita de un electricista?',
          '¿En qué ciudades trabaja esta empresa?',
        ],
      },
      {
        identifier: `urn:air:${host}:skill:consulta-contenido`,
        displayName: 'Consultar el contenido de este sitio',
        description: 'Cómo buscar y leer las páginas de este sitio, y citar su dirección.',
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: `${siteUrl}${PATHS.skill}`,
        representativeQueries: ['Busca en este sitio', 'Lee esta página como Markdown'],
      },
    ],
  };
}
