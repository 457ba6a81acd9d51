import type { Withdrawal } from '../config.ts';
import type { Catalogue } from '../texts/catalogue.ts';

/** Names the major version of the API, in every answer of the server. */
export const API_VERSION = { 'API-Version': '1' };

/** The day of a withdrawal, as documents write it. */
function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The block by which a document of the site says that v1 is being withdrawn; empty while it is not. */
export function withdrawalNotice(withdrawal: Withdrawal | undefined, sentence: Catalogue['withdrawal']): string {
  if (!withdrawal) return '';
  const { deprecation, sunset, url } = withdrawal;
  return `\n${sentence({ since: dateOf(deprecation), until: dateOf(sunset), url })}\n`;
}

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
