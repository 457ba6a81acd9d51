import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { page, temporaryDataDir } from '../../../helpers/sample-index.ts';
import { publishedSite } from './published-site.ts';

const COUNT = 500;

const pageAt = (id: number, text = `Texto de la página ${id} sobre grifos.`) =>
  page(id, `/p${id}`, `Página ${id}`, text, { modified: '2026-03-01T09:30:00Z' });

const edited = (count: number, text = 'Otro texto') =>
  Array.from({ length: count }, (_, at) => pageAt(at + 1, `${text} ${at} sobre muchos grifos.`));

/** Data directory of a published site of the fewest pages that deltas are made of. Each test begins with a copy. */
const published = await temporaryDataDir();
after(() => published[Symbol.asyncDispose]());
{
  await using site = await publishedSite();
  site.write(Array.from({ length: COUNT }, (_, at) => pageAt(at + 1)));
  const first = await site.publish();
  assert.equal(first?.base, undefined);
  cpSync(site.dir, published.dir, { recursive: true });
}
const largeSite = () => publishedSite(published.dir);

describe('createPublisher', () => {
  it('publishes an edited page as a delta of the whole index, and counts all pages', async () => {
    await using site = await largeSite();
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')]);
    const pointer = await site.publish();
    assert.equal(pointer?.base?.generation, 1);
    assert.equal(pointer?.counts['pages'], COUNT);
    site.write([], [8]);
    const next = await site.publish();
    assert.equal(next?.base?.generation, 1);
    assert.equal(next?.counts['pages'], COUNT - 1);
    assert.equal(next?.counts['type:pages'], COUNT - 1);
  });

  it('publishes nothing for a page that was edited and is as it was', async () => {
    await using site = await largeSite();
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')]);
    site.write([pageAt(7)]);
    assert.equal(await site.publish(), undefined);
    assert.equal(await site.publish({ composer: 'other code' }), undefined);
  });

  it('publishes the same fingerprint whether it compares the changed pages or reads all of them', async () => {
    await using site = await largeSite();
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')], [9]);
    assert.ok(await site.publish());
    assert.equal(await site.publish({ composer: 'other code' }), undefined);
  });

  it('builds the whole index when many pages have changed, or cities are others', async () => {
    await using site = await largeSite();
    site.write(edited(COUNT / 5));
    assert.deepEqual(await site.publish().then((pointer) => [pointer?.generation, pointer?.base]), [2, undefined]);
    const cities = [{ slug: 'p7', name: 'P 7', aliases: [] }];
    assert.deepEqual(await site.publish({ config: { cities } }).then((pointer) => pointer?.base), undefined);
  });

  it('makes the next delta without the company data having changed from what titles say', async () => {
    await using site = await largeSite();
    site.write([{ ...pageAt(7), title: 'Fontanería urgente' }]);
    assert.equal((await site.publish())?.base?.generation, 1);
    const synonyms = [['grifo', 'llave']];
    assert.equal((await site.publish({ config: { synonyms } }))?.base?.generation, 1);
  });

  it('keeps three generations, and the base of those', async () => {
    await using site = await largeSite();
    for (let edit = 0; edit < 5; edit++) {
      site.write([pageAt(7, `Texto ${edit} de la página 7 sobre grifos.`)]);
      await site.publish();
    }
    const generations = (await site.generations.published()).map(({ generation }) => generation);
    assert.deepEqual(generations, [6, 5, 4, 1]);
    assert.ok(existsSync(join(site.dir, 'index/index-1.db')));
    assert.deepEqual(await site.generations.clean(), []);
  });

  it('builds the whole index anew when the base was written to, or its file is gone', async () => {
    await using site = await largeSite();
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')]);
    assert.ok((await site.publish())?.base);
    appendFileSync(join(site.dir, 'index/index-1.db'), 'x');
    const whole = await site.publish();
    assert.deepEqual([whole?.generation, whole?.base], [3, undefined]);
  });

  it('removes what a crash left of a delta, and makes it again', async () => {
    await using site = await largeSite();
    writeFileSync(join(site.dir, 'index/index-2.db'), 'half of a delta');
    site.write([pageAt(7, 'Texto de la página 7 sobre monomandos.')]);
    assert.deepEqual(await site.generations.clean(), ['index-2.db']);
    assert.deepEqual(await site.publish().then((pointer) => [pointer?.generation, pointer?.base?.generation]), [2, 1]);
  });
});
