import assert from 'node:assert/strict';
import { once, EventEmitter } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openState } from '../../db/state/open.ts';
import { keepStatePurged } from '../../server/state-upkeep.ts';
import { createLog } from '../../shared/log.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { movedClock } from '../helpers/moved-clock.ts';

describe('keepStatePurged', () => {
  it('removes what is past its lifetime in several turns, and logs what goes wrong without giving up', async () => {
    await using data = await temporaryDataDir();
    const clock = movedClock();
    await using state = openState({ file: join(data.dir, 'state.db'), now: clock.now });
    for (let n = 0; n < 450; n++) await state.counters.add(`key ${n}`, 1, 60_000);
    clock.advance(60);

    const turns = new EventEmitter();
    const lines: string[] = [];
    let calls = 0;
    const purge = async (): Promise<boolean> => {
      calls += 1;
      if (calls === 1) throw new Error('no disk');
      const more = await state.purge();
      turns.emit(more ? 'more' : 'done');
      return more;
    };
    const done = once(turns, 'done');
    const log = createLog({ name: 'test', level: 'info' }, { write: (line) => lines.push(line) });
    await using _upkeep = keepStatePurged({ purge }, { log, everyMs: 5, ...clock.sources });
    clock.advance(600);
    await done;
    assert.equal(calls, 4);
    assert.match(lines.join(''), /server\.state\.purge\.failed.*no disk|no disk.*server\.state\.purge\.failed/);
    assert.equal(await state.purge(), false);
  });

  it('removes nothing while the clock is in doubt, so that nothing is lost when it is right again', async () => {
    let ms = Date.parse('2026-11-21T10:00:00Z');
    let monotonic = 0;
    const looks = new EventEmitter();
    const lines: string[] = [];
    const log = createLog({ name: 'test', level: 'info' }, { write: (line) => lines.push(line) });
    const purge = async () => {
      looks.emit('purge');
      return false;
    };
    const now = () => {
      looks.emit('look');
      return new Date(ms);
    };
    await using _upkeep = keepStatePurged({ purge }, { log, everyMs: 1, now, monotonicNow: () => monotonic });
    let purges = 0;
    looks.on('purge', () => (purges += 1));
    const passes = async (minutes: number, jumpMs = 0) => {
      ms += minutes * 60_000 + jumpMs;
      monotonic += minutes * 60_000;
      purges = 0;
      for (let count = 0; count < 3; count++) await once(looks, 'look');
      return purges > 0;
    };
    assert.equal(await passes(9), false, 'just started');
    assert.equal(await passes(2), true);
    for (const jump of [10 * 365 * 86_400_000, -10 * 365 * 86_400_000, 3_600_000]) {
      assert.equal(await passes(0, jump), false, `jumped by ${jump}`);
      assert.equal(await passes(9), false);
      assert.equal(await passes(2), true);
    }
    assert.equal(lines.filter((line) => line.includes('server.clock.jumped')).length, 3);
  });
});
