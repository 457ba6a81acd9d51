import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildIndex } from '../db/index/builder.ts';
import { openIndexSync, type Index } from '../db/index/reader.ts';
import type { SearchMode } from '../db/search/search.ts';
import type { Page } from '../shared/page.ts';
import type { Vocabulary } from '../shared/vocabulary.ts';
import { contentOf } from '../test/db/search/search-pages.ts';

/** This project's index over pages of one language, by default Spanish, without synonyms unless some are given. */
export async function openIndexOf(
  pages: readonly Page[],
  options: { readonly mode?: SearchMode; readonly language?: string; readonly vocabulary?: Vocabulary } = {},
): Promise<Index> {
  const { mode = 'memory', language = 'es', vocabulary = {} } = options;
  const file = join(await mkdtemp(join(tmpdir(), 'relevance-')), 'index-1.db');
  const content = contentOf(pages, { vocabulary });
  buildIndex(file, { ...content, site: { ...content.site, language } });
  const index = openIndexSync(file, { mode });
  rmSync(dirname(file), { recursive: true });
  return index;
}
