import { createAnalyzer } from '../../db/search/text/analyzer.ts';
import { toSlug } from '../../shared/places.ts';

/** A page of a service in a place has as many brothers at least: the same service elsewhere, and another one here. */
const FEWEST_PLACES = 3;
const FEWEST_SERVICES = 2;
/** Titles of a place's pages that name it after a preposition. */
const FEWEST_TITLES = 2;

type Page = { readonly title: string; readonly path: string };
/** One way to read an address: `/leeds/drains` as drains in Leeds, or as Leeds in drains. */
type Reading = { readonly way: string; readonly service: string; readonly place: string; readonly page: Page };
export type UnlistedCity = { readonly slug: string; readonly name: string };

/**
 * The cities that page families tell, of pages that belong to no city of the list: `/leeds/drains`, `/drains-leeds` and the like for
 * several places and services each, whose titles say *in Leeds*. It is for the owner to judge them: nothing else goes by them.
 */
export function unlistedCities(pages: readonly Page[], language: string): readonly UnlistedCity[] {
  const { isPlacePreposition, fold } = createAnalyzer(language);
  const cities = new Map<string, string>();
  for (const readings of Map.groupBy(pages.flatMap(readingsOf), ({ way }) => way).values()) {
    for (const [place, its] of Map.groupBy(connected(readings), (reading) => reading.place)) {
      const names = its.flatMap(({ page }) => nameIn(page.title, place) ?? []);
      const [name] = names;
      if (name !== undefined && names.length >= FEWEST_TITLES && !cities.has(place)) cities.set(place, name);
    }
  }
  return [...cities].map(([slug, name]) => ({ slug, name })).toSorted((a, b) => a.slug.localeCompare(b.slug));

  /** How a title writes a place that it names after a preposition. */
  function nameIn(title: string, place: string): string | undefined {
    const words = title.split(/[\s,.:;|()/–—]+/u);
    const longest = place.split('-').length;
    for (const [at, word] of words.entries()) {
      if (!isPlacePreposition(fold(word))) continue;
      const names = Array.from({ length: longest }, (_, more) => words.slice(at + 1, at + 2 + more).join(' '));
      const name = names.find((one) => toSlug(one) === place);
      if (name !== undefined) return name;
    }
    return undefined;
  }
}

function readingsOf(page: Page): Reading[] {
  const segments = page.path.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1)?.split('-') ?? [];
  const above = segments.slice(0, -1).join('/');
  const bySegment = segments.map((place, at): Reading => {
    const service = segments.with(at, '').join('/');
    return { way: `segment ${at} of ${segments.length}`, service, place, page };
  });
  const byWords = last.slice(1).flatMap((_, before): Reading[] => {
    const [start, end] = [last.slice(0, before + 1).join('-'), last.slice(before + 1).join('-')];
    return [
      { way: 'end', service: `${above}/${start}`, place: end, page },
      { way: 'beginning', service: `${above}/${end}`, place: start, page },
    ];
  });
  return segments.length > 1 ? [...bySegment, ...byWords] : byWords;
}

/** The readings whose service is there in enough places, and whose place has enough services, counting none but these. */
function connected(readings: readonly Reading[]): readonly Reading[] {
  const places = countOf(readings, ({ service }) => service);
  const services = countOf(readings, ({ place }) => place);
  const kept = readings.filter(
    ({ service, place }) =>
      (places.get(service) ?? 0) >= FEWEST_PLACES && (services.get(place) ?? 0) >= FEWEST_SERVICES,
  );
  return kept.length === readings.length ? kept : connected(kept);
}

function countOf(readings: readonly Reading[], key: (reading: Reading) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reading of readings) counts.set(key(reading), (counts.get(key(reading)) ?? 0) + 1);
  return counts;
}
