import type { Withdrawal } from '../config.ts';

/** Names the major version of the API. */
export const API_VERSION = { 'API-Version': '1' };

/** Headers of every answer of v1: its version and, once it is being withdrawn, when and why (RFC 9745, RFC 8594). */
export function versionHeaders(withdrawal: Withdrawal | undefined): Readonly<Record<string, string>> {
  if (!withdrawal) return API_VERSION;
  return {
    ...API_VERSION,
    // A structured field of type Date (RFC 9651 §4.1.10).
    Deprecation: `@${Math.floor(withdrawal.deprecation.getTime() / 1000)}`,
    ...(withdrawal.sunset && { Sunset: withdrawal.sunset.toUTCString() }),
    Link: `<${withdrawal.url}>; rel="deprecation"`,
  };
}
