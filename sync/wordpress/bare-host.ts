import { withoutWww } from '../../shared/addresses.ts';

/** Host of an address without `www.`, with its port unless that is the scheme's own: the same for one site, however written. */
export function bareHost({ host }: URL): string {
  return withoutWww(host);
}
