import LINKS from './words/links.json' with { type: 'json' };

const ALLOWED_SCHEMES = new Set(LINKS.schemes);

// Query parameters that differ between visits, or only identify the source of a visit.
const TRACKING_PARAMETER =
  /^(?:_wpnonce|_ajax_nonce|nonce|phpsessid|utm_\w+|mtm_\w+|pk_(?:source|medium|campaign|keyword|cid|content)|fbclid|fb_action_(?:ids|types)|gclid|gclsrc|dclid|gbraid|wbraid|gad_\w+|_ga|_gl|srsltid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_[ce]id|_hsenc|_hsmi|__hs\w+|mkt_tok|vero_id|oly_(?:enc|anon)_id|_ke|_kx|s_kwcid|epik|sscid)$/i;

// Query of the REST requests of sync. Plugins that link a variant of "this page" may link the request instead.
const REST_REQUEST = /[?&]_fields=/;

/**
 * Returns a link destination (CommonMark 6.3): absolute, of an allowed scheme, without white space or unbalanced
 * parentheses. Returns `undefined` for scripts, data URLs, fragments of the page and REST requests.
 */
export function linkDestination(href: string, baseUrl?: string): string | undefined {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return undefined;
  const url = URL.parse(trimmed, baseUrl);
  if (!url || !ALLOWED_SCHEMES.has(url.protocol)) return undefined;
  const hasQuery = url.href.includes('?');
  if (hasQuery && REST_REQUEST.test(url.search)) return undefined;
  if (url.hash && baseUrl !== undefined && isSamePage(url, URL.parse(baseUrl))) return undefined;
  if (hasQuery) dropTracking(url);
  return asDestination(url.href);
}

function isSamePage(url: URL, page: URL | null): boolean {
  return url.origin === page?.origin && url.pathname === page.pathname && url.search === page.search;
}

// Removes tracking parameters; the spelling of the remaining query does not change.
function dropTracking(url: URL): void {
  if (url.search === '') return;
  const parameters = url.search.slice(1).split('&');
  const remaining = parameters.filter((parameter) => !TRACKING_PARAMETER.test(parameter.split('=', 1)[0] ?? ''));
  if (remaining.length < parameters.length) url.search = remaining.join('&');
}

/** Returns the destination of an image or of embedded content. Only `http:` and `https:` are allowed. */
export function mediaDestination(source: string, baseUrl: string): string | undefined {
  const url = URL.parse(source.trim(), baseUrl);
  return source.trim() !== '' && url && /^https?:$/.test(url.protocol) ? asDestination(url.href) : undefined;
}

// Encodes characters that end the destination or that CommonMark parsers encode, so every parser returns the same URL.
function asDestination(href: string): string {
  if (PLAIN.test(href)) return href;
  const safe = href
    .replace(/[\s<>"[\]\\|`{}^]|\p{Cf}/gu, (character) => encodeURIComponent(character))
    .replace(/%(?![\da-z]{2})/gi, '%25')
    .replace(/&(?=#?\w+;)/g, '&amp;');
  return BALANCED.test(safe) ? safe : safe.replaceAll('(', '%28').replaceAll(')', '%29');
}

// URLs without characters to encode.
const BALANCED = /^(?:[^()]|\([^()]*\))*$/;
const PLAIN = /^[\w:/.?=#~+,;@!$*'-]*$/;

/** Decodes an e-mail address that Cloudflare obfuscates: the first byte is the XOR key of the remaining bytes. */
export function decodeCloudflareEmail(hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2}){4,200}$/i.test(hex)) return undefined;
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  const key = bytes[0] ?? 0;
  const text = new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key));
  return text.includes('@') ? text : undefined;
}

/** Decodes percent-encoding; returns a string with invalid encoding unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
