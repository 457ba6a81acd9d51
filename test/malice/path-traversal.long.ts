import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { API, runServer, type RunningServer } from '../helpers/running-server.ts';
import { sendRaw } from '../helpers/raw-http.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

const UP = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '..;',
  '...',
  '....',
  '%c0%ae%c0%ae',
  '%u002e%u002e',
  '..%00',
  '%ff%ff',
];
const SEPARATORS = ['/', '%2f', '%2F', '\\', '%5c', '%5C', '%252f', '%255c', '%c0%af', '//', '/./', '%2f/'];
const MOUNTS = [
  '/api/assets/console',
  '/api/assets/marked',
  '/api/assets/dompurify',
  '/api/assets',
  '/api/docs',
  '/api/sandbox',
  '',
  API,
];
const GOALS = ['package.json', 'routes.ts', 'console.html', 'etc/passwd', 'state.db', 'index/current.json', '.env'];

/** Contents of the files that are looked for. */
const LEAKED = /"dependencies"|import \{|root:.*:0:0|SQLite format|DOCTYPE html|"sha256"/;

/** Targets as they go over the wire: no client tidies them. */
function* targets(): Generator<string> {
  let turn = 0;
  for (const mount of MOUNTS) {
    for (const up of UP) {
      for (const separator of SEPARATORS) {
        const goal = GOALS[turn % GOALS.length] ?? '';
        turn += 1;
        const steps = [1, 2, 6][turn % 3] ?? 1;
        yield `${mount}${separator}${`${up}${separator}`.repeat(steps)}${goal}`;
        yield `${mount}/console.js${separator}${up}${separator}${goal}`;
      }
    }
  }
}

/** Sends many requests over one connection and gives back every answer. */
async function askAll(paths: readonly string[]): Promise<string> {
  const requests = paths.map((path, at) => {
    const last = at === paths.length - 1 ? 'Connection: close\r\n' : '';
    return `GET ${path} HTTP/1.1\r\nHost: casa.example\r\nX-Forwarded-For: 198.18.${at >> 8}.${at & 255}\r\n${last}\r\n`;
  });
  return await sendRaw(server.url, requests.join(''));
}

describe('path traversal', () => {
  it('through any spelling of dots and separators leads to nothing, in JSON', async () => {
    const all = [...targets()];
    assert.ok(all.length > 1000);
    for (let from = 0; from < all.length; from += 8) {
      const asked = all.slice(from, from + 8);
      const answers = await askAll(asked);
      assert.doesNotMatch(answers, LEAKED, asked.join('\n'));
      const statuses = answers.match(/^HTTP\/1\.1 \d+/gm) ?? [];
      assert.ok(statuses.length > 0);
      for (const status of statuses) assert.match(status, / 40[04]$/, asked.join('\n'));
    }
  });

  it('through an absolute path or another scheme leads to nothing', async () => {
    for (const target of [
      '//etc/passwd',
      '/%2fetc/passwd',
      'file:///etc/passwd',
      '/api/assets/console//etc/passwd',
      '/api/assets//etc/passwd',
      '/C:/x',
      '/api/assets/console/C:%5Cx',
    ]) {
      const answer = await sendRaw(
        server.url,
        `GET ${target} HTTP/1.1\r\nHost: casa.example\r\nConnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 40[04] /, target);
    }
  });

  it('through the url of read_page finds pages and nothing else', async () => {
    for (const url of [
      '../../../../etc/passwd',
      '..%2f..%2fpackage.json',
      '/madrid/../../package.json',
      'file:///etc/passwd',
      '\\\\host\\share',
      '/../state.db',
      'php://filter/x',
      'index/current.json',
    ]) {
      const answer = await server.get(`/read_page?url=${encodeURIComponent(url)}`);
      assert.equal(answer.status, 404, url);
      assert.doesNotMatch(await answer.text(), LEAKED);
    }
    assert.equal((await server.get(`/read_page?url=${encodeURIComponent('/x/../madrid')}`)).status, 200);
  });
});
