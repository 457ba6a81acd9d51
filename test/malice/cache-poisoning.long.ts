import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { API, runServer, type RunningServer } from '../helpers/running-server.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

const POISON: Readonly<Record<string, string>> = {
  'X-Forwarded-Host': 'evil.example',
  'X-Host': 'evil.example',
  'X-Forwarded-Server': 'evil.example',
  'X-HTTP-Host-Override': 'evil.example',
  'X-Forwarded-Proto': 'http',
  'X-Forwarded-Scheme': 'javascript',
  'X-Forwarded-Port': '666',
  'X-Forwarded-Prefix': '/evil',
  'X-Original-URL': '/livez',
  'X-Rewrite-URL': '/livez',
  'X-Original-Host': 'evil.example',
  'X-HTTP-Method-Override': 'DELETE',
  'X-Method-Override': 'POST',
  Forwarded: 'for=1.2.3.4;host=evil.example;proto=http',
  Referer: 'https://evil.example/',
  Origin: 'https://evil.example',
  Cookie: 'lang=evil',
  'Accept-Language': 'evil',
  'User-Agent': 'evil',
  'X-Wp-Nonce': 'evil',
  Via: '1.1 evil.example',
};

const PATHS = [
  API,
  `${API}/search_pages?query=fugas`,
  `${API}/read_page?url=/madrid/fontaneria`,
  `${API}/get_company_info`,
  `${API}/quota`,
  `${API}/nada`,
  '/agent/identity',
  '/openapi.json',
  '/agents.md',
  '/auth.md',
  '/llms.txt',
  '/api/sandbox',
  '/api/docs',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/mcp/server-card.json',
  '/.well-known/api-catalog',
  '/.well-known/agent-skills/consulta-contenido/SKILL.md',
  '/oauth/authorize',
];

let visitors = 0;

/** An answer without what differs between any two, asked from an address of its own. */
async function answerAt(base: string, path: string, headers: Record<string, string> = {}) {
  visitors += 1;
  const from = `198.18.${visitors >> 8}.${visitors & 255}`;
  const answer = await fetch(base + path, { headers: { 'X-Forwarded-For': from, ...headers }, redirect: 'manual' });
  const kept = new Headers(answer.headers);
  for (const name of ['date', 'x-request-id']) kept.delete(name);
  return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() };
}

describe('cache poisoning', () => {
  it('by a header changes no answer, and no answer repeats what was sent', async () => {
    for (const path of PATHS) {
      const plain = await answerAt(server.url, path);
      assert.doesNotMatch(JSON.stringify(plain), /evil\.example/);
      assert.deepEqual(await answerAt(server.url, path, { ...POISON }), plain, path);
      assert.deepEqual(await answerAt(server.url, path), plain, path);
    }
  });

  it('by Host changes no address in an answer', async () => {
    for (const path of PATHS) {
      const plain = await answerAt(server.url, path);
      assert.deepEqual(await answerAt(server.url.replace('127.0.0.1', 'localhost'), path), plain, path);
      assert.doesNotMatch(JSON.stringify(plain), /127\.0\.0\.1:|localhost/, path);
    }
  });

  it('by a type, a method or a credential is ruled out by Vary and by what is asked each time', async () => {
    const page = `${API}/read_page?url=/madrid/fontaneria`;
    const [json, markdown] = ['application/json', 'text/markdown'];
    for (const accept of [markdown, json, markdown, json]) {
      const { headers, body } = await answerAt(server.url, page, { Accept: accept });
      assert.ok(headers['content-type']?.startsWith(accept));
      assert.match(headers['vary'] ?? '', /\bAccept\b(?!-)/);
      assert.match(headers['vary'] ?? '', /\bAuthorization\b/);
      assert.match(headers['cache-control'] ?? '', /private|no-store/);
      assert.equal(body.startsWith('{'), accept === json);
    }
    const { headers: head } = await answerAt(server.url, '/api/sandbox', { Accept: 'text/html' });
    assert.match(head['vary'] ?? '', /\bAccept\b(?!-)/);
    for (const path of [page, `${API}/search_pages?query=fugas`]) {
      assert.equal((await answerAt(server.url, path)).status, 200);
      assert.equal((await answerAt(server.url, path, { Authorization: 'Bearer guessed' })).status, 401);
    }
  });

  it('gives no 304 of one answer for the tag of another', async () => {
    const tags = new Map<string, string>();
    for (const [path, accept] of [
      [`${API}/read_page?url=/madrid`, 'application/json'],
      [`${API}/read_page?url=/madrid`, 'text/markdown'],
      [`${API}/read_page?url=/contacto`, 'application/json'],
      [`${API}/search_pages?query=madrid`, 'application/json'],
      [`${API}/get_company_info?section=contact`, 'application/json'],
    ] as const) {
      const { headers } = await answerAt(server.url, path, { Accept: accept });
      const others = [...tags.keys()].join(', ');
      if (others !== '') {
        assert.equal((await answerAt(server.url, path, { Accept: accept, 'If-None-Match': others })).status, 200, path);
      }
      tags.set(headers['etag'] ?? '', path);
    }
    assert.equal(tags.size, 5);
  });

  it('by arguments that could be taken for others: every answer is what a server gives that was asked nothing before', async () => {
    const questions = [
      'search_pages?query=fugas',
      'search_pages?query=fugas&limit=1',
      'search_pages?query=fugas&limit=01',
      'search_pages?query=fugas&city=madrid',
      'search_pages?query=fugas%22%2C%22city%22%3A%22madrid',
      'search_pages?query=fugas%26city%3Dmadrid',
      'search_pages?query=fugas%20application%2Fjson%20%7B%7D',
      'search_pages?query=fugas&__proto__=madrid',
      'search_pages?query=fugas&city=todas',
      'search_pages?query=Fugas',
      'search_pages?city=madrid&query=fugas',
      'search_pages?query=fu%CC%81gas',
      'search_pages?query=f%C3%BAgas',
      'read_page?url=madrid',
      'read_page?url=/madrid/',
      'read_page?url=%2Fmadrid%00',
      'read_page?url=MADRID',
      'get_company_info?section=all',
      'get_company_info?section=contact',
      'get_company_info?section=contact&section=all',
      'get_company_info?section[]=contact',
    ];
    const fresh = new Map<string, unknown>();
    for (const question of questions) {
      await using alone = await runServer();
      fresh.set(question, await answerAt(alone.url, `${API}/${question}`));
    }
    for (const question of [...questions, ...questions.toReversed()]) {
      assert.deepEqual(await answerAt(server.url, `${API}/${question}`), fresh.get(question), question);
    }
  });
});
