import type { Withdrawal } from '../config.ts';
import { fill } from '../../shared/fill.ts';

/** Header with the major version of the API, in every response. */
export const API_VERSION = { 'API-Version': '1' };

function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Returns the Markdown block with the sentence that announces the withdrawal of v1, or an empty string. */
export function withdrawalNotice(withdrawal: Withdrawal | undefined, sentence: string): string {
  if (!withdrawal) return '';
  const { deprecation, sunset, url } = withdrawal;
  return `\n${fill(sentence, { since: dateOf(deprecation), until: dateOf(sunset), url })}\n`;
}

/** Returns the headers that announce the withdrawal of v1 (RFC 9745, RFC 8594). */
export function withdrawalHeaders(withdrawal: Withdrawal | undefined): Readonly<Record<string, string>> {
  if (!withdrawal) return {};
  return {
    // Structured field of type Date (RFC 9651 §4.1.10).
    Deprecation: `@${Math.floor(withdrawal.deprecation.getTime() / 1000)}`,
    Sunset: withdrawal.sunset.toUTCString(),
    Link: `<${withdrawal.url}>; rel="deprecation"`,
  };
}
