import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openMirrorDatabase } from '../../db/mirror/mirror.ts';
import { openIndexSync } from '../../db/index/reader.ts';
import { seeded } from '../helpers/seeded.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';
import { sessionOn } from './session-on.ts';

const SEED = Number(process.env['FLIPS_SEED'] ?? 20_261_121);
const FLIPS = 60;

/** A site with a moved page, as it was read: the mirror on disk can be put back as it was. */
async function mirroredSite(count = 12) {
  await using stack = new AsyncDisposableStack();
  const wordpress = stack.use(await startTinyWordPress({ pages: tinyPages(count) }));
  const data = stack.use(await temporaryDataDir());
  const file = join(data.dir, 'mirror.db');
  const sync = sessionOn(data.dir, wordpress.url);
  assert.equal((await sync()).code, 'done');
  const [first] = wordpress.site.pages;
  if (first) wordpress.site.pages[0] = { ...first, slug: 'nueva', modified_gmt: '2026-04-01T00:00:00' };
  assert.equal((await sync()).summary?.moved, 1);
  const sound = readFileSync(file);
  const moved = stack.move();
  return {
    dir: data.dir,
    file,
    sync,
    pages: wordpress.site.pages,
    sound,
    aside: () =>
      readdirSync(data.dir).filter((name) => name.startsWith('mirror.db.damaged-') && !name.endsWith('-wal')),
    write: (bytes: Buffer) => {
      for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true });
      writeFileSync(file, bytes);
    },
    /** Every page of the live index by its path, with its text; and where the moved page's former address leads. */
    async published() {
      const pointer = await data.generations.current();
      assert.ok(pointer);
      const index = openIndexSync(data.generations.pathOf(pointer));
      try {
        const texts = index.samplePages(100).map(({ path, markdown }) => [path, markdown] as const);
        return { texts: texts.toSorted(([a], [b]) => (a < b ? -1 : 1)), moved: index.pageByPath('/pagina-11')?.path };
      } finally {
        index.close();
      }
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

describe('a damaged mirror', () => {
  it('is moved aside; the new one keeps former addresses, and every page is read again', async () => {
    await using site = await mirroredSite();
    const before = await site.published();
    assert.equal(before.moved, '/nueva');
    const damages: readonly (() => void)[] = [
      () => site.write(Buffer.alloc(8192, 'x')),
      () => site.write(site.sound.subarray(0, 1000)),
      () => truncateSync(site.file, site.sound.length >> 1),
      () => site.write(Buffer.concat([site.sound.subarray(0, 4096), Buffer.alloc(site.sound.length - 4096, 7)])),
    ];
    for (const damage of damages) {
      site.write(site.sound);
      damage();
      const { code, message, warnings, summary } = await site.sync();
      assert.equal(code, 'done', message);
      assert.match(
        warnings.join('\n'),
        /mirror\.db was damaged \(.+\) and is now .+damaged-.+: sync reads every page again/,
      );
      assert.equal(summary?.mode, 'full');
      assert.deepEqual(await site.published(), before);
      assert.equal((await site.sync()).summary?.mode, 'changes');
    }
    assert.equal(site.aside().length, 2, 'only the newest two are kept');
  });

  it('still has the mass-loss guard', async () => {
    await using site = await mirroredSite(20);
    site.write(Buffer.alloc(8192, 'x'));
    site.pages.splice(1, 15);
    const { code, message } = await site.sync();
    assert.equal(code, 'mass_loss', message);
    assert.match(message, /15 of 20 pages would go/);
    assert.equal((await site.published()).texts.length, 20);
  });

  it('that belongs to a newer program is left alone', async () => {
    await using site = await mirroredSite();
    const db = openMirrorDatabase(site.file);
    db.pragma('user_version = 99');
    db.close();
    const { code, message } = await site.sync();
    assert.equal(code, 'newer_schema');
    assert.match(message, /schema version 99; this program knows \d+: .*run that version, .* or move the file away/);
    assert.deepEqual(site.aside(), []);
    assert.equal((await site.published()).texts.length, 12);
  });

  it(`never changes what is published, in ${FLIPS} flipped bits (seed ${SEED})`, async (t) => {
    await using site = await mirroredSite();
    const before = await site.published();
    const random = seeded(SEED);
    const tally = { unnoticed: 0, doubted: 0, rebuilt: 0, refused: 0 };
    for (let count = 0; count < FLIPS; count++) {
      const bytes = Buffer.from(site.sound);
      const text = Buffer.from(before.texts[count % before.texts.length]?.[1] ?? '');
      // In the header, in the text of a page, and anywhere.
      const [from, length] = [[0, 100] as const, [bytes.indexOf(text), text.length] as const][count % 4] ?? [
        0,
        bytes.length,
      ];
      const at = from + Math.floor(random() * length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      site.write(bytes);
      const { code, message, warnings } = await site.sync();
      const where = `byte ${at}: ${message}`;
      if (code === 'newer_schema') tally.refused += 1;
      else assert.equal(code, 'done', where);
      if (warnings.some((warning) => warning.includes('was damaged'))) tally.rebuilt += 1;
      else if (warnings.some((warning) => warning.includes('is read again'))) tally.doubted += 1;
      else tally.unnoticed += 1;
      assert.deepEqual(await site.published(), before, where);
    }
    t.diagnostic(
      `${FLIPS} flips: ${tally.rebuilt} mirrors rebuilt, ${tally.doubted} pages read again, ` +
        `${tally.refused} taken for a newer program's, ${tally.unnoticed} of no consequence`,
    );
    assert.ok(tally.rebuilt > 0 && tally.doubted > 0);
  });
});
