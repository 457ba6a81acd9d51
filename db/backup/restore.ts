import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { giveToOwnerOf, makeDirectory } from '../../shared/directories.ts';
import { checksumOf, createGenerations, filesOf } from '../index/generations.ts';
import { markMirrorToBeReread } from '../mirror/rebuild.ts';
import { withMirrorDatabase } from '../mirror/mirror.ts';
import { checkIntegrity, isInUse, NewerSchemaError, openToInspect } from '../sqlite.ts';
import { DATABASES, Manifest, manifestIn, MIRROR } from './contents.ts';
import { syncToDisk, syncTree } from './durable.ts';

export type Restored = {
  readonly madeAt: string;
  readonly restored: readonly string[];
  /** Existing files of the owner, which do not change. */
  readonly kept: readonly string[];
  /** Folder with the replaced databases, if there were any. */
  readonly aside: string | undefined;
};

// Suffixes of the files of a database in WAL mode.
const PARTS = ['', '-wal'];

/**
 * Restores a backup into a data directory without running programs. Existing databases are moved aside. `site.yaml` and
 * files of `well-known/` are restored only if they are missing, because newer files may hide more. An error is thrown
 * before any change.
 */
export async function restoreBackup(dataDir: string, folder: string, now: Date): Promise<Restored> {
  const { made_at: madeAt, files } = readManifest(folder);
  await assertWhole(folder, files);
  await assertUnused(dataDir);
  const databases = files.map(({ name }) => name).filter((name) => Object.hasOwn(DATABASES, name));
  for (const name of databases) assertKnownSchema(join(folder, name), DATABASES[name] ?? 0);

  const wanted = files.map(({ name }) => name);
  const kept = wanted.filter((name) => !Object.hasOwn(DATABASES, name) && existsSync(join(dataDir, name)));
  const restored = wanted.filter((name) => !kept.includes(name));
  const time = now.toISOString().replaceAll(':', '');
  const fresh = join(dataDir, `restore-${time}.partial`);
  const aside = join(dataDir, `before-restore-${time}`);
  try {
    prepare(folder, restored, fresh);
    await syncTree(fresh);
    // A program may have started during the copy.
    await assertUnused(dataDir);
    for (const name of restored) {
      moveAside(dataDir, name, aside);
      makeOwnDirectory(dataDir, dirname(join(dataDir, name)));
      giveToOwnerOf(dataDir, join(fresh, name));
      renameSync(join(fresh, name), join(dataDir, name));
    }
    await syncToDisk(dataDir);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return { madeAt, restored, kept, aside: existsSync(aside) ? aside : undefined };
}

function readManifest(folder: string): Manifest {
  const file = manifestIn(folder);
  if (!existsSync(file)) throw new Error(`${folder} is no finished backup: it has no backup.json`);
  try {
    return Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} cannot be read: take another backup`, { cause });
  }
}

async function assertWhole(folder: string, files: Manifest['files']): Promise<void> {
  for (const { name, sha256 } of files) {
    const file = join(folder, name);
    if ((await checksumOf(file).catch(() => undefined)) !== sha256)
      throw new Error(`${file} is not what was backed up: take another backup`);
  }
}

// Throws if a program has a database of this directory open; a server has the live index open.
async function assertUnused(dataDir: string): Promise<void> {
  const generations = createGenerations(dataDir);
  const live = await generations.current().catch(() => undefined);
  const index = live ? filesOf(live).map((file) => generations.pathOf(file)) : [];
  for (const file of [...Object.keys(DATABASES).map((name) => join(dataDir, name)), ...index]) {
    if (existsSync(file) && isInUse(file))
      throw new Error(`A program is using ${file}: stop the server and the sync, then restore`);
  }
}

function assertKnownSchema(file: string, known: number): void {
  using db = openToInspect(file);
  const found = Number(db.pragma('user_version', { simple: true }));
  if (found > known) throw new NewerSchemaError(file, found, known);
}

function prepare(folder: string, names: readonly string[], fresh: string): void {
  makeDirectory(fresh);
  for (const name of names) {
    const file = join(fresh, name);
    makeDirectory(dirname(file));
    copyFileSync(join(folder, name), file);
    chmodSync(file, 0o600);
    if (Object.hasOwn(DATABASES, name)) assertSound(file);
  }
  if (names.includes(MIRROR)) withMirrorDatabase(join(fresh, MIRROR), markMirrorToBeReread);
}

function assertSound(file: string): void {
  using db = openToInspect(file);
  checkIntegrity(db);
}

function makeOwnDirectory(dataDir: string, path: string): void {
  if (existsSync(path)) return;
  makeDirectory(path);
  giveToOwnerOf(dataDir, path);
}

function moveAside(dataDir: string, name: string, aside: string): void {
  for (const part of PARTS.filter((suffix) => existsSync(join(dataDir, name + suffix)))) {
    makeDirectory(aside);
    renameSync(join(dataDir, name + part), join(aside, name + part));
  }
  rmSync(join(dataDir, `${name}-shm`), { force: true });
}
