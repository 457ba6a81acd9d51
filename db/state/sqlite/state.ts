import { dirname, join } from 'node:path';
import { PURGE_BATCH, RECYCLE_AFTER_DAYS, type Client, type OpenOptions, type State, type Token } from '../state.ts';
import { hasRoomForStrangers, spaceOf } from '../../free-space.ts';
import type { Database } from '../../sqlite.ts';
import { createClients } from './clients.ts';
import { createCounters } from './counters.ts';
import { openStateDatabase } from './database.ts';
import { createFileKeeper } from './file-keeper.ts';
import { openSqliteLedger } from './ledger.ts';
import { createTokens } from './tokens.ts';

/** The state in a SQLite file, which processes of one machine may share. */
export function openSqliteState({ file, now, onDamage }: OpenOptions): State {
  const { use, close } = createFileKeeper({
    file,
    now,
    holds: 'clients',
    open: openStateDatabase,
    prepare: createTables,
    onDamage,
  });
  const { ledger, close: closeLedger } = openSqliteLedger(join(dirname(file), 'ledger.db'), { now, onDamage });
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
    ledger,
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
    [Symbol.asyncDispose]: async () => {
      close();
      closeLedger();
    },
  };
}

function createTables(db: Database) {
  return { clients: createClients(db), tokens: createTokens(db), counters: createCounters(db) };
}
