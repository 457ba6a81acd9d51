import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { API } from '../../helpers/running-server.ts';
import { runSites, type RunningSites } from '../../helpers/running-sites.ts';
import { startValkey } from '../../helpers/valkey-server.ts';

const SEARCH = `${API}/search_pages?query=fugas`;
const GRANT = 'grant_type=client_credentials';

/** Asks one site for a client, and what this one may ask another site for. */
async function newClient(service: RunningSites, host: string) {
  const registered = await service.ask(host, '/oauth/register', {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  });
  assert.equal(registered.status, 201, registered.body);
  const { client_id: id, client_secret: secret } = JSON.parse(registered.body);
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  };
  const post = (at: string, path: string, body: string) => service.ask(at, path, { method: 'POST', body, headers });
  return { id: String(id), tokenAt: (at: string) => post(at, '/oauth/token', GRANT), post };
}

describe('many sites with one STATE_URL', () => {
  it('have clients, tokens and quotas of their own, under keys of their own', async () => {
    await using store = await startValkey();
    await using service = await runSites(['uno', 'dos'], { env: { STATE_URL: store.url } });
    const client = await newClient(service, 'uno.example');
    assert.equal((await client.tokenAt('dos.example')).status, 401);
    const { access_token: token } = JSON.parse((await client.tokenAt('uno.example')).body);
    const headers = { Authorization: `Bearer ${token}` };
    const statusAt = async (host: string) => (await service.ask(host, SEARCH, { headers })).status;
    assert.equal(await statusAt('uno.example'), 200);
    assert.equal(await statusAt('dos.example'), 401);

    const other = await newClient(service, 'dos.example');
    const about = `token=${token}`;
    const introspected = await other.post('dos.example', '/oauth/introspect', about);
    assert.deepEqual(JSON.parse(introspected.body), { active: false });
    await other.post('dos.example', '/oauth/revoke', about);
    assert.equal(await statusAt('uno.example'), 200);

    const caller = { 'X-Forwarded-For': '198.51.100.7' };
    const remaining = async (host: string) =>
      (await service.ask(host, SEARCH, { headers: caller })).headers['ratelimit-remaining'];
    assert.deepEqual([await remaining('uno.example'), await remaining('uno.example')], ['59', '58']);
    assert.equal(await remaining('dos.example'), '59');

    const keys = (await store.ask('KEYS', '*')) as string[];
    const ofSite = (name: string) => keys.filter((key) => key.startsWith(`{agentes:${name}}:`));
    assert.equal(ofSite('uno').length + ofSite('dos').length, keys.length, keys.join('\n'));
    assert.ok(ofSite('uno').some((key) => key.includes(client.id)));
    assert.ok(ofSite('dos').some((key) => key.includes(other.id)));
  });

  it('are one service, whichever server of several is asked', async () => {
    await using store = await startValkey();
    const env = { STATE_URL: store.url };
    await using one = await runSites(['uno', 'dos'], { env });
    await using two = await runSites(['uno', 'dos'], { env });
    const { tokenAt } = await newClient(one, 'uno.example');
    const { access_token: token } = JSON.parse((await tokenAt('uno.example')).body);
    const headers = { Authorization: `Bearer ${token}` };
    assert.equal((await two.ask('uno.example', SEARCH, { headers })).status, 200);
    assert.equal((await two.ask('dos.example', SEARCH, { headers })).status, 401);
  });
});
