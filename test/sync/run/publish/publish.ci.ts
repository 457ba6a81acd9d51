import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fillOutbox } from '../../../../sync/service/delivery/outbox.ts';
import { holding, siteWithSecret } from './secret-site.ts';

describe('a publication after a withdrawal', () => {
  it('is a whole index on a site of which deltas are published, and leaves no file with the text in the outbox', async () => {
    await using secret = await siteWithSecret(520);
    const { site, hide } = secret;
    site.edit(12, { content: '<p>Otro texto.</p>', modified_gmt: '2026-03-02T00:00:00' });
    await site.sync();
    assert.ok((await site.generations.current())?.base);
    const outbox = join(site.dir, 'outbox');
    const fill = async () => {
      const pointer = await site.generations.current();
      assert.ok(pointer);
      return await fillOutbox(outbox, site.generations, pointer);
    };
    await fill();
    assert.ok(holding(outbox).length > 0);
    const before = await site.generations.current();
    assert.ok(before?.base);
    hide();
    await site.sync();
    assert.equal((await site.generations.current())?.base, undefined);
    const { removed, files } = await fill();
    assert.ok(
      [before.base.file, before.file].every((file) => removed.includes(file)),
      removed.join(),
    );
    assert.deepEqual([files[0], files.at(-1)], ['verdicts.json', 'current.json']);
    assert.deepEqual(holding(outbox), []);
    site.edit(12, { content: '<p>Un texto más.</p>', modified_gmt: '2026-03-03T00:00:00' });
    await site.sync();
    assert.ok((await site.generations.current())?.base);
  });
});
