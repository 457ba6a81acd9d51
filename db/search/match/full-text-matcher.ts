import type { Database } from '../../sqlite.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { memoize } from '../../../shared/cache.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import { encodeOffsets } from '../storage/typed-arrays.ts';
import type { Match, Matcher, PageGroup, PageTokens, Pass } from '../types.ts';
import { expressionsOf } from './full-text-expressions.ts';

// Field weights of `bm25` in FTS5: title, headings, body, city.
const WEIGHTS = '8.0, 2.0, 1.0, 0.0';

// Size of the cache of forward indexes, and overhead of an entry, in bytes.
const CACHE_BYTES = 4e6;
const BYTES_PER_PAGE = 300;

/**
 * Creates the first stage from the file with FTS5, which needs little memory. The same pages match as in memory. Their
 * order is that of `bm25` in FTS5, with slightly different field weights and length normalization. Re-ranking is the
 * same.
 */
export function createFullTextMatcher(
  db: Database,
  options: { readonly lexicon: Lexicon; readonly analyzer: Analyzer },
): Matcher {
  const { lexicon, analyzer } = options;
  const selectMatches = db
    .prepare<{ expression: string; limit: number }, [page: number, cost: number]>(
      `SELECT rowid, bm25(search, ${WEIGHTS}) AS cost FROM search
        WHERE search MATCH @expression
        ORDER BY cost, rowid
        LIMIT @limit`,
    )
    .raw();
  // better-sqlite3 binds a number as REAL, and FTS5 ignores a rowid of that type.
  const isAmong = db
    .prepare<{ expression: string; id: number }, number>(
      'SELECT 1 FROM search WHERE search MATCH @expression AND rowid = CAST(@id AS INTEGER)',
    )
    .pluck();
  const selectGroup = db.prepare<[number], { family: string; city: string; general: number | null }>(
    `SELECT family, city,
            (SELECT min(id) FROM pages AS other
              WHERE other.family = pages.family AND other.city = '' AND other.language = pages.language) AS general
       FROM pages WHERE id = ?`,
  );
  const selectTexts = db.prepare<[number], { title: string; headings: string; body: string }>(
    'SELECT title, headings, body FROM pages WHERE id = ?',
  );

  function match(pass: Pass, limit: number): Match[] {
    const matches: Match[] = [];
    for (const expression of expressionsOf(pass, lexicon, analyzer.language)) {
      if (matches.length >= limit) break;
      for (const [page, cost] of selectMatches.all({ expression, limit: limit - matches.length })) {
        matches.push({ page, firstStageScore: -cost });
      }
    }
    return matches;
  }

  function holds(pass: Pass, page: number): boolean {
    const expressions = expressionsOf(pass, lexicon, analyzer.language);
    return expressions.some((expression) => isAmong.get({ expression, id: page }) !== undefined);
  }

  function groupOf(page: number): PageGroup {
    const row = selectGroup.get(page);
    if (!row) throw new Error(`Page ${page} matches, but the index has no row of it`);
    const isCopy = row.city !== '';
    return {
      family: row.family,
      isCopy,
      isLanding: row.family === '',
      general: isCopy ? (row.general ?? undefined) : undefined,
    };
  }

  // Analyzes a page into the forward index of the memory mode.
  function analyze(page: number): PageTokens {
    const row = selectTexts.get(page);
    const bodyOffsets: number[] = [];
    const fields = [
      analyzer.termsOf(row?.title ?? ''),
      analyzer.termsOf(row?.headings ?? ''),
      analyzer.termsOf(row?.body ?? '', bodyOffsets),
    ];
    const deltas: number[] = [];
    encodeOffsets(bodyOffsets, (byte) => {
      deltas.push(byte);
    });
    const tokens = Uint32Array.from(fields.flat(), ({ surface }) => lexicon.surfaceOrdinal(surface) ?? 0);
    const [title = 0, headings = 0, body = 0] = fields.map((field) => field.length);
    return {
      tokens,
      start: 0,
      ends: [title, title + headings, title + headings + body],
      offsetDeltas: Uint8Array.from(deltas),
      firstDelta: 0,
    };
  }

  const tokensOf = memoize({
    maxBytes: CACHE_BYTES,
    compute: analyze,
    bytesOf: ({ tokens, offsetDeltas }) => BYTES_PER_PAGE + tokens.byteLength + offsetDeltas.byteLength,
  });

  const matchGeneral = (pass: Pass, limit: number): Match[] =>
    match({ ...pass, cities: { only: '' }, everyPage: false }, limit);

  return { match, matchGeneral, holds, groupOf, tokensOf, idOf: (page) => page };
}
