import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasRoomForStrangers, spaceOf } from '../../db/free-space.ts';

const MB = 1024 * 1024;

describe('room for strangers', () => {
  it('ends at 200 MB of a disk, and at a twentieth of a small one', () => {
    const ends = (total: number, at: number) => {
      assert.equal(hasRoomForStrangers({ total, free: at }), true, `${total}`);
      assert.equal(hasRoomForStrangers({ total, free: at - 1 }), false, `${total}`);
    };
    ends(20_000 * MB, 200 * MB);
    ends(4_000 * MB, 200 * MB);
    ends(400 * MB, 20 * MB);
  });

  it('is read of the file system that holds a directory', () => {
    const { free, total } = spaceOf(import.meta.dirname);
    assert.ok(free > 0 && free <= total);
    assert.throws(() => spaceOf('/there/is/no/such/directory'), { code: 'ENOENT' });
  });
});
