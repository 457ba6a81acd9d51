import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sourceDigest } from './source-digest.ts';

const CodeDigests = z.object({
  /** Code that converts a response of WordPress to pages; after a change every page is read again. */
  converter: z.string().regex(/^[0-9a-f]{64}$/),
  /** Code that builds and searches an index; after a change a new index is built. */
  indexer: z.string().regex(/^[0-9a-f]{64}$/),
  /** Code that derives company data and vocabulary from pages; after a change both are derived again. */
  composer: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Code digests behind pages and index, to detect results of a different version. */
export type CodeDigests = z.infer<typeof CodeDigests>;

/** Entry modules of each digest. Transport code such as the connection does not affect pages. */
export const ENTRIES: Record<keyof CodeDigests, readonly string[]> = {
  converter: [
    'sync/markdown/convert-worker.ts',
    'sync/run/read/read-site.ts',
    'sync/wordpress/rows.ts',
    'sync/wordpress/html.ts',
    'sync/wordpress/visitor.ts',
  ],
  indexer: ['db/index/builder.ts', 'db/index/delta.ts', 'db/index/verify.ts'],
  composer: ['sync/run/publish/compose.ts'],
};

// Data folders of vocabularies and place names.
const WORD_FILES = ['vocabulary', 'places'];
// Words for reading company data.
const COMPANY_WORDS = 'sync/company/words';

const RECORD = 'code-digests.json';

/**
 * Computes the digests from the sources. A build without sources contains the result in `code-digests.json`; sources take precedence,
 * so that the record cannot be outdated.
 */
export function readCodeDigests(
  root: string = join(import.meta.dirname, '../../..'),
  icu: string = process.versions['icu'] ?? '',
): CodeDigests {
  const isHere = (entry: string) => existsSync(join(root, entry));
  if (!Object.values(ENTRIES).flat().every(isHere)) {
    return CodeDigests.parse(JSON.parse(readFileSync(join(root, RECORD), 'utf8')));
  }
  return {
    converter: sourceDigest(root, [...ENTRIES.converter, ...filesIn(root, COMPANY_WORDS)]),
    // ICU segments scripts without spaces, and its version depends on Node.
    indexer: sourceDigest(root, ENTRIES.indexer, [icu]),
    composer: sourceDigest(root, [
      ...ENTRIES.composer,
      ...[...WORD_FILES, COMPANY_WORDS].flatMap((folder) => filesIn(root, folder)),
    ]),
  };
}

const filesIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));
