import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createProcessLock } from '../../db/process-lock.ts';

describe('createProcessLock', () => {
  it('is held by one at a time, readable by its owner alone, and passes on when that one ends', () => {
    const dir = mkdtempSync(join(tmpdir(), 'lock-'));
    try {
      const file = join(dir, 'lock.db');
      using second = createProcessLock(file);
      {
        using first = createProcessLock(file);
        assert.deepEqual([first.isOurs(), first.isOurs(), second.isOurs()], [true, true, false]);
        assert.equal(statSync(file).mode & 0o777, 0o600);
      }
      assert.equal(second.isOurs(), true);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('gets over a damaged file', () => {
    const dir = mkdtempSync(join(tmpdir(), 'lock-'));
    try {
      const file = join(dir, 'lock.db');
      writeFileSync(file, 'x'.repeat(5000));
      using lock = createProcessLock(file);
      assert.throws(() => lock.isOurs());
      assert.equal(lock.isOurs(), true);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
