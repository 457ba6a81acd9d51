import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openMirrorDatabase } from '../../../db/mirror/mirror.ts';
import { openWritable } from '../../../db/sqlite.ts';

/** Makes a data directory with databases of these schema versions, and answers it. */
export async function makeDataDir(dir: string, databases: Readonly<Record<string, number>>): Promise<string> {
  await mkdir(dir);
  for (const [name, version] of Object.entries(databases)) {
    const file = join(dir, name);
    if (name === 'mirror.db') openMirrorDatabase(file).close();
    const db = openWritable(file);
    db.exec(`PRAGMA user_version = ${version}`);
    db.close();
  }
  return dir;
}
