import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { page, SAMPLE_PAGES } from '../helpers/sample-index.ts';
import { API, runServer, type RunningServer } from '../helpers/running-server.ts';
import { sendRaw } from '../helpers/raw-http.ts';

let server: RunningServer;
before(async () => {
  const long = 'Un párrafo de la página.\n\n'.repeat(100);
  const address = 'https://casa.example/a%0D%0AX-Injected:%201/"><script>/ñ\u2028/';
  server = await runServer({
    env: { READ_PAGE_MAX_CHARS: '1000' },
    content: { pages: [...SAMPLE_PAGES, page(50, '/partida', 'Partida', long, { url: address })] },
  });
});
after(() => server[Symbol.asyncDispose]());

const BREAKS = [
  '%0d%0a',
  '%0a',
  '%0d',
  '%E5%98%8A%E5%98%8D',
  '%u000a',
  '%250d%250a',
  '\u00e5\u0098\u008a',
  '%c4%8a',
  '%23%0d%0a',
];
const INJECTED = 'X-Injected:%201';

/** Sends a request and gives the head of its only answer. */
async function headOf(request: string): Promise<string> {
  const answer = await sendRaw(server.url, request.replaceAll('CLOSE', 'Host: casa.example\r\nConnection: close'));
  assert.equal(answer.match(/^HTTP\/1\.1 /gm)?.length, 1, answer);
  const [head = ''] = answer.split('\r\n\r\n', 1);
  for (const line of head.split('\r\n')) assert.doesNotMatch(line, /^\s*X-Injected|[\r\n]/i, head);
  return head;
}

describe('response splitting', () => {
  it('through a path, a parameter or a form reaches no header', async () => {
    for (const broken of BREAKS) {
      const bad = `${broken}${INJECTED}${broken}${broken}<html>`;
      for (const target of [
        `/${bad}`,
        `${API}/${bad}`,
        `${API}/search_pages?query=fugas${bad}`,
        `${API}/search_pages?query=fugas&cursor=${bad}`,
        `${API}/read_page?url=/partida${bad}`,
        `${API}/read_page?url=/partida&cursor=${bad}`,
        `/oauth/authorize?response_type=code&state=${bad}&redirect_uri=https://evil.example/${bad}`,
        `/api/assets/console/${bad}`,
        `/mcp${bad}`,
      ]) {
        await headOf(`GET ${target} HTTP/1.1\r\nAccept: text/markdown, */*\r\nCLOSE\r\n\r\n`);
      }
      const form = `grant_type=${bad}&scope=${bad}&client_id=${bad}`;
      await headOf(
        `POST /oauth/token HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(form, 'latin1')}\r\nCLOSE\r\n\r\n${form}`,
      );
    }
  });

  it('through a header reaches no header', async () => {
    for (const value of [
      'x\rX-Injected: 1',
      'x\nX-Injected: 1',
      'x\u0000',
      'x\u0085X-Injected: 1',
      '\u00e5\u0098\u008aX-Injected: 1',
    ]) {
      for (const name of [
        'Origin',
        'Accept',
        'If-None-Match',
        'Authorization',
        'MCP-Protocol-Version',
        'X-Request-Id',
        'Access-Control-Request-Headers',
        'Range',
      ]) {
        const answer = await sendRaw(
          server.url,
          `OPTIONS /mcp HTTP/1.1\r\n${name}: ${value}\r\nHost: casa.example\r\nConnection: close\r\n\r\n`,
        );
        assert.equal(answer.match(/^HTTP\/1\.1 /gm)?.length, 1);
        assert.doesNotMatch(answer, /^\s*X-Injected/im, name);
      }
    }
  });

  it('through the address of a page is not possible: Link holds what a URL parser made of it', async () => {
    const head = await headOf(`GET ${API}/read_page?url=/partida HTTP/1.1\r\nAccept: text/markdown\r\nCLOSE\r\n\r\n`);
    const link = /^Link: (.*)$/m.exec(head)?.[1] ?? '';
    assert.match(
      link,
      /^<https:\/\/casa\.example\/a%0D%0AX-Injected:%201\/%22%3E%3Cscript%3E\/%C3%B1%E2%80%A8\/>; rel="canonical", </,
    );
    assert.match(link, /^(?:[^<>]*<[\x21-\x7E]+>; rel="[a-z]+"(?:, |\r?$))+/);
  });
});
