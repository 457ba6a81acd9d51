import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { basic, newClient, newToken, postForm, register } from '../../helpers/oauth.ts';
import { runServer } from '../../helpers/running-server.ts';

describe('a secret or token', () => {
  it('is neither in a database file, its WAL, nor the log, and what happened to it is in the log', async () => {
    const lines: string[] = [];
    await using server = await runServer({ logTo: { write: (line) => lines.push(line) } });
    const client = await newClient(server, { client_name: 'Asistente' });
    const { client_id, client_secret } = client;
    const token = await newToken(server, client);
    const revoked = await newToken(server, client);
    await server.get('/quota', { headers: { Authorization: `Bearer ${token}` } });
    await server.get(`/get_company_info?access_token=${token}`);
    await server.get('/quota', { headers: { Authorization: `Bearer ${token}.` } });
    await postForm(server, `/oauth/token?client_secret=${client_secret}`, { client_id, client_secret });
    await postForm(server, '/oauth/token', { grant_type: client_secret, scope: token }, { client });
    await postForm(server, '/oauth/token', {}, { headers: { Authorization: basic(client_secret, client_secret) } });
    await postForm(server, '/oauth/introspect', { token }, { client });
    await postForm(server, '/oauth/revoke', { token: revoked }, { client });
    await register(server, '{', '203.0.113.77');
    await register(server, {}, '203.0.113.77');

    const secrets = [client_secret, token, revoked, basic(client_id, client_secret).slice(6)];
    const written = readdirSync(server.data.dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    assert.ok(written.some((file) => file.endsWith('state.db-wal')));
    for (const file of written) {
      const bytes = readFileSync(file);
      for (const secret of secrets) assert.equal(bytes.includes(secret), false, `${file} holds a secret`);
    }
    const log = lines.join('');
    for (const secret of secrets) assert.equal(log.includes(secret), false, 'the log holds a secret');

    const events = lines.map((line) => JSON.parse(line));
    const of = (event: string) => events.filter(({ msg }) => msg === event);
    assert.deepEqual(
      [
        'oauth.client.registered',
        'oauth.token.issued',
        'oauth.client.authentication.failed',
        'oauth.token.revoked',
      ].map((event) => of(event).length),
      [2, 2, 1, 1],
    );
    assert.deepEqual(
      [of('oauth.client.registered')[0].client, of('oauth.token.issued')[0].client],
      [client_id, client_id],
    );
    assert.equal(of('oauth.client.registered')[1].from, '203.0.113.0/24');
    assert.ok(!log.includes('203.0.113.77'));
  });
});
