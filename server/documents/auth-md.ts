import { RECYCLE_AFTER_DAYS } from '../../db/state/state.ts';
import { fill } from '../../shared/fill.ts';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { OAUTH_LIMITS, POLICIES, TOKEN_LIFETIME } from '../access/limits.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { withdrawalNotice } from '../access/versioning.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { exampleAddress } from '../operations/examples.ts';
import { siteExamples } from '../operations/site-examples.ts';
import { textsOf } from '../texts/texts.ts';

/** `/auth.md`: authentication for agents. */
export function authMd({ siteUrl, baseUrl, withdrawal }: ServerConfig, content: Content | undefined): string {
  const texts = textsOf(content?.index.site);
  const resources = protectedResources(siteUrl);
  return fill(texts.documents.auth, {
    paths: PATHS,
    siteUrl,
    host: new URL(siteUrl).host,
    notice: withdrawalNotice(withdrawal, texts.withdrawal),
    anonymous: POLICIES.anonimo,
    identified: POLICIES.identificado,
    metadata: {
      site: `${siteUrl}${resources.site.metadataPath}`,
      api: resources.api.metadataPath,
    },
    registrationsPerHour: OAUTH_LIMITS.registration.limit,
    tokensPerMinute: OAUTH_LIMITS.token.limit,
    tokenLifetime: TOKEN_LIFETIME,
    recycleAfterDays: RECYCLE_AFTER_DAYS,
    search: exampleAddress(baseUrl, DEFAULT_OPERATIONS.search_pages, {
      query: siteExamples(content).service ?? texts.commonWord,
    }),
  });
}
