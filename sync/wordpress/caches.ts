import type { IncomingHttpHeaders } from 'node:http';
import CACHES from './caches.json' with { type: 'json' };
import { headerText } from './text.ts';

/** Returns the cache that the headers of `caches.json` name, with `Age` in seconds and `hit` for a response from the cache. */
export function cacheOf(
  headers: IncomingHttpHeaders,
): { readonly name: string; readonly hit: boolean; readonly age: number } | undefined {
  const age = Number(headerText(headers['age'])) || 0;
  const found = Object.entries(CACHES).filter(([header]) => headers[header] !== undefined);
  const hit =
    age > 0 ||
    found.some(([header]) => {
      const value = headerText(headers[header]);
      // Varnish lists two request ids if it served the second request from the first.
      return /\bhit\b|^yes$/i.test(value) || (header === 'x-varnish' && /^\d+\s+\d+$/.test(value));
    });
  const name = found[0]?.[1] ?? (age > 0 || headers['via'] !== undefined ? 'a proxy' : undefined);
  return name === undefined ? undefined : { name, hit, age };
}
