import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Client, State, Token } from '../../../db/state/state.ts';

const DAY = 86_400;
const HOUR = 3_600_000;

/** A state to judge, with the time that it lives in. */
export type Stage = AsyncDisposable & {
  readonly state: State;
  /** Unix seconds. */
  readonly seconds: () => number;
  /** Lets time go by. */
  readonly advance: (seconds: number) => Promise<void>;
  /** Sets back the clock of this program, but no other. */
  readonly setBack: (seconds: number) => void;
  /** A connection of another process to the same entries. */
  readonly another: () => State;
};

export function clientAt(seconds: number, id: string, more: Partial<Client> = {}): Client {
  return {
    id,
    secretHash: Buffer.alloc(32, 1),
    name: null,
    contacts: ['ops@example.com'],
    scope: 'content:read',
    authMethod: 'client_secret_basic',
    redirectUris: [],
    registeredAt: seconds,
    activeAt: seconds,
    ...more,
  };
}

let serial = 0;

/** A token that differs from all others. */
export function tokenAt(seconds: number, clientId: string, lifetime = 3600): Token {
  const hash = Buffer.alloc(32);
  hash.writeUInt32BE((serial += 1));
  const times = { issuedAt: seconds, expiresAt: seconds + lifetime };
  return { hash, clientId, scope: 'content:read quota:read', audience: ['https://x.example'], ...times };
}

