import { AppError } from '../../shared/errors.ts';
import type { Condition } from '../inspect.ts';

/** Days without a token request after which a client is removed. */
export const RECYCLE_AFTER_DAYS = 180;

/** Entries that one step of a purge removes at most, so that it never delays a response. */
export const PURGE_BATCH = 200;

/** `Retry-After` for a state that cannot be reached, in seconds. */
const RETRY_SECONDS = 5;

/** A registered client. Times are Unix seconds. */
export type Client = {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly name: string | null;
  readonly contacts: readonly string[];
  /** Scopes it may ask for, separated by spaces. */
  readonly scope: string;
  /** `token_endpoint_auth_method` of its registration (RFC 7591 section 2), to which it is not held. */
  readonly authMethod: string;
  readonly registeredAt: number;
  /** Time of its registration or of its last token request. */
  readonly activeAt: number;
};

/** A client without its secret, with its live tokens, for operators. */
export type ClientSummary = Omit<Client, 'secretHash'> & { readonly liveTokens: number };

/** An access token, known by its digest alone. Times are Unix seconds. */
export type Token = {
  readonly hash: Buffer;
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scope: string;
  /** The resources it is for. */
  readonly audience: readonly string[];
  readonly issuedAt: number;
  readonly expiresAt: number;
};

/** A counter in its fixed window. */
export type Counter = {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
};

/**
 * The state of the service, as every store implements it: clients, tokens, counters, ledger. Each entry has a lifetime, and does
 * not exist past it, purged or not. Several processes may share it. When it cannot be reached, each call rejects with
 * `service_not_ready`, and the next one tries again.
 */
export type State = AsyncDisposable & {
  readonly clients: {
    /** False when so little is free where clients are stored that what is there already needs it. */
    readonly hasRoom: () => Promise<boolean>;
    /** Resolves when the client is stored as durably as the store can: a secret that was sent belongs to a client. */
    readonly add: (client: Client) => Promise<void>;
    readonly find: (id: string) => Promise<Client | undefined>;
    readonly summaries: () => Promise<readonly ClientSummary[]>;
    readonly summary: (id: string) => Promise<ClientSummary | undefined>;
    /** Removes a client with its tokens. */
    readonly remove: (id: string) => Promise<boolean>;
    readonly count: () => Promise<number>;
    /** Registrations within the last day. */
    readonly countNew: () => Promise<number>;
  };
  readonly tokens: {
    /**
     * Issues a token: the client counts as active, and of its tokens only the newest `keep` stay. False when there is
     * no such client any more.
     */
    readonly add: (token: Token, keep: number) => Promise<boolean>;
    readonly find: (hash: Buffer) => Promise<Token | undefined>;
    /** Removes a token if it is this client's. */
    readonly remove: (hash: Buffer, clientId: string) => Promise<boolean>;
    readonly removeOfClient: (clientId: string) => Promise<number>;
    readonly count: () => Promise<number>;
  };
  readonly counters: {
    /** Counts, exactly however many do so at once; the first count of a key begins its window. */
    readonly add: (key: string, points: number, windowMs: number) => Promise<Counter>;
    readonly find: (key: string) => Promise<Counter | undefined>;
  };
  /** Counts of what was asked, by day (`2026-11-22`) and by entries that only the caller understands. */
  readonly ledger: {
    /** Adds to the counts of a day: all of them or none. A store that can ends the day's lifetime by itself after `keepDays`. */
    readonly add: (day: string, counts: ReadonlyMap<string, number>, keepDays: number) => Promise<void>;
    /** Days that have counts, in order. */
    readonly days: () => Promise<readonly string[]>;
    readonly read: (day: string) => Promise<ReadonlyMap<string, number>>;
    /** Removes the days before this one, so that nothing of them is left. */
    readonly removeBefore: (day: string) => Promise<void>;
  };
  /** Resolves to true when the store answers a read. */
  readonly isReachable: () => Promise<boolean>;
  /** Removes a few of the entries that are past their lifetime; false when there are no more of them. */
  readonly purge: () => Promise<boolean>;
};

/**
 * Location of the state: addresses of a store that servers share or, without any, a SQLite file. A store has the states of several
 * sites apart by their names; a site alone needs none.
 */
export type StateLocation = {
  readonly addresses?: readonly string[] | undefined;
  readonly file: string;
  readonly site?: string | undefined;
};

/** A damaged file that was moved aside or, when it was the ledger, removed; and the error that it gave. */
export type Damage = {
  readonly file: string;
  readonly aside?: string;
  readonly holds: 'clients' | 'ledger';
  readonly cause: unknown;
};

export type OpenOptions = StateLocation & {
  readonly now: () => Date;
  /** Called when a new file took the place of a damaged one; without it, a damaged file stays, and every call rejects. */
  readonly onDamage?: ((damage: Damage) => void) | undefined;
};

/** `part` names the check for scripts: a file of this machine, or a store at an address. */
export type StoreCondition = Condition & { readonly part: 'database' | 'store' };

/** The states of several sites in one store. */
export type States = AsyncDisposable & { readonly of: (options: Omit<OpenOptions, 'addresses' | 'now'>) => State };

/** A kind of store, as the table in `open.ts` lists it. */
export type StateStore = {
  /** True when servers on several machines use it: then content quotas are counted there too. */
  readonly isShared: boolean;
  /** Opens what the states of several sites have in common, such as a connection, which is closed with it. */
  readonly openAll: (options: Pick<OpenOptions, 'addresses' | 'now'>) => States;
  /** False when nothing was ever stored there, as far as that shows without a connection. */
  readonly mayExist: (location: StateLocation) => boolean;
  readonly examine: (location: StateLocation, now: () => Date) => Promise<StoreCondition>;
};

/** The error of every call while the store cannot be reached. */
export function stateUnreachable(cause: unknown): AppError {
  return new AppError('service_not_ready', 'The state of the service cannot be reached', {
    hint: `Try again in ${RETRY_SECONDS} seconds. Reading without a token goes on.`,
    retryAfter: RETRY_SECONDS,
    cause,
  });
}
