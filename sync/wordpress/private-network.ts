import type { LookupAddress } from 'node:dns';
import { lookup as resolveAll } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, literalAddress } from '../../shared/private-addresses.ts';
import { restrictedLookup } from '../../shared/public-lookup.ts';

/**
 * Returns the permitted address records of a host name; empty if the name is rejected. A name other than the site's must have
 * only public records, unless the site itself is in a private network. Otherwise a link on the site could make sync read internal
 * hosts (SSRF). If the site has public records, only these are used.
 */
export function permittedRecords(
  records: readonly LookupAddress[],
  name: { readonly isSite: boolean; readonly siteIsInside: boolean },
): readonly LookupAddress[] {
  if (name.siteIsInside) return records;
  const outside = records.filter(({ address }) => !isPrivateAddress(address));
  if (name.isSite) return outside.length > 0 ? outside : records;
  return outside.length === records.length ? records : [];
}

/** Resolves names for connections, restricted to permitted records; fails with `ERR_PRIVATE_NETWORK` if none is permitted. */
export function guardedLookup(siteHost: string, siteIsInside: () => boolean): LookupFunction {
  return restrictedLookup((records, hostname) =>
    permittedRecords(records, { isSite: hostname === siteHost, siteIsInside: siteIsInside() }),
  );
}

/** True for a host that is a private address, or a name with only private records. */
export async function resolvesInside(hostname: string): Promise<boolean> {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return isPrivateAddress(literal);
  const found = await resolveAll(hostname, { all: true }).catch(() => []);
  return found.length > 0 && found.every(({ address }) => isPrivateAddress(address));
}
