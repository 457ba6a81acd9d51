import type { Index } from '../../db/index/reader.ts';
import { ANY_CITY } from '../../shared/cities.ts';
import type { OperationInput, OperationOutput } from '../../shared/operations.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** Answers `search_pages` (spec, "GET {base_url}/search_pages"). */
export function searchPages(index: Index, input: OperationInput<'search_pages'>): OperationOutput<'search_pages'> {
  const { query, city, limit } = input;
  const subject = ['search_pages', query, city];
  const offset = readCursor(subject, input.cursor);
  const { hits, more } = index.search({ query, city: city === ANY_CITY ? undefined : city, limit, offset });
  return {
    total: hits.length,
    results: hits.map(({ title, url, city: place, excerpt, modified }) => ({
      title,
      url,
      city: place,
      excerpt,
      modified,
    })),
    next_cursor: more ? writeCursor(subject, offset + hits.length) : null,
  };
}
