import type { LookupAddress } from 'node:dns';
import { lookup as resolveAll } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, literalAddress } from '../../shared/private-addresses.ts';
import { restrictedLookup } from '../../shared/public-lookup.ts';

/**
 * Address records of a name to which a connection may go; none when the name is refused. A name other than the site's
 * must have public records only, unless the site itself is inside: otherwise a page of the site could have us read
 * what only this machine can reach. Of the site's own records only the public ones are used when it has any.
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

/** Name resolution for connections, restricted to permitted records; fails with `ERR_PRIVATE_NETWORK` when there are none. */
export function guardedLookup(siteHost: string, siteIsInside: () => boolean): LookupFunction {
  return restrictedLookup((records, hostname) =>
    permittedRecords(records, { isSite: hostname === siteHost, siteIsInside: siteIsInside() }),
  );
}

/** Tells a host that is an address of a private network, or a name with no other records. */
export async function resolvesInside(hostname: string): Promise<boolean> {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return isPrivateAddress(literal);
  const found = await resolveAll(hostname, { all: true }).catch(() => []);
  return found.length > 0 && found.every(({ address }) => isPrivateAddress(address));
}