/** The behaviour that every state store must have, as tests. */
export function behavesAsState(stage: () => Promise<Stage>): void {
  async function addToken({ state, seconds }: Stage, clientId: string, keep = 50): Promise<Buffer> {
    const token = tokenAt(seconds(), clientId);
    assert.equal(await state.tokens.add(token, keep), true);
    return token.hash;
  }

  it('finds stored entries, also over a second connection', async () => {
    await using one = await stage();
    await using other = one.another();
    const client = clientAt(one.seconds(), 'one', {
      name: 'Ñandú "1"',
      contacts: [],
      authMethod: 'client_secret_post',
      redirectUris: ['https://a.example/callback', 'cursor://x/y'],
    });
    await one.state.clients.add(client);
    const token = tokenAt(one.seconds(), 'one');
    assert.equal(await one.state.tokens.add(token, 50), true);
    for (const state of [one.state, other]) {
      assert.deepEqual(await state.clients.find('one'), client);
      assert.deepEqual(await state.tokens.find(token.hash), token);
      assert.deepEqual([await state.clients.count(), await state.tokens.count()], [1, 1]);
    }
    assert.equal(await one.state.clients.find('nobody'), undefined);
    assert.equal(await one.state.clients.summary('nobody'), undefined);
    assert.equal(await one.state.tokens.find(Buffer.alloc(32, 255)), undefined);
    assert.equal(await one.state.isReachable(), true);
  });

  it('replaces a client of the same id', async () => {
    await using one = await stage();
    await one.state.clients.add(clientAt(one.seconds(), 'one'));
    await one.advance(60);
    const later = clientAt(one.seconds(), 'one', { name: 'Later' });
    await one.state.clients.add(later);
    assert.deepEqual(await one.state.clients.find('one'), later);
    assert.equal(await one.state.clients.count(), 1);
  });

  it('has a single signing key for all connections: the first that was offered', async () => {
    await using one = await stage();
    await using other = one.another();
    const first = Buffer.alloc(32, 7);
    assert.deepEqual(await one.state.signingKey(first), first);
    assert.deepEqual(await other.signingKey(Buffer.alloc(32, 8)), first);
  });

  it('leases the webhook to a single holder, whose record the next holder gets', async () => {
    await using one = await stage();
    await using other = one.another();
    const [first, second] = [one.state.webhook, other.webhook];
    assert.deepEqual(await first.claim('a', 30_000), { record: undefined });
    assert.equal(await second.claim('b', 30_000), undefined);
    assert.equal(await second.store('b', 'late', 30_000), false);
    assert.equal(await first.store('a', 'ñ 1', 30_000), true);
    assert.deepEqual(await first.claim('a', 30_000), { record: 'ñ 1' });
    assert.equal(await first.store('a', '2', 0), true);
    assert.deepEqual(await second.claim('b', 30_000), { record: '2' });
    assert.equal(await first.claim('a', 30_000), undefined);
    await one.advance(31);
    assert.deepEqual(await first.claim('a', 30_000), { record: '2' });
    assert.equal(await second.store('b', 'late', 30_000), false);
  });

  it('has room for clients as long as the machine has', async () => {
    await using one = await stage();
    assert.equal(await one.state.clients.hasRoom(), true);
  });

  it('sums clients up without their secrets, the oldest first', async () => {
    await using one = await stage();
    const { state, seconds } = one;
    await state.clients.add(clientAt(seconds(), 'b'));
    await state.clients.add(clientAt(seconds() - 2 * DAY, 'a'));
    await state.clients.add(clientAt(seconds(), 'c', { name: 'Ce' }));
    await addToken(one, 'c');
    const revoked = await addToken(one, 'c');
    await state.tokens.remove(revoked, 'c');
    const summaries = await state.clients.summaries();
    assert.deepEqual(
      summaries.map(({ id, name, liveTokens }) => [id, name, liveTokens]),
      [
        ['a', null, 0],
        ['b', null, 0],
        ['c', 'Ce', 1],
      ],
    );
    assert.deepEqual(await state.clients.summary('c'), summaries[2]);
    assert.ok(!summaries.some((summary) => 'secretHash' in summary));
    assert.deepEqual([await state.clients.count(), await state.clients.countNew()], [3, 2]);
  });

  it('adds up the counts of a day, also from a second connection, and removes the days before a date', async () => {
    await using one = await stage();
    await using other = one.another();
    const { ledger } = one.state;
    assert.deepEqual([await ledger.days(), await ledger.read('2027-01-14')], [[], new Map()]);
    await ledger.add('2027-01-15', new Map([['["a"]', 2]]), 30);
    await other.ledger.add('2027-01-15', new Map(Object.entries({ '["a"]': 1, '["ñ \\"b\\""]': 7 })), 30);
    await other.ledger.add('2027-01-14', new Map([['["a"]', 5]]), 30);
    assert.deepEqual(await ledger.days(), ['2027-01-14', '2027-01-15']);
    assert.deepEqual(await ledger.read('2027-01-15'), new Map(Object.entries({ '["a"]': 3, '["ñ \\"b\\""]': 7 })));
    await ledger.removeBefore('2027-01-15');
    assert.deepEqual(await other.ledger.days(), ['2027-01-15']);
    assert.deepEqual(await other.ledger.read('2027-01-14'), new Map());
  });

  it('does not know what is past its lifetime', async () => {
    await using one = await stage();
    const { state, seconds, advance } = one;
    await state.clients.add(clientAt(seconds(), 'one'));
    const hash = await addToken(one, 'one');
    await state.counters.add('key', 1, HOUR);
    await advance(3500);
    assert.ok(await state.tokens.find(hash));
    assert.ok(await state.counters.find('key'));
    await advance(100);
    assert.equal(await state.tokens.find(hash), undefined);
    assert.equal(await state.tokens.count(), 0);
    assert.equal((await state.clients.summary('one'))?.liveTokens, 0);
    assert.equal(await state.counters.find('key'), undefined);
    await advance(180 * DAY - 3700);
    assert.ok(await state.clients.find('one'));
    await advance(100);
    assert.equal(await state.clients.find('one'), undefined);
    assert.deepEqual([await state.clients.count(), await state.clients.summaries()], [0, []]);
  });

  it('recycles a client 180 days after its last token request', async () => {
    await using one = await stage();
    const { state, seconds, advance } = one;
    await state.clients.add(clientAt(seconds(), 'busy'));
    await advance(100 * DAY);
    await addToken(one, 'busy');
    const { activeAt, registeredAt } = (await state.clients.find('busy')) ?? assert.fail();
    assert.deepEqual([activeAt, activeAt - registeredAt], [seconds(), 100 * DAY]);
    await advance(179 * DAY);
    assert.ok(await state.clients.find('busy'));
    assert.deepEqual([await state.clients.count(), await state.clients.countNew()], [1, 0]);
    await advance(DAY);
    assert.equal(await state.clients.find('busy'), undefined);
  });

  it('removes a client together with its tokens, and issues none to it any more', async () => {
    await using one = await stage();
    const { state, seconds } = one;
    await state.clients.add(clientAt(seconds(), 'one'));
    await state.clients.add(clientAt(seconds(), 'two'));
    const [first, second] = [await addToken(one, 'one'), await addToken(one, 'two')];
    assert.equal(await state.clients.remove('one'), true);
    assert.equal(await state.clients.remove('one'), false);
    assert.equal(await state.tokens.find(first), undefined);
    assert.ok(await state.tokens.find(second));
    assert.deepEqual(
      [await state.clients.count(), await state.clients.countNew(), await state.tokens.count()],
      [1, 1, 1],
    );
    assert.equal(await state.tokens.add(tokenAt(seconds(), 'one'), 50), false);
    assert.equal(await state.tokens.count(), 1);
  });

  it('removes a token only for its own client, and at once for everybody', async () => {
    await using one = await stage();
    await using other = one.another();
    const { state, seconds } = one;
    await state.clients.add(clientAt(seconds(), 'one'));
    const hashes = [await addToken(one, 'one'), await addToken(one, 'one'), await addToken(one, 'one')] as const;
    assert.equal(await state.tokens.remove(hashes[0], 'two'), false);
    assert.ok(await other.tokens.find(hashes[0]));
    assert.equal(await state.tokens.remove(hashes[0], 'one'), true);
    assert.equal(await state.tokens.remove(hashes[0], 'one'), false);
    assert.equal(await other.tokens.find(hashes[0]), undefined);
    assert.equal(await other.tokens.removeOfClient('one'), 2);
    assert.deepEqual([await state.tokens.find(hashes[1]), await state.tokens.find(hashes[2])], [undefined, undefined]);
    assert.deepEqual([await state.tokens.count(), (await state.clients.find('one'))?.id], [0, 'one']);
  });

  it('keeps only the newest tokens of a client', async () => {
    await using one = await stage();
    const { state, seconds } = one;
    await state.clients.add(clientAt(seconds(), 'one'));
    await state.clients.add(clientAt(seconds(), 'two'));
    const other = await addToken(one, 'two', 3);
    const hashes: Buffer[] = [];
    for (let n = 0; n < 5; n++) hashes.push(await addToken(one, 'one', 3));
    const found = await Promise.all(hashes.map((hash) => state.tokens.find(hash)));
    assert.deepEqual(
      found.map((token) => token !== undefined),
      [false, false, true, true, true],
    );
    assert.ok(await state.tokens.find(other));
    assert.equal(await state.tokens.count(), 4);
  });

  it('counts exactly, however many count at once', async () => {
    await using one = await stage();
    await using other = one.another();
    const counts = await Promise.all(
      Array.from({ length: 300 }, (_, n) => (n % 2 ? one.state : other).counters.add('key', 1, HOUR)),
    );
    assert.deepEqual(
      counts.map(({ count }) => count).toSorted((a, b) => a - b),
      Array.from({ length: 300 }, (_, n) => n + 1),
    );
    assert.equal((await one.state.counters.find('key'))?.count, 300);
    assert.equal((await one.state.counters.add('other', 2, HOUR)).count, 2);
  });

  it('never makes a window longer than it is, though the clock be set back', async () => {
    await using one = await stage();
    const { counters } = one.state;
    const within = (ms: number | undefined) => assert.ok(ms !== undefined && ms <= HOUR && ms > HOUR - 10_000, `${ms}`);
    const first = await counters.add('key', 1, HOUR);
    within(first.msLeft);
    one.setBack(DAY);
    const second = await counters.add('key', 1, HOUR);
    assert.equal(second.count, 2);
    within(second.msLeft);
    await one.advance(1800);
    assert.ok(((await counters.find('key'))?.msLeft ?? HOUR) <= HOUR / 2);
    await one.advance(1800);
    const third = await counters.add('key', 1, HOUR);
    assert.equal(third.count, 1);
    within(third.msLeft);
  });

  it('purges what is past its lifetime, and nothing that lives', async () => {
    await using one = await stage();
    const { state, seconds, advance } = one;
    for (let n = 0; n < 5; n++) await state.clients.add(clientAt(seconds(), `idle ${n}`));
    assert.equal(await state.purge(), false);
    await advance(180 * DAY);
    await state.clients.add(clientAt(seconds(), 'fresh'));
    const hash = await addToken(one, 'fresh');
    await state.counters.add('live', 1, HOUR);
    while (await state.purge());
    assert.ok(await state.clients.find('fresh'));
    assert.ok(await state.tokens.find(hash));
    assert.ok(await state.counters.find('live'));
    assert.deepEqual([await state.clients.count(), await state.tokens.count()], [1, 1]);
  });
}
