import { z } from 'zod';
import type { OperationTexts } from './operation-texts.ts';

const NextCursor = z.string().max(12);

/** Schema of the response of `search_pages`. */
export function searchResultPage({ answer, result, correction, place, addition }: OperationTexts['searchPages']) {
  return z.looseObject({
    total: z.int().meta({ description: answer.total }),
    results: z.array(searchResult(result).meta({ title: 'SearchResult' })).meta({ description: answer.results }),
    next_cursor: z.union([NextCursor, z.null()]).meta({ description: answer.next_cursor }),
    corrected: z
      .array(
        z
          .looseObject({
            typed: z.string().meta({ description: correction.typed }),
            read_as: z.string().meta({ description: correction.read_as }),
          })
          .meta({ title: 'Correction' }),
      )
      .optional()
      .meta({ description: answer.corrected }),
    read_as_city: z
      .looseObject({
        typed: z.string().meta({ description: place.typed }),
        city: z.string().meta({ description: place.city }),
      })
      .optional()
      .meta({ title: 'PlaceReading', description: answer.read_as_city }),
    also_searched: z
      .array(
        z
          .looseObject({
            typed: z.string().meta({ description: addition.typed }),
            words: z.array(z.string()).meta({ description: addition.words }),
          })
          .meta({ title: 'Addition' }),
      )
      .optional()
      .meta({ description: answer.also_searched }),
    confidence: z.enum(['high', 'low']).optional().meta({ description: answer.confidence }),
    unmatched: z.array(z.string()).optional().meta({ description: answer.unmatched }),
    query_language: z.string().optional().meta({ description: answer.query_language }),
    hint: z.string().optional().meta({ description: answer.hint }),
  });
}

function searchResult(texts: OperationTexts['searchPages']['result']) {
  return z.looseObject({
    title: z.string().meta({ description: texts.title }),
    url: z.string().meta({ description: texts.url }),
    city: z.string().meta({ description: texts.city }),
    excerpt: z.string().meta({ description: texts.excerpt }),
    modified: z.string().meta({ description: texts.modified }),
    language: z.string().meta({ description: texts.language }),
  });
}

/** Schema of the response of `read_page`. */
export function pageText(texts: OperationTexts['readPage']['answer']) {
  return z.looseObject({
    title: z.string().meta({ description: texts.title }),
    url: z.string().meta({ description: texts.url }),
    markdown: z.string().meta({ description: texts.markdown }),
    truncated: z.boolean().meta({ description: texts.truncated }),
    modified: z.string().meta({ description: texts.modified }),
    language: z.string().meta({ description: texts.language }),
    translations: z
      .array(
        z
          .looseObject({
            language: z.string().meta({ description: texts.language }),
            url: z.string().meta({ description: texts.url }),
          })
          .meta({ title: 'Translation' }),
      )
      .optional()
      .meta({ description: texts.translations }),
    next_cursor: NextCursor.optional().meta({ description: texts.next_cursor }),
  });
}

/** Schema of the response of `get_quota`: used requests and the time until the counter resets. */
export function quotaRecord(texts: OperationTexts['quota']['answer']) {
  return z.looseObject({
    client_id: z.string().meta({ description: texts.client_id }),
    scope: z.string().optional().meta({ description: texts.scope }),
    policy: z.enum(['anonimo', 'identificado']).meta({ description: texts.policy }),
    limit: z.int().meta({ description: texts.limit }),
    window_seconds: z.int().optional().meta({ description: texts.window_seconds }),
    used: z.int().optional().meta({ description: texts.used }),
    remaining: z.int().meta({ description: texts.remaining }),
    reset_seconds: z.int().meta({ description: texts.reset_seconds }),
  });
}

/** Schema of the response of `get_changes`. */
export function changePage({ answer, change }: OperationTexts['changes']) {
  return z.looseObject({
    changes: z
      .array(
        z
          .looseObject({
            change: z.enum(['added', 'changed', 'moved', 'removed']).meta({ description: change.change }),
            url: z.string().meta({ description: change.url }),
            from: z.string().optional().meta({ description: change.from }),
            language: z.string().optional().meta({ description: change.language }),
            modified: z.string().optional().meta({ description: change.modified }),
            digest: z.string().optional().meta({ description: change.digest }),
          })
          .meta({ title: 'PageChange' }),
      )
      .meta({ description: answer.changes }),
    more: z.boolean().meta({ description: answer.more }),
    next_cursor: z.string().meta({ description: answer.next_cursor }),
  });
}
