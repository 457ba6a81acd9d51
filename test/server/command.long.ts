import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';

describe('wordpress-content-service COMMAND --help', () => {
  it('tells how each command is used, and does nothing', async () => {
    await using data = await temporaryDataDir();
    const dir = join(data.dir, 'none');
    const command = (...args: string[]) => runProgram('server/command.js', { DATA_DIR: dir }, args).ended;
    const names = [...(await command('--help')).stdout.matchAll(/^  ([a-z]+) +\S/gm)].map(([, name = '']) => name);
    assert.ok(names.includes('rollback') && names.includes('insights'));
    for (const name of names) {
      const { code, stdout, stderr } = await command(name, '--help');
      assert.deepEqual([code, stderr], [0, ''], name);
      assert.match(stdout, new RegExp(`^wordpress-content-service ${name}\\b`), name);
      assert.doesNotMatch(stdout, /npm (?:run|start)/, name);
      for (const part of ['\nExamples:\n', '\nExit codes: ', '--help '])
        assert.ok(stdout.includes(part), `${name}: ${part}`);
      for (const line of stdout.split('\n')) assert.ok(line.length <= 80, `${name}: ${line}`);
    }
    assert.equal(existsSync(dir), false);
  });
});
