import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  PURGE_BATCH,
  RECYCLE_AFTER_DAYS,
  stateUnreachable,
  type Client,
  type OpenOptions,
  type State,
  type Token,
} from '../state.ts';
import { hasRoomForStrangers, spaceOf } from '../../free-space.ts';
import { inodeOf, quarantine } from '../../quarantine.ts';
import { checkIntegrity, isBusy, isDamage, isRefusedWrite, isSqliteError, NewerSchemaError } from '../../sqlite.ts';
import { createClients } from './clients.ts';
import { createCounters } from './counters.ts';
import { openStateDatabase } from './database.ts';
import { createTokens } from './tokens.ts';

/**
 * Tries to write while another process does, and the pause between two in milliseconds: with the busy timeout some two
 * seconds, which the other may take on a machine or a disk with much to do.
 */
const WRITE_TRIES = 14;
const WRITE_PAUSE_MS = 100;

/** The state in a SQLite file, which processes of one machine may share. */
export function openSqliteState({ file, now, onDamage }: OpenOptions): State {
  const { use, close } = createTablesKeeper({ file, now, onDamage });
  const seconds = () => Math.floor(now().getTime() / 1000);
  const activeAfter = () => seconds() - RECYCLE_AFTER_DAYS * 86_400;

  return {
    clients: {
      hasRoom: () => use(() => hasRoomForStrangers(spaceOf(dirname(file)))),
      add: (client: Client) => use(({ clients }) => clients.add(client)),
      find: (id: string) => use(({ clients }) => clients.find(id, activeAfter())),
      summaries: () => use(({ clients }) => clients.summaries(seconds(), activeAfter())),
      summary: (id: string) => use(({ clients }) => clients.summary(id, seconds(), activeAfter())),
      remove: (id: string) => use(({ clients }) => clients.remove(id)),
      count: () => use(({ clients }) => clients.count(activeAfter())),
      countNew: () => use(({ clients }) => clients.countRegistered(seconds() - 86_400)),
    },
    tokens: {
      add: (token: Token, keep: number) => use(({ tokens }) => tokens.add(token, keep)),
      find: (hash: Buffer) => use(({ tokens }) => tokens.find(hash, seconds())),
      remove: (hash: Buffer, clientId: string) => use(({ tokens }) => tokens.remove(hash, clientId)),
      removeOfClient: (clientId: string) => use(({ tokens }) => tokens.removeOfClient(clientId)),
      count: () => use(({ tokens }) => tokens.count(seconds())),
    },
    counters: {
      add: (key: string, points: number, windowMs: number) =>
        use(({ counters }) => counters.add(key, points, windowMs, now().getTime())),
      find: (key: string) => use(({ counters }) => counters.find(key, now().getTime())),
    },
    isReachable: () =>
      use(({ counters }) => counters.find('', 0)).then(
        () => true,
        () => false,
      ),
    purge: () =>
      use(({ clients, tokens, counters }) => {
        const removed = [
          tokens.removeExpired(seconds(), PURGE_BATCH),
          counters.removeEnded(now().getTime(), PURGE_BATCH),
          clients.removeIdle(activeAfter(), PURGE_BATCH),
        ];
        return removed.includes(PURGE_BATCH);
      }),
    [Symbol.asyncDispose]: async () => close(),
  };
}

type Tables = ReturnType<typeof tables>;

/**
 * Keeps the file open between calls: opens it when it is first used, and anew after a failure or when it was replaced. A
 * damaged one is moved aside if somebody is told.
 */
function createTablesKeeper({ file, now, onDamage }: Pick<OpenOptions, 'file' | 'now' | 'onDamage'>) {
  let open: Tables | undefined;

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

  function attempt<T>(work: (tables: Tables) => T): T {
    // Another process may have moved a damaged file aside, or a person a sound one.
    if (open && open.inode !== inodeOf(file)) close();
    open ??= openTables();
    return work(open);
  }

  function failure(cause: unknown): unknown {
    if (cause instanceof NewerSchemaError) return stateUnreachable(cause);
    if (!isSqliteError(cause) && (cause as NodeJS.ErrnoException).syscall === undefined) return cause;
    // On a full disk, or while another process writes, what is open can still be read.
    if (!isRefusedWrite(cause)) close();
    return stateUnreachable(cause);
  }

  function close(): void {
    const { db } = open ?? {};
    open = undefined;
    db?.close();
  }

  function openTables(): Tables {
    const inode = inodeOf(file);
    try {
      return tables(file);
    } catch (cause) {
      if (!onDamage || !isDamage(cause)) throw cause;
      const aside = quarantine(file, inode, now());
      if (aside !== undefined) onDamage({ file, aside, cause });
      return tables(file);
    }
  }

  return { use, close };
}

/** Opens the file, proves that it is whole, and prepares every statement. */
function tables(file: string) {
  const db = openStateDatabase(file);
  try {
    checkIntegrity(db);
    const inode = inodeOf(file);
    return { db, inode, clients: createClients(db), tokens: createTokens(db), counters: createCounters(db) };
  } catch (error) {
    db.close();
    throw error;
  }
}
