// @redis/client's only door. It speaks to Valkey and to Redis alike.
import { createClient, createCluster, ErrorReply } from '@redis/client';

/** A command of the Redis serialization protocol: name and arguments. */
export type Command = readonly [name: string, ...rest: string[]];

type Options = {
  /** Of one server, or of nodes of one cluster. */
  readonly addresses: readonly string[];
};

/** An open connection: to one server, or to the nodes of a cluster. */
type Store = {
  /** Sends a command to the node that has a key. */
  readonly send: (command: Command, key: string) => Promise<unknown>;
  readonly close: () => void;
};

type OnLost = (store: Store, cause: unknown) => void;

/** Thrown when the store keeps the connection open and does not reply in time. */
class LateError extends Error {
  override readonly name = 'LateError';
}

/** Timeout in milliseconds of a connection and of each reply, after which the store counts as unreachable. */
const TIMEOUT_MS = 2000;

/** Pause before the next attempt to connect, in milliseconds. */
const RECONNECT_MS = 500;

/** Error replies of a node that is not the primary any more: the cluster must be discovered again. */
const WRONG_NODE = /^(READONLY|MASTERDOWN|CLUSTERDOWN)\b/;

/**
 * One connection to a store, of whose addresses the first that answers is taken; whether it is a cluster it says itself.
 * A command is sent once at most: an answer that does not come in time, or a connection that breaks, fails it. Then
 * everything is connected anew: at once if the connection has served and merely broke, else after a pause. From a failed
 * attempt until one succeeds, commands fail at once instead of waiting.
 */
export function connectValkey({ addresses }: Options) {
  let store: Promise<Store> | undefined;
  let current: Store | undefined;
  let served = false;
  let failure: { readonly cause: unknown } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function connect(): void {
    store = open({ addresses }, lost);
    void settle(store);
  }

  async function settle(opening: Promise<Store>): Promise<void> {
    try {
      current = await opening;
      served = false;
      failure = undefined;
      if (closed) current.close();
    } catch (cause) {
      pause(cause);
    }
  }

  function pause(cause: unknown): void {
    failure = { cause };
    if (!closed) timer = setTimeout(connect, RECONNECT_MS);
  }

  /** Connects anew, once for each store that is lost. */
  function lost(one: Store, cause: unknown): void {
    one.close();
    if (one !== current || closed) return;
    current = undefined;
    if (served && !isRefusal(cause) && !(cause instanceof LateError)) connect();
    else pause(cause);
  }

  connect();
  return {
    /** Sends a command to whoever has this key. */
    async send(command: Command, key: string): Promise<unknown> {
      if (failure) throw failure.cause;
      const asked = await store;
      if (!asked || closed) throw new Error('The connection to the store is closed');
      try {
        const reply = await inTime(asked.send(command, key));
        served = true;
        return reply;
      } catch (error) {
        if (!isRefusal(error) || WRONG_NODE.test(error.message)) lost(asked, error);
        throw error;
      }
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await store?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}

/** True for an error reply of the store itself: the connection to it is sound. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof ErrorReply;
}

async function open({ addresses }: Options, onLost: OnLost): Promise<Store> {
  const faults: unknown[] = [];
  for (const address of addresses) {
    try {
      const server = await openServer(address, onLost);
      if (!(await isOfCluster(server))) return server;
      server.close();
      return await openCluster({ addresses }, onLost);
    } catch (error) {
      faults.push(error);
    }
  }
  throw faults.length === 1 ? faults[0] : new AggregateError(faults, 'No address of the store answers');
}

/** The package would reconnect by itself, but to the same node, and would send again what may have been done already. */
const SOCKET = { connectTimeout: TIMEOUT_MS, reconnectStrategy: false } as const;
const OPTIONS = { disableOfflineQueue: true, maintNotifications: 'disabled' } as const;

async function openServer(url: string, onLost: OnLost): Promise<Store> {
  const client = createClient({ ...OPTIONS, RESP: 2, url, socket: SOCKET });
  const store: Store = {
    send: (command) => client.sendCommand(command),
    close: () => client.destroy(),
  };
  client.on('error', (error) => onLost(store, error));
  return await connected(store, client.connect());
}

async function openCluster({ addresses }: Options, onLost: OnLost): Promise<Store> {
  const { username, password, protocol } = new URL(addresses[0] ?? '');
  const cluster = createCluster({
    RESP: 2,
    rootNodes: addresses.map((url) => ({ ...OPTIONS, url, socket: SOCKET })),
    // What the addresses say is not used for nodes that were discovered.
    defaults: {
      ...OPTIONS,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      socket: protocol === 'rediss:' ? { ...SOCKET, tls: true } : SOCKET,
    },
    // Only the nodes that have the slots are asked.
    minimizeConnections: true,
  });
  const store: Store = {
    send: (command, key) => cluster.sendCommand(key, false, [...command]),
    close: () => cluster.destroy(),
  };
  for (const event of ['error', 'node-error']) cluster.on(event, (error) => onLost(store, error));
  return await connected(store, cluster.connect());
}

async function connected(store: Store, connecting: Promise<unknown>): Promise<Store> {
  try {
    await inTime(connecting);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Reads `INFO cluster`; a user who may not is taken for one of a single server. */
async function isOfCluster(server: Store): Promise<boolean> {
  try {
    return String(await inTime(server.send(['INFO', 'cluster'], ''))).includes('cluster_enabled:1');
  } catch (error) {
    if (isRefusal(error)) return false;
    server.close();
    throw error;
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new LateError(`The store did not answer within ${TIMEOUT_MS} ms`)),
    TIMEOUT_MS,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
