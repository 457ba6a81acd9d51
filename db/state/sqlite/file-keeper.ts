import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inodeOf, quarantine } from '../../quarantine.ts';
import {
  checkIntegrity,
  isBusy,
  isDamage,
  isRefusedWrite,
  isSqliteError,
  NewerSchemaError,
  type Database,
} from '../../sqlite.ts';
import { stateUnreachable, type OpenOptions } from '../state.ts';

/**
 * Tries to write while another process does, and the pause between two in milliseconds: with the busy timeout some two
 * seconds, which the other may take on a machine or a disk with much to do.
 */
const WRITE_TRIES = 14;
const WRITE_PAUSE_MS = 100;

type Options<Tables> = Pick<OpenOptions, 'now'> & {
  readonly file: string;
  readonly holds: 'clients' | 'ledger';
  /** Opens the file and brings it up to this program's schema. */
  readonly open: (file: string) => Database;
  /** Prepares every statement. */
  readonly prepare: (db: Database) => Tables;
  readonly onDamage: OpenOptions['onDamage'];
};

type Open<Tables> = { readonly db: Database; readonly inode: number | undefined; readonly tables: Tables };

/**
 * Keeps a file open between calls: opens it when it is first used, and anew after a failure or when it was replaced. A
 * damaged one is moved aside if somebody is told.
 */
export function createFileKeeper<Tables>({ file, now, holds, open: openDatabase, prepare, onDamage }: Options<Tables>) {
  let opened: Open<Tables> | undefined;

  async function use<T>(work: (tables: Tables) => T): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return attempt(work);
      } catch (cause) {
        if (!isBusy(cause) || tries === WRITE_TRIES) throw failure(cause);
      }
      await wait(WRITE_PAUSE_MS);
    }
  }

  /** The same for what only reads: where there is no file in the folder, the answer is known, and none is made. */
  async function look<T>(absent: T, work: (tables: Tables) => T): Promise<T> {
    if (opened || !isAbsent()) return await use(work);
    return absent;
  }

  function isAbsent(): boolean {
    try {
      return inodeOf(file) === undefined && inodeOf(dirname(file)) !== undefined;
    } catch (cause) {
      throw failure(cause);
    }
  }

  function attempt<T>(work: (tables: Tables) => T): T {
    // Another process may have moved a damaged file aside, or a person a sound one.
    if (opened && opened.inode !== inodeOf(file)) close();
    opened ??= openOrReplace();
    return work(opened.tables);
  }

  function failure(cause: unknown): unknown {
    if (cause instanceof NewerSchemaError) return stateUnreachable(cause);
    if (!isSqliteError(cause) && (cause as NodeJS.ErrnoException).syscall === undefined) return cause;
    // On a full disk, or while another process writes, what is open can still be read.
    if (!isRefusedWrite(cause)) close();
    return stateUnreachable(cause);
  }

  function close(): void {
    const { db } = opened ?? {};
    opened = undefined;
    db?.close();
  }

  function openOrReplace(): Open<Tables> {
    const inode = inodeOf(file);
    try {
      return openWhole();
    } catch (cause) {
      if (!onDamage || !isDamage(cause)) throw cause;
      const aside = quarantine(file, inode, now());
      if (aside !== undefined) onDamage({ file, aside, holds, cause });
      return openWhole();
    }
  }

  /** Opens the file, proves that it is whole, and prepares every statement. */
  function openWhole(): Open<Tables> {
    const db = openDatabase(file);
    try {
      checkIntegrity(db);
      return { db, inode: inodeOf(file), tables: prepare(db) };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  return { use, look, close };
}
