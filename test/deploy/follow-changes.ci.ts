import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { API, jsonOf, runServer } from '../helpers/running-server.ts';
import { page, SAMPLE_PAGES } from '../helpers/sample-index.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, '../../deploy/changes/follow.mjs');

/** Forwards requests to a server; `hold` resolves at the next request whose address ends so, and leaves it without a response. */
async function runFront(target: string) {
  let held: { readonly end: string; readonly reached: () => void } | undefined;
  const front = createServer((request, response) => {
    const isHeld = held !== undefined && request.url?.endsWith(held.end);
    if (!isHeld) void forward(request.url, response);
    else {
      held?.reached();
      held = undefined;
    }
  });
  async function forward(path: string | undefined, response: ServerResponse) {
    const answer = await fetch(`${target}${path}`);
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  }
  await once(front.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    hold: (end: string) => new Promise<void>((reached) => (held = { end, reached })),
    [Symbol.asyncDispose]: async () => {
      front.closeAllConnections();
      front.close();
      await once(front, 'close');
    },
  };
}

it('deploy/changes/follow.mjs keeps a folder equal to the pages, and leaves other files alone', async () => {
  await using server = await runServer();
  const folder = await mkdtemp(join(tmpdir(), 'follow-'));
  const follow = async (): Promise<number> => {
    await run(process.execPath, [SCRIPT, `${server.url}${API}`, folder]);
    return (await readdir(folder)).filter((name) => name.endsWith('.md')).length;
  };
  await writeFile(join(folder, 'notes.md'), 'Mine');
  assert.equal(await follow(), SAMPLE_PAGES.length + 1);
  const { next_cursor: cursor } = await jsonOf(await server.get('/changes?limit=500'));
  await server.data.publish({ pages: SAMPLE_PAGES.slice(0, 5) });
  while ((await jsonOf(await server.get(`/changes?since=${cursor}`))).changes.length === 0) await wait(20);
  assert.equal(await follow(), 6);
  // A cursor that cannot be resumed.
  const foreign = Buffer.from('[1,1,"00000000",1,"00000000",1,"~",""]').toString('base64url');
  await writeFile(join(folder, 'state.json'), JSON.stringify({ since: foreign, changes: [] }));
  assert.equal(await follow(), 6);
  await rm(folder, { recursive: true });
});

it('deploy/changes/follow.mjs applies a response again after a crash: a page that is hidden meanwhile is deleted', async () => {
  await using server = await runServer();
  const hide = async (...ids: readonly number[]) => {
    const pages = SAMPLE_PAGES.filter(({ id }) => ids.includes(id)).map(({ id, path }) => ({
      id,
      path,
      since: '2026-11-28T10:00:00Z',
      why: 'password',
    }));
    await server.data.generations.writeVerdicts({ mirror: 'm', pages, site: 'https://casa.example' });
  };
  const isRead = async (path: string) => (await server.get(`/read_page?url=${path}`)).status === 200;
  const folder = await mkdtemp(join(tmpdir(), 'follow-'));
  await using front = await runFront(server.url);
  const args = [SCRIPT, `${front.url}${API}`, folder];
  const texts = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
  };

  await hide(8);
  while (await isRead('/contacto')) await wait(20);
  await run(process.execPath, args);
  assert.doesNotMatch(await texts(), /^# Contacto/m);

  await hide();
  const [home, plumbing, ...others] = SAMPLE_PAGES;
  assert.ok(home && plumbing);
  await server.data.publish({ pages: [home, { ...plumbing, markdown: 'Nuevo' }, ...others] });
  const isEdited = async () => (await jsonOf(await server.get('/read_page?url=/fontaneria'))).markdown === 'Nuevo';
  while (!((await isEdited()) && (await isRead('/contacto')))) await wait(20);
  const held = front.hold('fontaneria%2F');
  const crashing = spawn(process.execPath, args);
  const ended = once(crashing, 'close');
  await held;
  assert.match(await texts(), /^# Contacto/m);
  crashing.kill('SIGKILL');
  await ended;

  await hide(8);
  while (await isRead('/contacto')) await wait(20);
  await run(process.execPath, args);
  assert.doesNotMatch(await texts(), /^# Contacto/m);
  await rm(folder, { recursive: true });
});

it('deploy/changes/follow.mjs decodes addresses of more than 300 characters, and reports pages that it cannot read', async () => {
  const encoded = page(9, `/${'ñ'.repeat(60)}`, 'Codificada', 'Texto', {
    url: `https://casa.example/${'%C3%B1'.repeat(60)}/`,
  });
  const long = page(10, `/${'a'.repeat(300)}`, 'Larga', 'Texto');
  await using server = await runServer();
  await server.data.publish({ pages: [long, encoded, ...SAMPLE_PAGES] });
  while ((await server.get(`/read_page?url=/${'ñ'.repeat(60)}`)).status !== 200) await wait(20);
  const folder = await mkdtemp(join(tmpdir(), 'follow-'));
  await assert.rejects(
    run(process.execPath, [SCRIPT, `${server.url}${API}`, folder]),
    ({ code, stderr }: { code: number; stderr: string }) => code === 1 && stderr.startsWith(`${long.url}: `),
  );
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  assert.equal(names.length, SAMPLE_PAGES.length + 1);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  assert.ok(texts.includes('# Codificada\n\nTexto'));
  await rm(folder, { recursive: true });
});
