import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndex } from '../../../db/index/builder.ts';
import type { IndexContent } from '../../../db/index/index-file.ts';
import { openIndexSync, type Index } from '../../../db/index/reader.ts';
import { DEFAULT_CITIES, type CityRule } from '../../../shared/cities.ts';
import { NO_PLACE_NAMES, type PlaceNames } from '../../../shared/place-names.ts';
import type { Page } from '../../../shared/page.ts';
import { placesListedIn } from '../../../sync/places/area-lists.ts';
import { createPlaceCollector } from '../../../sync/places/place-names.ts';
import { chooseVocabulary } from '../../../sync/vocabulary/choose.ts';

const HOME_SERVICES = chooseVocabulary({ asked: ['home-services'], language: 'es', titles: [] }).vocabulary;

/** A page with an address made from its id where the test does not care. */
export function page(given: Partial<Page> & { readonly id: number }): Page {
  const path = given.path ?? `/p${given.id}`;
  return {
    type: 'pages',
    url: `https://example.com${path}/`,
    path,
    title: `Page ${given.id}`,
    markdown: '',
    language: 'es',
    modified: '2026-01-01T00:00:00Z',
    city: '',
    family: path.slice(1),
    ...given,
  };
}

/** The place names of these pages, as a sync collects them. */
export function placeNamesOf(pages: Iterable<Page>, cities: readonly CityRule[], country?: string): PlaceNames {
  const collector = createPlaceCollector(cities);
  for (const { city, title, markdown } of pages) {
    collector.add(city, placesListedIn(markdown));
    collector.addTitle(city, title);
  }
  return collector.placeNames(country);
}

/** The content of an index of these pages; the rest where the test does not care. */
export function contentOf(pages: Iterable<Page>, given: Partial<IndexContent> = {}): IndexContent {
  return {
    generation: 1,
    builtAt: '2026-01-01T00:00:00Z',
    site: { name: 'Example', description: '', home: 'https://example.com', language: 'es', hosts: ['example.com'] },
    company: { brand: 'Example', website: 'https://example.com' },
    cities: DEFAULT_CITIES,
    synonyms: [],
    vocabulary: HOME_SERVICES,
    placeNames: NO_PLACE_NAMES,
    aliases: [],
    pages,
    ...given,
  };
}

/** A directory that is gone when the test is over. */
export function temporaryDirectory() {
  const dir = mkdtempSync(join(tmpdir(), 'index-'));
  return {
    file: (name: string) => join(dir, name),
    [Symbol.dispose]: () => {
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** An open index of these pages, closed and removed when the test is over. */
export function indexOf(pages: Iterable<Page>, given: Partial<IndexContent> = {}, mode: Index['mode'] = 'memory') {
  const directory = temporaryDirectory();
  const file = directory.file('index-1.db');
  buildIndex(file, contentOf(pages, given));
  const index: Index = openIndexSync(file, { mode });
  return {
    index,
    /** Paths of the hits, best first. */
    find: (query: string, city?: string, limit = 25): string[] =>
      index.search({ query, city, limit, offset: 0 }).hits.map((hit) => new URL(hit.url).pathname.replace(/\/$/, '')),
    [Symbol.dispose]: () => {
      index.close();
      directory[Symbol.dispose]();
    },
  };
}
