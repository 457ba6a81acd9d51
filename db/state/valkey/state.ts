import {
  PURGE_BATCH,
  RECYCLE_AFTER_DAYS,
  stateUnreachable,
  type Client,
  type ClientSummary,
  type OpenOptions,
  type State,
  type Token,
} from '../state.ts';
import { connectValkey, isRefusal, type Command } from './connection.ts';
import * as scripts from './scripts.ts';

type Fields = Readonly<Record<string, string>>;

/** The braces are a hash tag: all keys are in one slot, so that a script may use several of them in a cluster too. */
const PREFIX = '{agentes}:';
const TOKEN = `${PREFIX}token:`;
const LEDGER_DAY = `${PREFIX}ledger:`;

const KEYS = {
  client: (id: string) => `${PREFIX}client:${id}`,
  token: (hash: Buffer) => `${TOKEN}${hash.toString('hex')}`,
  /** Hashes of a client's tokens, the oldest first. */
  tokensOf: (clientId: string) => `${PREFIX}tokens:${clientId}`,
  counter: (key: string) => `${PREFIX}counter:${key}`,
  /** Sorted sets, only to count and to list: clients by last activity and by registration, tokens by their end. */
  clients: `${PREFIX}clients`,
  registrations: `${PREFIX}registrations`,
  liveTokens: `${PREFIX}live-tokens`,
  /** Sorted set of the days that the ledger has counts of, by their numbers. */
  ledgerDays: `${PREFIX}ledger-days`,
};

const DAY = 86_400;
const RECYCLE_AFTER = RECYCLE_AFTER_DAYS * DAY;

/** Summaries that are requested at once. */
const SUMMARY_BATCH = 500;

/**
 * The state in Valkey or Redis, which servers on several machines may share. The store itself ends each entry's
 * lifetime, by its own clock; the caller's clock only dates the entries. Several addresses are nodes of one cluster.
 */
