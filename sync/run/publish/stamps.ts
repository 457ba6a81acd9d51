import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sourceDigest } from './source-digest.ts';

const Stamps = z.object({
  /** Of all that makes a page of what WordPress answers: other than in the last run, every page is read again. */
  converter: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of all that makes an index of pages, and searches it: other than in the last index, a new one is built. */
  indexer: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of all that makes company data and vocabulary of pages: other than in the last index, they are made anew. */
  composer: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Digests of the code behind pages and index, for a run to tell that they were made by other code. */
export type Stamps = z.infer<typeof Stamps>;

/** Modules that everything else is reached from. What only carries bytes, as the connection does, changes no page. */
export const ENTRIES: Record<keyof Stamps, readonly string[]> = {
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

/** Folders of data that vocabulary and names of places are made of. */
const WORD_FILES = ['vocabulary', 'places'];
/** Words by which company data is read. */
const COMPANY_WORDS = 'sync/company/words';

const RECORD = 'stamps.json';

/**
 * Takes the stamps from the sources; a build without sources carries in `stamps.json` what this function answered when
 * it was made. Sources come first, so that a record cannot be out of date.
 */
export function readStamps(
  root: string = join(import.meta.dirname, '../../..'),
  icu: string = process.versions['icu'] ?? '',
): Stamps {
  const isHere = (entry: string) => existsSync(join(root, entry));
  if (!Object.values(ENTRIES).flat().every(isHere)) {
    return Stamps.parse(JSON.parse(readFileSync(join(root, RECORD), 'utf8')));
  }
  return {
    converter: sourceDigest(root, [...ENTRIES.converter, ...filesIn(root, COMPANY_WORDS)]),
    // ICU finds the words of scripts without spaces, and another Node may have another one.
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
