import { copyFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openScratch } from '../sqlite.ts';
import { baseOf } from './index-file.ts';

type Synonyms = readonly (readonly string[])[];

/** Copies an index with its base into a temporary folder, and adds groups of synonyms. Returns the new file. */
export function copyWithSynonyms(file: string, folder: string, further: Synonyms): string {
  const copy = join(folder, basename(file));
  copyFileSync(file, copy);
  const db = openScratch(copy);
  try {
    const base = baseOf(db);
    if (base) copyFileSync(join(dirname(file), base.file), join(folder, base.file));
    const stored = db.prepare<[], string>(`SELECT value FROM info WHERE name = 'synonyms'`).pluck().get();
    const own = JSON.parse(stored ?? '[]') as Synonyms;
    db.prepare(`UPDATE info SET value = @value WHERE name = 'synonyms'`).run({
      value: JSON.stringify([...own, ...further]),
    });
  } finally {
    db.close();
  }
  return copy;
}
