// The only import of @redis/client, for Valkey and Redis.
import { createClient, createCluster, ErrorReply } from '@redis/client';

/** A command of the Redis serialization protocol: name and arguments. */
export type Command = readonly [name: string, ...rest: string[]];

type Options = {
  // Addresses of a server, or of the nodes of a cluster.
  readonly addresses: readonly string[];
};

type Store = {
  // Sends a command to the node of a key, and resolves to the response.
  readonly send: (command: Command, key: string) => Promise<unknown>;
  readonly close: () => void;
};

type OnLost = (store: Store, cause: unknown) => void;

// Thrown if the store does not respond in time over an open connection.
class LateError extends Error {
  override readonly name = 'LateError';
}

// Timeout of a connection and of each response in milliseconds. The store then counts as unreachable.
const TIMEOUT_MS = 2000;

// Pause before the next connection attempt, in milliseconds.
const RECONNECT_MS = 500;

// Error responses of a node that is not the primary any more: discover the cluster again.
const WRONG_NODE = /^(READONLY|MASTERDOWN|CLUSTERDOWN)\b/;

/**
 * Connects to the first address that responds, and detects a cluster. A command is sent at most once: a timeout or a
 * broken connection fails it. Then all connections are opened again: at once after a broken connection, otherwise after
 * a pause. Until a connection attempt succeeds, commands fail immediately.
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

  /** Reconnects once for each lost store. */
  function lost(lostStore: Store, cause: unknown): void {
    lostStore.close();
    if (lostStore !== current || closed) return;
    current = undefined;
    if (served && !isRefusal(cause) && !(cause instanceof LateError)) connect();
    else pause(cause);
  }

  connect();
  return {
    async send(command: Command, key: string): Promise<unknown> {
      if (failure) throw failure.cause;
      const opened = await store;
      if (!opened || closed) throw new Error('The connection to the store is closed');
      try {
        const reply = await inTime(opened.send(command, key));
        served = true;
        return reply;
      } catch (error) {
        if (!isRefusal(error) || WRONG_NODE.test(error.message)) lost(opened, error);
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

/** Returns true for an error response of the store; the connection is intact. */
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

// The client's reconnection would use the same node, and would repeat commands that may have been executed.
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
    // The options of the addresses do not apply to discovered nodes.
    defaults: {
      ...OPTIONS,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      socket: protocol === 'rediss:' ? { ...SOCKET, tls: true } : SOCKET,
    },
    // Connect only to nodes with slots.
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

// Reads `INFO cluster`. Without permission, the server is treated as a single server.
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
