/**
 * Lookup keys of page addresses.
 *
 * A key is the path below the site's home: percent-decoded, NFC, lower case, without a trailing slash. The front page
 * is `/`. On a site with plain permalinks the address is its query, so that is kept: `/?page_id=12` for every type whose
 * address is a number, `/?servicio=panaderia` for a custom type.
 */

/** Every number is that of a post, whatever its type. */
const POST_ID = ['page_id', 'p', 'attachment_id'];

/**
 * The addresses of one site: `home` is its front page, `hosts` every name it answers to, `queryVars` the names of the
 * custom types in its plain permalinks.
 */
export function createAddresses(site: {
  readonly home: string;
  readonly hosts: readonly string[];
  readonly queryVars?: readonly string[];
}) {
  const home = new URL(site.home);
  const hosts = new Set([home.host, ...site.hosts].map(withoutWww));
  const prefix = decodePath(home.pathname).replace(/\/+$/, '');

  /** The key of an absolute or root-relative address, or `undefined` when it is not of this site or not an address. */
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

/** Tests a text for a scheme or a host, as opposed to a path or a slug of this site. */
export function isAbsoluteAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i.test(text) || /^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** The last segment of a key: what WordPress calls the slug. */
export function slugOf(key: string): string {
  const segment = key.slice(key.lastIndexOf('/') + 1);
  return segment.startsWith('?') ? segment.slice(segment.indexOf('=') + 1) : segment;
}

/** The slug of an absolute address, whether or not it ends in a slash. */
export const slugOfUrl = (url: string): string => slugOf(new URL(url).pathname.replace(/\/+$/, ''));

/** The post that a key names by its number, as plain permalinks and WordPress's short links (`/?p=12`) do. */
export function postIdOf(key: string): number | undefined {
  const id = /^\/\?page_id=(\d+)$/.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
}

function parse(address: string, base: URL): URL | undefined {
  const url = URL.parse(address, base.href);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

/** Host of an address without `www.`, with its port unless that is the scheme's own: a site answers under both. */
export function bareHost({ host }: URL): string {
  return withoutWww(host);
}

/** Key that a site keeps with `https`, with `www.` and with a slash at the end of its address. */
export function siteKey(address: string): string {
  const url = new URL(address);
  return `${bareHost(url)}${url.pathname.replace(/\/+$/, '')}`;
}

function withoutWww(host: string): string {
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
