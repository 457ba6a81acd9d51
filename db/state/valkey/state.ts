import { explain } from '../../../shared/errors.ts';
import {
  PURGE_BATCH,
  RECYCLE_AFTER_DAYS,
  stateUnreachable,
  type Client,
  type ClientSummary,
  type OpenOptions,
  type State,
  type StateLocation,
  type States,
  type StateStore,
  type StoreCondition,
  type Token,
} from '../state.ts';
import type { Command, connectValkey } from './connection.ts';
import * as scripts from './scripts.ts';

type Fields = Readonly<Record<string, string>>;

// Keys of a site. The braces are a hash tag: all keys of a site have the same slot, so that a script may use several
// keys in a cluster.
function keysOf(site: string | undefined) {
  const prefix = site === undefined ? '{agentes}:' : `{agentes:${site}}:`;
  const token = `${prefix}token:`;
  return {
    client: (id: string) => `${prefix}client:${id}`,
    /** Prefix of token keys; the hash follows. */
    tokens: token,
    token: (hash: Buffer) => `${token}${hash.toString('hex')}`,
    /** Hashes of a client's tokens, the oldest first. */
    tokensOf: (clientId: string) => `${prefix}tokens:${clientId}`,
    signingKey: `${prefix}signing-key`,
    webhookLease: `${prefix}webhook-lease`,
    webhookRecord: `${prefix}webhook-record`,
    counter: (key: string) => `${prefix}counter:${key}`,
    /** Sorted sets for counting and listing: clients by last activity and by registration, tokens by expiry. */
    clients: `${prefix}clients`,
    registrations: `${prefix}registrations`,
    liveTokens: `${prefix}live-tokens`,
    /** Prefix of the counts of a day; the day follows. */
    ledger: `${prefix}ledger:`,
    /** Sorted set of the days with counts, by number. */
    ledgerDays: `${prefix}ledger-days`,
  };
}
type Keys = ReturnType<typeof keysOf>;

const DAY = 86_400;
const RECYCLE_AFTER = RECYCLE_AFTER_DAYS * DAY;

// Number of concurrent summary requests.
const SUMMARY_BATCH = 500;

// Opens states in Valkey or Redis, which servers on several machines may share. The store expires entries by its clock;
// the caller's clock only dates them. Several addresses are nodes of a cluster.
function openValkeyStates({ addresses = [], now }: Pick<OpenOptions, 'addresses' | 'now'>): States {
  // Only servers with such a store load its package.
  const connection = import('./connection.ts').then((module) => module.connectValkey({ addresses }));
  const commands = createCommands(connection);
  return {
    of: ({ site }) => createState(commands, keysOf(site), now),
    [Symbol.asyncDispose]: async () => await (await connection).close(),
  };
}

