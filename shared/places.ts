import type { CityRule } from './cities.ts';

/** Prepositions between a service and its city in a path: `panaderos-en-porto` is of the family `panaderos`. */
export const TIES: ReadonlySet<string> = new Set(['en', 'de', 'in', 'im', 'em', 'bei', 'near', 'te']);

/** Converts a text to a slug, as WordPress does: `São João da Pesqueira` becomes `sao-joao-da-pesqueira`. */
export function toSlug(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Creates a function that reads city and family from the path of a page (a key of `shared/addresses.ts`). */
export function createPlaces(cities: readonly CityRule[]) {
  const cityOf = new Map<string, string>();
  for (const { slug, aliases } of cities) {
    for (const name of [slug, ...aliases].map(toSlug)) if (name !== '' && !cityOf.has(name)) cityOf.set(name, slug);
  }
  const longestName = Math.max(0, ...[...cityOf.keys()].map((name) => name.split('-').length));

  /** Returns the longest city name in a segment with its bounds; of equal length, the last. */
  function find(tokens: readonly string[], only?: string) {
    for (let length = Math.min(longestName, tokens.length); length > 0; length--) {
      for (const start of new Set([tokens.length - length, 0])) {
        const city = cityOf.get(tokens.slice(start, start + length).join('-'));
        if (city !== undefined && (only === undefined || city === only)) return { city, start, end: start + length };
      }
    }
    return undefined;
  }

  function without(tokens: readonly string[], city: string): readonly string[] {
    const found = find(tokens, city);
    if (!found) return tokens;
    const before = tokens.slice(0, found.start);
    while (TIES.has(before.at(-1) ?? '')) before.pop();
    return [...before, ...tokens.slice(found.end)];
  }

  /** Returns the city, an empty string for a general page, and the family, the path without the city. */
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

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
