import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createRefreshRequests } from '../../../shared/refresh-requests.ts';
import { movedClock } from '../../helpers/moved-clock.ts';
import { SECRET, signatureOf } from '../../helpers/refresh.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const MESSAGE = '{"posts":{"pages":[12]},"site":["addresses"]}';

describe('POST /api/refresh', () => {
  const clock = movedClock();
  const lines: any[] = [];
  let server: RunningServer;
  before(async () => {
    server = await runServer({
      env: { REFRESH_SECRET: SECRET },
      sources: clock.sources,
      logTo: { write: (line) => void lines.push(JSON.parse(line)) },
    });
  });
  after(() => server[Symbol.asyncDispose]());

  const post = (body: string, signature?: string) =>
    fetch(`${server.url}/api/refresh`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(signature && { 'Content-Service-Signature': signature }) },
      body,
    });
  const signed = (body: string) => post(body, signatureOf(body, { time: clock.now() }));
  const waiting = () => createRefreshRequests(server.data.dir).anyWaiting();

  /** Checks a refusal, its log line with the count of its kind, and that nothing waits for sync. */
  async function refused(answer: Response, fault: string, message: RegExp) {
    const body = await jsonOf(answer);
    assert.deepEqual([answer.status, body.code, body.data.status], [401, 'rest_invalid_signature', 401]);
    assert.match(body.message, message);
    assert.equal(answer.headers.get('www-authenticate'), 'Content-Service-Signature');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const line = lines.findLast(({ msg }) => msg === 'refresh.refused');
    assert.equal(line.fault, fault);
    assert.ok(line.refused[fault] >= 1);
    assert.equal(await waiting(), false);
  }

  it('writes down for sync what WordPress tells', async () => {
    const answer = await signed(MESSAGE);
    assert.deepEqual([answer.status, await jsonOf(answer)], [202, { status: 'accepted' }]);
    const taken = await createRefreshRequests(server.data.dir).take();
    assert.deepEqual(taken?.request, { posts: { pages: [12] }, site: ['addresses'] });
    await taken.done();
  });

  it('writes down ids and subjects, and nothing else of a message', async () => {
    assert.equal((await signed('{"posts":{"pages":[3]},"content":"secret"}')).status, 202);
    const taken = await createRefreshRequests(server.data.dir).take();
    assert.deepEqual(taken?.request, { posts: { pages: [3] }, site: [] });
    await taken.done();
  });

  it('answers a message that asks for nothing, and writes nothing', async () => {
    const answer = await signed('{}');
    assert.deepEqual([answer.status, await jsonOf(answer)], [200, { status: 'ready' }]);
    assert.equal(await waiting(), false);
  });

  it('refuses a message without a signature, and one that is not written as it should be', async () => {
    const good = signatureOf(MESSAGE, { time: clock.now() });
    for (const wrong of [
      undefined,
      '',
      'x',
      good.toUpperCase(),
      `${good}0`,
      good.replace('.', ','),
      `${good},${good}`,
    ]) {
      await refused(await post(MESSAGE, wrong), 'wrong', /not valid/);
    }
  });

  it('refuses the signature of another secret, another purpose, another text, another time, another nonce', async () => {
    const time = clock.now();
    const good = signatureOf(MESSAGE, { time });
    for (const wrong of [
      signatureOf(MESSAGE, { time, secret: `${SECRET}x` }),
      signatureOf(MESSAGE, { time, purpose: 'content-service-gateway-1' }),
      signatureOf(MESSAGE.replace('12', '13'), { time }),
      good.replace(/^\d+/, (seconds) => String(Number(seconds) + 1)),
      good.replace(/\.[\da-f]{32}\./, `.${'0'.repeat(32)}.`),
    ]) {
      await refused(await post(MESSAGE, wrong), 'wrong', /not valid/);
    }
  });

  it('refuses a signature of more than five minutes ago or ahead, and takes one of less', async () => {
    const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
    for (const seconds of [-301, 301, -86_400]) {
      await refused(await post('{}', signatureOf('{}', { time: at(seconds) })), 'old', /\d+ seconds off/);
    }
    for (const seconds of [-299, 299]) {
      assert.equal((await post('{}', signatureOf('{}', { time: at(seconds) }))).status, 200);
    }
  });

  it('takes each signature once, until it is too old anyway', async () => {
    const signature = signatureOf('{}', { time: new Date(clock.now().getTime() + 299_000) });
    assert.equal((await post('{}', signature)).status, 200);
    await refused(await post('{}', signature), 'replayed', /used before/);
    clock.advance(598);
    await refused(await post('{}', signature), 'replayed', /used before/);
    clock.advance(3);
    await refused(await post('{}', signature), 'old', /seconds off/);
  });

  it('takes no signature that another server on the same data took', async () => {
    await using other = await runServer({
      env: { REFRESH_SECRET: SECRET },
      dataDir: server.data.dir,
      sources: clock.sources,
      content: false,
    });
    const signature = signatureOf('{}', { time: clock.now() });
    const init = { method: 'POST', headers: { 'Content-Service-Signature': signature }, body: '{}' };
    assert.equal((await fetch(`${other.url}/api/refresh`, init)).status, 200);
    await refused(await post('{}', signature), 'replayed', /used before/);
  });

  it('says what is wrong with a signed message that names no changes', async () => {
    for (const wrong of ['', 'pages', '[]', '{"posts":{"pages":["12"]}}', '{"posts":{}}']) {
      const answer = await signed(wrong);
      assert.deepEqual([answer.status, (await jsonOf(answer)).code], [400, 'rest_bad_request'], wrong);
    }
    assert.equal(await waiting(), false);
  });

  it('reads no more than 32 KiB', async () => {
    const answer = await signed(' '.repeat(32 * 1024 + 1));
    assert.deepEqual([answer.status, (await jsonOf(answer)).code], [413, 'rest_body_too_large']);
  });

  it('takes POST alone', async () => {
    const answer = await fetch(`${server.url}/api/refresh`);
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST, OPTIONS']);
  });

  it('keeps a flood of messages in a bounded number of files', async () => {
    for (let id = 1; id <= 150; id += 1) assert.equal((await signed(`{"posts":{"pages":[${id}]}}`)).status, 202);
    assert.equal((await readdir(join(server.data.dir, 'refresh'))).length, 101);
    await (await createRefreshRequests(server.data.dir).take())?.done();
  });

  it('never logs secret or signature', async () => {
    const signature = signatureOf('{}', { time: clock.now() });
    await post('{}', signature);
    const text = JSON.stringify(lines);
    assert.equal(text.includes(SECRET) || text.includes(signature.slice(-64)), false);
  });
});

describe('POST /api/refresh without REFRESH_SECRET', () => {
  it('is not there', async () => {
    await using server = await runServer();
    const signature = signatureOf(MESSAGE, { time: new Date() });
    const init = { method: 'POST', headers: { 'Content-Service-Signature': signature }, body: MESSAGE };
    const answer = await fetch(`${server.url}/api/refresh`, init);
    assert.deepEqual([answer.status, (await jsonOf(answer)).code], [404, 'rest_no_route']);
  });
});
