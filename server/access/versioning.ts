import type { Withdrawal } from '../config.ts';

/** Names the major version of the API, in every answer of the server. */
export const API_VERSION = { 'API-Version': '1' };

/** Headers of what belongs to v1, once it is being withdrawn: since when, until when, and why (RFC 9745, RFC 8594). */
export function withdrawalHeaders(withdrawal: Withdrawal | undefined): Readonly<Record<string, string>> {
  if (!withdrawal) return {};
  return {
    // A structured field of type Date (RFC 9651 §4.1.10).
    Deprecation: `@${Math.floor(withdrawal.deprecation.getTime() / 1000)}`,
    Sunset: withdrawal.sunset.toUTCString(),
    Link: `<${withdrawal.url}>; rel="deprecation"`,
  };
}
