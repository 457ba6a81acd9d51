import type { Database } from '../../sqlite.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { memoize } from '../../../shared/cache.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Match, Matcher, PageGroup, PageTokens, Pass, QueryTerm } from '../types.ts';
import { encodeOffsets } from '../storage/offset-encoding.ts';

/** How much a word counts in the title, the headings, the body and the city. */
const WEIGHTS = '8.0, 2.0, 1.0, 0.0';

/** How much of the words of pages that were judged lately is kept, and what a page takes besides them. */
const REMEMBERED_BYTES = 4e6;
const BYTES_PER_PAGE = 300;

/** The token that stands for a city in the index; no stem has a hyphen. */
export function cityToken(slug: string): string {
  return slug === '' ? '' : `city-${slug}`;
}

/**
 * Finds pages by FTS5, with next to nothing kept in memory. The same pages match as in memory and the same tiers order
 * them; within a tier they are found in the order of FTS5's own `bm25`, whose weights for fields and lengths are not
 * quite those of the stored impacts. The first ones are judged by the same signs afterwards.
 */
export function createFullTextMatcher(
  db: Database,
  options: { readonly lexicon: Lexicon; readonly analyzer: Analyzer },
) {
  const { lexicon, analyzer } = options;
  const find = db
    .prepare<{ expression: string; limit: number }, number>(
      `SELECT rowid FROM search
        WHERE search MATCH @expression
        ORDER BY bm25(search, ${WEIGHTS}), rowid
        LIMIT @limit`,
    )
    .pluck();
  // A JavaScript number is bound as a real one, and FTS5 takes no notice of a rowid that is not an integer.
  const isAmong = db
    .prepare<{ expression: string; id: number }, number>(
      'SELECT 1 FROM search WHERE search MATCH @expression AND rowid = CAST(@id AS INTEGER)',
    )
    .pluck();
  const selectPlace = db.prepare<[number], { family: string; city: string; general: number | null }>(
    `SELECT family, city,
            (SELECT min(id) FROM pages AS other WHERE other.family = pages.family AND other.city = '') AS general
       FROM pages WHERE id = ?`,
  );
  const selectTexts = db.prepare<[number], { title: string; headings: string; body: string }>(
    'SELECT title, headings, body FROM pages WHERE id = ?',
  );

  const expressionOf = (concept: QueryTerm) =>
    concept.alternatives.length === 0
      ? undefined
      : `(${concept.alternatives.map(({ stem }) => quote(lexicon.stemText(stem))).join(' OR ')})`;

  /** FTS5 expressions for the pages with all the words, with some, and with none; no page is in two. */
  function tiersOf(pass: Pass): { readonly expression: string; readonly hasAllTerms: boolean }[] {
    const words = pass.words.map(expressionOf);
    const known = words.filter((word) => word !== undefined);
    const all = known.length === words.length && known.length > 0 ? known.join(' AND ') : undefined;
    const any = known.length > 0 ? known.join(' OR ') : undefined;
    const tiers: { readonly expression: string; readonly hasAllTerms: boolean }[] = [];
    if (all !== undefined) tiers.push({ expression: within(pass, all), hasAllTerms: true });
    if (any !== undefined && any !== all) {
      tiers.push({ expression: within(pass, all === undefined ? any : `(${any}) NOT (${all})`), hasAllTerms: false });
    }
    if (pass.everyPage) tiers.push({ expression: within(pass, undefined, any), hasAllTerms: words.length === 0 });
    return tiers;
  }

  /** Restricts an expression to the cities of a pass; extras may only add to the score, so they come as an option. */
  function within(pass: Pass, expression: string | undefined, none?: string): string {
    const extras = pass.extras.map(expressionOf).filter((extra) => extra !== undefined);
    const city = pass.cities && ('only' in pass.cities ? pass.cities.only : pass.cities.except);
    const place = city === undefined ? undefined : `city : ${quote(cityToken(city))}`;
    if (place === undefined) return expression ?? '""';
    if (pass.cities && 'except' in pass.cities) return `(${expression ?? '""'}) NOT (${place})`;
    const scored = [place, ...extras.map((extra) => `(${place} AND ${extra})`)].join(' OR ');
    if (expression !== undefined) return `(${scored}) AND (${expression})`;
    return none === undefined ? `(${scored})` : `(${scored}) NOT (${none})`;
  }

  function match(pass: Pass, limit: number): Match[] {
    const matches: Match[] = [];
    for (const { expression, hasAllTerms } of tiersOf(pass)) {
      if (matches.length >= limit) break;
      for (const page of find.all({ expression, limit: limit - matches.length })) matches.push({ page, hasAllTerms });
    }
    return matches;
  }

  function groupOf(page: number): PageGroup {
    const row = selectPlace.get(page);
    if (!row) throw new Error(`The index finds page ${page}, which it does not hold`);
    const isCopy = row.city !== '';
    return {
      family: row.family,
      isCopy,
      isLanding: row.family === '',
      general: isCopy ? (row.general ?? undefined) : undefined,
    };
  }

  /** The words of a page, from its texts: as the memory would have them. */
  function readWords(page: number): PageTokens {
    const row = selectTexts.get(page);
    const bodyStarts: number[] = [];
    const fields = [
      analyzer.termsOf(row?.title ?? ''),
      analyzer.termsOf(row?.headings ?? ''),
      analyzer.termsOf(row?.body ?? '', bodyStarts),
    ];
    const steps: number[] = [];
    encodeOffsets(bodyStarts, (byte) => {
      steps.push(byte);
    });
    const tokens = Uint32Array.from(fields.flat(), ({ surface }) => lexicon.surfaceNumber(surface) ?? 0);
    const title = fields[0]?.length ?? 0;
    const ends = [title, title + (fields[1]?.length ?? 0), tokens.length] as const;
    return { tokens, start: 0, ends, steps: Uint8Array.from(steps), firstStep: 0 };
  }

  const tokensOf = memoize({
    maxBytes: REMEMBERED_BYTES,
    compute: readWords,
    bytesOf: ({ tokens, steps }) => BYTES_PER_PAGE + tokens.byteLength + steps.byteLength,
  });

  const matcher: Matcher = {
    match,
    holds: (pass, page) =>
      tiersOf(pass).find(({ expression }) => isAmong.get({ expression, id: page }) !== undefined)?.hasAllTerms,
    groupOf,
    tokensOf,
    idOf: (page) => page,
  };
  return matcher;
}

function quote(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}
