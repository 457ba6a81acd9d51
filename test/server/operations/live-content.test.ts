import assert from 'node:assert/strict';
import { copyFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { createLog } from '../../../shared/log.ts';
import { openLiveContent } from '../../../server/operations/live-content.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { SAMPLE_PAGES, temporaryDataDir } from '../../helpers/sample-index.ts';

/** Requests `/readyz` until its body is as wanted. */
async function readiness(server: RunningServer, wanted: (body: Record<string, unknown>) => boolean) {
  for (;;) {
    const answer = await fetch(`${server.url}/readyz`);
    const body = (await jsonOf(answer)) as Record<string, unknown>;
    if (wanted(body)) return { status: answer.status, body };
    await wait(20);
  }
}

/** Waits for something that the watch brings about. */
async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}

const publishedTitle = async (server: RunningServer) => (await jsonOf(await server.get('/read_page?url=/'))).title;

describe('the live index', () => {
  it('is awaited: the server starts without one, says so, and answers once there is one', async () => {
    await using server = await runServer({ content: false });
    assert.equal((await fetch(`${server.url}/livez`)).status, 200);
    const before = await fetch(`${server.url}/readyz`);
    assert.equal(before.status, 503);
    assert.ok(before.headers.get('retry-after'));
    const answer = await server.get('/search_pages?query=agua');
    assert.equal(answer.status, 500);
    assert.ok(answer.headers.get('retry-after'));
    assert.equal((await jsonOf(answer)).code, 'service_not_ready');
    assert.equal((await server.get('')).status, 200);

    await server.data.publish();
    const { status, body } = await readiness(server, (ready) => ready['generation'] === 1);
    assert.equal(status, 200);
    assert.equal(body['pages'], SAMPLE_PAGES.length);
    assert.equal(await publishedTitle(server), 'Casa a punto');
  });

  it('is swapped while requests run: every answer is whole and of one generation', async () => {
    await using server = await runServer();
    const titled = (name: string) => ({
      pages: SAMPLE_PAGES.map((page) => ({ ...page, title: `${name} ${page.id}` })),
    });
    const stop = new AbortController();
    const seen = new Set<string>();
    const load = Array.from({ length: 4 }, async () => {
      while (!stop.signal.aborted) {
        const answer = await server.get('/search_pages?query=fontaneros&limit=25');
        assert.equal(answer.status, 200);
        const { results } = (await jsonOf(answer)) as { results: { title: string }[] };
        assert.equal(results.length, 3);
        const names = new Set(results.map((hit) => (/^(\S+) \d+$/.exec(hit.title) ?? ['', 'first'])[1] ?? ''));
        assert.equal(names.size, 1, [...names].join());
        for (const name of names) seen.add(name);
      }
    });
    for (const name of ['segunda', 'tercera']) {
      const { generation } = await server.data.publish(titled(name));
      await readiness(server, (body) => body['generation'] === generation);
    }
    stop.abort();
    await Promise.all(load);
    assert.ok(seen.has('tercera'));
  });

  it('follows a rollback', async () => {
    await using server = await runServer();
    await server.data.publish({ pages: SAMPLE_PAGES.slice(0, 3), aliases: [] });
    await readiness(server, (body) => body['generation'] === 2);
    await server.data.generations.rollback();
    const { body } = await readiness(server, (ready) => ready['generation'] === 1);
    assert.equal(body['pages'], SAMPLE_PAGES.length);
  });

  for (const [fault, damage] of Object.entries({
    'is truncated': (file: string) => truncate(file, 5000),
    'is another file': (file: string) => copyFile(join(import.meta.dirname, '../../../package.json'), file),
    'has one bit flipped': async (file: string) => {
      const bytes = await readFile(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(file, bytes);
    },
  })) {
    it(`stays when the next generation ${fault}`, async () => {
      await using server = await runServer();
      const { generation, path } = await server.data.generations.next();
      const pointer = await server.data.generations.current();
      assert.ok(pointer);
      await copyFile(server.data.generations.pathOf(pointer), path);
      await damage(path);
      await server.data.generations.publish({ ...pointer, generation, file: `index-${generation}.db` });
      const { status, body } = await readiness(server, (ready) => ready['refused'] !== undefined);
      assert.equal(status, 200);
      assert.equal(body['generation'], 1);
      assert.equal(await publishedTitle(server), 'Casa a punto');
    });
  }

  it('stays when current.json is damaged or gone, and when its schema is newer', async () => {
    await using server = await runServer();
    const pointer = await server.data.generations.current();
    const file = join(server.data.dir, 'index/current.json');
    await writeFile(file, '{"generation": 2');
    await readiness(server, (body) => body['refused'] !== undefined);
    await writeFile(file, JSON.stringify({ ...pointer, generation: 2, file: 'index-2.db', schema_version: 99 }));
    const { body } = await readiness(server, (ready) => /schema version 99/.test(String(ready['refused'])));
    assert.equal(body['generation'], 1);
    assert.equal(await publishedTitle(server), 'Casa a punto');
  });

  it('is the newest that the program can read after a downgrade', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const newer = JSON.stringify({ ...(await data.publish()), schema_version: 99 });
    for (const name of ['current.json', 'index-2.json']) await writeFile(join(data.dir, 'index', name), newer);
    await using server = await runServer({ dataDir: data.dir, content: false });
    const { status, body } = await readiness(server, (ready) => ready['generation'] === 1);
    assert.equal(status, 200);
    assert.match(String(body['refused']), /a newer version of this program wrote it: run that version/);
    assert.equal(await publishedTitle(server), 'Casa a punto');
  });

  it('falls back to the former generation when its file is truncated', async () => {
    await using server = await runServer();
    const second = await server.data.publish({ pages: SAMPLE_PAGES.slice(0, 3), aliases: [] });
    await readiness(server, (body) => body['generation'] === second.generation);
    await truncate(server.data.generations.pathOf(second), 5000);
    const { status, body } = await readiness(server, (ready) => ready['generation'] === 1);
    assert.equal(status, 200);
    assert.match(String(body['refused']), /index-2\.db was written to while it was being served/);
    assert.equal(await publishedTitle(server), 'Casa a punto');
    const third = await server.data.publish();
    await readiness(server, (ready) => ready['generation'] === third.generation && ready['refused'] === undefined);
  });

  it('is found without current.json when a server starts', async () => {
    await using server = await runServer();
    await rm(join(server.data.dir, 'index/current.json'));
    await using restarted = await runServer({ env: { DATA_DIR: server.data.dir }, content: false });
    await readiness(restarted, (ready) => ready['generation'] === 1);
  });

  it('falls back at start to the newest generation that is whole', async () => {
    await using server = await runServer();
    const second = await server.data.publish();
    await truncate(server.data.generations.pathOf(second), 5000);
    await using restarted = await runServer({ env: { DATA_DIR: server.data.dir }, content: false });
    const { body } = await readiness(restarted, (ready) => ready['generation'] === 1);
    assert.match(String(body['refused']), /damaged/);
  });

  it('is read from its file when memory is short, and taken into memory when there is enough', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    let available = 1000;
    const lines: string[] = [];
    await using live = await openLiveContent({
      generations: data.generations,
      readPageMaxChars: 50_000,
      log: createLog({ name: 'test', level: 'info' }, { write: (line) => void lines.push(line) }),
      everyMs: 10,
      availableMemory: () => available,
    });
    const found = () =>
      live.current()?.index.search({ query: 'fugas madrid', city: undefined, limit: 1, offset: 0 }).hits;
    assert.equal(live.current()?.index.mode, 'file');
    const fromFile = found();
    available = 2 ** 40;
    await eventually(() => live.current()?.index.mode === 'memory');
    assert.deepEqual(found(), fromFile);
    assert.equal(found()?.[0]?.url, 'https://casa.example/madrid/fontaneria/');
    const opened = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      opened.map(({ msg, words }) => [msg, words]),
      [
        ['server.index.opened', 'file'],
        ['server.index.opened', 'memory'],
      ],
    );
  });

  it('ends at the newest generation when others appear while one is being opened', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    await using live = await openLiveContent({
      generations: data.generations,
      readPageMaxChars: 50_000,
      log: createLog({ name: 'test', level: 'silent' }),
      everyMs: 1,
    });
    const served: number[] = [];
    const publishing = (async () => {
      for (let generation = 2; generation <= 6; generation++) await data.publish();
    })();
    await eventually(() => {
      const generation = live.current()?.index.generation ?? 0;
      const { hits } = live.current()?.index.search({ query: 'fugas', city: undefined, limit: 8, offset: 0 }) ?? {};
      assert.equal(hits?.length, 3);
      if (generation !== served.at(-1)) served.push(generation);
      return generation === 6;
    });
    await publishing;
    assert.deepEqual(
      served,
      served.toSorted((a, b) => a - b),
    );
  });
});
