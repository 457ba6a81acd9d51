import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSignedForwarding } from '../../../server/access/signed-forwarding.ts';
import { signForwarding } from '../../helpers/gateway.ts';
import { parseRaw, sendRaw } from '../../helpers/raw-http.ts';
import { SECRET } from '../../helpers/refresh.ts';
import { API, runServer } from '../../helpers/running-server.ts';

const AT = 1_800_000_000;
const REQUEST = { method: 'GET', path: '/openapi.json' };
const sign = (more: Partial<Parameters<typeof signForwarding>[0]> = {}) =>
  signForwarding({ secret: SECRET, at: AT, ...REQUEST, hops: '203.0.113.9', ...more });

/** A service that reads a header at `AT`, and what it says of refusals. */
function receiver(secret: string | undefined = SECRET) {
  const refusals: string[] = [];
  const read = createSignedForwarding(
    secret,
    () => new Date(AT * 1000),
    (hint) => refusals.push(hint),
  );
  return { refusals, hopsIn: (header: string) => read({ ...REQUEST, headers: { 'content-service-gateway': header } }) };
}

describe('createSignedForwarding', () => {
  it('reads the visitor, and the proxies before the gateway, of either family', () => {
    const { hopsIn, refusals } = receiver();
    for (const hops of ['203.0.113.9', '2001:db8::7', '198.51.100.1, 203.0.113.9']) {
      assert.equal(hopsIn(sign({ hops })), hops);
    }
    assert.deepEqual(refusals, []);
  });

  it('is silent about requests that came over no gateway', () => {
    const { refusals } = receiver();
    const read = createSignedForwarding(undefined, () => new Date(), assert.fail);
    assert.equal(read({ ...REQUEST, headers: { 'x-forwarded-for': '203.0.113.9' } }), undefined);
    assert.deepEqual(refusals, []);
  });

  it('allows the clocks of both machines five minutes', () => {
    const { hopsIn } = receiver();
    for (const at of [AT - 300, AT + 300]) assert.equal(hopsIn(sign({ at })), '203.0.113.9');
    for (const at of [AT - 301, AT + 301]) assert.equal(hopsIn(sign({ at })), undefined);
  });

  it('believes nothing else: each part is signed, and the purpose with them', () => {
    const { hopsIn } = receiver();
    const good = sign();
    for (const bad of [
      sign({ secret: `${SECRET}.` }),
      sign({ method: 'POST' }),
      sign({ path: '/openapi.json/' }),
      good.replace('203.0.113.9', '203.0.113.8'),
      good.replace(/^\d+/, String(AT + 1)),
      good.replace(/ .{64} /, ` ${'0'.repeat(64)} `),
      `${good}, ${good}`,
      `${good} `,
      good.toUpperCase().replace(/ [\dA-F]{62}/, ' '),
      '',
      'x'.repeat(5000),
    ]) {
      assert.equal(hopsIn(bad), undefined, bad);
    }
  });

  it('says once what an operator has to compare, and never the secret', () => {
    for (const [secret, header, hint] of [
      [undefined, sign(), /^Set GATEWAY_SECRET/],
      [SECRET, sign({ secret: 'x'.repeat(32) }), /^Compare GATEWAY_SECRET/],
      [SECRET, sign({ at: AT - 900 }), /clocks/],
    ] as const) {
      const refusals: string[] = [];
      const read = createSignedForwarding(
        secret,
        () => new Date(AT * 1000),
        (text) => refusals.push(text),
      );
      for (let turn = 0; turn < 3; turn += 1) read({ ...REQUEST, headers: { 'content-service-gateway': header } });
      assert.equal(refusals.length, 1);
      assert.match(refusals[0] ?? '', hint);
    }
  });
});

describe('a server with GATEWAY_SECRET', () => {
  const path = `${API}/get_company_info`;
  const left = async (url: string, headers: Record<string, string>) =>
    Number((await fetch(`${url}${path}`, { headers })).headers.get('ratelimit-remaining'));

  it('counts the visitors of a gateway apart, and those without a signature by their connection', async () => {
    await using server = await runServer({ env: { TRUST_PROXY: '', GATEWAY_SECRET: SECRET } });
    const from = (hops: string) => ({
      'Content-Service-Gateway': sign({ at: Math.floor(Date.now() / 1000), path, hops }),
    });
    assert.equal(await left(server.url, from('203.0.113.1')), 59);
    assert.equal(await left(server.url, from('203.0.113.1')), 58);
    assert.equal(await left(server.url, from('203.0.113.2')), 59);
    assert.equal(await left(server.url, {}), 59);
    assert.equal(await left(server.url, { 'Content-Service-Gateway': sign({ path }) }), 58);
  });

  it('judges /mcp by the name that a gateway was asked for, when the gateway knows it under another', async () => {
    await using server = await runServer({ env: { GATEWAY_SECRET: SECRET } });
    const ask = async (asked: string, header: string) => {
      const head = 'POST /mcp HTTP/1.1\r\nHost: service.internal\r\nContent-Length: 0\r\nConnection: close\r\n';
      const fields = `Content-Service-Host: ${asked}\r\nContent-Service-Gateway: ${header}\r\n\r\n`;
      return parseRaw(await sendRaw(server.url, head + fields)).status;
    };
    const signed = { at: Math.floor(Date.now() / 1000), method: 'POST', path: '/mcp' };
    assert.equal(await ask('casa.example', sign(signed)), 415);
    assert.equal(await ask('evil.example', sign(signed)), 421);
    assert.equal(await ask('casa.example', sign({ ...signed, secret: SECRET.toUpperCase() })), 421);
  });

  it('keeps the header out of answers and of the log', async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    await using server = await runServer({ env: { GATEWAY_SECRET: SECRET }, logTo });
    const header = sign({ at: 1, path });
    const answer = await fetch(`${server.url}${path}`, { headers: { 'Content-Service-Gateway': header } });
    const said = `${JSON.stringify([...answer.headers])}${await answer.text()}${lines.join('')}`;
    const [, signature = ''] = header.split(' ');
    for (const hidden of [signature, SECRET]) assert.equal(said.includes(hidden), false);
    assert.match(lines.join(''), /server\.gateway\.refused/);
  });
});
