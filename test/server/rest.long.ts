import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { compiledOnce, temporaryDir } from '../faults/temporary-dir.ts';
import { megabytesOf, treeOf } from '../helpers/process-tree.ts';
import { runProgram } from '../helpers/program.ts';

/** Proportional set size of `npm start` at rest, with one site of 160 pages, in MB. */
const MOST_AT_REST = 150;
/** The process of runs ends two minutes after the last one. */
const REST_WITHIN_MS = 240_000;

describe('npm start at rest', { skip: process.platform !== 'linux' }, () => {
  it('is two processes that live beside WordPress on the smallest machine', { timeout: 400_000 }, async () => {
    await using data = await temporaryDir('rest-');
    await using compiled = await compiledOnce();
    const env = { ...compiled.env, DATA_DIR: data.dir, PORT: '0' };
    {
      await using first = runProgram('server/command.js', env, ['start']);
      await first.printed(/"published":true/);
      first.child.kill('SIGTERM');
      assert.equal((await first.ended).code, 0);
    }
    await using program = runProgram('server/command.js', env, ['start']);
    await program.printed(/"msg":"sync\.finished"/);
    const { pid = 0 } = program.child;
    assert.equal(treeOf(pid).length, 3);
    const until = performance.now() + REST_WITHIN_MS;
    let sizes: readonly number[] = [];
    const sum = () => sizes.reduce((all, size) => all + size);
    do {
      await wait(2000);
      sizes = treeOf(pid).map(megabytesOf);
    } while ((sizes.length > 2 || sum() > MOST_AT_REST) && performance.now() < until);
    assert.equal(sizes.length, 2);
    assert.ok(sum() <= MOST_AT_REST, `${sizes.join(' + ')} MB`);
    program.child.kill('SIGTERM');
    assert.equal((await program.ended).code, 0);
  });
});
