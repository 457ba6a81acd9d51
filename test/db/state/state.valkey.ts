import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { openState } from '../../../db/state/open.ts';
import type { State } from '../../../db/state/state.ts';
import { AppError } from '../../../shared/errors.ts';
import { startCluster } from '../../helpers/valkey-cluster.ts';
import { startValkey, type ValkeyServer } from '../../helpers/valkey-server.ts';
import { behavesAsState, clientAt, tokenAt, type Stage } from './state-behaviour.ts';

/** Opens the state in these servers, with a clock that goes on together with the lifetimes there. */
function stageIn(...servers: readonly ValkeyServer[]): Stage {
  let seconds = 1_800_000_000;
  const open = () =>
    openState({
      addresses: servers.map(({ url }) => url),
      file: '/nowhere/state.db',
      now: () => new Date(seconds * 1000),
    });
  const state = open();
  return {
    state,
    seconds: () => seconds,
    async advance(by) {
      seconds += by;
      await Promise.all(servers.map((server) => server.age(by)));
    },
    setBack: (by) => {
      seconds -= by;
    },
    another: open,
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  };
}

describe('a state in Valkey', () => {
  let server: ValkeyServer;
  before(async () => {
    server = await startValkey();
  });
  after(() => server[Symbol.asyncDispose]());

  async function stage(): Promise<Stage> {
    await server.ask('FLUSHALL');
    return stageIn(server);
  }

  behavesAsState(stage);

  it('has no room for clients when nine tenths of the memory are taken that the store may use', async () => {
    await using one = await stage();
    const taken = Number(/^used_memory:(\d+)/m.exec(String(await server.ask('INFO', 'memory')))?.[1]);
    await server.ask('CONFIG', 'SET', 'maxmemory', String(Math.round(taken / 0.89)));
    await server.ask('SET', 'neighbour', 'x'.repeat(Math.round(taken / 20)));
    assert.equal(await one.state.clients.hasRoom(), false);
    await server.ask('CONFIG', 'SET', 'maxmemory', String(taken * 2));
    assert.equal(await one.state.clients.hasRoom(), true);
    await server.ask('CONFIG', 'SET', 'maxmemory', '0');
  });

  it('leaves nothing without a lifetime, and nothing once all lifetimes are over', async () => {
    await using one = await stage();
    const { state, seconds, advance } = one;
    await state.clients.add(clientAt(seconds(), 'one'));
    await state.tokens.add(tokenAt(seconds(), 'one'), 50);
    await state.counters.add('key', 1, 60_000);
    await state.signingKey(Buffer.alloc(32, 1));
    await state.ledger.add('2027-01-15', new Map([['["a"]', 1]]), 30);
    const keys = (await server.ask('KEYS', '*')) as string[];
    assert.equal(keys.length, 10);
    for (const key of keys) {
      assert.ok(key.startsWith('{agentes}:'), key);
      assert.ok(Number(await server.ask('TTL', key)) > 0, key);
    }
    await advance(180 * 86_400);
    assert.deepEqual(await server.ask('KEYS', '*'), []);
  });

  it('purges its lists in small batches', async () => {
    await using one = await stage();
    const { state, seconds } = one;
    const gone = seconds() - 181 * 86_400;
    for (let n = 0; n < 250; n++) await state.clients.add(clientAt(gone, `idle ${n}`));
    await state.clients.add(clientAt(seconds(), 'fresh'));
    assert.equal(await server.ask('ZCARD', '{agentes}:clients'), 251);
    assert.equal(await state.purge(), true);
    assert.equal(await server.ask('ZCARD', '{agentes}:clients'), 51);
    assert.equal(await state.purge(), false);
    assert.equal(await server.ask('ZCARD', '{agentes}:clients'), 1);
  });

  it('is sent together what is asked at once', async () => {
    await using one = await stage();
    const { counters } = one.state;
    await counters.add('key', 1, 60_000);
    const reads = async () =>
      Number(/^total_reads_processed:(\d+)/m.exec(String(await server.ask('INFO', 'stats')))?.[1]);
    const readBefore = await reads();
    await Promise.all(Array.from({ length: 100 }, () => counters.add('key', 1, 60_000)));
    const taken = (await reads()) - readBefore;
    assert.ok(taken < 25, `${taken} reads for 100 commands`);
    assert.equal((await counters.find('key'))?.count, 101);
  });

  it('sends a script again to a store that has forgotten it', async () => {
    await using one = await stage();
    await one.state.counters.add('key', 1, 60_000);
    await server.ask('SCRIPT', 'FLUSH');
    assert.equal((await one.state.counters.add('key', 1, 60_000)).count, 2);
  });
});

/** Waits until the store has been found again. */
async function untilReachable(state: State): Promise<void> {
  while (!(await state.isReachable())) await nextTurn();
}

const unreachable = (error: unknown) =>
  error instanceof AppError && error.code === 'service_not_ready' && error.retryAfter === 5;

