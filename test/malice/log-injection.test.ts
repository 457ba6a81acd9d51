import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { register } from '../helpers/oauth.ts';
import { API, runServer } from '../helpers/running-server.ts';
import { sendRaw } from '../helpers/raw-http.ts';

/** Characters that end a line, steer a terminal, or turn text around. */
const STEERING = /[\p{Cc}\u2028\u2029\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

const FORGED = '{"level":"info","msg":"oauth.token.issued","client":"cli_forged"}';
const EVIL = `\n${FORGED}\r\n\u001B[2J\u001B]0;x\u0007\u009B31m\u0085\u2028\u202E`;
const ENCODED = encodeURIComponent(EVIL);
const LATIN = Buffer.from(EVIL).toString('latin1');

describe('log injection', () => {
  it('through paths, headers, bodies and broken requests leaves one harmless JSON object a line', async () => {
    const lines: string[] = [];
    {
      await using server = await runServer({ logTo: { write: (line) => lines.push(line) } });
      const { url } = server;
      const post = async (path: string, type: string, body: string) =>
        await fetch(url + path, { method: 'POST', headers: { 'Content-Type': type }, body });
      for (const path of [
        `/${ENCODED}`,
        `${API}/${ENCODED}`,
        `${API}/search_pages?query=${ENCODED}`,
        `/oauth/${ENCODED}`,
        `/mcp/${ENCODED}`,
      ]) {
        await fetch(url + path);
      }
      await register(server, { client_name: EVIL });
      await register(server, { client_name: 'x', contacts: [`a@${FORGED}`] });
      await register(server, EVIL);
      await post(
        '/oauth/token',
        'application/x-www-form-urlencoded',
        `grant_type=${ENCODED}&client_id=${ENCODED}&client_secret=x`,
      );
      await post(
        '/mcp',
        'application/json',
        JSON.stringify({ jsonrpc: '2.0', id: EVIL, method: 'tools/call', params: { name: EVIL } }),
      );
      await post('/mcp', 'application/json', EVIL);
      for (const value of [LATIN.replaceAll(/[\r\n\0]/g, ' '), LATIN]) {
        for (const name of [
          'User-Agent',
          'Referer',
          'X-Forwarded-For',
          'Authorization',
          'X-Request-Id',
          'Host',
          'Origin',
        ]) {
          const rest = `Host: casa.example\r\nConnection: close\r\nAuthorization: Bearer cqt_not_in_the_log\r\n\r\n`;
          await sendRaw(url, `GET ${API}/quota HTTP/1.1\r\n${name}: ${value}\r\n${rest}`);
        }
      }
      await sendRaw(url, `GET /${LATIN.replaceAll(/[\r\n]/g, '')} HTTP/1.1\r\nHost: casa.example\r\n\r\n`);
      await sendRaw(url, `${LATIN}\r\n\r\n`);
    }
    assert.ok(lines.length > 30);
    for (const line of lines) {
      assert.match(line, /^\{[^\n]*\}\n$/);
      assert.doesNotMatch(line.slice(0, -1), STEERING, line);
      assert.doesNotMatch(JSON.stringify(JSON.parse(line)), /cqt_not_in_the_log/);
      assert.notEqual(JSON.parse(line).client, 'cli_forged');
      assert.ok(!line.includes('rawPacket'), line);
    }
    const issued = lines.filter((line) => JSON.parse(line).msg === 'oauth.token.issued');
    assert.deepEqual(issued, []);
  });
});
