/**
 * How a page address becomes a lookup key, and how a reader's idea of an address finds it.
 *
 * A key is the path below the site's home: percent-decoded, NFC, lower case, without a trailing slash. The front page
 * is `/`. On a site with plain permalinks the address is its query, so that is kept: `/?page_id=12`.
 */

const PLAIN_PERMALINK = ['page_id', 'p'];

/** The addresses of one site: `home` is its front page, `hosts` every name it answers to. */
export function createAddresses(site: { readonly home: string; readonly hosts: readonly string[] }) {
  const home = new URL(site.home);
  const hosts = new Set([home.host, ...site.hosts].map(bareHost));
  const prefix = decodePath(home.pathname).replace(/\/+$/, '');

  /** The key of an absolute or root-relative address, or `undefined` when it is not of this site or not an address. */
  function keyOf(address: string): string | undefined {
    const url = parse(address, home);
    if (!url || !hosts.has(bareHost(url.host))) return undefined;
    let path = decodePath(url.pathname);
    if (prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`))) path = path.slice(prefix.length);
    path = path.replace(/\/{2,}/g, '/').replace(/\/+$/, '');
    if (path === '' || path === '/index.php') {
      const plain = PLAIN_PERMALINK.map((name) => url.searchParams.get(name)).find((id) => id && /^\d+$/.test(id));
      return plain ? `/?page_id=${Number(plain)}` : '/';
    }
    return path;
  }

  return { keyOf };
}
export type Addresses = ReturnType<typeof createAddresses>;

/** Whether a text names a scheme or a host, rather than a path or a slug of this site. */
export function isAbsoluteAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i.test(text) || /^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** The last segment of a key: what WordPress calls the slug. */
export function slugOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function parse(address: string, base: URL): URL | undefined {
  const url = URL.parse(address, base.href);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

/** The same site answers with and without `www.`. */
function bareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

/** Decodes each segment on its own, so that an encoded slash never becomes a separator; what is not UTF-8 stays as it is. */
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