describe('a state in Valkey that comes and goes', () => {
  it('says service_not_ready while the store is away, and goes on when it is back', async () => {
    await using server = await startValkey(['--appendonly', 'yes', '--appendfsync', 'always']);
    await using one = stageIn(server);
    const { state, seconds } = one;
    await state.clients.add(clientAt(seconds(), 'one'));
    const token = tokenAt(seconds(), 'one');
    await state.tokens.add(token, 50);
    await server.kill();
    await assert.rejects(state.tokens.find(token.hash), unreachable);
    await assert.rejects(state.clients.add(clientAt(seconds(), 'two')), unreachable);
    assert.equal(await state.isReachable(), false);
    await server.restart();
    await untilReachable(state);
    assert.deepEqual(await state.tokens.find(token.hash), token);
    assert.equal(await state.clients.find('two'), undefined);
  });

  it('waits for a store that started later than itself', async () => {
    await using server = await startValkey();
    await server.kill();
    await using one = stageIn(server);
    await assert.rejects(one.state.clients.count(), unreachable);
    await server.restart();
    await untilReachable(one.state);
    assert.equal(await one.state.clients.count(), 0);
  });

  it('waits two seconds at most for a store that does not answer, and then no more', async () => {
    await using server = await startValkey();
    await using one = stageIn(server);
    const { state } = one;
    await state.counters.add('key', 1, 60_000);
    server.hold();
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 20 }, () => assert.rejects(state.counters.add('key', 1, 60_000), unreachable)),
    );
    await assert.rejects(state.counters.find('key'), unreachable);
    const waited = performance.now() - began;
    assert.ok(waited > 1900 && waited < 3500, `${waited} ms`);
    const again = performance.now();
    for (let n = 0; n < 20; n++) await assert.rejects(state.counters.find('key'), unreachable);
    assert.ok(performance.now() - again < 500);
    server.release();
    await untilReachable(state);
    assert.ok(await state.counters.find('key'));
  });

  it('connects again to a store that only closed the connection, and nobody notices', async () => {
    await using server = await startValkey();
    await using one = stageIn(server);
    for (let n = 1; n <= 3; n++) {
      assert.equal((await one.state.counters.add('key', 1, 60_000)).count, n);
      await server.ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await untilReachable(one.state);
    }
  });

  it('ends at once while the store is away', async () => {
    await using server = await startValkey();
    await server.kill();
    const { state } = stageIn(server);
    await assert.rejects(state.clients.count(), unreachable);
    await state[Symbol.asyncDispose]();
    await assert.rejects(state.clients.count(), unreachable);
  });
});

describe('a state in a Valkey with a password', () => {
  it('logs in with the user, password and database of the address', async () => {
    await using server = await startValkey(['--requirepass', 'p@ss/w:rd'], ':p%40ss%2Fw%3Ard@');
    const at = (url: string) => openState({ addresses: [url], file: '', now: () => new Date() });
    await using state = at(`${server.url}/3`);
    await state.clients.add(clientAt(1_800_000_000, 'one'));
    await using other = at(`${server.url}/4`);
    assert.deepEqual(
      [await state.clients.find('one').then((one) => one?.id), await other.clients.find('one')],
      ['one', undefined],
    );
    await using intruder = at(server.url.replace('p%40ss', 'wr0ng'));
    await assert.rejects(intruder.clients.find('one'), (error) => {
      assert.ok(unreachable(error));
      assert.match(inspect(error), /WRONGPASS/);
      assert.doesNotMatch(inspect(error, { depth: 10, showHidden: true }), /wr0ng|w:rd/);
      return true;
    });
  });
});

describe('a state in a cluster', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  before(async () => {
    cluster = await startCluster('{agentes}:clients');
  });
  after(() => cluster[Symbol.asyncDispose]());

  behavesAsState(async () => {
    await Promise.all(cluster.masters.map((node) => node.ask('FLUSHALL')));
    return stageIn(...cluster.masters);
  });

  it('is found through any one of the nodes', async () => {
    for (const node of cluster.masters) {
      await using one = stageIn(node);
      assert.equal(await one.state.isReachable(), true);
      await one.state.counters.add('key', 1, 60_000);
    }
    await using one = stageIn(cluster.owner);
    assert.equal((await one.state.counters.find('key'))?.count, 3);
  });

  it('goes on with the node that takes over', async () => {
    await using one = stageIn(...cluster.nodes);
    const { state, seconds } = one;
    await state.clients.add(clientAt(seconds(), 'one'));
    const token = tokenAt(seconds(), 'one');
    await state.tokens.add(token, 50);
    await cluster.owner.ask('WAIT', '1', '2000');
    await cluster.owner.kill();
    await assert.rejects(state.tokens.find(token.hash), unreachable);
    await untilReachable(state);
    assert.deepEqual(await state.tokens.find(token.hash), token);
    assert.equal(await state.tokens.remove(token.hash, 'one'), true);
  });
});
