import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';

describe('sync of another WordPress version with plain permalinks', () => {
  let wordpress: WordPressSite;
  let synced: SyncedSite;

  before(async () => {
    wordpress = await startWordPressSite({ port: 8106, core: 'trixie', plainPermalinks: true });
    synced = await createSyncedSite({ SITE_URL: wordpress.url, SYNC_TYPES: 'pages,posts,proyectos' });
  });
  after(async () => {
    await synced?.[Symbol.asyncDispose]();
    await wordpress?.[Symbol.asyncDispose]();
  });

  const idOf = async (path: string) => Number(await wordpress.php(`echo get_page_by_path('${path}')->ID;`));

  it('reads pages and posts by their ids', async () => {
    const { code, summary, failure } = await synced.sync();
    assert.equal(code, 0, failure);
    assert.ok((summary?.pages ?? 0) > 180);
    assert.equal(await synced.proveIndex(), summary?.pages);
    const id = await idOf('madrid/fontaneria');
    assert.equal((await synced.page(`/?page_id=${id}`))?.id, id);
    assert.equal((await synced.sync()).summary?.published, false);
  });

  it('reads pages of a custom type, each at the address of its slug', async () => {
    const listed = JSON.parse(
      await wordpress.php(`echo json_encode(array_map(fn($p) => ['id' => $p->ID, 'slug' => $p->post_name, 'link' => get_permalink($p)],
        get_posts(['post_type' => 'proyecto', 'post_status' => 'publish', 'has_password' => false, 'numberposts' => -1])));`),
    ) as { id: number; slug: string; link: string }[];
    assert.ok(listed.length > 1);
    for (const { id, slug, link } of listed) {
      assert.equal(link, `${wordpress.url}/?proyecto=${slug}`);
      assert.equal((await synced.page(`/?proyecto=${slug}`))?.id, id);
    }
    assert.equal((await synced.page('/'))?.type, 'pages');
  });

  it('brings edits, and drops what is unpublished or deleted', async () => {
    const [edited, hidden, deleted] = await Promise.all(
      ['madrid/fontaneria', 'madrid/cerrajeria', 'madrid/electricidad'].map(idOf),
    );
    await wordpress.edit('content', String(edited), '<p>Grifería dorada.</p>');
    await wordpress.edit('status', String(hidden), 'draft');
    await wordpress.edit('delete', String(deleted));
    const { summary } = await synced.sync();
    assert.deepEqual([summary?.changed, summary?.gone], [1, 2]);
    assert.match((await synced.page(`/?page_id=${edited}`))?.markdown ?? '', /Grifería dorada/);
    assert.equal(await synced.page(`/?page_id=${hidden}`), undefined);
  });

  it('answers plain addresses with the page when the site turns to pretty permalinks', async () => {
    const id = await idOf('sevilla/fontaneria');
    await wordpress.php(`update_option('permalink_structure', '/%postname%/'); flush_rewrite_rules(false);`);
    const { code, summary, failure } = await synced.sync();
    assert.equal(code, 0, failure);
    assert.equal(summary?.gone, 0);
    assert.ok((summary?.moved ?? 0) > 180);
    assert.equal((await synced.page('/sevilla/fontaneria'))?.id, id);
    assert.equal((await synced.page(`/?page_id=${id}`))?.id, id);
    assert.deepEqual(await synced.index((index) => index.site.queryVars), ['proyecto']);
  });
});
