import assert from 'node:assert/strict';
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createRefreshRequests, RefreshRequest } from '../../shared/refresh-requests.ts';

describe('createRefreshRequests', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'refresh-'));
  });
  afterEach(async () => {
    await rm(dir, { recursive: true, force: true });
  });

  it('gives all requests to whoever takes them, as one', async () => {
    const requests = createRefreshRequests(dir);
    await requests.write('a', { posts: { pages: [1, 2] }, site: ['addresses'] });
    await requests.write('b', { posts: { pages: [2, 3], posts: [9] }, site: ['addresses', 'shared'] });
    assert.deepEqual((await createRefreshRequests(dir).take())?.request, {
      posts: { pages: [1, 2, 3], posts: [9] },
      site: ['addresses', 'shared'],
    });
  });

  it('leaves them to the user of the service when root writes', { skip: process.getuid?.() !== 0 }, async () => {
    await chown(dir, 10_001, 10_002);
    await createRefreshRequests(dir).write('a', { posts: { pages: [1] }, site: [] });
    for (const path of ['refresh', 'refresh/a.json']) {
      const { uid, gid } = await stat(join(dir, path));
      assert.deepEqual([uid, gid], [10_001, 10_002], path);
    }
  });

  it('has nothing to take before the first request and once all are done with', async () => {
    const requests = createRefreshRequests(dir);
    assert.equal(await requests.take(), undefined);
    await requests.write('a', { posts: { pages: [1] }, site: [] });
    assert.equal(await requests.anyWaiting(), true);
    const taken = await requests.take();
    assert.equal(await requests.anyWaiting(), false);
    await taken?.done();
    assert.equal(await requests.take(), undefined);
  });

  it('gives again what another process took and never did with, with what came since', async () => {
    await createRefreshRequests(dir).write('a', { posts: { pages: [1] }, site: [] });
    await createRefreshRequests(dir).take();
    const requests = createRefreshRequests(dir);
    await requests.write('b', { posts: { pages: [2] }, site: [] });
    assert.deepEqual((await requests.take())?.request.posts, { pages: [1, 2] });
  });

  it('gives what is being looked at once, and again when it is given back', async () => {
    const requests = createRefreshRequests(dir);
    await requests.write('a', { posts: { pages: [1] }, site: [] });
    const taken = await requests.take();
    assert.equal(await requests.take(), undefined);
    taken?.giveBack();
    assert.deepEqual((await requests.take())?.request.posts, { pages: [1] });
  });

  it('keeps what comes between taking and done', async () => {
    const requests = createRefreshRequests(dir);
    await requests.write('a', { posts: { pages: [1] }, site: [] });
    const taken = await requests.take();
    await requests.write('b', { posts: { pages: [2] }, site: [] });
    await taken?.done();
    assert.deepEqual((await requests.take())?.request.posts, { pages: [2] });
  });

  it('does not lose a request with the name of a request that is taken', async () => {
    const requests = createRefreshRequests(dir);
    await requests.write('a', { posts: { pages: [1] }, site: [] });
    const taken = await requests.take();
    await requests.write('a', { posts: { pages: [2] }, site: [] });
    assert.equal(await requests.take(), undefined);
    await taken?.done();
    assert.deepEqual((await requests.take())?.request.posts, { pages: [2] });
  });

  it('makes of a flood one request for everything', async () => {
    const requests = createRefreshRequests(dir);
    for (let id = 1; id <= 500; id += 1) await requests.write(`n${id}`, { posts: { pages: [id] }, site: [] });
    assert.equal((await readdir(join(dir, 'refresh'))).length, 101);
    const taken = await requests.take();
    assert.deepEqual(taken?.request.site, ['everything']);
    assert.equal(taken.request.posts['pages']?.length, 100);
  });

  it('reads a damaged file as a request for everything', async () => {
    const requests = createRefreshRequests(dir);
    await requests.write('a', { posts: { pages: [1] }, site: [] });
    await writeFile(join(dir, 'refresh/a.json'), '{"posts": {"pages": [');
    assert.deepEqual((await requests.take())?.request, { posts: {}, site: ['everything'] });
  });

  it('writes nothing but types, ids and subjects', async () => {
    const known = RefreshRequest.parse({ posts: { pages: [7, 7] }, site: ['navigation'], title: 'A secret' });
    await createRefreshRequests(dir).write('a', known);
    assert.equal(await readFile(join(dir, 'refresh/a.json'), 'utf8'), '{"posts":{"pages":[7]},"site":["navigation"]}');
  });
});

describe('RefreshRequest', () => {
  it('reads a subject that it does not know as everything', () => {
    assert.deepEqual(RefreshRequest.parse({ site: ['weather'] }).site, ['everything']);
  });

  it('refuses what names nothing, what is no id, and more than it can hold', () => {
    const long = Array.from({ length: 2001 }, (_, index) => index + 1);
    for (const wrong of [
      {},
      [],
      { posts: {} },
      { posts: { pages: [] } },
      { posts: { pages: [0] } },
      { posts: { pages: ['1'] } },
      { posts: { '../x': [1] } },
      JSON.parse('{"posts":{"__proto__":[1]}}'),
      { posts: { pages: long } },
    ]) {
      assert.equal(RefreshRequest.safeParse(wrong).success, false, JSON.stringify(wrong).slice(0, 60));
    }
  });
});
