const ALLOWED_SCHEMES = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'sms:',
  'whatsapp:',
  'geo:',
  'ftp:',
  'skype:',
  'viber:',
  'tg:',
]);

/** Query parameters that differ from visit to visit, or say only where a visitor came from. */
const TRACKING_PARAMETER =
  /^(?:_wpnonce|_ajax_nonce|nonce|phpsessid|utm_\w+|mtm_\w+|pk_(?:source|medium|campaign|keyword|cid|content)|fbclid|fb_action_(?:ids|types)|gclid|gclsrc|dclid|gbraid|wbraid|gad_\w+|_ga|_gl|srsltid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_[ce]id|_hsenc|_hsmi|__hs\w+|mkt_tok|vero_id|oly_(?:enc|anon)_id|_ke|_kx|s_kwcid|epik|sscid)$/i;

/** The query of our own requests to the REST API: plugins that link «this page in another way» take those for the page. */
const REST_REQUEST = /[?&]_fields=/;

/**
 * A link destination (CommonMark 6.3): absolute, of a harmless scheme, without white space or unbalanced parentheses.
 * `undefined` for an address that leads nowhere: a script, data, a fragment of the page itself, a request to the REST API.
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

/** Takes tracking parameters out of a query; the others stay as they are written. */
function dropTracking(url: URL): void {
  if (url.search === '') return;
  const parameters = url.search.slice(1).split('&');
  const kept = parameters.filter((parameter) => !TRACKING_PARAMETER.test(parameter.split('=', 1)[0] ?? ''));
  if (kept.length < parameters.length) url.search = kept.join('&');
}

/** As `linkDestination`, for images and embedded content: http and https only. */
export function mediaDestination(source: string, baseUrl: string): string | undefined {
  const url = URL.parse(source.trim(), baseUrl);
  return source.trim() !== '' && url && /^https?:$/.test(url.protocol) ? asDestination(url.href) : undefined;
}

/** Encodes what readers of CommonMark encode themselves, so that all see the same, and what would end the destination. */
function asDestination(href: string): string {
  if (PLAIN.test(href)) return href;
  const safe = href
    .replace(/[\s<>"[\]\\|`{}^]|\p{Cf}/gu, (character) => encodeURIComponent(character))
    .replace(/%(?![\da-z]{2})/gi, '%25')
    .replace(/&(?=#?\w+;)/g, '&amp;');
  return areBalanced(safe) ? safe : safe.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** An address in which nothing needs to be encoded. */
const PLAIN = /^[\w:/.?=#~+,;@!$*'-]*$/;

function areBalanced(text: string): boolean {
  let depth = 0;
  for (const [parenthesis] of text.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1;
    if (depth < 0 || depth > 3) return false;
  }
  return depth === 0;
}

/** Decodes an e-mail address that Cloudflare hides from robots: the first byte is the key for the others. */
export function decodeCloudflareEmail(hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2}){4,200}$/i.test(hex)) return undefined;
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  const key = bytes[0] ?? 0;
  const text = new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key));
  return text.includes('@') ? text : undefined;
}

/** Decodes percent-encoding; a text that is no such encoding stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
