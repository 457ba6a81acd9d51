import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChooseFault, Fault } from '../../helpers/fault-proxy.ts';
import { tinyPages } from '../wordpress/tiny-wordpress.ts';
import { paths, smallSite } from './small-site.ts';

/** An error of PHP whenever one of these pages is in an answer, as where a plugin breaks at those that it protects. */
const breaksAt = (...broken: readonly number[]) => failsAt({ kind: 'status', status: 500 }, broken);

const failsAt =
  (fault: Fault, broken: readonly number[]): ChooseFault =>
  ({ url }) => {
    const { pathname, searchParams: query } = new URL(url, 'http://casa.example');
    if (!pathname.endsWith('/wp/v2/pages')) return undefined;
    const size = Number(query.get('per_page'));
    const first = 11 + (Number(query.get('page') ?? 1) - 1) * size;
    const listed = query.get('include')?.split(',').map(Number) ?? Array.from({ length: size }, (_, at) => first + at);
    return broken.some((id) => listed.includes(id)) ? fault : undefined;
  };

describe('run, where the REST API breaks at single pages', () => {
  it('reads all others, keeps the text that visitors still get of these, and reads them again one day', async () => {
    await using site = await smallSite(130);
    await site.sync();
    site.proxy.setFaults(breaksAt(13, 70));
    site.edit(13, { content: '<p>Otro texto.</p>', modified_gmt: '2026-05-01T00:00:00' });
    site.edit(14, { content: '<p>Otro texto.</p>', modified_gmt: '2026-05-01T00:00:00' });
    const { changed, gone } = await site.sync({ full: true });
    assert.deepEqual([changed, gone, paths(site).length], [1, 1, 129]);
    assert.equal(
      site.warnings().filter((warning) => /pagina-(?:13|70): the text of the last run stays/.test(warning)).length,
      2,
    );
    site.proxy.setFaults(undefined);
    assert.equal((await site.sync()).new, 1);
  });

  it('does so where a plugin ends the answer with an error about one of them, and has one go for which visitors get its notice', async () => {
    await using site = await smallSite(130);
    site.proxy.setFaults(failsAt({ kind: 'json', status: 403, value: { success: false, data: 'Restricted' } }, [13]));
    assert.equal((await site.sync()).pages, 129);
    site.proxy.setFaults(
      failsAt({ kind: 'json', status: 403, value: { success: false, data: 'Restricted' } }, [13, 70]),
    );
    site.edit(70, { shown: { main: '<p>Este contenido es solo para socios registrados.</p>' } });
    assert.equal((await site.sync({ full: true })).gone, 1);
    assert.deepEqual([paths(site).includes(70), paths(site).length], [false, 128]);
  });

  it('reads all others where a plugin puts an error in the place of one, and has it go that refuses visitors', async () => {
    await using site = await smallSite(130);
    await site.sync();
    const refuse = (row: unknown) => ([13, 70].includes((row as { id: number }).id) ? [] : row);
    site.proxy.setFaults(({ url }) =>
      url.includes('/wp/v2/pages') ? { kind: 'rows', edit: (rows) => rows.map(refuse) } : undefined,
    );
    site.edit(13, { shown: { status: 401 } });
    site.edit(14, { content: '<p>Otro texto.</p>', modified_gmt: '2026-05-01T00:00:00' });
    site.edit(70, { shown: { redirect: '/wp-login.php?redirect_to=%2Fpagina-70%2F' } });
    const { changed, gone } = await site.sync();
    assert.deepEqual([changed, gone, paths(site).length], [1, 2, 128]);
    site.proxy.setFaults(undefined);
    for (const id of [13, 70]) site.edit(id, { shown: {} });
    assert.equal((await site.sync()).new, 2);
  });

  it('removes pages that visitors do not get in the run in which the REST API fails to list their type', async () => {
    await using site = await smallSite();
    const books = tinyPages(1).map((page) => Object.assign(page, { id: 90, slug: 'libro' }));
    site.wordpress.types = { libros: { namespace: 'wp/v2', pages: books } };
    const types = ['pages', 'libros'];
    await site.sync({}, { types });
    site.proxy.setFaults(({ url }) =>
      url.startsWith('/wp-json/wp/v2/pages?') ? { kind: 'status', status: 500 } : undefined,
    );
    site.edit(12, { shown: { redirect: '/pagina-20/' } });
    assert.equal((await site.sync({}, { types })).gone, 1);
    site.edit(13, { shown: { status: 404 } });
    assert.equal((await site.sync({ full: true }, { types })).gone, 1);
    assert.deepEqual([paths(site).includes(12), paths(site).includes(13)], [false, false]);
  });

  it('fails where the REST API refuses all of them', async () => {
    await using site = await smallSite(20);
    site.proxy.setFaults(
      failsAt({ kind: 'json', status: 403, value: { code: 'rest_forbidden', message: 'No.' } }, [13]),
    );
    await assert.rejects(site.sync(), { kind: 'denied' });
  });

  it('removes pages of a type while the REST API fails at all pages of another type', async () => {
    await using site = await smallSite(20);
    const books = tinyPages(5).map((page) => Object.assign(page, { id: page.id + 100, slug: `libro-${page.id}` }));
    site.wordpress.types = { libros: { namespace: 'wp/v2', pages: books } };
    const types = ['pages', 'libros'];
    site.proxy.setFaults(({ url }) => (/\/libros.*include=/.test(url) ? { kind: 'status', status: 500 } : undefined));
    assert.equal((await site.sync({}, { types })).pages, 20);
    site.pages.splice(2, 1);
    assert.equal((await site.sync({}, { types })).gone, 1);
  });

  it('has pages go at once that visitors do not get, and has them again after', async () => {
    await using site = await smallSite(30);
    await site.sync();
    site.proxy.setFaults(breaksAt(13, 17));
    site.edit(13, { shown: { redirect: '/wp-login.php?redirect_to=%2Fpagina-13%2F' } });
    site.edit(17, { shown: { redirect: '/pagina-20/' } });
    assert.equal((await site.sync({ full: true })).gone, 2);
    assert.deepEqual([paths(site).includes(13), paths(site).includes(17)], [false, false]);
    site.proxy.setFaults(undefined);
    for (const id of [13, 17]) site.edit(id, { shown: {} });
    assert.equal((await site.sync({ full: true })).new, 2);
  });

  it('asks for many again after each, and names them in its summary', async () => {
    await using site = await smallSite(600);
    site.proxy.setFaults(breaksAt(68, 320));
    site.proxy.seen.length = 0;
    const { warnings, pages } = await site.sync();
    assert.equal(pages, 598);
    assert.deepEqual(
      warnings.map((warning) => /^Row (\d+) of the listing of pages is not read/.exec(warning)?.[1]),
      ['58', '310'],
    );
    const listings = site.proxy.seen.filter(({ url }) => /per_page/.test(url) && !/include=/.test(url));
    // A first sync of this size lists the site three times.
    assert.ok(listings.length < 3 * 50, String(listings.length));
  });

  it('fails where it breaks at more than a few of them', async () => {
    await using site = await smallSite(20);
    site.proxy.setFaults(breaksAt(13, 17, 20));
    await assert.rejects(site.sync(), { kind: 'status', status: 500 });
    assert.equal(paths(site).length, 0);
    site.proxy.setFaults(breaksAt(13, 17));
    assert.equal((await site.sync()).pages, 18);
  });

  it('fetches pages as a visitor where it breaks at several in a row and reads further types', async () => {
    await using site = await smallSite(20);
    const books = tinyPages(1).map((page) => Object.assign(page, { id: 90, slug: 'libro' }));
    site.wordpress.types = { libros: { namespace: 'wp/v2', pages: books } };
    const types = ['pages', 'libros'];
    await site.sync({}, { types });
    const hidden = [13, 14, 15, 16, 17];
    const atPages = breaksAt(...hidden);
    site.proxy.setFaults((...asked) => (asked[0].url.includes('include=') ? atPages(...asked) : undefined));
    for (const id of hidden) site.edit(id, { shown: { redirect: '/wp-login.php?redirect_to=x' } });
    assert.equal((await site.sync({ full: true }, { types })).gone, 5);
    assert.deepEqual(
      paths(site).filter((id) => hidden.includes(id)),
      [],
    );
  });

  it('fails where it breaks at several in a row, and changes nothing', async () => {
    await using site = await smallSite(30);
    await site.sync();
    site.proxy.setFaults(breaksAt(20, 21, 22));
    await assert.rejects(site.sync({ full: true }), { kind: 'status', status: 500 });
    assert.equal(paths(site).length, 30);
  });
});
