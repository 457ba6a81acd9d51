import { AppError } from '../shared/errors.ts';
import { isSqliteError, type Database } from './sqlite.ts';
import { createClients, type Client } from './state/clients.ts';
import { createCounters } from './state/counters.ts';
import { openStateDatabase } from './state/database.ts';
import { createTokens, type Token } from './state/tokens.ts';

/** Seconds after which to ask again when the state could not be reached. */
const RETRY_SECONDS = 5;

/** Rows that one step of a purge may remove, so that it never holds up an answer. */
const PURGE_BATCH = 200;

/** A client that asked for no token for so long is no client any more. */
export const RECYCLE_AFTER_DAYS = 180;

type Options = {
  readonly file: string;
  readonly now: () => Date;
};

type Tables = ReturnType<typeof tables>;

/**
 * Everything that the service remembers: clients, tokens, counters. Each entry has its lifetime, and what is past it
 * does not exist, purged or not. Several processes may share the file. When it cannot be reached, each call throws
 * `service_not_ready`, and the next one tries again.
 */
export function openState({ file, now }: Options) {
  let open: Tables | undefined;

  function use<T>(work: (tables: Tables) => T): T {
    try {
      open ??= tables(openStateDatabase(file));
      return work(open);
    } catch (cause) {
      if (!isSqliteError(cause) && (cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
      close();
      throw new AppError('service_not_ready', 'The state of the service cannot be reached', {
        hint: `Try again in ${RETRY_SECONDS} seconds. Reading without a token goes on.`,
        retryAfter: RETRY_SECONDS,
        cause,
      });
    }
  }

  function close(): void {
    open?.db.close();
    open = undefined;
  }

  const seconds = () => Math.floor(now().getTime() / 1000);
  const activeAfter = () => seconds() - RECYCLE_AFTER_DAYS * 86_400;

  return {
    clients: {
      add: (client: Client) => use(({ clients }) => clients.add(client)),
      find: (id: string) => use(({ clients }) => clients.find(id, activeAfter())),
      summaries: () => use(({ clients }) => clients.summaries(seconds(), activeAfter())),
      summary: (id: string) => use(({ clients }) => clients.summary(id, seconds(), activeAfter())),
      /** Removes a client with its tokens. */
      remove: (id: string) => use(({ clients }) => clients.remove(id)),
      count: () => use(({ clients }) => clients.count(activeAfter())),
      /** How many registered within the last day: how fast their number grows. */
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
    /** Whether the state can be read at the moment. */
    isReachable(): boolean {
      try {
        use(({ counters }) => counters.find('', 0));
        return true;
      } catch {
        return false;
      }
    },
    /** Removes a few of the entries that are past their lifetime; false when there are no more of them. */
    purge: () =>
      use(({ clients, tokens, counters }) => {
        const removed = [
          tokens.removeExpired(seconds(), PURGE_BATCH),
          counters.removeEnded(now().getTime(), PURGE_BATCH),
          clients.removeIdle(activeAfter(), PURGE_BATCH),
        ];
        return removed.includes(PURGE_BATCH);
      }),
    [Symbol.dispose]: close,
  };
}
export type State = ReturnType<typeof openState>;

function tables(db: Database) {
  return { db, clients: createClients(db), tokens: createTokens(db), counters: createCounters(db) };
}
