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
  it('removes what is past its lifetime in several turns, and tells what goes wrong without giving up', async () => {
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
    await using _upkeep = keepStatePurged({ purge }, { log, everyMs: 5 });
    await done;
    assert.equal(calls, 4);
    assert.match(lines.join(''), /server\.state\.purge\.failed.*no disk|no disk.*server\.state\.purge\.failed/);
    assert.equal(await state.purge(), false);
  });
});
