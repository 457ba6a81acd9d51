import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '../helpers/local-server.ts';
import { runProgram } from '../helpers/program.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';

describe('npm start', () => {
  it('prints calls that the live index answers', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const port = await freePort();
    await using program = runProgram('server/start.ts', { DATA_DIR: data.dir, PORT: port, LOG_LEVEL: 'warn' });
    const [lines] = await program.printed(/try:\n(?: {2}curl .*\n)+For people: /);
    const addresses = [...lines.matchAll(/curl '(.*)'/g)].map(([, address = '']) => address);
    assert.equal(addresses.length, 3);
    assert.match(addresses[0] ?? '', /search_pages\?query=Fontaner%C3%ADa&city=(?:madrid|gijon)&limit=2$/);
    for (const address of addresses) {
      assert.ok(address.startsWith(`http://localhost:${port}/`));
      assert.equal((await fetch(address)).status, 200, address);
    }
    program.child.kill('SIGTERM');
    assert.equal((await program.ended).code, 0);
  });
});
