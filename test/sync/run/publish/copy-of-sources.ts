import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCodeDigests } from '../../../../sync/run/publish/code-digests.ts';
import { temporaryDir } from '../../../faults/temporary-dir.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** Changes of one rule each, for `change`. */
export const STEM_RULE = [
  'db/search/text/languages/spanish-stem.ts',
  'folded.length > LONGEST',
  'folded.length > 39',
] as const;
export const CLEANING_RULE = ['sync/markdown/clean/noise.ts', '`script style ', '`script style blockquote '] as const;

/** A copy of the sources that can be changed. */
export async function copyOfSources() {
  const { dir, ...rest } = await temporaryDir('copy-');
  for (const folder of ['shared', 'db', 'sync', 'vocabulary', 'places']) {
    cpSync(join(ROOT, folder), join(dir, folder), { recursive: true });
  }
  for (const file of ['package.json', 'node_modules']) symlinkSync(join(ROOT, file), join(dir, file));
  return {
    dir,
    digests: () => readCodeDigests(dir),
    /** Has a file say something else. */
    change(file: string, from: string, to: string): void {
      const text = readFileSync(join(dir, file), 'utf8');
      assert.ok(text.includes(from), `${file}: ${from}`);
      writeFileSync(join(dir, file), text.replace(from, to));
    },
    ...rest,
  };
}
