import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TinyPage } from '../wordpress/tiny-wordpress.ts';
import { smallSite } from './small-site.ts';

/** Head of a page that asks not to be indexed. */
const NOINDEX = { head: '<meta name="robots" content="noindex">' };

const translation = (id: number, more: Partial<TinyPage> = {}): TinyPage => ({
  id: id + 100,
  slug: `page-${id}`,
  path: `/en/page-${id}/`,
  modified_gmt: '2026-03-01T08:30:00',
  content: `<p>The text of page ${id}.</p>`,
  language: 'en',
  ...more,
});

/** A site of six Spanish pages and their English translations. */
async function translatedSite(wpml: boolean) {
  const site = await smallSite(6);
  site.pages.push(...site.pages.map(({ id }) => translation(id)));
  Object.assign(site.wordpress, { languages: ['es', 'en'], wpml });
  return site;
}
type Site = Awaited<ReturnType<typeof translatedSite>>;

const languageAt = (site: Site, path: string) => site.index((index) => index.pageByPath(path)?.language);

/** The requests of a run. */
async function requestsOf(site: Site): Promise<readonly URLSearchParams[]> {
  const requests: URLSearchParams[] = [];
  site.way.setFaults(({ url }) => {
    if (url.includes('/wp/v2/pages')) requests.push(new URL(url, 'http://way').searchParams);
    return undefined;
  });
  await site.sync();
  return requests;
}

describe('run, on a site with WPML', () => {
  it('indexes the pages of every language, which are not listed unless they are asked for', async () => {
    await using site = await translatedSite(true);
    assert.equal((await site.sync()).pages, 12);
    assert.equal(await languageAt(site, '/pagina-11'), 'es-ES');
    assert.equal(await languageAt(site, '/en/page-11'), 'en');
  });

  it('asks for the text of a page in its own language', async () => {
    await using site = await translatedSite(true);
    const reads = (await requestsOf(site)).filter((query) => query.has('include'));
    const languages = reads.map((query) => [query.get('include')?.split(',').length, query.get('lang')]);
    assert.deepEqual(languages, [
      [6, null],
      [6, 'en'],
    ]);
  });

  it('reads a page whose address does not tell its language', async () => {
    await using site = await translatedSite(true);
    site.pages.push(translation(90, { path: '/about/' }), translation(91, { path: '/no/', language: 'en' }));
    assert.equal((await site.sync()).pages, 14);
    assert.equal((await site.sync()).changed, 0);
  });

  it('leaves out what other languages hide, too', async () => {
    await using site = await translatedSite(true);
    site.pages.push(
      translation(90, { shown: NOINDEX }),
      translation(91, { password: true }),
      translation(92, { path: '/fr/page-92/', language: 'fr', shown: { redirect: '/' } }),
      translation(93, { path: '/fr/page-93/', language: 'fr', shown: { status: 404 } }),
    );
    assert.equal((await site.sync()).pages, 12);
    for (const path of ['/en/page-90', '/en/page-91', '/fr/page-92', '/fr/page-93']) {
      assert.equal(await languageAt(site, path), undefined);
    }
  });

  it('lets a translation go that is deleted, and keeps the others', async () => {
    await using site = await translatedSite(true);
    await site.sync();
    site.pages.splice(
      site.pages.findIndex(({ id }) => id === 111),
      1,
    );
    assert.equal((await site.sync()).pages, 11);
  });

  it('holds the pages of a language that is listed no more', async () => {
    await using site = await translatedSite(true);
    await site.sync();
    site.pages.splice(6);
    await assert.rejects(site.sync(), /6 of 12 pages would go/);
    assert.equal(await languageAt(site, '/en/page-11'), 'en');
  });

  it('keeps every page when the plugin is switched off, for WordPress lists them all', async () => {
    await using site = await translatedSite(true);
    await site.sync();
    delete site.wordpress.languages;
    assert.equal((await site.sync()).pages, 12);
  });
});

describe('run, on a site with Polylang', () => {
  it('asks for no language, as every one is listed', async () => {
    await using site = await translatedSite(false);
    const requests = await requestsOf(site);
    assert.ok(requests.every((query) => !query.has('lang')));
    assert.equal(await languageAt(site, '/en/page-11'), 'en');
  });
});
