import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identified, newClient, postForm } from '../helpers/oauth.ts';
import { runProgram } from '../helpers/program.ts';
import { runServer } from '../helpers/running-server.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';

const clients = (dataDir: string, ...args: string[]) =>
  runProgram('server/clients.ts', { DATA_DIR: dataDir }, args).ended;

describe('npm run status', () => {
  it('says how many clients and live tokens there are, and how many are new', async () => {
    await using server = await runServer();
    await identified(server);
    await newClient(server);
    const { stdout } = await runProgram('sync/status.ts', { DATA_DIR: server.data.dir }).ended;
    assert.match(stdout, /^Clients +2 \(2 new in the last day\), live tokens 1$/m);
  });
});

describe('npm run clients, in all its forms', () => {
  it('prints JSON for programs', async () => {
    await using server = await runServer();
    const { client } = await identified(server);
    const list = JSON.parse((await clients(server.data.dir, 'list', '--json')).stdout);
    assert.deepEqual(
      list.clients.map((one: { client_id: string; live_tokens: number }) => [one.client_id, one.live_tokens]),
      [[client.client_id, 1]],
    );
    const one = JSON.parse((await clients(server.data.dir, 'show', client.client_id, '--json')).stdout);
    assert.deepEqual(one, list.clients[0]);
  });

  it('revokes all tokens of a client, at once, under a running server', async () => {
    await using server = await runServer();
    const { client, headers } = await identified(server);
    const { code, stdout, stderr } = await clients(server.data.dir, 'revoke-tokens', client.client_id);
    assert.deepEqual([code, stdout.split(';')[0]], [0, `${client.client_id} lost 1 live token`]);
    assert.match(stderr, /oauth\.tokens\.revoked/);
    assert.equal((await server.get('/quota', { headers })).status, 401);
    const again = await postForm(server, '/oauth/token', { grant_type: 'client_credentials' }, { client });
    assert.equal(again.status, 200);
  });

  it('says what it can do, when there is nothing yet, and when there is no such client', async () => {
    await using data = await temporaryDataDir();
    assert.equal((await clients(data.dir)).stdout, '0 clients\n');
    for (const args of [['show'], ['list', 'x'], ['revoke', 'a', 'b']]) {
      const { code, stderr } = await clients(data.dir, ...args);
      assert.equal(code, 4);
      assert.match(stderr, /npm run clients -- COMMAND/);
    }
    const { code, stderr } = await clients(data.dir, 'show', 'cli_nobody');
    assert.deepEqual([code, stderr], [1, 'clients: There is no client "cli_nobody"\n']);
  });
});
