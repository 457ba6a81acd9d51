import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identified, newClient, postForm } from '../helpers/oauth.ts';
import { runProgram } from '../helpers/program.ts';
import { jsonOf, runServer } from '../helpers/running-server.ts';

const clients = (dataDir: string, ...args: string[]) =>
  runProgram('server/clients.ts', { DATA_DIR: dataDir }, args).ended;

describe('npm run clients', () => {
  it('lists clients and shows one, without any secret', async () => {
    await using server = await runServer();
    const { client } = await identified(server);
    await newClient(server, { client_name: 'Otro \u202easistente', contacts: ['ops@example.com'] });
    const { code, stdout } = await clients(server.data.dir, 'list');
    assert.equal(code, 0);
    assert.match(stdout, /^client +registered +active +tokens +name\n/);
    assert.match(stdout, new RegExp(`^${client.client_id}  \\d{4}-\\d\\d-\\d\\d  \\d{4}-\\d\\d-\\d\\d  +1`, 'm'));
    assert.match(stdout, /Otro asistente\n/);
    assert.match(stdout, /2 clients\n$/);
    const shown = await clients(server.data.dir, 'show', client.client_id);
    assert.match(shown.stdout, /scope +content:read quota:read\n/);
    assert.match(shown.stdout, /live_tokens +1\n/);
    assert.ok(!`${stdout}${shown.stdout}`.includes('cqs_'));
  });

  it('revokes a client with its tokens, at once, under a running server', async () => {
    await using server = await runServer();
    const { client, headers } = await identified(server);
    const { code, stderr } = await clients(server.data.dir, 'revoke', client.client_id);
    assert.equal(code, 0);
    assert.match(stderr, /oauth\.client\.removed/);
    assert.equal((await server.get('/quota', { headers })).status, 401);
    const again = await postForm(server, '/oauth/token', { grant_type: 'client_credentials' }, { client });
    assert.deepEqual([again.status, (await jsonOf(again)).error], [401, 'invalid_client']);
  });
});
