import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readCommandLine } from '../../shared/command-line.ts';

const run = promisify(execFile);

describe('readCommandLine', () => {
  const read = (...args: readonly string[]) =>
    readCommandLine({
      args: [...args],
      options: { page: { type: 'string' }, 'site-yaml': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    }).values;
  const refused = (...args: readonly string[]) => {
    try {
      return read(...args);
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('reads what the program takes', () => {
    assert.deepEqual({ ...read('--page', '/a', '--site-yaml') }, { page: '/a', 'site-yaml': true });
    assert.equal(read('-h').help, true);
  });

  it('says in a line what it does not take, and which option is meant', () => {
    const head = 'The command line cannot be used:\n  ';
    const tail = '; --help lists the options';
    assert.equal(refused('--site-yml'), `${head}Unknown option '--site-yml', the nearest one is --site-yaml${tail}`);
    assert.equal(refused('--everything'), `${head}Unknown option '--everything'${tail}`);
    assert.equal(refused('extra'), `${head}Unexpected argument 'extra'${tail}`);
    assert.equal(refused('--page'), `${head}Option '--page <value>' argument missing${tail}`);
  });
});

for (const program of ['server/main.ts', 'server/start.ts']) {
  describe(program, () => {
    it('refuses options, which it would have left aside', async () => {
      const args = [join(import.meta.dirname, '../..', program), '--port', '9000'];
      await assert.rejects(run(process.execPath, args, { env: {} }), {
        code: 4,
        stdout: '',
        stderr:
          /^The command line cannot be used:\n {2}--port: this program has no options; it is set by variables .*\n$/,
      });
    });
  });
}
