import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openMirrorDatabase } from '../../../../db/mirror/mirror.ts';
import { doubtAltered } from '../../../../sync/run/guard/guard.ts';
import { page } from '../../../helpers/sample-index.ts';
import { publishedSite } from '../publish/published-site.ts';

/** A site of five pages, of which the disk has altered two. */
async function alteredSite() {
  const site = await publishedSite();
  site.write([1, 2, 3, 4, 5].map((id) => page(id, `/p${id}`, `Page ${id}`, 'Text')));
  const db = openMirrorDatabase(join(site.dir, 'mirror.db'));
  db.exec(`UPDATE pages SET markdown = 'Taxt' WHERE id IN (2, 5)`);
  db.close();
  return site;
}

describe('doubtAltered', () => {
  it('looks at all pages of a small mirror, and doubts a page once', async () => {
    await using site = await alteredSite();
    assert.deepEqual(doubtAltered(site.mirror, { all: false }), ['/p2', '/p5']);
    assert.deepEqual(doubtAltered(site.mirror, { all: false }), []);
  });

  it('looks at the pages of a large mirror in turn, and at all when it is asked to', async () => {
    await using site = await alteredSite();
    const turns = [1, 2, 3, 4].map(() => doubtAltered(site.mirror, { all: false, most: 2 }));
    assert.deepEqual(turns, [['/p2'], [], ['/p5'], []]);
    await using other = await alteredSite();
    assert.deepEqual(doubtAltered(other.mirror, { all: true, most: 2 }), ['/p2', '/p5']);
  });
});
