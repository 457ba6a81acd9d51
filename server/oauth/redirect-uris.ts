// Schemes that a browser or operating system handles itself.
const FOREIGN_SCHEME =
  /^(?:about|blob|chrome|data|file|filesystem|ftp|intent|jar|javascript|mailto|resource|sms|tel|vbscript|view-source|wss?):$/;

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

// Longest redirect URI in characters.
const LONGEST = 1000;

/**
 * Validates a redirect URI: `https`, `http` of the loopback interface, or a private-use scheme (RFC 8252 §7), without
 * fragment and credentials.
 */
export function isRedirectUri(text: string): boolean {
  // Printable ASCII is safe in a Location header; browsers read some of the excluded characters as separators.
  if (text.length > LONGEST || !/^[\x21-\x7e]+$/.test(text) || /["<>\\^`{|}#]/.test(text)) return false;
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url);
  if (FOREIGN_SCHEME.test(url.protocol)) return false;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || url.protocol.includes('.');
}

/**
 * Compares a redirect URI with the registered URIs of a client, character by character, except for the port of a
 * loopback address (RFC 8252 §7.3).
 */
export function matchesRedirectUri(registered: readonly string[], offered: string): boolean {
  if (!isRedirectUri(offered)) return false;
  return registered.includes(offered) || registered.some((uri) => isSameLoopback(uri, offered));
}

/** Returns the host of a redirect URI for display, or its scheme if it has no host. */
export function redirectHost(uri: string): string {
  const url = new URL(uri);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : url.protocol.slice(0, -1);
}

/**
 * Returns the source expression of a redirect URI for `form-action`, which browsers also apply to the redirect after a
 * form. IPv6 addresses have no source expression, so their scheme is allowed.
 */
export function redirectSource(uri: string): string {
  const url = new URL(uri);
  const isNamed = url.protocol === 'https:' || (url.protocol === 'http:' && !url.host.startsWith('['));
  return isNamed ? url.origin : url.protocol;
}

/** Returns a redirect URI with the parameters of an authorization response. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const sent = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(sent).toString()}`;
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname);
}

function isSameLoopback(registered: string, offered: string): boolean {
  const [first, second] = [URL.parse(registered), URL.parse(offered)];
  if (!first || !second || !isLoopback(first) || !isLoopback(second)) return false;
  return withoutPort(registered) === withoutPort(offered);
}

const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*))(?::\d*)?/i, '$1');
