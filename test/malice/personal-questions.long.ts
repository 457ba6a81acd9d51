import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openState } from '../../db/state/open.ts';
import { ledgerEntries, ledgerTexts } from '../helpers/ledger.ts';
import { identified } from '../helpers/oauth.ts';
import { runServer, type RunningServer } from '../helpers/running-server.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';

/** Personal data, each with the part of it that must be nowhere. */
const PLANTED: readonly (readonly [query: string, part: string])[] = [
  ['fuga en casa, mi teléfono es 612 345 678', '612 345 678'],
  ['fuga llamar al 699887766', '699887766'],
  ['fugas correo qwrtzano.mengano@correo.example', 'qwrtzano'],
  ['factura del DNI 12345678Z', '12345678'],
  ['factura NIE X7654321L', '7654321'],
  ['cobro a la tarjeta 4111 1111 1111 1111', '1111 1111'],
  ['devolver a ES91 2100 0418 4502 0005 1332', '0418 4502'],
  ['my ssn is 078-05-1120', '078-05-1120'],
  ['fuga en casa de Fulgencio Pérez', 'Fulgencio'],
  ['fontaneria para eustaquia garcia', 'eustaquia'],
  ['deuda de Zbigniew', 'Zbigniew'],
  ['fuga de agua de eustaquia garcia', 'eustaquia'],
  ['fuga de agua, señora Qwrtzana', 'qwrtzana'],
  ['fuga de agua en calle alcala 117', 'alcala 117'],
];

/** Networks of callers who have nothing to do with each other. */
const NETWORKS = ['192.0.2.', '198.51.100.', '203.0.113.', '100.88.1.'];

const mcp = (id: number, name: string, given: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } });

/** Asks over every face, from one address. */
async function askEverywhere({ url, api }: RunningServer, query: string, from: string): Promise<void> {
  const encoded = encodeURIComponent(query);
  const headers = { 'X-Forwarded-For': from, 'User-Agent': `agent of ${query.replaceAll(/[^\x20-\x7e]/g, '')}` };
  const post = (path: string, body: string) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body });
  const answers = await Promise.all([
    fetch(`${api}/search_pages?query=${encoded}`, { headers }),
    fetch(`${api}/read_page?url=/${encoded}`, { headers }),
    fetch(`${url}/${encoded}.md`, { headers }),
    fetch(`${url}/fontaneria?utm_source=${encoded}`, { headers: { ...headers, Accept: 'text/markdown' } }),
    post('/mcp', mcp(1, 'search_pages', { query })),
    post('/mcp', mcp(2, 'read_page', { url: query })),
    post('/mcp', mcp(3, query, {})),
    post('/mcp/knowledge', mcp(4, 'search', { query })),
    post('/mcp/knowledge', mcp(5, 'fetch', { id: query })),
  ]);
  for (const answer of answers) await answer.arrayBuffer();
}

function everyFile(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((file) => statSync(file).isFile());
}

function filesThatHold(dir: string, text: string): readonly string[] {
  return everyFile(dir).filter((file) =>
    readFileSync(file).toString('utf8').toLowerCase().includes(text.toLowerCase()),
  );
}

describe('personal data in what agents ask', () => {
  it('is in no file, however many ask it, over whichever face, and neither is who asked', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const { dir } = data;
    const server = await runServer({ dataDir: dir, content: false });
    // A connection that stays open keeps the WAL.
    await using state = openState({ file: join(dir, 'state.db'), now: () => new Date() });
    await state.ledger.add('2026-11-20', new Map([['["read","/x"]', 1]]), 30);
    const { client, headers } = await identified(server);
    for (const network of NETWORKS) {
      for (const [at, query] of ['fuga de agua', ...PLANTED.map(([text]) => text)].entries()) {
        await askEverywhere(server, query, `${network}${at}`);
      }
      await server.get('/search_pages?query=grifos', { headers: { ...headers, 'X-Forwarded-For': `${network}99` } });
    }
    await server[Symbol.asyncDispose]();

    const texts = [...new Set(await ledgerTexts(dir))];
    assert.ok(texts.includes('fuga de agua'));
    for (const text of texts) assert.match(text, /^[\p{Ll} …]+$/u);
    assert.ok(everyFile(dir).some((file) => file.endsWith('ledger.db-wal') && statSync(file).size > 0));
    for (const [query, part] of PLANTED) assert.deepEqual(filesThatHold(dir, part), [], query);
    const ledgerFiles = (text: string) => filesThatHold(dir, text).filter((file) => file.includes('ledger'));
    for (const text of [client.client_id, 'agent of', ...NETWORKS]) assert.deepEqual(ledgerFiles(text), [], text);
  });

  it('is counted without the text', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const server = await runServer({ dataDir: data.dir, content: false });
    for (const [query] of PLANTED) await server.get(`/search_pages?query=${encodeURIComponent(query)}`);
    await server[Symbol.asyncDispose]();
    const entries = await ledgerEntries(data.dir);
    const asked = entries.flatMap(([entry, count]) => (entry[0] === 'question' && entry[4] === 'asked' ? [count] : []));
    assert.equal(
      asked.reduce((sum, count) => sum + count, 0),
      PLANTED.length,
    );
    assert.deepEqual(await ledgerTexts(data.dir), []);
  });
});
