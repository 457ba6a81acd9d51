import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { movedClock } from '../../helpers/moved-clock.ts';
import { newClient, newToken } from '../../helpers/oauth.ts';
import { fetchInContract } from '../../helpers/contract.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const clock = movedClock();
let server: RunningServer;
before(async () => {
  server = await runServer({ sources: clock.sources });
});
after(() => server[Symbol.asyncDispose]());

const identity = (headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetchInContract(`${server.url}/agent/identity`, { method, headers });

describe('GET /agent/identity', () => {
  it('names the client of a token of any scope, and spends nothing', async () => {
    const client = await newClient(server, { client_name: 'Asistente' });
    const [policy, limit] = ['identificado', 600];
    for (const scope of ['content:read', 'quota:read']) {
      const headers = { Authorization: `Bearer ${await newToken(server, client, { scope })}` };
      for (let n = 0; n < 2; n++) {
        const answer = await identity(headers);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        assert.equal(answer.headers.get('ratelimit'), `"${policy}";r=${limit};t=60`);
        assert.deepEqual(await jsonOf(answer), {
          client_id: client.client_id,
          client_name: 'Asistente',
          scope,
          token_expires_in: 3600,
          quota: {
            client_id: client.client_id,
            scope,
            policy,
            limit,
            window_seconds: 60,
            used: 0,
            remaining: limit,
            reset_seconds: 60,
          },
        });
      }
    }
  });

  it('has the seconds that the token still lasts, and no name when there is none', async () => {
    const token = await newToken(server, await newClient(server));
    clock.advance(600);
    const body = await jsonOf(await identity({ Authorization: `Bearer ${token}` }));
    assert.equal(body.token_expires_in, 3000);
    assert.ok(!('client_name' in body));
  });

  it('wants a token, and says where to learn how to get one', async () => {
    const answer = await identity();
    assert.deepEqual([answer.status, (await jsonOf(answer)).code], [401, 'rest_not_logged_in']);
    assert.equal(
      answer.headers.get('www-authenticate'),
      'Bearer realm="agentes", resource_metadata="https://casa.example/.well-known/oauth-protected-resource", scope="content:read quota:read"',
    );
    const bad = await identity({ Authorization: 'Bearer x' });
    assert.deepEqual([bad.status, (await jsonOf(bad)).code], [401, 'rest_invalid_token']);
  });

  it('is not for POST', async () => {
    const answer = await identity({}, 'POST');
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  });
});
