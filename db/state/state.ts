import { AppError } from '../../shared/errors.ts';
import type { Condition } from '../inspect.ts';

/** Days without a token request after which a client is deleted. */
export const RECYCLE_AFTER_DAYS = 180;

/** Largest number of rows in a step of a purge, so that it does not delay a response. */
export const PURGE_BATCH = 200;

// `Retry-After` in seconds while the state is unreachable.
const RETRY_SECONDS = 5;

/** A registered client. Times are Unix seconds. */
export type Client = {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly name: string | null;
  readonly contacts: readonly string[];
  /** Allowed scopes, separated by spaces. */
  readonly scope: string;
  /** `token_endpoint_auth_method` of the registration (RFC 7591 §2); it is not enforced. */
  readonly authMethod: string;
  /** Redirect URIs that receive authorization responses (RFC 6749 §3.1.2). */
  readonly redirectUris: readonly string[];
  readonly registeredAt: number;
  /** Time of the registration or of the last token request. */
  readonly activeAt: number;
};

/** A client without its secret, with the number of live tokens, for operators. */
export type ClientSummary = Omit<Client, 'secretHash'> & { readonly liveTokens: number };

/** An access token, stored by its digest only. Times are Unix seconds. */
export type Token = {
  readonly hash: Buffer;
  readonly clientId: string;
  readonly scope: string;
  readonly audience: readonly string[];
  readonly issuedAt: number;
  readonly expiresAt: number;
};

export type Counter = {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
};

/**
 * State of the service: clients, tokens, counters, ledger. Each entry expires, whether purged or not. Several processes
 * may share the state. While it is unreachable, each call rejects with `service_not_ready`, and the next call retries.
 */
export type State = AsyncDisposable & {
  readonly clients: {
    /** Returns false if the remaining space is reserved for stored data. */
    readonly hasRoom: () => Promise<boolean>;
    /** Resolves when the client is stored durably, before its secret is sent. Replaces a client of the same id. */
    readonly add: (client: Client) => Promise<void>;
    readonly find: (id: string) => Promise<Client | undefined>;
    readonly summaries: () => Promise<readonly ClientSummary[]>;
    readonly summary: (id: string) => Promise<ClientSummary | undefined>;
    readonly remove: (id: string) => Promise<boolean>;
    readonly count: () => Promise<number>;
    /** Returns the number of registrations within the last day. */
    readonly countNew: () => Promise<number>;
  };
  readonly tokens: {
    /**
     * Stores a token and marks the client as active. Only the newest `keep` tokens of a client are retained. Returns
     * false if the client does not exist.
     */
    readonly add: (token: Token, keep: number) => Promise<boolean>;
    readonly find: (hash: Buffer) => Promise<Token | undefined>;
    /** Deletes a token if it belongs to this client. */
    readonly remove: (hash: Buffer, clientId: string) => Promise<boolean>;
    readonly removeOfClient: (clientId: string) => Promise<number>;
    readonly count: () => Promise<number>;
  };
  /**
   * The key that signs authorization codes and refresh tokens: the same for every server of this state. `candidate` becomes
   * the key if there is none.
   */
  readonly signingKey: (candidate: Buffer) => Promise<Buffer>;
  /** Lease and record of the webhook: of all servers of this state, the holder of the lease delivers. */
  readonly webhook: {
    /** Takes or extends the lease. Returns the record, or `undefined` if a different holder has the lease. */
    readonly claim: (holder: string, leaseMs: number) => Promise<{ readonly record: string | undefined } | undefined>;
    /** Stores the record durably and extends the lease; 0 ends it. Returns false if the holder lost the lease. */
    readonly store: (holder: string, record: string, leaseMs: number) => Promise<boolean>;
  };
  readonly counters: {
    /** Counts atomically; the first count of a key starts its window. */
    readonly add: (key: string, points: number, windowMs: number) => Promise<Counter>;
    readonly find: (key: string) => Promise<Counter | undefined>;
  };
  /** Counts of queries by day (`2026-11-22`) and by opaque keys. */
  readonly ledger: {
    /** Adds counts to a day in a transaction. The day expires after `keepDays`, if the store supports it. */
    readonly add: (day: string, counts: ReadonlyMap<string, number>, keepDays: number) => Promise<void>;
    readonly days: () => Promise<readonly string[]>;
    readonly read: (day: string) => Promise<ReadonlyMap<string, number>>;
    /** Deletes all counts before a day, without leftovers. */
    readonly removeBefore: (day: string) => Promise<void>;
  };
  /** Resolves to true if the store responds to a read. */
  readonly isReachable: () => Promise<boolean>;
  /** Deletes a batch of expired entries. Returns false if none are left. */
  readonly purge: () => Promise<boolean>;
};

/**
 * Location of the state: addresses of a shared store, or a SQLite file. `site` separates the states of several sites.
 */
export type StateLocation = {
  readonly addresses?: readonly string[] | undefined;
  readonly file: string;
  readonly site?: string | undefined;
};

/** A damaged file that was moved aside (a ledger is deleted), with its error. */
export type Damage = {
  readonly file: string;
  readonly aside?: string;
  readonly holds: 'clients' | 'ledger';
  readonly cause: unknown;
};

export type OpenOptions = StateLocation & {
  readonly now: () => Date;
  /** Callback after a damaged file was replaced. Without it, the damaged file stays, and every call rejects. */
  readonly onDamage?: ((damage: Damage) => void) | undefined;
};

/** `part` is the name of the check for scripts: a file of this machine, or a store at an address. */
export type StoreCondition = Condition & { readonly part: 'database' | 'store' };

/** States of several sites in a store. */
export type States = AsyncDisposable & { readonly of: (options: Omit<OpenOptions, 'addresses' | 'now'>) => State };

/** A kind of store, as listed in `open.ts`. */
export type StateStore = {
  /** True if servers on several machines share it: content quotas are then counted in the store. */
  readonly isShared: boolean;
  /** Opens the common resources of several sites, such as a connection, which closes with them. */
  readonly openAll: (options: Pick<OpenOptions, 'addresses' | 'now'>) => States;
  /** Returns false if nothing was ever stored, as far as this is known without a connection. */
  readonly mayExist: (location: StateLocation) => boolean;
  readonly examine: (location: StateLocation, now: () => Date) => Promise<StoreCondition>;
};

/** Returns the error of every call while the store is unreachable. */
export function stateUnreachable(cause: unknown): AppError {
  return new AppError('service_not_ready', 'The state of the service cannot be reached', {
    hint: `Try again in ${RETRY_SECONDS} seconds. Reading without a token goes on.`,
    retryAfter: RETRY_SECONDS,
    cause,
  });
}