// Creates the state of a site. Disposing it does not close the connection.
function createState(commands: Commands, keys: Keys, now: () => Date): State {
  const seconds = () => Math.floor(now().getTime() / 1000);
  return {
    clients: createClients(commands, keys, seconds),
    tokens: createTokens(commands, keys, seconds),
    signingKey: async (candidate) =>
      Buffer.from(
        String(
          await commands.run(scripts.findOrSetKey, [keys.signingKey], candidate.toString('hex'), String(RECYCLE_AFTER)),
        ),
        'hex',
      ),
    webhook: createWebhook(commands, keys),
    counters: createCounters(commands, keys),
    ledger: createLedger(commands, keys),
    isReachable: () =>
      commands.send(['ZCARD', keys.clients]).then(
        () => true,
        () => false,
      ),
    async purge() {
      const ended: readonly (readonly [key: string, score: number])[] = [
        [keys.clients, seconds() - RECYCLE_AFTER],
        [keys.registrations, seconds() - DAY],
        [keys.liveTokens, seconds()],
      ];
      const removed = await Promise.all(
        ended.map(([key, score]) => commands.run(scripts.trim, [key], String(score), String(PURGE_BATCH))),
      );
      return removed.includes(PURGE_BATCH);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

// Creates functions for commands and scripts. Each rejects with `service_not_ready` if the store is unreachable.
function createCommands(connection: Promise<ReturnType<typeof connectValkey>>) {
  /** The default key of a command is its first argument. */
  async function send(command: Command, key = command[1] ?? ''): Promise<unknown> {
    try {
      return await (await connection).send(command, key);
    } catch (cause) {
      throw stateUnreachable(cause);
    }
  }

  /** Executes a script by its SHA-1, and sends its source if the store does not have it (NOSCRIPT). */
  async function run(script: scripts.Script, keys: readonly [string, ...string[]], ...args: readonly string[]) {
    const rest = [...keys.slice(1), ...args];
    const command = (how: string, what: string) => [how, what, String(keys.length), keys[0], ...rest] as const;
    try {
      return await (await connection).send(command('EVALSHA', script.sha), keys[0]);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw stateUnreachable(error);
      return await send(command('EVAL', script.lua), keys[0]);
    }
  }

  const countAfter = async (key: string, score: number) => Number(await send(['ZCOUNT', key, `(${score}`, '+inf']));

  return { send, run, countAfter };
}
type Commands = ReturnType<typeof createCommands>;

function createClients({ send, run, countAfter }: Commands, keys: Keys, seconds: () => number): State['clients'] {
  async function summary(id: string): Promise<ClientSummary | undefined> {
    const reply = await run(scripts.summarizeClient, [keys.client(id), keys.tokensOf(id)], keys.tokens);
    const [liveTokens, flat] = reply as readonly [number, readonly string[]];
    const client = readClient(id, fieldsOf(flat));
    if (!client) return undefined;
    const { secretHash: _, ...rest } = client;
    return { ...rest, liveTokens };
  }

  return {
    async hasRoom() {
      try {
        return hasMemory(String(await send(['INFO', 'memory'], keys.clients)));
      } catch (error) {
        // The user may lack the permission for INFO.
        const { isRefusal } = await import('./connection.ts');
        if (isRefusal((error as Error).cause)) return true;
        throw error;
      }
    },
    async add(client) {
      const { id, registeredAt } = client;
      const used = [keys.client(id), keys.clients, keys.registrations] as const;
      const times = [String(RECYCLE_AFTER), String(registeredAt), String(DAY)] as const;
      await run(scripts.addClient, [...used], id, ...times, ...clientFields(client));
    },
    find: async (id) => readClient(id, fieldsOf(await send(['HGETALL', keys.client(id)]))),
    async summaries() {
      const active = await send(['ZRANGEBYSCORE', keys.clients, `(${seconds() - RECYCLE_AFTER}`, '+inf']);
      const ids = active as readonly string[];
      const found: ClientSummary[] = [];
      for (let start = 0; start < ids.length; start += SUMMARY_BATCH) {
        const batch = await Promise.all(ids.slice(start, start + SUMMARY_BATCH).map(summary));
        found.push(...batch.filter((value) => value !== undefined));
      }
      return found.toSorted((a, b) => a.registeredAt - b.registeredAt || (a.id < b.id ? -1 : 1));
    },
    summary,
    async remove(id) {
      const used = [keys.client(id), keys.clients, keys.registrations, keys.tokensOf(id), keys.liveTokens] as const;
      return (await run(scripts.removeClient, [...used], id, keys.tokens)) === 1;
    },
    count: () => countAfter(keys.clients, seconds() - RECYCLE_AFTER),
    countNew: () => countAfter(keys.registrations, seconds() - DAY),
  };
}

// Parses the response to `INFO memory`. Returns false above nine tenths of `maxmemory` or, without a limit, of the
// memory of the machine.
function hasMemory(info: string): boolean {
  const bytes = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const most = bytes('maxmemory') || bytes('total_system_memory');
  return most === 0 || bytes('used_memory') < 0.9 * most;
}

function createTokens({ send, run, countAfter }: Commands, keys: Keys, seconds: () => number): State['tokens'] {
  return {
    async add(token, keep) {
      const { clientId, hash, issuedAt, expiresAt } = token;
      const used = [keys.token(hash), keys.client(clientId), keys.clients, keys.tokensOf(clientId), keys.liveTokens];
      const args = [clientId, RECYCLE_AFTER, hash.toString('hex'), issuedAt, expiresAt, keep, keys.tokens].map(String);
      return (await run(scripts.addToken, used as [string, ...string[]], ...args, ...tokenFields(token))) === 1;
    },
    find: async (hash) => readToken(hash, fieldsOf(await send(['HGETALL', keys.token(hash)]))),
    async remove(hash, clientId) {
      const used = [keys.token(hash), keys.tokensOf(clientId), keys.liveTokens] as const;
      return (await run(scripts.removeToken, [...used], clientId, hash.toString('hex'))) === 1;
    },
    removeOfClient: async (clientId) =>
      Number(await run(scripts.removeTokensOfClient, [keys.tokensOf(clientId), keys.liveTokens], keys.tokens)),
    count: () => countAfter(keys.liveTokens, seconds()),
  };
}

function createWebhook({ run }: Commands, keys: Keys): State['webhook'] {
  const used = [keys.webhookLease, keys.webhookRecord] as const;
  return {
    async claim(holder, leaseMs) {
      const reply = await run(scripts.claimWebhook, [...used], holder, String(leaseMs));
      const [isOurs, record] = reply as readonly [0 | 1, string | null | undefined];
      return isOurs === 1 ? { record: record ?? undefined } : undefined;
    },
    store: async (holder, record, leaseMs) =>
      (await run(scripts.storeWebhook, [...used], holder, String(leaseMs), record, String(RECYCLE_AFTER))) === 1,
  };
}

function createCounters({ run }: Commands, keys: Keys): State['counters'] {
  return {
    async add(key, points, windowMs) {
      const reply = await run(scripts.addToCounter, [keys.counter(key)], String(points), String(windowMs));
      const [count, msLeft] = reply as readonly [number, number];
      return { count, msLeft };
    },
    async find(key) {
      const [count, msLeft] = (await run(scripts.findCounter, [keys.counter(key)])) as readonly [string | null, number];
      return count === null ? undefined : { count: Number(count), msLeft };
    },
  };
}

function createLedger({ send, run }: Commands, keys: Keys): State['ledger'] {
  const numberOf = (day: string) => String(Date.parse(day) / (1000 * DAY));
  return {
    async add(day, counts, keepDays) {
      const pairs = [...counts].flatMap(([entry, count]) => [entry, String(count)]);
      const life = String((keepDays + 1) * DAY);
      await run(scripts.addToLedger, [`${keys.ledger}${day}`, keys.ledgerDays], day, numberOf(day), life, ...pairs);
    },
    days: async () => (await send(['ZRANGE', keys.ledgerDays, '0', '-1'])) as readonly string[],
    async read(day) {
      const fields = fieldsOf(await send(['HGETALL', `${keys.ledger}${day}`]));
      return new Map(Object.entries(fields).map(([entry, count]) => [entry, Number(count)]));
    },
    async removeBefore(day) {
      await run(scripts.trimLedger, [keys.ledgerDays], numberOf(day), keys.ledger);
    },
  };
}

function fieldsOf(reply: unknown): Fields {
  const flat = reply as readonly string[];
  return Object.fromEntries(flat.flatMap((text, n) => (n % 2 === 0 ? [[text, flat[n + 1] ?? '']] : [])));
}

function clientFields(client: Client): readonly string[] {
  return Object.entries({
    secretHash: client.secretHash.toString('hex'),
    ...(client.name !== null && { name: client.name }),
    contacts: JSON.stringify(client.contacts),
    scope: client.scope,
    authMethod: client.authMethod,
    redirectUris: JSON.stringify(client.redirectUris),
    registeredAt: String(client.registeredAt),
    activeAt: String(client.activeAt),
  }).flat();
}

function readClient(id: string, fields: Fields): Client | undefined {
  if (fields['secretHash'] === undefined) return undefined;
  return {
    id,
    secretHash: Buffer.from(fields['secretHash'], 'hex'),
    name: fields['name'] ?? null,
    contacts: JSON.parse(fields['contacts'] ?? '[]') as readonly string[],
    scope: fields['scope'] ?? '',
    authMethod: fields['authMethod'] ?? '',
    redirectUris: JSON.parse(fields['redirectUris'] ?? '[]') as readonly string[],
    registeredAt: Number(fields['registeredAt']),
    activeAt: Number(fields['activeAt']),
  };
}

function tokenFields({ clientId, scope, audience, issuedAt, expiresAt }: Token): readonly string[] {
  const fields = { clientId, scope, audience: JSON.stringify(audience), issuedAt, expiresAt };
  return Object.entries(fields).flatMap(([name, value]) => [name, String(value)]);
}

function readToken(hash: Buffer, fields: Fields): Token | undefined {
  if (fields['clientId'] === undefined) return undefined;
  return {
    hash,
    clientId: fields['clientId'],
    scope: fields['scope'] ?? '',
    audience: JSON.parse(fields['audience'] ?? '[]') as readonly string[],
    issuedAt: Number(fields['issuedAt']),
    expiresAt: Number(fields['expiresAt']),
  };
}

/** Valkey or Redis, a server or a cluster, which servers on several machines share. */
export const valkeyStore: StateStore = {
  isShared: true,
  openAll: openValkeyStates,
  mayExist: () => true,
  examine,
};

async function examine(location: StateLocation, now: () => Date): Promise<StoreCondition> {
  await using states = openValkeyStates({ ...location, now });
  await using state = states.of(location);
  try {
    const clients = await state.clients.count();
    return { part: 'store', level: 'ok', message: `The store of STATE_URL answers and knows ${clients} client(s)` };
  } catch (error) {
    const advice = 'start it or correct STATE_URL; until then nobody can register or use a token';
    return { part: 'store', level: 'problem', message: explain(error), advice };
  }
}
