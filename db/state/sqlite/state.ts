import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../../../shared/directories.ts';
import { inspectDatabase } from '../../inspect.ts';
import {
  PURGE_BATCH,
  RECYCLE_AFTER_DAYS,
  stateUnreachable,
  type Client,
  type OpenOptions,
  type State,
  type StateStore,
  type Token,
} from '../state.ts';
import { hasRoomForStrangers, spaceOf } from '../../free-space.ts';
import { createTables } from './tables.ts';
import { openStateDatabase, STATE_SCHEMA_VERSION } from './database.ts';
import { createFileKeeper } from './file-keeper.ts';
import { openSqliteLedger } from './ledger.ts';

// Opens the state in a SQLite file, which processes of a machine may share.
function openSqliteState({ file, now, onDamage, site }: OpenOptions): State {
  const { use, look, close } = createFileKeeper({
    file,
    now,
    holds: 'clients',
    open: (path) => openStateDatabase(path, { makesFolder: site === undefined }),
    prepare: createTables,
    onDamage,
  });
  const { ledger, close: closeLedger } = openSqliteLedger(join(dirname(file), 'ledger.db'), { now, onDamage, site });
  /** A single site creates its file at the start. Of several sites, a site without clients does not need a file. */
  const read: typeof look = site === undefined ? (_, work) => use(work) : look;
  const seconds = () => Math.floor(now().getTime() / 1000);
  const activeAfter = () => seconds() - RECYCLE_AFTER_DAYS * 86_400;

  return {
    clients: {
      hasRoom: async () => hasRoomAt(dirname(file), { makesFolder: site === undefined }),
      add: (client: Client) => use(({ clients }) => clients.add(client)),
      find: (id: string) => read(undefined, ({ clients }) => clients.find(id, activeAfter())),
      summaries: () => read([], ({ clients }) => clients.summaries(seconds(), activeAfter())),
      summary: (id: string) => read(undefined, ({ clients }) => clients.summary(id, seconds(), activeAfter())),
      remove: (id: string) => read(false, ({ clients }) => clients.remove(id)),
      count: () => read(0, ({ clients }) => clients.count(activeAfter())),
      countNew: () => read(0, ({ clients }) => clients.countRegistered(seconds() - 86_400)),
    },
    tokens: {
      add: (token: Token, keep: number) => read(false, ({ tokens }) => tokens.add(token, keep)),
      find: (hash: Buffer) => read(undefined, ({ tokens }) => tokens.find(hash, seconds())),
      remove: (hash: Buffer, clientId: string) => read(false, ({ tokens }) => tokens.remove(hash, clientId)),
      removeOfClient: (clientId: string) => read(0, ({ tokens }) => tokens.removeOfClient(clientId)),
      count: () => read(0, ({ tokens }) => tokens.count(seconds())),
    },
    signingKey: (candidate: Buffer) => use(({ keys }) => keys.signingKey(candidate)),
    webhook: {
      claim: (holder: string, leaseMs: number) => use(({ webhook }) => webhook.claim(holder, leaseMs, now().getTime())),
      store: (holder: string, record: string, leaseMs: number) =>
        use(({ webhook }) => webhook.store(holder, record, leaseMs, now().getTime())),
    },
    counters: {
      add: (key: string, points: number, windowMs: number) =>
        use(({ counters }) => counters.add(key, points, windowMs, now().getTime())),
      find: (key: string) => read(undefined, ({ counters }) => counters.find(key, now().getTime())),
    },
    ledger,
    isReachable: () =>
      read(undefined, ({ counters }) => counters.find('', 0)).then(
        () => true,
        () => false,
      ),
    purge: () =>
      read(false, ({ clients, tokens, counters }) => {
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

function hasRoomAt(dir: string, { makesFolder }: { readonly makesFolder: boolean }): boolean {
  try {
    if (makesFolder) makeDirectory(dir);
    return hasRoomForStrangers(spaceOf(dir));
  } catch (cause) {
    throw stateUnreachable(cause);
  }
}

/** SQLite in a file of DATA_DIR, which processes of a machine may share. */
export const sqliteStore: StateStore = {
  isShared: false,
  openAll: ({ now }) => ({
    of: (options) => openSqliteState({ ...options, now }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }),
  mayExist: ({ file }) => existsSync(file),
  examine: ({ file }) => {
    const condition = inspectDatabase(file, {
      version: STATE_SCHEMA_VERSION,
      ifAbsent: { message: 'No state yet', advice: 'the server makes it when it starts' },
      ifDamaged: 'restart the server: it moves the file aside; clients must register again; anonymous reads continue',
    });
    return Promise.resolve({ part: 'database', ...condition });
  },
};
