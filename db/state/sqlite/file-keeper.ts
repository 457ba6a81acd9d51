import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NotAFileError } from '../../../shared/regular-file.ts';
import { inodeOf, quarantine } from '../../quarantine.ts';
import {
  checkIntegrity,
  isBusy,
  isDamage,
  isRefusedWrite,
  isSqliteError,
  NewerSchemaError,
  orClose,
  type Database,
} from '../../sqlite.ts';
import { stateUnreachable, type OpenOptions } from '../state.ts';

// Number of write attempts, and the pause between them in milliseconds: with the busy timeout about two seconds, enough
// for a concurrent writer on a slow disk.
const WRITE_TRIES = 14;
const WRITE_PAUSE_MS = 100;

type Options<Tables> = Pick<OpenOptions, 'now'> & {
  readonly file: string;
  readonly holds: 'clients' | 'ledger';
  // Opens the file and migrates it to the current schema.
  readonly open: (file: string) => Database;
  // Prepares all statements.
  readonly prepare: (db: Database) => Tables;
  readonly onDamage: OpenOptions['onDamage'];
};

type Open<Tables> = { readonly db: Database; readonly inode: number | undefined; readonly tables: Tables };

/**
 * Opens a file at its first use, and again after an error or a replacement. A damaged file is moved aside if a callback
 * receives the report.
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

  /** Executes a read. Without a file, returns `absent` and does not create the file. */
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
    // A second process may have moved a damaged file aside, or an operator a valid file.
    if (opened && opened.inode !== inodeOf(file)) close();
    opened ??= openOrReplace();
    return work(opened.tables);
  }

  function failure(cause: unknown): unknown {
    if (cause instanceof NewerSchemaError || cause instanceof NotAFileError) return stateUnreachable(cause);
    if (!isSqliteError(cause) && (cause as NodeJS.ErrnoException).syscall === undefined) return cause;
    // An open file can still be read on a full disk or during a concurrent write.
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

  function openWhole(): Open<Tables> {
    return orClose(openDatabase(file), (db) => {
      checkIntegrity(db);
      return { db, inode: inodeOf(file), tables: prepare(db) };
    });
  }

  return { use, look, close };
}
