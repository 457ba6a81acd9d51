import { PATHS } from '../../shared/public-paths.ts';

/** A protected resource (RFC 9728). */
export type ProtectedResource = {
  /** Resource identifier, and the audience of tokens for it alone. */
  readonly resource: string;
  /** Path of its metadata: the well-known segment stands between host and path (RFC 9728 §3.1). */
  readonly metadataPath: string;
};

/** The resources of this server. Metadata, audiences and challenges follow from this. */
export function protectedResources(siteUrl: string) {
  const at = (path: string): ProtectedResource => ({
    resource: `${siteUrl}${path}`,
    metadataPath: `${PATHS.protectedResource}${path}`,
  });
  return {
    site: at(''),
    api: at(PATHS.api),
    mcp: at(PATHS.mcp),
    knowledge: at(PATHS.mcpKnowledge),
  };
}
export type ProtectedResources = ReturnType<typeof protectedResources>;

/** Tests a token's audience (RFC 8707 §2) against an address, by whole path segments. */
export function covers(audience: readonly string[], address: string): boolean {
  return audience.some((resource) => address === resource || address.startsWith(`${resource}/`));
}
