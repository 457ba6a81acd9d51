import assert from 'node:assert/strict';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { createBearerAuthentication } from '../../server/access/bearer.ts';
import { createClientAuthentication } from '../../server/oauth/client-authentication.ts';
import { digest } from '../../server/access/secret-digest.ts';
import { newAccessToken, newClientSecret } from '../../server/oauth/credentials.ts';
import type { Form } from '../../server/oauth/form.ts';
import type { State } from '../../db/state/state.ts';
import { basic, newClient, newToken, postForm } from '../helpers/oauth.ts';
import { API, runServer, type RunningServer } from '../helpers/running-server.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

const HOUR = 3_600_000;

/** An answer without what differs between any two. */
async function refusalOf(answer: Response) {
  const headers = new Headers(answer.headers);
  for (const name of ['date', 'x-request-id']) headers.delete(name);
  return { status: answer.status, headers: [...headers], body: await answer.text() };
}

/** A text with its last character replaced by another. */
const nearly = (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`;

describe('guessing', () => {
  it('has 256 bits to guess', () => {
    const asked: number[] = [];
    const randomBytes = (length: number) => {
      asked.push(length);
      return Buffer.alloc(length, asked.length);
    };
    assert.notEqual(newAccessToken(randomBytes), newAccessToken(randomBytes));
    assert.notEqual(newClientSecret(randomBytes), newClientSecret(randomBytes));
    assert.deepEqual(asked, [32, 32, 32, 32]);
  });

  it('a token learns nothing: never issued, nearly right, revoked and expired are one answer', async () => {
    let now = Date.parse('2026-03-01T00:00:00Z');
    await using own = await runServer({
      sources: {
        now: () => new Date(now),
        monotonicNow: () => 0,
        randomBytes: (length) => crypto.getRandomValues(Buffer.alloc(length)),
      },
    });
    const client = await newClient(own);
    const expired = await newToken(own, client);
    now += 2 * HOUR;
    const [valid, revoked] = [await newToken(own, client), await newToken(own, client)];
    await postForm(own, '/oauth/revoke', { token: revoked }, { client });
    const guess = async (token: string) =>
      await refusalOf(await fetch(`${own.url}${API}/quota`, { headers: { Authorization: `Bearer ${token}` } }));
    assert.equal((await guess(valid)).status, 200);
    const first = await guess('x');
    assert.equal(first.status, 401);
    for (const token of [
      nearly(valid),
      valid.slice(0, -1),
      `${valid}A`,
      revoked,
      expired,
      'cqt_',
      client.client_secret,
      `cqt_${'A'.repeat(43)}`,
    ]) {
      assert.deepEqual(await guess(token), first);
    }
  });

  it('a secret learns nothing: unknown client, wrong secret and nearly right are one answer', async () => {
    const [client, other] = [await newClient(server), await newClient(server)];
    const guess = async (id: string, secret: string) =>
      await refusalOf(
        await postForm(
          server,
          '/oauth/token',
          { grant_type: 'client_credentials' },
          { headers: { Authorization: basic(id, secret) } },
        ),
      );
    const first = await guess('cli_nobody', 'x');
    assert.equal(first.status, 401);
    for (const [id, secret] of [
      [client.client_id, nearly(client.client_secret)],
      [client.client_id, other.client_secret],
      [client.client_id, ''],
      [client.client_id, client.client_secret.toLowerCase()],
      [nearly(client.client_id), client.client_secret],
      ['__proto__', 'x'],
    ] as const) {
      assert.deepEqual(await guess(id, secret), first);
    }
  });

  it('a secret is slowed down by address, whichever clients are tried and however they are offered', async () => {
    const client = await newClient(server);
    const statuses: number[] = [];
    for (let call = 0; call < 40; call += 1) {
      const { client_id } = call % 2 === 0 ? client : { client_id: `cli_${call}` };
      const path = ['/oauth/token', '/oauth/introspect', '/oauth/revoke'][call % 3] ?? '';
      const form = { grant_type: 'client_credentials', token: 'x', client_id, client_secret: `guess ${call}` };
      const headers = { 'X-Forwarded-For': `203.0.113.${call}, 198.51.100.77` };
      statuses.push((await postForm(server, path, form, { headers })).status);
    }
    assert.deepEqual(statuses, [...Array<number>(30).fill(401), ...Array<number>(10).fill(429)]);
  });
});

/** Runs something, and returns which constant-time work of Node's crypto it did, with the sizes that were worked on. */
async function cryptographicWork(run: () => Promise<unknown>): Promise<string[]> {
  const crypto: Record<string, (...given: any[]) => unknown> = createRequire(import.meta.url)('node:crypto');
  const work: string[] = [];
  const real = { hash: crypto['hash'], timingSafeEqual: crypto['timingSafeEqual'] };
  for (const [name, original] of Object.entries(real)) {
    crypto[name] = (...given) => {
      work.push(`${name} ${name === 'hash' ? given[0] : given.map((bytes) => bytes.length).join(' ')}`);
      return original?.(...given);
    };
  }
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    Object.assign(crypto, real);
    syncBuiltinESMExports();
  }
  return work;
}

describe('the time of a refusal', () => {
  const form: Form = { get: () => undefined, all: () => [] };
  const request = (authorization: string) => ({
    headers: { authorization },
    rawHeaders: ['Authorization', authorization],
  });

  it('makes no difference between clients and nobody: the same hash and the same comparison for known and unknown ones', async () => {
    const asked: string[] = [];
    const known = { id: 'cli_known', secretHash: digest('right') };
    const clients = {
      find: (id: string) => {
        asked.push(id);
        return Promise.resolve(id === known.id ? known : undefined);
      },
    };
    const authenticate = createClientAuthentication({ clients } as unknown as Pick<State, 'clients'>);
    const workFor = (id: string, secret: string) =>
      cryptographicWork(() => authenticate(request(basic(id, secret)), form).catch(() => undefined));
    const work = await workFor(known.id, 'right');
    assert.deepEqual(work, ['hash sha256', 'timingSafeEqual 32 32']);
    for (const [id, secret] of [
      [known.id, 'wrong'],
      ['cli_unknown', 'wrong'],
      ['cli_unknown', ''],
      ['', 'x'.repeat(5000)],
    ] as const) {
      assert.deepEqual(await workFor(id, secret), work, id);
    }
    assert.equal(asked.length, 5);
  });

  it('gives nothing of a token away: it is looked up by its digest, of which nobody can choose a beginning', async () => {
    const asked: Buffer[] = [];
    const tokens = {
      find: (hash: Buffer) => {
        asked.push(hash);
        return Promise.resolve(undefined);
      },
    };
    const authenticate = createBearerAuthentication(
      { tokens } as unknown as Pick<State, 'tokens'>,
      'https://casa.example',
    );
    for (const token of ['cqt_a', 'cqt_b']) {
      const bearer = async () => await authenticate(request(`Bearer ${token}`), 'https://casa.example');
      await assert.rejects(bearer, { code: 'invalid_token' });
    }
    assert.deepEqual(asked, [digest('cqt_a'), digest('cqt_b')]);
  });
});
