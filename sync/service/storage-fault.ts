import { NewerSchemaError } from '../../db/sqlite.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import { SyncError } from '../run/sync-error.ts';

const NO_ROOM = /^(?:ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;
const NOT_WRITABLE = /^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|SQLITE_READONLY(?:_\w+)?|SQLITE_CANTOPEN)$/;
const FAILING = /^(?:EIO|SQLITE_IOERR(?:_\w+)?|SQLITE_NOTADB|SQLITE_CORRUPT(?:_\w+)?)$/;

/** Maps errors of the file system and of SQLite to errors with advice for the operator; returns any other error unchanged. */
export function explainStorage(error: unknown, dir: string): unknown {
  for (const { code, syscall, message } of causesOf(error)) {
    if (NO_ROOM.test(code)) {
      const advice = 'free some space and run sync again; the published index is not affected';
      return new SyncError('no_room', `The disk of ${dir} is full (${message}): ${advice}`, { cause: error });
    }
    // `mkdir` below /proc fails with ENOENT, as if the parent were missing.
    if (NOT_WRITABLE.test(code) || (code === 'ENOENT' && syscall === 'mkdir')) {
      return new ConfigurationError([`DATA_DIR: got ${dir}, wants a directory that can be written (${message})`]);
    }
    if (FAILING.test(code)) {
      const advice = 'the next run repairs what it can; if the error recurs, check the disk';
      return new SyncError('disk_failed', `A file in ${dir} cannot be used (${message}): ${advice}`, { cause: error });
    }
  }
  if (error instanceof NewerSchemaError) return new SyncError('newer_schema', error.message, { cause: error });
  return error;
}

type Cause = { readonly code: string; readonly syscall: string | undefined; readonly message: string };

// Walks an error with its causes and suppressed errors; yields errors with a code.
function* causesOf(error: unknown): Generator<Cause> {
  if (!(error instanceof Error)) return;
  // Node 22 has no global SuppressedError. There, the compiled package throws an Error with this name.
  if (error.name === 'SuppressedError') {
    const { suppressed, error: last } = error as SuppressedError;
    yield* causesOf(suppressed);
    yield* causesOf(last);
  }
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') yield { code, syscall, message };
  yield* causesOf(error.cause);
}
