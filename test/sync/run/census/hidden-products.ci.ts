import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { smallSite } from '../small-site.ts';

describe('run, beside a shop that hides products', () => {
  const types = ['pages', 'product'];
  const products = [500, 501].map((id) => {
    const slug = `caldera-${id}`;
    return { id, slug, modified_gmt: '2026-03-01T00:00:00', content: `<p>Caldera ${id}.</p>` };
  });
  const served = (site: Awaited<ReturnType<typeof smallSite>>) =>
    [...site.mirror.publishable()].flatMap(({ id }) => (id >= 500 ? [id] : []));

  it('leaves them out, though their addresses answer, and follows what the shop says of them', async () => {
    await using site = await smallSite();
    site.wordpress.types = { product: { namespace: 'wp/v2', pages: products } };
    site.wordpress.shop = { hidden: [500] };
    assert.deepEqual((await site.sync({}, { types })).skipped, { 'hidden product': 1 });
    assert.deepEqual(served(site), [501]);
    site.wordpress.shop = { hidden: [501] };
    await site.sync({}, { types });
    assert.deepEqual(served(site), [500]);
    site.wordpress.shop = { hidden: [501], fails: true };
    await site.sync({}, { types });
    assert.deepEqual(served(site), [500]);
    assert.match(site.warnings().join(), /The hidden products of the shop could not be read/);
    delete site.wordpress.shop;
    await site.sync({}, { types });
    assert.deepEqual(served(site), [500]);
    assert.match(site.warnings().join(), /could not be read: its Store API was removed/);
  });

  it('leaves them out in every language of a shop whose lists have one', async () => {
    await using site = await smallSite();
    const [caldera, boiler] = products.map((product, at) => ({ ...product, language: ['es', 'en'][at] ?? '' }));
    assert.ok(caldera && boiler);
    Object.assign(site.wordpress, { languages: ['es', 'en'], wpml: true, shop: { hidden: [501] } });
    site.wordpress.types = { product: { namespace: 'wp/v2', pages: [caldera, boiler] } };
    assert.deepEqual((await site.sync({}, { types })).skipped, { 'hidden product': 1 });
    assert.deepEqual(served(site), [500]);
  });

  it('hides none where there is no such shop, or its list means nothing', async () => {
    await using site = await smallSite();
    site.wordpress.types = { product: { namespace: 'wp/v2', pages: products } };
    await site.sync({}, { types });
    assert.deepEqual(site.warnings(), []);
    site.wordpress.shop = { hidden: [500], isDeaf: true };
    await site.sync({}, { types });
    assert.deepEqual(served(site), [500, 501]);
  });
});
