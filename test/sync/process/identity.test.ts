import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { isAlive } from '../../../sync/process/identity.ts';

describe('isAlive', () => {
  it('is true for a process that runs, and false for one that has ended', () => {
    assert.equal(isAlive(process.pid), true);
    assert.equal(isAlive(spawnSync('true').pid), false);
  });

  it('is false for one that nobody has waited for', { skip: process.platform !== 'linux' }, async () => {
    // The shell becomes a program that never waits for the child that it had before.
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 20']);
    try {
      const [pid] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
      while (isAlive(Number(pid))) await new Promise((resolve) => setTimeout(resolve, 10));
      process.kill(Number(pid), 0);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
