import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Pointer } from '../../../../db/index/generations.ts';
import { openIndexSync } from '../../../../db/index/reader.ts';
import { page } from '../../../helpers/sample-index.ts';
import { publishedSite } from './published-site.ts';
import { COUNT, DUE, edited, outgrownSite, pageAt, partsOf } from './outgrown-site.ts';

describe('a fresh build of the whole index', () => {
  it('is due after an edit that makes pages much longer, or takes the last page of a language, which is published first', async () => {
    await using longer = await outgrownSite([pageAt(7, 'Grifos y cisternas. '.repeat(3000))]);
    assert.deepEqual(partsOf(longer.delta), [2, 1]);
    assert.deepEqual(partsOf(await longer.renew()), [3, undefined]);

    await using site = await outgrownSite([page(COUNT + 1, '/en/taps', 'Taps', 'Taps and more.', { language: 'en' })]);
    assert.deepEqual(partsOf(site.delta), [2, undefined]);
    site.write([], [COUNT + 1]);
    const hidden = await site.publish();
    assert.deepEqual(partsOf(hidden), [3, 2]);
    const index = openIndexSync(join(site.dir, 'index/index-3.db'));
    assert.deepEqual(index.languages, ['es']);
    assert.equal(index.pageByPath('/en/taps'), undefined);
    assert.deepEqual(index.search({ query: 'taps', city: undefined, language: 'all', limit: 5, offset: 0 }).hits, []);
    index.close();
  });

  it('lets edits pass, which stay published, against the new index', async () => {
    await using site = await outgrownSite();
    const passed: (Pointer | undefined)[] = [];
    const last = await site.renew({
      meanwhile: async () => {
        site.write([pageAt(20, 'Texto nuevo sobre monomandos.')], [21]);
        passed.push(await site.publish());
      },
    });
    // 3 is the number of the index that was built.
    assert.deepEqual(partsOf(passed[0]), [4, 1]);
    assert.deepEqual(partsOf(last), [5, 3]);
    assert.equal(last?.fingerprint, passed[0]?.fingerprint);
    assert.equal(last?.fingerprint, site.fingerprintOfAll());
    const index = openIndexSync(site.generations.pathOf(last));
    assert.equal(index.pageByPath('/p21'), undefined);
    assert.equal(index.pageByPath('/p20')?.markdown, 'Texto nuevo sobre monomandos.');
    index.close();
    assert.ok(!(await site.isRenewalDue()));
    site.write([pageAt(22, 'Texto nuevo sobre cisternas.')]);
    assert.deepEqual(partsOf(await site.publish()), [6, 3]);
    assert.deepEqual(await site.generations.clean(), []);
  });

  it('never publishes a page that was hidden during the build', async () => {
    await using site = await outgrownSite([...edited(DUE), pageAt(COUNT + 1)]);
    const last = await site.renew({
      meanwhile: async () => {
        site.write([], [COUNT + 1], new Date('2026-03-01T01:00:00Z'));
        assert.deepEqual(partsOf(await site.publish()), [4, 1]);
      },
    });
    assert.deepEqual(partsOf(last), [4, 1]);
    assert.ok(!existsSync(join(site.dir, 'index/index-3.db')));
  });

  it('never publishes what nobody has published, such as by rules that are others meanwhile', async () => {
    await using site = await outgrownSite();
    const synonyms = [['grifo', 'llave']];
    const ended = await site.renew({ meanwhile: async () => assert.ok(await site.publish({ config: { synonyms } })) });
    assert.deepEqual(partsOf(ended), [4, 1]);
    assert.ok(!existsSync(join(site.dir, 'index/index-3.db')));
    site.write(edited(1, 'Texto sin publicar'));
    site.pass(2);
    assert.equal(await site.renew(), undefined);
  });

  it('counts as one generation with what it replaces, and rollback goes to what was before', async () => {
    await using site = await outgrownSite();
    for (let edit = 0; edit < 3; edit++) {
      site.write([pageAt(99, `Texto ${edit} sobre grifos.`)]);
      await site.publish();
    }
    await site.renew();
    const generations = async () => (await site.generations.published()).map(({ generation }) => generation);
    assert.deepEqual(await generations(), [6, 5, 4, 3, 1]);
    site.write([pageAt(99, 'Texto último sobre grifos.')]);
    await site.publish();
    assert.deepEqual(await generations(), [7, 6, 4, 1]);
    await site.generations.rollback();
    const { to } = await site.generations.rollback();
    assert.equal(to.generation, 4);
  });

  it('is due on a large site when a page has lost a passage without an edit, at most once an hour', async () => {
    await using site = await publishedSite();
    site.write(Array.from({ length: 5001 }, (_, at) => pageAt(at + 1)));
    await site.publish();
    site.write([pageAt(7, 'Menos.')], [], new Date('2026-03-01T00:00:00Z'));
    assert.deepEqual(partsOf(await site.publish()), [2, 1]);
    assert.equal(await site.renew(), undefined);
    site.pass(1);
    assert.deepEqual(partsOf(await site.renew()), [3, undefined]);
    site.pass(1);
    assert.equal(await site.renew(), undefined);
  });

  it('leaves nothing behind when it is ended, and is tried again after an hour', async () => {
    await using site = await outgrownSite();
    const ending = new AbortController();
    const renewal = site.renew({ signal: ending.signal });
    setTimeout(() => ending.abort(new Error('stopped')), 50);
    await assert.rejects(renewal, /stopped/);
    assert.deepEqual(partsOf(await site.generations.current()), [2, 1]);
    assert.deepEqual(await site.generations.clean(), []);
    assert.ok(!(await site.isRenewalDue()));
    assert.equal(await site.renew(), undefined);
    site.pass(1);
    assert.deepEqual(partsOf(await site.renew()), [3, undefined]);
  });

  it('is made though the process was killed in the middle of it', async () => {
    await using site = await outgrownSite();
    for (const name of ['index-3.db', 'index-3.db.tmp']) writeFileSync(join(site.dir, 'index', name), 'half');
    assert.deepEqual(partsOf(await site.renew()), [3, undefined]);
    const files = readdirSync(join(site.dir, 'index')).filter((name) => name.includes('3'));
    assert.deepEqual(files.toSorted(), ['index-3.db', 'index-3.json']);
  });
});
