import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { countListed, listedPage, type ListedPage } from '../../../db/mirror/inspect.ts';
import { createProber, type ProbePace } from '../../../sync/service/prober.ts';
import { WordPressError } from '../../../sync/wordpress/errors.ts';
import type { Probe } from '../../../sync/wordpress/latest.ts';
import { smallSite } from '../run/small-site.ts';

const THEN = '2026-03-01T08:30:00Z';
const NOON = Date.parse('2026-03-01T12:00:00Z');
const linkOf = (id: number) => `https://casa.example/p${id}/`;

/** A prober of a site of twelve pages, of which page 22 was changed last. */
function watched(types: readonly string[] = ['pages']) {
  const listed = new Map<number, ListedPage>([[22, { seenLink: linkOf(22), seenModified: THEN }]]);
  const mirror = { count: 12, ahead: 0 };
  const paces: ProbePace[] = [];
  const asked: number[] = [];
  let answer: Probe | Error = {
    newest: [{ id: 22, link: linkOf(22), modified: THEN }],
    total: 12,
    askedAt: NOON,
    delay: 100,
    cache: undefined,
  };
  const prober = createProber({
    types,
    seconds: 15,
    send: (_type, ahead) => {
      asked.push(ahead);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    countListed: () => ({ all: mirror.count, ahead: mirror.ahead }),
    listedPage: (id) => listed.get(id),
    now: () => NOON,
    note: (pace) => paces.push(pace),
  });
  return {
    prober,
    listed,
    mirror,
    paces,
    asked,
    /** Changes what the site answers from now on. */
    answer(change: Partial<Probe> | Error): void {
      answer = change instanceof Error || answer instanceof Error ? (change as Error) : { ...answer, ...change };
    },
    /** The types in which a probe finds a change, each with its surplus. */
    found: async () => [...((await prober.probe())?.types ?? [])],
  };
}

describe('createProber', () => {
  it('finds nothing while the site is as the last run knew it', async () => {
    const { found } = watched();
    assert.deepEqual(await found(), []);
  });

  it('finds an edit, a new address, a page that came and one that went', async () => {
    for (const change of [
      { newest: [{ id: 22, link: linkOf(22), modified: '2026-03-01T11:00:00Z' }] },
      { newest: [{ id: 22, link: linkOf(99), modified: THEN }] },
      { newest: [{ id: 23, link: linkOf(23), modified: '2026-03-01T11:00:00Z' }], total: 13 },
      { total: 11 },
    ]) {
      const site = watched();
      site.answer(change);
      assert.deepEqual(await site.found(), [['pages', 0]], JSON.stringify(change));
    }
  });

  it('tells once what a run cannot explain, such as rows that are counted and not shown', async () => {
    const site = watched();
    site.answer({ total: 14 });
    assert.deepEqual(await site.found(), [['pages', 0]]);
    site.prober.settle('done');
    assert.deepEqual(await site.found(), []);
    site.answer({ total: 13 });
    assert.deepEqual(await site.found(), [['pages', 2]]);
  });

  it('tells three times of a page that the runs leave as it was, and then leaves it to the schedule', async () => {
    const site = watched();
    site.answer({ newest: [{ id: 22, link: linkOf(22), modified: '2026-03-01T11:00:00Z' }] });
    for (let look = 0; look < 3; look += 1) {
      assert.equal((await site.found()).length, 1);
      site.prober.settle('done');
    }
    assert.deepEqual(await site.found(), []);
    site.answer({ newest: [{ id: 22, link: linkOf(22), modified: '2026-03-01T11:30:00Z' }] });
    assert.equal((await site.found()).length, 1);
  });

  it('tells again of what a failed run was for, more and more seldom', async () => {
    const site = watched();
    site.answer({ total: 11 });
    assert.equal((await site.found()).length, 1);
    site.prober.settle('site');
    assert.equal((await site.found()).length, 1);
    assert.ok(site.prober.seconds() >= 15);
    assert.match(site.paces.find(({ why }) => why !== undefined)?.why ?? '', /run after the last probe failed/);
  });

  it('looks once more at a page that was changed in the second of the probe', async () => {
    const site = watched();
    const modified = '2026-03-01T12:00:00Z';
    site.answer({ newest: [{ id: 22, link: linkOf(22), modified }], askedAt: NOON + 400 });
    assert.equal((await site.found()).length, 1);
    site.prober.settle('done');
    // The run could not rely on that second.
    site.listed.set(22, { seenLink: linkOf(22), seenModified: '' });
    site.answer({ askedAt: NOON + 15_000 });
    assert.equal((await site.found()).length, 1);
    site.prober.settle('done');
    site.listed.set(22, { seenLink: linkOf(22), seenModified: modified });
    assert.deepEqual(await site.found(), []);
  });

  it('asks past the pages whose time of change is in the future', async () => {
    const site = watched();
    site.mirror.ahead = 1;
    site.listed.set(30, { seenLink: linkOf(30), seenModified: '' });
    const early = { id: 30, link: linkOf(30), modified: '2027-01-01T00:00:00Z' };
    site.answer({ newest: [early, { id: 22, link: linkOf(22), modified: THEN }] });
    assert.deepEqual([await site.found(), site.asked], [[], [1]]);
    site.answer({ newest: [early, { id: 22, link: linkOf(22), modified: '2026-03-01T11:00:00Z' }] });
    assert.equal((await site.found()).length, 1);
  });

  it('counts pages whose time of change is in the future as a run leaves them', async () => {
    await using site = await smallSite();
    site.edit(11, { modified_gmt: '2099-01-01T00:00:00' });
    await site.sync();
    const mirror = join(site.dir, 'mirror.db');
    assert.deepEqual(countListed(mirror, 'pages', new Date()), { all: 12, ahead: 1 });
    assert.equal(listedPage(mirror, 11)?.seenModified, '');
  });

  it('counts anew what the last run listed', async () => {
    const site = watched();
    await site.found();
    site.mirror.count = 13;
    site.prober.forget();
    site.answer({ total: 13 });
    assert.deepEqual(await site.found(), []);
  });

  it('slows down when the site fails or a cache answers, and goes on with the other types', async () => {
    const site = watched(['pages', 'posts']);
    site.answer({ cache: 'Varnish' });
    await site.found();
    assert.equal(site.prober.seconds(), 30);
    site.answer(
      new WordPressError('status', 'The site answered 503', { url: 'http://x/', status: 503, retryAfter: '120' }),
    );
    assert.deepEqual(await site.found(), []);
    assert.equal(site.prober.seconds(), 120);
    assert.equal(site.paces.at(-1)?.why, 'The site answered 503');
  });
});
