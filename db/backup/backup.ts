import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeDirectory } from '../../shared/directories.ts';
import { readWellKnownFiles, WELL_KNOWN_FOLDER } from '../../shared/well-known-files.ts';
import { checksumOf } from '../index/generations.ts';
import { copyDatabase, openScratch } from '../sqlite.ts';
import { DATABASES, manifestIn, MIRROR, SITE_FILE, type Manifest } from './contents.ts';
import { syncToDisk, syncTree } from './durable.ts';

/**
 * Copies the irreplaceable files of a data directory into a new folder, each database as a consistent snapshot while
 * programs write. The folder gets its name when it is complete. Returns the file names.
 */
export async function makeBackup(dataDir: string, folder: string, now: Date): Promise<readonly string[]> {
  const target = resolve(folder);
  if (existsSync(target) && !isEmptyFolder(target)) throw new Error(`${target} is there already: name a new folder`);
  const partial = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  makeDirectory(partial);
  try {
    const names = [...copyDatabases(dataDir, partial), ...(await copyFilesOfOwner(dataDir, partial))];
    if (names.length === 0) throw new Error(`${dataDir} holds nothing to back up`);
    const files = await Promise.all(
      names.map(async (name) => ({ name, sha256: await checksumOf(join(partial, name)) })),
    );
    const manifest: Manifest = { made_at: now.toISOString(), files };
    writePrivate(manifestIn(partial), `${JSON.stringify(manifest, null, 2)}\n`);
    await syncTree(partial);
    renameSync(partial, target);
    await syncToDisk(dirname(target));
    return names;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function copyDatabases(from: string, to: string): readonly string[] {
  const names = Object.keys(DATABASES).filter((name) => existsSync(join(from, name)));
  for (const name of names) {
    try {
      // Create the file with mode 0600; SQLite accepts an empty file.
      writePrivate(join(to, name), '');
      copyDatabase(join(from, name), join(to, name));
      if (name === MIRROR) forgetWithheld(join(to, name));
    } catch (error) {
      // SQLite's error contains neither the file nor the full disk.
      throw new Error(`${name} could not be copied into ${dirname(to)}`, { cause: error });
    }
  }
  return names;
}

// Removes texts that visitors do not receive, because a backup may leave the machine. The sync after a restore reads
// every page again.
function forgetWithheld(file: string): void {
  using db = openScratch(file);
  db.pragma('secure_delete = ON');
  const hasColumn = db.prepare<[string, string], 0 | 1>(
    'SELECT EXISTS (SELECT 1 FROM pragma_table_info(?) WHERE name = ?)',
  );
  // The mirror may be of an earlier layout.
  for (const [table, column, statement] of WITHHELD) {
    if (hasColumn.pluck().get(table, column) === 1) db.exec(statement);
  }
}

const WITHHELD = [
  ['withheld', 'markdown', 'DELETE FROM withheld'],
  ['staged', 'markdown', 'DELETE FROM staged'],
  ['readings', 'value', 'DELETE FROM readings'],
  ['skipped', 'title', `UPDATE skipped SET title = ''`],
] as const;

async function copyFilesOfOwner(from: string, to: string): Promise<readonly string[]> {
  const names: string[] = [];
  if (existsSync(join(from, SITE_FILE))) {
    writePrivate(join(to, SITE_FILE), readFileSync(join(from, SITE_FILE)));
    names.push(SITE_FILE);
  }
  for (const [name, file] of await readWellKnownFiles(from)) {
    if (!('body' in file)) continue;
    makeDirectory(join(to, WELL_KNOWN_FOLDER));
    writePrivate(join(to, WELL_KNOWN_FOLDER, name), file.body);
    names.push(`${WELL_KNOWN_FOLDER}/${name}`);
  }
  return names;
}

const writePrivate = (file: string, content: string | Buffer): void => writeFileSync(file, content, { mode: 0o600 });

const isEmptyFolder = (path: string): boolean => statSync(path).isDirectory() && readdirSync(path).length === 0;
