import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CrowdError, createOpeningTurns } from '../../../server/sites/opening-turns.ts';

/** Turns of which each is told when it begins, on a clock that is set by hand. */
function observedTurns(most = 1) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const clock = { ms: 0 };
  const turns = createOpeningTurns({ most, monotonicNow: () => clock.ms });

  function enter(caller: string, site = `${caller}${ends.size}`) {
    const { turn, join } = turns.enter(caller);
    void noteTurn(site, turn);
    return join;
  }
  async function noteTurn(site: string, turn: Promise<() => void>): Promise<void> {
    const ended = await turn;
    began.push(site);
    ends.set(site, ended);
  }

  /** Ends the current work after this time; returns the work that began since. */
  async function end(site: string, took = 0): Promise<readonly string[]> {
    await nextTurn();
    began.length = 0;
    clock.ms += took;
    ends.get(site)?.();
    await nextTurn();
    return [...began];
  }
  return { turns, clock, began, enter, end };
}

const crowdOf = (of: 'caller' | 'all') => (error: unknown) => error instanceof CrowdError && error.of === of;

describe('createOpeningTurns', () => {
  it('gives each caller a turn, however many sites another one waits for', async () => {
    const { enter, end } = observedTurns();
    for (let site = 0; site < 5; site++) enter('many', `many${site}`);
    enter('one', 'one');
    enter('other', 'other');
    assert.deepEqual(await end('many0'), ['many1']);
    assert.deepEqual(await end('many1'), ['one']);
    assert.deepEqual(await end('one'), ['other']);
    assert.deepEqual(await end('other'), ['many2']);
  });

  it('opens a site for whichever of its callers has a turn first, once', async () => {
    const { enter, end } = observedTurns();
    for (let site = 0; site < 3; site++) enter('many', `many${site}`);
    const join = enter('many', 'wanted');
    join('one');
    join('one');
    assert.deepEqual(await end('many0'), ['many1']);
    assert.deepEqual(await end('many1'), ['wanted']);
    assert.deepEqual(await end('wanted'), ['many2']);
    assert.deepEqual(await end('many2'), []);
  });

  it('has nobody wait in a line that is too long, and others in theirs', async () => {
    const { enter, end } = observedTurns();
    for (let site = 0; site < 17; site++) enter('many', `many${site}`);
    assert.throws(() => enter('many'), crowdOf('caller'));
    const join = enter('one', 'one');
    assert.throws(() => join('many'), crowdOf('caller'));
    await end('many0');
    enter('many');
    for (let caller = 0; caller < 239; caller++) enter(`caller ${caller}`);
    assert.throws(() => enter('late'), crowdOf('all'));
  });

  it('makes a caller wait whose openings took long, and nobody else', async () => {
    const { turns, clock, enter, end } = observedTurns();
    using _ends = turns;
    for (let site = 0; site < 4; site++) enter('slow', `slow${site}`);
    assert.deepEqual(await end('slow0', 1500), ['slow1']);
    // Their openings took 3 of 3 seconds; a quarter of the time is theirs for good.
    assert.deepEqual(await end('slow1', 1500), []);
    enter('one', 'one');
    assert.deepEqual(await end('', 0), []);
    clock.ms += 3000;
    assert.deepEqual(await end('one'), ['slow2']);
    assert.deepEqual(await end('slow2'), ['slow3']);
  });

  it('has all begin at the end', async () => {
    const { turns, began, enter } = observedTurns();
    for (const caller of ['one', 'two', 'three']) enter(caller, caller);
    turns[Symbol.dispose]();
    await nextTurn();
    assert.deepEqual(began, ['one', 'two', 'three']);
  });
});
