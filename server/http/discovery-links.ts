import { PATHS } from '../../shared/public-paths.ts';
import { MEDIA_TYPES } from './media-types.ts';

/** Returns the `Link` header with the descriptions of the API (RFC 8288; relations of RFC 9727 and RFC 8631). */
export function discoveryLinks(siteUrl: string): string {
  return [
    `<${siteUrl}${PATHS.apiCatalog}>; rel="api-catalog"`,
    `<${siteUrl}${PATHS.openApi}>; rel="service-desc"; type="${MEDIA_TYPES.openApi}"`,
    `<${siteUrl}${PATHS.agentsMd}>; rel="service-doc"; type="text/markdown"`,
    `<${siteUrl}${PATHS.ard}>; rel="ard"; type="application/json"`,
  ].join(', ');
}
