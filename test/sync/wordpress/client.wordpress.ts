import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { languageTag } from '../../../sync/wordpress/text.ts';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { startWordPressSite, type WordPressSite } from '../../helpers/wordpress-site.ts';
import { all, connectTo } from './connect.ts';

/** The site is the seeded one, as it is after installation; it is only read. TEST_WORDPRESS_URL may name one that runs. */
describe('a real WordPress', () => {
  let siteUrl = process.env['TEST_WORDPRESS_URL'] ?? '';
  let own: WordPressSite | undefined;

  before(async () => {
    if (siteUrl !== '') return;
    own = await startWordPressSite({ port: 8092 });
    siteUrl = own.url;
  });
  after(() => own?.[Symbol.asyncDispose]());
  const timeouts = { connect: 5000, headers: 60_000, body: 60_000, total: 120_000 };

  it('is found by its own announcement and says who it is', async () => {
    await using connected = await connectTo(siteUrl, { timeouts });
    const { site, apiRoot } = connected.wordpress;
    assert.deepEqual(connected.of('api_found'), [{ type: 'api_found', root: apiRoot, by: 'Link header' }]);
    assert.equal(site.name, 'Llave y Tejo');
    assert.equal(site.home, siteUrl.replace(/\/+$/, ''));
    assert.deepEqual(site.hosts, [new URL(siteUrl).host]);
    assert.equal(languageTag(site.language), site.language);
  });

  it('lists only what is published, and every such page can be read', async () => {
    await using connected = await connectTo(siteUrl, { timeouts });
    const { wordpress } = connected;
    const rows = await all(wordpress.census('pages'));
    assert.ok(rows.length > 100);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    assert.ok(rows.every(({ status }) => status === 'publish'));
    assert.ok(rows.some((row) => row.protected));
    assert.ok(rows.every(({ modified }) => /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(modified)));

    const ids = rows.map(({ id }) => id);
    const pages = await all(wordpress.fetchPages('pages', [...ids, 9_999_999]));
    assert.deepEqual(
      pages.map(({ id }) => id).toSorted((a, b) => a - b),
      ids,
    );
    const listed = new Map(rows.map((row) => [row.id, row]));
    for (const page of pages) {
      const { id, link, slug, modified, protected: locked, status } = page;
      assert.deepEqual({ id, link, slug, modified, protected: locked, status }, listed.get(page.id));
      assert.equal(page.content !== '' && !locked, page.content !== '', page.link);
      assert.equal(page.type, 'page');
    }
    assert.ok(pages.filter(({ content }) => content.length > 500).length > 100);
    assert.deepEqual(connected.events.slice(1), []);
  });

  it('names a type that is not there', async () => {
    await using connected = await connectTo(siteUrl, { timeouts });
    await assert.rejects(all(connected.wordpress.census('nada')), { status: 404, message: /rest_no_route/ });
  });

  it('is read whole through a proxy that fails every third time', async () => {
    await using proxy = await startFaultProxy(siteUrl, (_, count) =>
      count % 3 === 0 ? { kind: 'status', status: 503 } : undefined,
    );
    await using connected = await connectTo(proxy.url, { timeouts });
    const rows = await all(connected.wordpress.census('pages'));
    const pages = await all(
      connected.wordpress.fetchPages(
        'pages',
        rows.map(({ id }) => id),
      ),
    );
    assert.equal(pages.length, rows.length);
    assert.ok(pages.every(({ link }) => link.startsWith(proxy.url)));
    assert.ok(connected.of('retried').length > 0);
  });
});
