import { PATHS } from '../../shared/public-paths.ts';

/** A protected resource (RFC 9728). */
export type ProtectedResource = {
  /** Resource identifier; also the audience of a token for this resource. */
  readonly resource: string;
  /** Path of its metadata (RFC 9728 §3.1). */
  readonly metadataPath: string;
};

/** Returns the protected resources of a site. Metadata, audiences and challenges derive from them. */
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

/** Returns true if an audience (RFC 8707 §2) covers an address, by whole path segments. */
export function covers(audience: readonly string[], address: string): boolean {
  return audience.some((resource) => address === resource || address.startsWith(`${resource}/`));
}
