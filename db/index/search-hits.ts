import { memoize } from '../../shared/cache.ts';
import { excerptOf } from '../search/excerpt.ts';
import { sentenceStarts } from '../search/text/sentences.ts';
import type { SearchMode } from '../search/search.ts';
import type { Hit } from '../search/types.ts';
import type { Database } from '../sqlite.ts';

type SearchHit = {
  readonly title: string;
  readonly url: string;
  readonly city: string;
  readonly excerpt: string;
  readonly modified: string;
  readonly language: string;
};

type HitText = Omit<SearchHit, 'excerpt'> & { readonly body: string };

type CachedText = HitText & { readonly starts: Uint32Array };

// Size of the cache of page texts, and the overhead of an entry, in bytes.
const CACHE_BYTES: Record<SearchMode, number> = { memory: 16e6, file: 1e6 };
const BYTES_PER_TEXT = 400;

/** Creates response entries from page ids and the positions of query terms in their bodies. */
export function createSearchHits(db: Database, mode: SearchMode) {
  const selectText = db.prepare<[number], HitText>(
    'SELECT title, url, city, modified, language, body FROM pages WHERE id = ?',
  );

  function readText(id: number): CachedText {
    const text = selectText.get(id);
    if (!text) throw new Error(`Page ${id} matches, but the index has no row of it`);
    return { ...text, starts: sentenceStarts(text.body) };
  }

  const textOf = memoize({
    maxBytes: CACHE_BYTES[mode],
    compute: readText,
    bytesOf: ({ title, url, body, starts }) =>
      BYTES_PER_TEXT + 2 * (title.length + url.length + body.length) + starts.byteLength,
  });

  return function hitOf(id: number, hits: readonly Hit[]): SearchHit {
    const { title, url, city, modified, language, body, starts } = textOf(id);
    return { title, url, city, modified, language, excerpt: excerptOf(body, hits, starts) };
  };
}