export function openValkeyState({ addresses = [], now }: OpenOptions): State {
  const connection = connectValkey({ addresses, anyKey: PREFIX });
  const commands = createCommands(connection);
  const seconds = () => Math.floor(now().getTime() / 1000);
  return {
    clients: createClients(commands, seconds),
    tokens: createTokens(commands, seconds),
    counters: createCounters(commands),
    ledger: createLedger(commands),
    isReachable: () =>
      commands.send(['ZCARD', KEYS.clients]).then(
        () => true,
        () => false,
      ),
    async purge() {
      const ended: readonly (readonly [key: string, score: number])[] = [
        [KEYS.clients, seconds() - RECYCLE_AFTER],
        [KEYS.registrations, seconds() - DAY],
        [KEYS.liveTokens, seconds()],
      ];
      const removed = await Promise.all(
        ended.map(([key, score]) => commands.run(scripts.trim, [key], String(score), String(PURGE_BATCH))),
      );
      return removed.includes(PURGE_BATCH);
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

/** Commands and scripts; each rejects with `service_not_ready` when the store cannot be reached. */
function createCommands(connection: ReturnType<typeof connectValkey>) {
  async function send(command: Command): Promise<unknown> {
    try {
      return await connection.send(command);
    } catch (cause) {
      throw stateUnreachable(cause);
    }
  }

  /** Runs a script by its SHA-1, and sends its source when the store does not have it (NOSCRIPT). */
  async function run(script: scripts.Script, keys: readonly [string, ...string[]], ...args: readonly string[]) {
    const rest = [...keys.slice(1), ...args];
    const command = (how: string, what: string) => [how, what, String(keys.length), keys[0], ...rest] as const;
    try {
      return await connection.send(command('EVALSHA', script.sha));
    } catch (error) {
      if (!isRefusal(error) || !error.message.startsWith('NOSCRIPT')) throw stateUnreachable(error);
      return await send(command('EVAL', script.lua));
    }
  }

  const countAfter = async (key: string, score: number) => Number(await send(['ZCOUNT', key, `(${score}`, '+inf']));

  return { send, run, countAfter };
}
type Commands = ReturnType<typeof createCommands>;

function createClients({ send, run, countAfter }: Commands, seconds: () => number): State['clients'] {
  async function summary(id: string): Promise<ClientSummary | undefined> {
    const reply = await run(scripts.summarizeClient, [KEYS.client(id), KEYS.tokensOf(id)], TOKEN);
    const [liveTokens, flat] = reply as readonly [number, readonly string[]];
    const client = readClient(id, fieldsOf(flat));
    if (!client) return undefined;
    const { secretHash: _, ...rest } = client;
    return { ...rest, liveTokens };
  }

  return {
    async hasRoom() {
      try {
        return hasMemory(String(await send(['INFO', 'memory'])));
      } catch (error) {
        // The store may permit its user no INFO.
        if (isRefusal((error as Error).cause)) return true;
        throw error;
      }
    },
    async add(client) {
      const { id, registeredAt } = client;
      const keys = [KEYS.client(id), KEYS.clients, KEYS.registrations] as const;
      const times = [String(RECYCLE_AFTER), String(registeredAt), String(DAY)] as const;
      await run(scripts.addClient, [...keys], id, ...times, ...clientFields(client));
    },
    find: async (id) => readClient(id, fieldsOf(await send(['HGETALL', KEYS.client(id)]))),
    async summaries() {
      const active = await send(['ZRANGEBYSCORE', KEYS.clients, `(${seconds() - RECYCLE_AFTER}`, '+inf']);
      const ids = active as readonly string[];
      const found: ClientSummary[] = [];
      for (let start = 0; start < ids.length; start += SUMMARY_BATCH) {
        const batch = await Promise.all(ids.slice(start, start + SUMMARY_BATCH).map(summary));
        found.push(...batch.filter((one) => one !== undefined));
      }
      return found.toSorted((a, b) => a.registeredAt - b.registeredAt || (a.id < b.id ? -1 : 1));
    },
    summary,
    async remove(id) {
      const keys = [KEYS.client(id), KEYS.clients, KEYS.registrations, KEYS.tokensOf(id), KEYS.liveTokens] as const;
      return (await run(scripts.removeClient, [...keys], id, TOKEN)) === 1;
    },
    count: () => countAfter(KEYS.clients, seconds() - RECYCLE_AFTER),
    countNew: () => countAfter(KEYS.registrations, seconds() - DAY),
  };
}

/**
 * Judges the reply to `INFO memory`: nine tenths may be taken of what the store may use (`maxmemory`) or, without a limit,
 * of the memory of its machine.
 */
function hasMemory(info: string): boolean {
  const bytes = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const most = bytes('maxmemory') || bytes('total_system_memory');
  return most === 0 || bytes('used_memory') < 0.9 * most;
}

function createTokens({ send, run, countAfter }: Commands, seconds: () => number): State['tokens'] {
  return {
    async add(token, keep) {
      const { clientId, hash, issuedAt, expiresAt } = token;
      const keys = [KEYS.token(hash), KEYS.client(clientId), KEYS.clients, KEYS.tokensOf(clientId), KEYS.liveTokens];
      const args = [clientId, RECYCLE_AFTER, hash.toString('hex'), issuedAt, expiresAt, keep, TOKEN].map(String);
      return (await run(scripts.addToken, keys as [string, ...string[]], ...args, ...tokenFields(token))) === 1;
    },
    find: async (hash) => readToken(hash, fieldsOf(await send(['HGETALL', KEYS.token(hash)]))),
    async remove(hash, clientId) {
      const keys = [KEYS.token(hash), KEYS.tokensOf(clientId), KEYS.liveTokens] as const;
      return (await run(scripts.removeToken, [...keys], clientId, hash.toString('hex'))) === 1;
    },
    removeOfClient: async (clientId) =>
      Number(await run(scripts.removeTokensOfClient, [KEYS.tokensOf(clientId), KEYS.liveTokens], TOKEN)),
    count: () => countAfter(KEYS.liveTokens, seconds()),
  };
}

function createCounters({ run }: Commands): State['counters'] {
  return {
    async add(key, points, windowMs) {
      const reply = await run(scripts.addToCounter, [KEYS.counter(key)], String(points), String(windowMs));
      const [count, msLeft] = reply as readonly [number, number];
      return { count, msLeft };
    },
    async find(key) {
      const [count, msLeft] = (await run(scripts.findCounter, [KEYS.counter(key)])) as readonly [string | null, number];
      return count === null ? undefined : { count: Number(count), msLeft };
    },
  };
}

function createLedger({ send, run }: Commands): State['ledger'] {
  const numberOf = (day: string) => String(Date.parse(day) / (1000 * DAY));
  return {
    async add(day, counts, keepDays) {
      const pairs = [...counts].flatMap(([entry, count]) => [entry, String(count)]);
      const life = String((keepDays + 1) * DAY);
      await run(scripts.addToLedger, [`${LEDGER_DAY}${day}`, KEYS.ledgerDays], day, numberOf(day), life, ...pairs);
    },
    days: async () => (await send(['ZRANGE', KEYS.ledgerDays, '0', '-1'])) as readonly string[],
    async read(day) {
      const fields = fieldsOf(await send(['HGETALL', `${LEDGER_DAY}${day}`]));
      return new Map(Object.entries(fields).map(([entry, count]) => [entry, Number(count)]));
    },
    async removeBefore(day) {
      await run(scripts.trimLedger, [KEYS.ledgerDays], numberOf(day), LEDGER_DAY);
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
