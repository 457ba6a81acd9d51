import type { CityRule } from './cities.ts';

/** Words that tie a service to its place in an address: `panaderos-en-porto` is of the family `panaderos`. */
export const TIES: ReadonlySet<string> = new Set(['en', 'de', 'in', 'im', 'em', 'bei', 'near', 'te']);

/** A text as WordPress would write it in an address: `São João da Pesqueira` → `sao-joao-da-pesqueira`. */
export function toSlug(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Reads from a page's path (a key of shared/addresses.ts) its city and its family. */
export function createPlaces(cities: readonly CityRule[]) {
  const cityOf = new Map<string, string>();
  for (const { slug, aliases } of cities) {
    for (const name of [slug, ...aliases].map(toSlug)) if (name !== '' && !cityOf.has(name)) cityOf.set(name, slug);
  }
  const longestName = Math.max(0, ...[...cityOf.keys()].map((name) => name.split('-').length));

  /** A city name in a segment, with its begin and end: the longest one; among equals, the last. */
  function find(tokens: readonly string[], only?: string) {
    for (let length = Math.min(longestName, tokens.length); length > 0; length--) {
      for (const start of new Set([tokens.length - length, 0])) {
        const city = cityOf.get(tokens.slice(start, start + length).join('-'));
        if (city !== undefined && (only === undefined || city === only)) return { city, start, end: start + length };
      }
    }
    return undefined;
  }

  /** A segment without its city. */
  function without(tokens: readonly string[], city: string): readonly string[] {
    const found = find(tokens, city);
    if (!found) return tokens;
    const before = tokens.slice(0, found.start);
    while (TIES.has(before.at(-1) ?? '')) before.pop();
    return [...before, ...tokens.slice(found.end)];
  }

  /** `city` is empty when the page is general; `family` is the path with the city taken out. */
  function locate(path: string): { readonly city: string; readonly family: string } {
    const segments = fold(path)
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => segment.split('-'));
    const city = segments.findLast((tokens) => find(tokens) !== undefined);
    const slug = (city && find(city)?.city) ?? '';
    const rest = slug === '' ? segments : segments.map((tokens) => without(tokens, slug));
    return {
      city: slug,
      family: rest
        .filter((tokens) => tokens.length > 0)
        .map((tokens) => tokens.join('-'))
        .join('/'),
    };
  }

  return { locate };
}

/** Lower case without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
