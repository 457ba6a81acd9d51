import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createMirror, openMirrorDatabase, type Changes, type StagedPage } from '../../../db/mirror/mirror.ts';

/** A mirror in a directory of its own. */
function newMirror() {
  const dir = mkdtempSync(join(tmpdir(), 'mirror-'));
  const file = join(dir, 'data', 'mirror.db');
  const db = openMirrorDatabase(file);
  return {
    file,
    db,
    mirror: createMirror(db),
    [Symbol.dispose]: () => {
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function page(id: number, path: string, more: Partial<StagedPage> = {}): StagedPage {
  return {
    id,
    type: 'pages',
    url: `https://casa.example${path}/`,
    path,
    title: `Página ${id}`,
    markdown: `Texto ${id}`,
    language: 'es',
    modified: '2026-03-01T09:30:00Z',
    hash: `hash ${id} ${path}`,
    seenLink: `https://casa.example${path}/`,
    seenModified: '2026-03-01T09:30:00Z',
    ownSlug: 0,
    ...more,
  };
}

const NOTHING: Changes = { startOver: false, gone: [], skipped: [], facts: {} };

/** Stages pages and commits them with other changes. */
function write(
  mirror: ReturnType<typeof createMirror>,
  pages: readonly StagedPage[],
  changes: Partial<Changes> = {},
): void {
  mirror.stage(pages);
  mirror.commit({ ...NOTHING, ...changes }, () => {});
}

const paths = (mirror: ReturnType<typeof createMirror>) => [...mirror.publishable()].map(({ path }) => path);

describe('openMirrorDatabase', () => {
  it('belongs to the user of the service when root makes it', { skip: process.getuid?.() !== 0 }, () => {
    const dir = mkdtempSync(join(tmpdir(), 'mirror-'));
    try {
      chownSync(dir, 10_001, 10_002);
      const file = join(dir, 'mirror.db');
      const db = openMirrorDatabase(file);
      // A run that is killed leaves its WAL.
      for (const part of ['', '-wal', '-shm']) {
        const { uid, gid } = statSync(file + part);
        assert.deepEqual([uid, gid], [10_001, 10_002], part);
      }
      db.close();
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('makes the directory for its owner alone, and opens the same mirror again', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a')]);
    assert.equal(statSync(join(one.file, '..')).mode & 0o777, 0o700);
    const again = openMirrorDatabase(one.file);
    assert.deepEqual(paths(createMirror(again)), ['/a']);
    again.close();
  });

  it('refuses a mirror of a later version', () => {
    using one = newMirror();
    one.db.pragma('user_version = 99');
    assert.throws(() => openMirrorDatabase(one.file), /schema version 99/);
  });
});

describe('createMirror', () => {
  it('shows staged pages only after the commit', () => {
    using one = newMirror();
    one.mirror.stage([page(1, '/a')]);
    assert.deepEqual(paths(one.mirror), []);
    one.mirror.commit(NOTHING, () => {});
    assert.deepEqual(paths(one.mirror), ['/a']);
  });

  it('changes nothing when the right to write is lost', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a')]);
    one.mirror.stage([page(1, '/b'), page(2, '/c')]);
    const lost = () => {
      throw new Error('lost');
    };
    assert.throws(() => one.mirror.commit({ ...NOTHING, gone: [1] }, lost), /lost/);
    assert.deepEqual(paths(one.mirror), ['/a']);
  });

  it('forgets what an interrupted run staged', () => {
    using one = newMirror();
    one.mirror.stage([page(1, '/a')]);
    one.mirror.clearStaged();
    one.mirror.commit(NOTHING, () => {});
    assert.deepEqual(paths(one.mirror), []);
  });

  it('leads a chain of former addresses to the page of today', () => {
    using one = newMirror();
    for (const path of ['/a', '/b', '/c']) write(one.mirror, [page(1, path)]);
    assert.deepEqual(one.mirror.aliases(), [
      { path: '/a', pageId: 1 },
      { path: '/b', pageId: 1 },
    ]);
  });

  it('never lets a former address stand before a live page', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a')]);
    write(one.mirror, [page(1, '/b'), page(2, '/a')]);
    assert.deepEqual(one.mirror.aliases(), []);
    write(one.mirror, [page(1, '/a'), page(2, '/b')]);
    assert.deepEqual(one.mirror.aliases(), []);
  });

  it('gives a former address to the page that had it last', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a')]);
    write(one.mirror, [page(1, '/b'), page(2, '/a')]);
    write(one.mirror, [page(2, '/c')]);
    assert.deepEqual(one.mirror.aliases(), [{ path: '/a', pageId: 2 }]);
  });

  it('drops the addresses of a page that is gone, and knows them when it comes back', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a')]);
    write(one.mirror, [page(1, '/b')]);
    write(one.mirror, [], { gone: [1] });
    assert.deepEqual(one.mirror.aliases(), []);
    write(one.mirror, [page(1, '/c')]);
    assert.deepEqual(
      one.mirror.aliases().map(({ path }) => path),
      ['/a', '/b'],
    );
  });

  it('publishes the older of two pages with one address, and names the other', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a'), page(2, '/a'), page(3, '/b')]);
    assert.deepEqual(
      [...one.mirror.publishable()].map(({ id }) => id),
      [1, 3],
    );
    assert.deepEqual(
      one.mirror.shadowed().map(({ id, path, by }) => ({ id, path, by })),
      [{ id: 2, path: '/a', by: 1 }],
    );
    write(one.mirror, [], { gone: [1] });
    assert.deepEqual(
      [...one.mirror.publishable()].map(({ id }) => id),
      [2, 3],
    );
  });

  it('keeps an address with the page that has it, whatever the number of a newcomer', () => {
    using one = newMirror();
    write(one.mirror, [page(7, '/a')]);
    write(one.mirror, [page(3, '/a')]);
    assert.deepEqual(
      one.mirror.shadowed().map(({ id, by }) => ({ id, by })),
      [{ id: 3, by: 7 }],
    );
    write(one.mirror, [page(7, '/a', { title: 'Otro título' })]);
    assert.deepEqual(
      [...one.mirror.publishable()].map(({ id }) => id),
      [7],
    );
  });

  it('gives an address to the page whose slug it ends with', () => {
    using one = newMirror();
    write(one.mirror, [page(3, '/a')]);
    write(one.mirror, [page(7, '/a', { ownSlug: 1 })]);
    assert.deepEqual(
      [...one.mirror.publishable()].map(({ id }) => id),
      [7],
    );
    write(one.mirror, [], { gone: [7] });
    assert.deepEqual(
      [...one.mirror.publishable()].map(({ id }) => id),
      [3],
    );
  });

  it('brings a mirror of the first layout up to date', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a'), page(2, '/b')]);
    for (const index of ['shadowed', 'translated']) one.db.exec(`DROP INDEX pages_${index}`);
    for (const trigger of ['inserted', 'awarded', 'deleted']) one.db.exec(`DROP TRIGGER page_${trigger}`);
    for (const table of ['views', 'losses', 'revision', 'touched', 'contributions', 'withheld'])
      one.db.exec(`DROP TABLE ${table}`);
    for (const column of ['own_slug', 'holds', 'translations']) one.db.exec(`ALTER TABLE pages DROP COLUMN ${column}`);
    for (const column of ['own_slug', 'translations']) one.db.exec(`ALTER TABLE staged DROP COLUMN ${column}`);
    for (const column of ['type', 'url', 'title']) one.db.exec(`ALTER TABLE skipped DROP COLUMN ${column}`);
    one.db.exec(`UPDATE pages SET path = '/a'`);
    one.db.pragma('user_version = 1');
    const again = openMirrorDatabase(one.file);
    assert.deepEqual(
      [...createMirror(again).publishable()].map(({ id }) => id),
      [1],
    );
    again.close();
  });

  it('names the pages that came, went or got their address since a revision, in a mirror of the third layout too', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a'), page(2, '/b'), page(3, '/c')]);
    for (const index of ['shadowed', 'translated']) one.db.exec(`DROP INDEX pages_${index}`);
    for (const trigger of ['inserted', 'awarded', 'deleted']) one.db.exec(`DROP TRIGGER page_${trigger}`);
    for (const table of ['revision', 'touched', 'contributions', 'withheld']) one.db.exec(`DROP TABLE ${table}`);
    for (const column of ['etag', 'last_modified']) one.db.exec(`ALTER TABLE views ADD COLUMN ${column} TEXT`);
    one.db.pragma('user_version = 3');
    const db = openMirrorDatabase(one.file);
    const again = createMirror(db);
    const { number } = again.revision();
    assert.deepEqual(again.touchedSince(number, 9), []);
    write(again, [page(4, '/a')], { gone: [2] });
    assert.deepEqual(again.touchedSince(number, 9), [2, 4]);
    const then = again.revision().number;
    write(again, [], { gone: [1] });
    assert.deepEqual(again.touchedSince(then, 9), [1, 4]);
    db.close();
  });

  it('knows which pages vanished lately, until they come back or somebody confirms it', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a'), page(2, '/b')]);
    const losses = { ids: [1, 2], at: 5000, since: 0, confirmed: false };
    write(one.mirror, [], { gone: [1, 2], losses });
    assert.deepEqual(one.mirror.lostSince(new Date(0)), [1, 2]);
    assert.deepEqual(one.mirror.lostSince(new Date(6000)), []);
    write(one.mirror, [page(2, '/b')]);
    assert.deepEqual(one.mirror.lostSince(new Date(0)), [1]);
    write(one.mirror, [], { losses: { ...losses, ids: [], confirmed: true } });
    assert.deepEqual(one.mirror.lostSince(new Date(0)), []);
  });

  it('gives more pages than it reads at once, each once', () => {
    using one = newMirror();
    const many = Array.from({ length: 450 }, (_, index) => page(index + 1, `/p${index + 1}`));
    write(one.mirror, many);
    assert.deepEqual(
      [...one.mirror.publishable()].map(({ id }) => id),
      many.map(({ id }) => id),
    );
  });

  it('replaces the refusals, and keeps facts as JSON', () => {
    using one = newMirror();
    const skipped = { id: 5, type: 'pages', url: 'u', title: 't', reason: 'noindex', seenLink: 'l', seenModified: 'm' };
    write(one.mirror, [], { skipped: [skipped], facts: { site: { name: 'Casa' }, nothing: undefined } });
    assert.deepEqual([...one.mirror.skipped().values()], [skipped]);
    assert.deepEqual(one.mirror.fact('site'), { name: 'Casa' });
    assert.equal(one.mirror.fact('nothing'), null);
    assert.equal(one.mirror.fact('unknown'), undefined);
    write(one.mirror, []);
    assert.equal(one.mirror.skipped().size, 0);
    assert.deepEqual(one.mirror.fact('site'), { name: 'Casa' });
  });

  it('keeps nothing of another site', () => {
    using one = newMirror();
    write(one.mirror, [page(1, '/a'), page(2, '/b')], { facts: { source: 'one' } });
    write(one.mirror, [page(1, '/x')]);
    write(one.mirror, [page(1, '/z')], { startOver: true, facts: { source: 'two' } });
    assert.deepEqual(paths(one.mirror), ['/z']);
    assert.deepEqual(one.mirror.aliases(), []);
    assert.equal(one.mirror.fact('source'), 'two');
  });
});
