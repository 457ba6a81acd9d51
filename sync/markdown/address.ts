const ALLOWED = new Set([
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

/** Parameters that differ from visit to visit. */
const PASSING = /^(?:_wpnonce|_ajax_nonce|nonce|phpsessid)$/i;

/**
 * An address as it may stand between the parentheses of a Markdown link: absolute, of a harmless scheme, without white
 * space or unbalanced parentheses. `undefined` for what leads nowhere: scripts, data, a place within the page.
 */
export function linkAddress(href: string, baseUrl?: string): string | undefined {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return undefined;
  const url = URL.parse(trimmed, baseUrl);
  if (!url || !ALLOWED.has(url.protocol)) return undefined;
  const here = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (url.hash && here && url.origin === here.origin && url.pathname === here.pathname && url.search === here.search) {
    return undefined;
  }
  const passing = [...url.searchParams.keys()].filter((name) => PASSING.test(name));
  for (const name of passing) url.searchParams.delete(name);
  return inParentheses(url.href);
}

/** As `linkAddress`, for what is shown: http and https only. */
export function mediaAddress(source: string, baseUrl: string): string | undefined {
  const url = URL.parse(source.trim(), baseUrl);
  return source.trim() !== '' && url && /^https?:$/.test(url.protocol) ? inParentheses(url.href) : undefined;
}

function inParentheses(href: string): string {
  const safe = href.replace(/[\s<>"\\|`{}^]|\p{Cf}/gu, (character) => encodeURIComponent(character));
  return areBalanced(safe) ? safe : safe.replaceAll('(', '%28').replaceAll(')', '%29');
}

function areBalanced(text: string): boolean {
  let depth = 0;
  for (const [parenthesis] of text.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1;
    if (depth < 0 || depth > 3) return false;
  }
  return depth === 0;
}

/** The address that Cloudflare hides from robots: the first byte is the key for the others. */
export function decodeCloudflareEmail(hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2}){4,200}$/i.test(hex)) return undefined;
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  const key = bytes[0] ?? 0;
  const text = new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key));
  return text.includes('@') ? text : undefined;
}

/** What percent-encoding stands for; a text that is no such encoding stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
