/**
 * Lookup keys of page addresses. A key is the path below the site's home: percent-decoded, NFC, lower case, without a
 * trailing slash. The front page is `/`. With plain permalinks the key contains the query: `/?page_id=12` for types
 * with a numeric address, `/?servicio=panaderia` for a custom type.
 */

/** Query parameters that contain a post id, for every post type. */
const POST_ID = ['page_id', 'p', 'attachment_id'];

/**
 * Creates the key function of a site. `home` is its front page, `hosts` lists all its host names, `queryVars` the query
 * parameters of custom types in plain permalinks.
 */
export function createAddresses(site: {
  readonly home: string;
  readonly hosts: readonly string[];
  readonly queryVars?: readonly string[];
}) {
  const home = new URL(site.home);
  const hosts = new Set([home.host, ...site.hosts].map(withoutWww));
  const prefix = decodePath(home.pathname).replace(/\/+$/, '');

  /**
   * Returns the key of an absolute or root-relative address, or `undefined` for an invalid address or a different site.
   */
  function keyOf(address: string): string | undefined {
    const url = parse(address, home);
    if (!url || !hosts.has(bareHost(url))) return undefined;
    let path = decodePath(url.pathname);
    if (prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`))) path = path.slice(prefix.length);
    path = path.replace(/\/{2,}/g, '/').replace(/\/+$/, '');
    if (path === '' || path === '/index.php') {
      const id = POST_ID.map((name) => url.searchParams.get(name)).find((value) => value && /^\d{1,15}$/.test(value));
      return id ? `/?page_id=${Number(id)}` : (customTypeKey(url.searchParams) ?? '/');
    }
    return path;
  }

  function customTypeKey(query: URLSearchParams): string | undefined {
    for (const name of site.queryVars ?? []) {
      const slug = query.get(name)?.replace(/^\/+|\/+$/g, '');
      if (slug) return `/?${name}=${slug.normalize('NFC').toLowerCase()}`;
    }
    return undefined;
  }

  return { keyOf };
}
export type Addresses = ReturnType<typeof createAddresses>;

/** Returns true for a string with a scheme or a host, false for a path or a slug. */
export function isAbsoluteAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i.test(text) || /^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** Returns the last segment of a key, the slug in WordPress. */
export function slugOf(key: string): string {
  const segment = key.slice(key.lastIndexOf('/') + 1);
  return segment.startsWith('?') ? segment.slice(segment.indexOf('=') + 1) : segment;
}

/** Returns the decoded slug of an absolute address, with or without a trailing slash. */
export const slugOfUrl = (url: string): string => slugOf(decodePath(new URL(url).pathname).replace(/\/+$/, ''));

/** Returns the post id of a key with a numeric query, as in plain permalinks and short links (`/?p=12`). */
export function postIdOf(key: string): number | undefined {
  const id = /^\/\?page_id=(\d+)$/.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
}

function parse(address: string, base: URL): URL | undefined {
  const url = URL.parse(address, base.href);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

/** Returns the host without `www.` and without the default port: a site responds under both names. */
export function bareHost({ host }: URL): string {
  return withoutWww(host);
}

/** Returns a key of the site that ignores scheme, `www.` and a trailing slash. */
export function siteKey(address: string): string {
  const url = new URL(address);
  return `${bareHost(url)}${url.pathname.replace(/\/+$/, '')}`;
}

function withoutWww(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

/** Decodes each segment separately, so that an encoded slash is never a separator. Invalid UTF-8 is not decoded. */
function decodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      try {
        const text = decodeURIComponent(segment);
        return text.includes('/') ? segment : text;
      } catch {
        return segment;
      }
    })
    .join('/')
    .normalize('NFC')
    .toLowerCase();
}
