import type { Operation } from '../../shared/operations.ts';
import type { Guarded } from '../access/guard.ts';
import { protectedResources } from '../access/protected-resources.ts';
import type { ServerConfig } from '../config.ts';
import type { ContentApi } from '../ledger/entries.ts';

/** Returns the access conditions of an operation, independent of the requested address. */
export function guardedOperation({ siteUrl, baseUrl }: ServerConfig, operation: Operation, api: ContentApi): Guarded {
  return {
    address: `${baseUrl}${operation.path}`,
    metadataUrl: `${siteUrl}${protectedResources(siteUrl).api.metadataPath}`,
    authentication: operation.authentication,
    scope: operation.scope,
    metered: { api, operation: operation.id },
  };
}
