import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { API, runServer, type RunningServer } from '../helpers/running-server.ts';
import { parseRaw, sendRaw } from '../helpers/raw-http.ts';

let server: RunningServer;
before(async () => {
  server = await runServer({ env: { MCP_ORIGINS: 'https://app.example' } });
});
after(() => server[Symbol.asyncDispose]());

const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** The answer of `/mcp` to a request with these header lines. */
async function ask(lines: readonly string[], method = 'POST') {
  const head = [
    `${method} /mcp HTTP/1.1`,
    ...lines,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
  ];
  const answer = await sendRaw(server.url, `${head.join('\r\n')}\r\nConnection: close\r\n\r\n${BODY}`);
  return parseRaw(answer);
}

describe('Host', () => {
  it('of another name is refused at /mcp, also when the name leads to this machine (DNS rebinding)', async () => {
    for (const host of [
      'evil.example',
      'evil.example:8080',
      'casa.example.evil.example',
      'evil-casa.example',
      'www.casa.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      '127.0.0.2',
      '0.0.0.0',
      '[::]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      'casa.example.',
      'casa',
    ]) {
      for (const method of ['POST', 'OPTIONS', 'GET']) {
        assert.equal((await ask([`Host: ${host}`], method)).status, 421, `${method} ${host}`);
      }
    }
  });

  it('that is no host, missing or doubled never reaches a tool', async () => {
    for (const lines of [
      [],
      ['Host: casa.example', 'Host: evil.example'],
      ['Host: evil.example', 'Host: casa.example'],
      ['Host: casa.example, evil.example'],
      ['Host: user@casa.example'],
      ['Host: casa.example:80:80'],
      ['Host: casa.example/x'],
      ['Host: casa.example#evil.example'],
      ['Host: '],
      ['X-Forwarded-Host: casa.example', 'Host: evil.example'],
      ['Forwarded: host=casa.example', 'Host: evil.example'],
    ]) {
      const { status } = await ask(lines);
      assert.ok(status === 400 || status === 421, `${status} for ${lines.join(' + ')}`);
    }
    assert.equal((await ask(['Host: CASA.example:8443'])).status, 200);
    assert.equal((await ask(['Host: [::1]:1'])).status, 200);
  });
});

describe('Origin', () => {
  it('that only looks like an allowed one is refused, and gets no origin but ours', async () => {
    for (const origin of [
      'https://evil.example',
      'http://casa.example',
      'https://casa.example:444',
      'https://casa.example.evil.example',
      'https://evil.example/https://casa.example',
      'https://casa.example/',
      'https://CASA.example',
      'https://casa.example@evil.example',
      'https://app.example.evil.example',
      'https://sub.app.example',
      'http://localhost',
      'file://',
      'null',
      '*',
      '',
      'https://casa.example, https://evil.example',
    ]) {
      const { status, head } = await ask(['Host: casa.example', `Origin: ${origin}`]);
      assert.equal(status, 403, origin);
      assert.match(head, /^Access-Control-Allow-Origin: https:\/\/casa\.example\r$/m);
      assert.match(head, /^Vary: (?:.*, )?Origin/m);
    }
    const { status, head } = await ask(['Host: casa.example', 'Origin: https://app.example']);
    assert.equal(status, 200);
    assert.match(head, /^Access-Control-Allow-Origin: https:\/\/app\.example\r$/m);
  });

  it('is never allowed to send credentials of a browser', async () => {
    for (const path of ['/mcp', `${API}/quota`, '/oauth/token', '/agent/identity', '/openapi.json', '/api/sandbox']) {
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const answer = await fetch(server.url + path, { method, headers: { Origin: 'https://app.example' } });
        assert.equal(answer.headers.get('access-control-allow-credentials'), null, `${method} ${path}`);
        assert.equal(answer.headers.get('set-cookie'), null);
      }
    }
  });
});
