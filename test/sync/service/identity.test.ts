import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../../../sync/service/lease.ts';

describe('isAlive', () => {
  it('is true for a process that runs, and false for one that has ended', () => {
    assert.equal(isAlive(process.pid), true);
    assert.equal(isAlive(spawnSync('true').pid), false);
  });

  it('is false for one that nobody has waited for', { skip: process.platform !== 'linux' }, async () => {
    // The shell becomes a program that never waits for the child that it had before, and would wait for one that ends earlier.
    const parent = spawn('sh', ['-c', 'sleep 20 & echo $!; exec sleep 20']);
    try {
      const [pid] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
      while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await wait(10);
      process.kill(Number(pid), 'SIGKILL');
      while (isAlive(Number(pid))) await wait(10);
      process.kill(Number(pid), 0);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
