import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startWordPressSite, type WordPressSite } from '../helpers/wordpress-site.ts';
import { compareWithVisitor } from './visitor-comparer.ts';

const PLUGINS = join(import.meta.dirname, 'plugins');

describe('sync of a real WordPress, beside an anonymous browser', () => {
  let wordpress: WordPressSite;
  let synced: SyncedSite;

  before(async () => {
    wordpress = await startWordPressSite({ port: 8096 });
    const plugins = join(wordpress.dir, 'wp-content/mu-plugins');
    await mkdir(plugins, { recursive: true });
    await cp(join(PLUGINS, 'visibility.php'), join(plugins, 'visibility.php'));
    // Four cities are enough, and each page is looked at many times.
    await wordpress.php(
      `foreach (get_pages(['parent' => 0]) as $p) {
         $children = get_pages(['parent' => $p->ID]);
         if (count($children) < 4 || in_array($p->post_name, ['madrid', 'sevilla', 'malaga', 'granada'])) continue;
         foreach ([$p, ...$children] as $gone) wp_delete_post($gone->ID, true);
       }`,
    );
    synced = await createSyncedSite({ SITE_URL: wordpress.url });
  });
  after(async () => {
    await synced?.[Symbol.asyncDispose]();
    await wordpress?.[Symbol.asyncDispose]();
  });

  /** Rules of the stand-in plugin, by the path of the page. */
  async function setRules(rules: Readonly<Record<string, string>>): Promise<void> {
    const list = JSON.stringify(JSON.stringify(rules));
    await wordpress.php(
      `foreach (json_decode(${list}) as $path => $rule) $all[get_page_by_path($path)->ID] = $rule;
       update_option('visibility', $all ?? []);`,
    );
  }

  const setMode = (mode: string) => wordpress.php(`update_option('site_mode', '${mode}');`);

  async function sync(...args: readonly string[]) {
    const run = await synced.sync(...args);
    assert.equal(run.code, 0, run.failure);
    return run.summary;
  }

  const RULES = {
    'madrid/fontaneria': 'noindex_core',
    'madrid/cerrajeria': 'noindex_own',
    'madrid/electricidad': 'noindex_google',
    'sevilla/fontaneria': 'noindex_rest',
    'sevilla/cerrajeria': 'header',
    'sevilla/electricidad': 'canonical',
    'malaga/fontaneria': 'members_in_theme',
    'malaga/cerrajeria': 'login',
    'malaga/electricidad': 'elsewhere',
    'granada/fontaneria': 'refused',
    'granada/cerrajeria': 'gone',
    'madrid/reformas': 'noindex_late',
    'sevilla/reformas': 'expired',
    'malaga/reformas': 'refresh',
    'granada/reformas': 'script',
    'granada/desatascos': 'canonical_header',
    'malaga/desatascos': 'members_plain',
  };
  /** The REST API and the page show the same notice of `members_plain`, which is published. */
  const HIDDEN = Object.keys(RULES).length - 1;

  it('agrees before anything is hidden', async () => {
    await sync();
    assert.deepEqual(await compareWithVisitor(wordpress, synced), []);
  });

  it('agrees once pages are hidden by each method, without a new time of change', async () => {
    await setRules(RULES);
    const summary = await sync('--full');
    assert.deepEqual([summary?.gone, summary?.changed], [HIDDEN, 1]);
    assert.deepEqual(await compareWithVisitor(wordpress, synced), []);
  });

  it('agrees once they are shown again', async () => {
    await setRules({});
    const summary = await sync('--full');
    assert.deepEqual([summary?.new, summary?.changed], [HIDDEN, 1]);
    assert.deepEqual(await compareWithVisitor(wordpress, synced), []);
  });

  it('agrees at once when a membership plugin takes many pages out of the REST API', async () => {
    const protectedPages = ['madrid', 'sevilla'].flatMap((city) =>
      ['fontaneria', 'cerrajeria', 'electricidad', 'reformas', 'desatascos'].map((service) => `${city}/${service}`),
    );
    await setRules(Object.fromEntries(protectedPages.map((path) => [path, 'members_unlisted'])));
    assert.equal((await sync())?.gone, protectedPages.length);
    assert.deepEqual(await compareWithVisitor(wordpress, synced), []);
    await setRules({});
    assert.equal((await sync())?.new, protectedPages.length);
  });

  it('agrees on a data directory that begins with hidden pages', async () => {
    await setRules({ ...RULES, 'granada/electricidad': 'members' });
    await using fresh = await createSyncedSite({ SITE_URL: wordpress.url });
    assert.equal((await fresh.sync()).code, 0);
    assert.deepEqual(await compareWithVisitor(wordpress, fresh), []);
    await setRules({});
  });

  it('agrees with the login of an editor, who is shown everything', async () => {
    await setRules({ ...RULES, 'granada/electricidad': 'members' });
    const password = await wordpress.edit('application-password');
    await using member = await createSyncedSite({
      SITE_URL: wordpress.url,
      SYNC_USER: 'admin',
      SYNC_APP_PASSWORD: password.replace(/^admin:/, ''),
    });
    const { code, failure } = await member.sync();
    assert.equal(code, 0, failure);
    assert.deepEqual(await compareWithVisitor(wordpress, member), []);
    await setRules({});
  });

  it('serves no passage that the theme leaves out and the REST API gives', async () => {
    await setRules({ 'madrid/fontaneria': 'part_in_theme' });
    await sync('--full');
    assert.deepEqual(await compareWithVisitor(wordpress, synced), []);
    await setRules({});
    await sync('--full');
  });

  it('keeps every part of a page that its editor divides', async () => {
    const slug = 'guia-en-partes';
    await wordpress.php(
      `wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Guía', 'post_name' => '${slug}',
        'post_content' => '<p>La primera parte de la guía habla de los cimientos.</p><!--nextpage--><p>La segunda parte de la guía habla del tejado y de sus canalones.</p>']);`,
    );
    await sync();
    const page = await synced.index((index) => index.pageByPath(`/${slug}`));
    assert.match(page?.markdown ?? '', /cimientos[\s\S]*canalones/);
    await wordpress.php(`wp_delete_post(get_page_by_path('${slug}')->ID, true);`);
    await sync();
  });

  it('keeps what it has while the REST API alone is closed', async () => {
    const pages = await synced.proveIndex();
    await setMode('rest');
    const closed = await synced.sync();
    assert.deepEqual([closed.code, await synced.proveIndex()], [2, pages], closed.failure);
    assert.match(closed.failure, /visitors still get the pages/);
    assert.equal((await synced.generations.guard())[0]?.kind, 'unread');
    await setMode('');
    await sync();
    assert.deepEqual(await synced.generations.guard(), []);
  });

  it('serves nothing of a site that sends everybody to its login, and all of it once that is over', async () => {
    await setMode('login');
    const closed = await synced.sync();
    assert.deepEqual([closed.code, await synced.proveIndex()], [2, 0], closed.failure);
    assert.match(closed.failure, /visitors do not get the pages either/);
    await setMode('');
    await sync();
    assert.deepEqual(await compareWithVisitor(wordpress, synced), []);
  });

  for (const mode of ['maintenance', 'soon'] as const) {
    it(`keeps what it has while the whole site shows a notice (${mode}), and publishes nothing of a site that begins so`, async () => {
      await sync('--full');
      const pages = await synced.proveIndex();
      await setMode(mode);
      const held = await synced.sync('--full');
      assert.equal(held.code, 2, held.failure);
      assert.equal(await synced.proveIndex(), pages);
      await using fresh = await createSyncedSite({ SITE_URL: wordpress.url });
      assert.equal((await fresh.sync()).code, 2);
      assert.equal(await fresh.generation(), undefined);
      await setMode('');
      await sync('--full');
      assert.deepEqual(await compareWithVisitor(wordpress, synced), []);
    });
  }
});
