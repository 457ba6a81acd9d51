/** Schemes that no client can own: a browser or a system acts on them itself. */
const FOREIGN_SCHEME =
  /^(?:about|blob|chrome|data|file|filesystem|ftp|intent|jar|javascript|mailto|resource|sms|tel|vbscript|view-source|wss?):$/;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Longest redirect URI, in characters. */
const LONGEST = 1000;

/**
 * Tests a redirect URI: `https`, `http` of the loopback interface, or a private scheme (RFC 8252 §7). A fragment and
 * credentials are refused.
 */
export function isRedirectUri(text: string): boolean {
  // Printable ASCII goes into a Location header as it is; of the rest, browsers read some as separators.
  if (text.length > LONGEST || !/^[\x21-\x7e]+$/.test(text) || /["<>\\^`{|}#]/.test(text)) return false;
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url);
  if (FOREIGN_SCHEME.test(url.protocol)) return false;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || url.protocol.includes('.');
}

/** Tests a redirect URI against those of a client, character by character; of a loopback address the port may differ (RFC 8252 §7.3). */
export function matchesRedirectUri(registered: readonly string[], offered: string): boolean {
  if (!isRedirectUri(offered)) return false;
  return registered.includes(offered) || registered.some((uri) => isSameLoopback(uri, offered));
}

/** The host of a redirect URI for people, or the scheme where that is all a client has. */
export function redirectHost(uri: string): string {
  const url = new URL(uri);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : url.protocol.slice(0, -1);
}

/**
 * Source expression of a redirect URI for `form-action`, which browsers also apply to the redirect after a form. An IPv6
 * address has none, so that it is allowed by its scheme.
 */
export function redirectSource(uri: string): string {
  const url = new URL(uri);
  const isNamed = url.protocol === 'https:' || (url.protocol === 'http:' && !url.host.startsWith('['));
  return isNamed ? url.origin : url.protocol;
}

/** A redirect URI with the parameters of an authorization response. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const sent = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(sent).toString()}`;
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname);
}

function isSameLoopback(registered: string, offered: string): boolean {
  const [one, other] = [URL.parse(registered), URL.parse(offered)];
  if (!one || !other || !isLoopback(one) || !isLoopback(other)) return false;
  return withoutPort(registered) === withoutPort(offered);
}

const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*))(?::\d*)?/i, '$1');
