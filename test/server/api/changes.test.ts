import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SAMPLE_PAGES } from '../../helpers/sample-index.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

const ask = async (query: string) => await jsonOf(await server.get(`/changes${query}`));

/** Polls until the feed has changes. */
const changesAfter = async (cursor: string): Promise<any> => await changesOf(server, cursor);

async function changesOf(asked: Pick<RunningServer, 'get'>, cursor: string): Promise<any> {
  for (;;) {
    const answer = await asked.get(`/changes?since=${cursor}`);
    if (answer.status !== 200) return { status: answer.status, ...(await jsonOf(answer)) };
    const body = await jsonOf(answer);
    if (body.changes.length > 0) return body;
    await wait(20);
  }
}

describe('GET /changes', () => {
  it('lists all pages in parts, then nothing', async () => {
    const urls: string[] = [];
    let cursor = '';
    for (let more = true; more;) {
      const body = await ask(`?limit=3${cursor === '' ? '' : `&since=${cursor}`}`);
      assert.ok(body.changes.length <= 3);
      for (const { change, url, digest, language, modified } of body.changes) {
        assert.equal(change, 'added');
        assert.match(digest, /^[0-9a-f]{64}$/);
        assert.deepEqual([language, modified], ['es', '2026-03-01T09:30:00Z']);
        urls.push(url);
      }
      ({ more, next_cursor: cursor } = body);
    }
    assert.deepEqual(urls.toSorted(), SAMPLE_PAGES.map(({ url }) => url).toSorted());
    assert.deepEqual((await ask(`?since=${cursor}`)).changes, []);
  });

  it('lists changed, moved, added and removed pages of the next index, in this order of nothing but the log', async () => {
    const { next_cursor: cursor } = await ask('');
    const [home, plumbing, madrid, , ...others] = SAMPLE_PAGES;
    assert.ok(home && plumbing && madrid);
    const moved = { ...madrid, path: '/ciudades/madrid', url: 'https://casa.example/ciudades/madrid/' };
    const added = { ...madrid, id: 90, path: '/nueva', url: 'https://casa.example/nueva/' };
    await server.data.publish({ pages: [home, { ...plumbing, markdown: 'Nuevo' }, moved, added, ...others] });
    const { changes } = await changesAfter(cursor);
    const short = changes.map(({ change, url, from }: any) => [change, url, from].filter(Boolean).join(' '));
    assert.deepEqual(short.toSorted(), [
      'added https://casa.example/nueva/',
      'changed https://casa.example/fontaneria/',
      'moved https://casa.example/ciudades/madrid/ https://casa.example/madrid/',
      'removed https://casa.example/madrid/',
      'removed https://casa.example/madrid/fontaneria/',
    ]);
    const removed = changes.filter(({ change }: any) => change === 'removed');
    for (const one of removed) assert.deepEqual(Object.keys(one), ['change', 'url']);
  });

  it('lists a page as removed once the service withholds it, and as added when it is shown again', async () => {
    const { next_cursor: cursor } = await ask('?limit=500');
    const contact = { id: 8, path: '/contacto', since: '2026-11-28T10:00:00Z', why: 'password' };
    await server.data.generations.writeVerdicts({ mirror: 'm', pages: [contact], site: 'https://casa.example' });
    const hidden = await changesAfter(cursor);
    assert.deepEqual(hidden.changes, [{ change: 'removed', url: 'https://casa.example/contacto/' }]);
    await server.data.generations.writeVerdicts({ mirror: 'm', pages: [], site: 'https://casa.example' });
    const shown = await changesAfter(hidden.next_cursor);
    assert.deepEqual(
      shown.changes.map(({ change, url }: any) => [change, url]),
      [['added', 'https://casa.example/contacto/']],
    );
  });

  it('lists a page that is hidden during the first pass as removed: a reader may have it from a lost response', async () => {
    await using own = await runServer();
    const { next_cursor: cursor } = await jsonOf(await own.get('/changes?limit=1'));
    const lost = await jsonOf(await own.get(`/changes?limit=1&since=${cursor}`));
    const [{ url }] = lost.changes;
    const pages = SAMPLE_PAGES.filter((one) => one.url === url).map(({ id, path }) => ({
      id,
      path,
      since: '2026-11-28T10:00:00Z',
      why: 'password',
    }));
    await own.data.generations.writeVerdicts({ mirror: 'm', pages, site: 'https://casa.example' });
    while ((await own.get(`/read_page?url=${url}`)).status === 200) await wait(20);
    const again = await jsonOf(await own.get(`/changes?limit=1&since=${cursor}`));
    assert.deepEqual(again.changes, [{ change: 'removed', url }]);
    assert.deepEqual(
      (await jsonOf(await own.get('/changes?limit=500'))).changes.filter((one: any) => one.url === url),
      [],
      'a reader that starts later does not learn its address',
    );
  });

  it('asks for a retry while the index of the cursor is not here yet, and to start over after a rollback', async () => {
    await using ahead = await runServer({ content: { builtAt: '2026-03-03T00:00:00Z' } });
    const { next_cursor: cursor } = await jsonOf(await ahead.get('/changes'));
    const behind = await server.get(`/changes?since=${cursor}`);
    assert.deepEqual([behind.status, behind.headers.get('retry-after')], [500, '10']);
    assert.equal((await jsonOf(behind)).code, 'service_not_ready');
    const { next_cursor: newest } = await jsonOf(await ahead.get('/changes?limit=500'));
    await ahead.data.publish({ builtAt: '2026-03-04T00:00:00Z', pages: SAMPLE_PAGES.slice(0, 5) });
    const { next_cursor: later } = await changesOf(ahead, newest);
    await ahead.data.generations.rollback();
    for (;;) {
      const answer = await ahead.get(`/changes?since=${later}`);
      if (answer.status === 410) break;
      assert.equal(answer.status, 200);
      await wait(20);
    }
  });

  it('answers 410 for a cursor of another site or a lost index, and 400 for what is no cursor', async () => {
    const foreign = Buffer.from('[1,1,"00000000",1,"00000000",1,"~",""]').toString('base64url');
    const answer = await server.get(`/changes?since=${foreign}`);
    const { code, data } = await jsonOf(answer);
    assert.deepEqual([answer.status, code], [410, 'rest_cursor_expired']);
    assert.match(data.hint, /Omit since/);
    for (const since of ['2026-01-01', 'W10', 'x'.repeat(201)]) {
      assert.equal((await server.get(`/changes?since=${since}`)).status, 400);
    }
  });
});
