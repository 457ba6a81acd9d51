import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { movedClock } from '../../helpers/moved-clock.ts';
import { identified, newClient, newToken, postForm, type Registered } from '../../helpers/oauth.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const clock = movedClock();
let server: RunningServer;
before(async () => {
  server = await runServer({ sources: clock.sources });
});
after(() => server[Symbol.asyncDispose]());

const revoke = (client: Registered, token: string, more: Record<string, string> = {}) =>
  postForm(server, '/oauth/revoke', { token, ...more }, { client });
const introspect = (client: Registered, token: string, more: Record<string, string> = {}) =>
  postForm(server, '/oauth/introspect', { token, ...more }, { client });
const works = async (token: string) =>
  (await server.get('/get_company_info', { headers: { Authorization: `Bearer ${token}` } })).status === 200;

async function inactive(answer: Response) {
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.deepEqual(await jsonOf(answer), { active: false });
}

async function emptied(answer: Response) {
  assert.equal(answer.status, 200);
  assert.equal(await answer.text(), '');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
}

describe('POST /oauth/revoke', () => {
  it('ends a token at once', async () => {
    const { client, token } = await identified(server);
    assert.equal(await works(token), true);
    await emptied(await revoke(client, token, { token_type_hint: 'nonsense' }));
    assert.equal(await works(token), false);
    await emptied(await revoke(client, token));
  });

  it('answers 200 to what is no token', async () => {
    const client = await newClient(server);
    for (const token of ['x', 'cqt_nothing', 'ñ"\\']) await emptied(await revoke(client, token));
  });

  it("does nothing to another client's token, with the same answer", async () => {
    const { token } = await identified(server);
    await emptied(await revoke(await newClient(server), token));
    assert.equal(await works(token), true);
  });

  it('leaves the other tokens of the client', async () => {
    const { client, token } = await identified(server);
    const other = await newToken(server, client);
    await revoke(client, token);
    assert.equal(await works(other), true);
  });
});

describe('POST /oauth/introspect', () => {
  it("describes the client's own live token", async () => {
    const { client, token } = await identified(server);
    const answer = await introspect(client, token, { token_type_hint: 'refresh_token' });
    const now = clock.now().getTime() / 1000;
    assert.deepEqual(await jsonOf(answer), {
      active: true,
      scope: 'content:read quota:read',
      client_id: client.client_id,
      sub: client.client_id,
      token_type: 'Bearer',
      exp: now + 3600,
      iat: now,
      iss: 'https://casa.example',
      aud: 'https://casa.example',
    });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('lists the resources of a token that is for some', async () => {
    const client = await newClient(server);
    const form = new URLSearchParams([
      ['grant_type', 'client_credentials'],
      ['resource', 'https://casa.example/mcp'],
      ['resource', 'https://casa.example/wp-json/agentes/v1/'],
    ]);
    const { access_token } = await jsonOf(await postForm(server, '/oauth/token', form.toString(), { client }));
    const body = await jsonOf(await introspect(client, access_token));
    assert.deepEqual(body.aud, ['https://casa.example/wp-json/agentes/v1', 'https://casa.example/mcp']);
  });

  it('says no more than inactive of an unknown, foreign, revoked or expired token', async () => {
    const { client, token } = await identified(server);
    await inactive(await introspect(client, 'cqt_nothing'));
    await inactive(await introspect(await newClient(server), token));
    const revoked = await newToken(server, client);
    await revoke(client, revoked);
    await inactive(await introspect(client, revoked));
    clock.advance(3600);
    await inactive(await introspect(client, token));
  });
});

describe('both', () => {
  it('want a token, a form, POST, and a client that authenticates', async () => {
    const client = await newClient(server);
    for (const path of ['/oauth/revoke', '/oauth/introspect']) {
      for (const form of ['', 'token=']) {
        const answer = await postForm(server, path, form, { client });
        assert.deepEqual([answer.status, (await jsonOf(answer)).error], [400, 'invalid_request']);
      }
      const twice = await postForm(server, path, 'token=a&token=b', { client });
      assert.equal((await jsonOf(twice)).error, 'invalid_request');
      const stranger = await postForm(server, path, { token: 'x' });
      assert.deepEqual([stranger.status, (await jsonOf(stranger)).error], [401, 'invalid_client']);
      const get = await fetch(`${server.url}${path}`);
      assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST, OPTIONS']);
    }
  });
});
