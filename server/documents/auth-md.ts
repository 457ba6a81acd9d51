import { RECYCLE_AFTER_DAYS } from '../../db/state/state.ts';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { OAUTH_LIMITS, POLICIES, TOKEN_LIFETIME } from '../access/limits.ts';
import { protectedResources } from '../access/protected-resources.ts';
import { withdrawalNotice } from '../access/versioning.ts';
import type { ServerConfig } from '../config.ts';
import type { Content } from '../operations/content.ts';
import { exampleAddress } from '../operations/examples.ts';
import { siteExamples } from '../operations/site-examples.ts';
import { SERVICE } from '../service.ts';
import { textsOf } from '../texts/texts.ts';

/** `/auth.md`: authentication explained to agents. */
export function authMd({ siteUrl, baseUrl, withdrawal }: ServerConfig, content: Content | undefined): string {
  const texts = textsOf(content?.index.site);
  const resources = protectedResources(siteUrl);
  const { search_pages: search, get_quota: quota } = DEFAULT_OPERATIONS;
  return texts.authMd({
    siteUrl,
    host: new URL(siteUrl).host,
    notice: withdrawalNotice(withdrawal, texts.withdrawal),
    anonymous: POLICIES.anonimo,
    identified: POLICIES.identificado,
    metadata: {
      site: `${siteUrl}${resources.site.metadataPath}`,
      api: `${siteUrl}${resources.api.metadataPath}`,
    },
    resources: Object.values(resources)
      .map(({ resource }) => resource)
      .join(', '),
    registrationsPerHour: OAUTH_LIMITS.registration.limit,
    tokensPerMinute: OAUTH_LIMITS.token.limit,
    tokenLifetime: TOKEN_LIFETIME,
    recycleAfterDays: RECYCLE_AFTER_DAYS,
    search: exampleAddress(baseUrl, search, { query: siteExamples(content).service ?? texts.commonWord }),
    quota: `${baseUrl}${quota.path}`,
    serviceName: SERVICE.name,
  });
}
