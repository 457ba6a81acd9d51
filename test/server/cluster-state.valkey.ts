import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loseMaster } from '../helpers/master-loss.ts';
import { startMachine } from '../helpers/machine.ts';
import { identified, newClient, newToken, postForm } from '../helpers/oauth.ts';
import { API } from '../helpers/running-server.ts';
import { startCluster } from '../helpers/valkey-cluster.ts';
import { startValkey } from '../helpers/valkey-server.ts';

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** Asks the servers in turn, all at once; answers how many got each status. */
async function flood(urls: readonly string[], requests: number, init: RequestInit) {
  const statuses = await Promise.all(
    Array.from({ length: requests }, async (_, n) => {
      const answer = await fetch(`${urls[n % urls.length]}${API}/get_company_info`, init);
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  return [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length);
}

describe('servers with one STATE_URL on a cluster', { timeout: 240_000 }, () => {
  it('are one: exact quotas, one set of clients, revocations at once', async () => {
    await using cluster = await startCluster('{agentes}:clients');
    const addresses = cluster.nodes.map(({ url }) => url).join();
    await using one = await startMachine(addresses);
    await using two = await startMachine(addresses);
    await using three = await startMachine(addresses);
    const servers = [one, two, three];
    const urls = servers.map(({ url }) => url);
    assert.deepEqual(await flood(urls, 300, from('192.0.2.7')), [60, 240]);
    const { token } = await identified(one);
    assert.deepEqual(await flood(urls, 750, bearer(token)), [600, 150]);
    for (const [n, server] of servers.entries()) {
      const other = servers[(n + 1) % servers.length] ?? one;
      const client = await newClient(server);
      const mine = await newToken(other, client);
      assert.equal((await fetch(`${server.url}${API}/quota`, bearer(mine))).status, 200);
      await postForm(server, '/oauth/revoke', { token: mine }, { client });
      assert.equal((await fetch(`${other.url}${API}/quota`, bearer(mine))).status, 401);
    }
  });

  it('lose a master under load: readers go on, tokens are refused with advice, and soon they count together again', async () => {
    const loss = await loseMaster();
    const { anonymous, 'with a token': identifiedOnes } = loss.statuses;
    assert.deepEqual(
      Object.keys(anonymous).filter((status) => !['200', '429'].includes(status)),
      [],
    );
    assert.deepEqual(
      Object.keys(identifiedOnes).filter((status) => !['200', '429', '500'].includes(status)),
      [],
    );
    assert.equal(loss.refusedWithAdvice, loss.refused);
    // Each counts alone meanwhile, and the replica may not have had the last counts.
    assert.ok(loss.admittedBeyondQuota <= loss.quota * (loss.machines + 1), JSON.stringify(loss));
  });
});

describe('a content request', { timeout: 60_000 }, () => {
  it('asks the store once for its quota, and once more for its token', async () => {
    await using store = await startValkey();
    await using machine = await startMachine(store.url);
    const { token } = await identified(machine);
    const asked = async () => {
      const stats = String(await store.ask('INFO', 'commandstats'));
      const calls = [...stats.matchAll(/^cmdstat_(evalsha|eval|hgetall|hmget|get):calls=(\d+)/gm)];
      return calls.reduce((sum, [, , count]) => sum + Number(count), 0);
    };
    await flood([machine.url], 1, from('192.0.2.1'));
    const before = await asked();
    await flood([machine.url], 50, from('192.0.2.2'));
    const anonymous = (await asked()) - before;
    assert.equal(anonymous, 50);
    await flood([machine.url], 50, bearer(token));
    assert.equal((await asked()) - before - anonymous, 100);
  });
});
