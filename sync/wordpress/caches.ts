import type { IncomingHttpHeaders } from 'node:http';
import { headerText } from './text.ts';

const CACHES: readonly (readonly [header: string, name: string])[] = [
  ['cf-cache-status', 'Cloudflare'],
  ['x-litespeed-cache', 'LiteSpeed Cache'],
  ['x-kinsta-cache', 'Kinsta'],
  ['x-sucuri-cache', 'Sucuri'],
  ['x-fastcgi-cache', 'nginx (fastcgi_cache)'],
  ['x-nginx-cache', 'nginx'],
  ['x-proxy-cache', 'a proxy'],
  ['x-rocket-nginx-serving-static', 'WP Rocket'],
  ['x-wp-cf-super-cache', 'Super Page Cache'],
  ['x-cache-enabled', 'SG Optimizer'],
  ['x-cache-status', 'a proxy'],
  ['x-cache', 'a proxy or CDN'],
  ['x-varnish', 'Varnish'],
];

/** Returns the cache that the headers name, with `Age` in seconds and `hit` for a response from the cache. */
export function cacheOf(
  headers: IncomingHttpHeaders,
): { readonly name: string; readonly hit: boolean; readonly age: number } | undefined {
  const age = Number(headerText(headers['age'])) || 0;
  const found = CACHES.filter(([header]) => headers[header] !== undefined);
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
