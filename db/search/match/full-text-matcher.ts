import type { Database } from '../../sqlite.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { memoize } from '../../../shared/cache.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import { encodeOffsets } from '../storage/offset-encoding.ts';
import type { Match, Matcher, PageGroup, PageTokens, Pass } from '../types.ts';
import { expressionsOf } from './full-text-expressions.ts';

/** Weights of title, headings, body and city for FTS5's `bm25`. */
const WEIGHTS = '8.0, 2.0, 1.0, 0.0';

/** Size of the cache of forward indexes, and what an entry takes besides its arrays, in bytes. */
const CACHE_BYTES = 4e6;
const BYTES_PER_PAGE = 300;

/**
 * The first stage from the file, by FTS5, with next to nothing kept in memory. The same pages match as in memory, in the
 * order of FTS5's own `bm25`, whose field weights and length normalization are not quite those of the stored impacts.
 * Re-ranking is the same.
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
  // A JavaScript number is bound as a real one, and FTS5 takes no notice of a rowid that is not an integer.
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
    if (!row) throw new Error(`The index finds page ${page}, which it does not hold`);
    const isCopy = row.city !== '';
    return {
      family: row.family,
      isCopy,
      isLanding: row.family === '',
      general: isCopy ? (row.general ?? undefined) : undefined,
    };
  }

  /** Analyzes the texts of a page into the forward index that the memory would hold. */
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

  return { match, holds, groupOf, tokensOf, idOf: (page) => page };
}
