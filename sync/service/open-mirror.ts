import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  checksumOf,
  filesOf,
  type Generations,
  INDEX_SCHEMA_VERSION,
  type Pointer,
} from '../../db/index/generations.ts';
import { createLeaseTable } from '../../db/mirror/lease.ts';
import { createMirror, openMirrorDatabase } from '../../db/mirror/mirror.ts';
import { rebuildMirror } from '../../db/mirror/rebuild.ts';
import { createRunLog } from '../../db/mirror/run-log.ts';
import { inodeOf, quarantine } from '../../db/quarantine.ts';
import { checkIntegrity, type Database, isDamage } from '../../db/sqlite.ts';
import type { OnRunEvent } from '../run/events.ts';
import { SyncError } from '../run/sync-error.ts';

type Collaborators = {
  readonly file: string;
  readonly generations: Generations;
  readonly now: () => Date;
  readonly report: OnRunEvent;
  // Throws `lease_held` while another run has the lease on this mirror.
  readonly assertFree: (db: Database) => void;
};

/**
 * Opens the mirror. A damaged mirror is quarantined and rebuilt from the newest intact index, if available; the next run then
 * reads every page.
 */
export async function openOrRebuildMirror(given: Collaborators): Promise<Database> {
  const { file, generations, now, report } = given;
  const inode = inodeOf(file);
  try {
    return openChecked(file);
  } catch (error) {
    if (!isDamage(error)) throw error;
    assertNobodyWrites(given);
    const rebuilt = await rebuildAside(file, generations);
    const aside = quarantine(file, inode, now());
    if (aside === undefined) return await openOrRebuildMirror(given);
    if (rebuilt !== undefined) renameSync(rebuilt, file);
    const why = (error as Error).message;
    report({
      type: 'warning',
      message: `${file} was damaged (${why}) and is now ${aside}: sync reads every page again`,
    });
    return openMirrorDatabase(file);
  }
}

function openChecked(file: string): Database {
  const db = openMirrorDatabase(file);
  try {
    checkIntegrity(db);
    for (const prepare of [createMirror, createRunLog, createLeaseTable]) prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

// Throws `lease_held` during a run on this mirror, which may not have detected the damage.
function assertNobodyWrites({ file, assertFree }: Collaborators): void {
  try {
    using db = openMirrorDatabase(file);
    assertFree(db);
  } catch (error) {
    if (error instanceof SyncError || !isDamage(error)) throw error;
  }
}

// Rebuilds a mirror in a temporary file from the newest intact index; `undefined` without such an index.
async function rebuildAside(file: string, generations: Generations): Promise<string | undefined> {
  const rebuilt = `${file}.rebuilt`;
  for (const pointer of await generations.published()) {
    if (pointer.schema_version !== INDEX_SCHEMA_VERSION || !(await isIntact(pointer, generations))) continue;
    for (const part of ['', '-wal', '-shm']) rmSync(rebuilt + part, { force: true });
    rebuildMirror(rebuilt, generations.pathOf(pointer));
    return rebuilt;
  }
  return undefined;
}

async function isIntact(pointer: Pointer, generations: Generations): Promise<boolean> {
  for (const part of filesOf(pointer)) {
    if ((await checksumOf(generations.pathOf(part)).catch(() => undefined)) !== part.sha256) return false;
  }
  return true;
}

// Path suffixes of a database in WAL mode.
const PARTS = ['', '-wal'];

/** Copies the mirror, if it exists, to a temporary directory that is removed on disposal. */
export function copyMirror(file: string) {
  const dir = mkdtempSync(join(tmpdir(), 'sync-dry-run-'));
  const copy = join(dir, basename(file));
  const state = () => PARTS.map((part) => statSync(file + part, { throwIfNoEntry: false })?.mtimeMs).join();
  // A concurrent run could write between the copies of the two files, so a changed file is copied again.
  for (let before = ''; before !== state();) {
    before = state();
    for (const part of PARTS) {
      rmSync(copy + part, { force: true });
      if (existsSync(file + part)) copyFileSync(file + part, copy + part);
    }
  }
  return { file: copy, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}
