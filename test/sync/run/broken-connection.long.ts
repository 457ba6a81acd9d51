import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault } from '../../helpers/fault-proxy.ts';
import { connectTo } from '../wordpress/connect.ts';
import { paths, smallSite } from './small-site.ts';

/** Tells a request for the list of everything from one for pages by id. */
const isListing = (url: string, what: 'census' | 'include') =>
  url.includes('/wp/v2/pages') && url.includes('include') === (what === 'include');

const textOf15 = async (site: Awaited<ReturnType<typeof smallSite>>) =>
  await site.index((index) => index.pageByPath('/pagina-15')?.markdown);

describe('run, when the connection to the site fails', () => {
  /** What may mean that the REST API is closed has each page looked at: the one that is gone leaves then. */
  const closing = new Set(['401', 'a challenge in HTML', 'a redirect elsewhere']);
  const faults: readonly (readonly [string, Fault, RegExp])[] = [
    ['500', { kind: 'status', status: 500 }, /500/],
    ['502', { kind: 'status', status: 502 }, /502/],
    ['401', { kind: 'status', status: 401 }, /401/],
    ['a challenge in HTML', { kind: 'html', title: 'Un momento…' }, /HTML/i],
    ['a truncated list', { kind: 'truncate' }, /truncated|end|incomplete|breaks off/i],
    ['a reset connection', { kind: 'reset' }, /reset|closed|ended|broke/i],
    ['silence', { kind: 'stall' }, /time|slow|second|ms/i],
    ['a redirect elsewhere', { kind: 'redirect', to: 'https://otra.example/' }, /redirect|otra\.example/i],
    ['a body without end', { kind: 'endless', bytes: 1_073_741_824 }, /large|bytes|MB|MiB/i],
  ];
  const ofOnePage = new Set(['500', 'a body without end']);
  for (const [name, fault, cause] of faults) {
    it(`deletes nothing that visitors still get, and says why: ${name}`, async () => {
      await using site = await smallSite();
      await site.sync();
      site.pages.splice(0, 1);
      const after = `${site.pages.find(({ id }) => id === 15)?.content}<p>Otro texto.</p>`;
      site.edit(15, { content: after, modified_gmt: '2026-05-01T00:00:00' });
      // A single page that is too large, or at which the site breaks, is left as it was, and fails nothing.
      for (const what of ofOnePage.has(name) ? (['census'] as const) : (['census', 'include'] as const)) {
        site.proxy.setFaults(({ url }) => (isListing(url, what) ? fault : undefined));
        await assert.rejects(site.sync({ force: true }), { name: 'WordPressError', message: cause });
        assert.equal(await site.live(), closing.has(name) ? 2 : 1);
        assert.equal(paths(site).length, closing.has(name) ? 11 : 12);
      }
      if (ofOnePage.has(name)) {
        site.proxy.setFaults(({ url }) => (isListing(url, 'include') ? fault : undefined));
        await site.sync({ force: true });
        assert.equal(paths(site).length, 11);
        assert.equal(await textOf15(site), 'Texto de la página 15.');
      }
      site.proxy.setFaults(undefined);
      await site.sync();
      assert.equal(paths(site).length, 11);
      assert.equal(await textOf15(site), 'Texto de la página 15.\n\nOtro texto.');
    });
  }

  it('deletes nothing when a list of several parts is truncated', async () => {
    await using site = await smallSite(250);
    await site.sync();
    site.proxy.setFaults(({ url }) =>
      isListing(url, 'census') && /[?&]page=3\b/.test(url) ? { kind: 'status', status: 403 } : undefined,
    );
    await assert.rejects(site.sync({ force: true }), { name: 'WordPressError' });
    assert.equal([...site.mirror.publishable()].length, 250);
  });

  it('reads through a byte order mark and PHP notices', async () => {
    await using site = await smallSite();
    site.proxy.setFaults(({ url }) =>
      url.includes('/wp/v2/')
        ? {
            kind: 'around',
            before: '\uFEFF<br />\n<b>Notice</b>: x in y.php on line 1<br />\n',
            after: '\n<!-- cached -->',
          }
        : undefined,
    );
    assert.equal((await site.sync()).pages, 12);
  });

  it('keeps the mirrored text of a page that arrives damaged, reads the others, and tries again', async () => {
    await using site = await smallSite(30);
    await site.sync();
    const later = { modified_gmt: '2026-05-01T00:00:00' };
    for (const id of [14, 21, 35])
      site.edit(id, { content: `<p>Texto de la página ${id}.</p><p>Cañería nueva ${id}.</p>`, ...later });
    site.pages.push({ id: 50, slug: 'pagina-50', content: '<p>Cañería nueva.</p>', ...later });
    const breakPages = (...ids: readonly number[]) =>
      site.proxy.setFaults(({ url }) => {
        const asked = /include=([\d%2C]+)/.exec(url)?.[1]?.split('%2C').map(Number) ?? [];
        if (!ids.some((id) => asked.includes(id))) return undefined;
        return { kind: 'damage', edit: (body) => Buffer.from(body.toString('utf8'), 'latin1') };
      });
    breakPages(21, 50);
    const broken = await site.sync();
    assert.deepEqual([broken.new, broken.changed, broken.gone, broken.pages], [0, 2, 0, 30]);
    const textOf = (id: number) => site.index((index) => index.pageByPath(`/pagina-${id}`)?.markdown ?? '');
    assert.match(await textOf(14), /Cañería/);
    assert.equal(await textOf(21), 'Texto de la página 21.');
    assert.equal(site.warnings().length, 2);
    assert.match(site.warnings()[0] ?? '', /^\/pagina-21: the text of the last run stays: .*text that is not UTF-8/);
    assert.match(site.warnings()[1] ?? '', /^page 50 is excluded until the next run: /);
    breakPages();
    const { new: added, changed } = await site.sync();
    assert.deepEqual([added, changed], [1, 1]);
  });

  it('leaves out a page that is larger than any answer may be, and reads the others', async () => {
    await using site = await smallSite();
    const big = {
      id: 60,
      slug: 'enorme',
      modified_gmt: '2026-05-01T00:00:00',
      content: `<p>${'x'.repeat(400_000)}</p>`,
    };
    site.pages.push(big);
    const connect = async () => (await connectTo(site.proxy.url, { attempts: 1, maxBytes: 300_000 })).wordpress;
    assert.equal((await site.sync({}, { connect })).pages, 12);
    assert.match(site.warnings().join(), /page 60 is excluded until the next run: .*size cap/);
  });

  it('bears JSON-LD of thousands of levels', async () => {
    await using site = await smallSite();
    const front = { id: 9, slug: 'inicio', path: '/', modified_gmt: '2026-05-01T00:00:00', content: '<p>Portada.</p>' };
    site.pages.push({ ...front, extra: { yoast_head_json: { schema: 'DEEP' } } });
    const text = '['.repeat(6000) + ']'.repeat(6000);
    site.proxy.setFaults(({ url }) =>
      isListing(url, 'include')
        ? { kind: 'damage', edit: (body) => Buffer.from(body.toString('utf8').replace('"DEEP"', text)) }
        : undefined,
    );
    assert.equal((await site.sync()).pages, 13);
  });

  it('ends a listing without end', async () => {
    await using site = await smallSite();
    await site.sync();
    const headers = { 'x-wp-total': '999999999', 'x-wp-totalpages': '9999999' };
    site.proxy.setFaults(({ url }) => (isListing(url, 'census') ? { kind: 'json', value: [], headers } : undefined));
    await assert.rejects(site.sync(), { message: /does not end/ });
  });

  it('fails when most responses are damaged, or when the list is', async () => {
    await using site = await smallSite(30);
    await site.sync();
    const toLatin1 = { kind: 'damage', edit: (body: Buffer) => Buffer.from(body.toString('utf8'), 'latin1') } as const;
    site.proxy.setFaults(({ url }) => (isListing(url, 'include') ? toLatin1 : undefined));
    await assert.rejects(site.sync({ full: true }), { kind: 'damaged' });
    const smudge = (body: Buffer) =>
      Buffer.from(body.toString('latin1').replace('pagina-12', 'pagina-\xff2'), 'latin1');
    site.proxy.setFaults(({ url }) => (isListing(url, 'census') ? { kind: 'damage', edit: smudge } : undefined));
    await assert.rejects(site.sync(), { kind: 'damaged', message: /text that is not UTF-8/ });
    assert.equal(await site.index((index) => index.counts.pages), 30);
  });

  it('publishes a site in the language that site.yaml names, whatever the theme says', async () => {
    await using site = await smallSite();
    await site.writeSiteFile('language: es\n');
    await site.sync();
    assert.equal(await site.index((index) => index.site.language), 'es');
  });

  it('keeps the language of the site while something else stands in the place of its front page', async () => {
    await using site = await smallSite();
    await site.sync();
    assert.equal(await site.index((index) => index.site.language), 'es-ES');
    site.proxy.setFaults(({ url }) =>
      /^\/(?:$|\?)/.test(url) ? { kind: 'html', title: 'Just a moment...' } : undefined,
    );
    site.edit(12, { content: '<p>Otro texto.</p>', modified_gmt: '2026-05-01T00:00:00' });
    assert.equal((await site.sync()).changed, 1);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-12')?.language), 'es-ES');
    assert.equal(await site.index((index) => index.site.language), 'es-ES');
  });

  it("follows the site's language in the next run, without --full", async () => {
    await using site = await smallSite();
    await site.sync();
    site.wordpress.language = 'en-GB';
    const summary = await site.sync();
    assert.deepEqual(summary.why, ['every page was read: the site speaks another language']);
    assert.equal(await site.index((index) => index.site.language), 'en-GB');
    assert.equal(await site.index((index) => index.pageByPath('/pagina-12')?.language), 'en-GB');
    assert.equal((await site.sync()).mode, 'changes');
  });

  it('makes a language plugin’s new default the main language, and keeps the pages of the other', async () => {
    await using site = await smallSite(6);
    for (const id of site.pages.map((page) => page.id)) {
      site.edit(id, { extra: { lang: 'es' } });
      site.pages.push({
        id: id + 100,
        slug: `page-${id}`,
        path: `/en/page-${id}/`,
        modified_gmt: '2026-03-01T08:30:00',
        content: `<p>Text of page ${id}.</p>`,
        extra: { lang: 'en' },
      });
    }
    await site.sync();
    site.wordpress.language = 'en-US';
    const { gone } = await site.sync();
    assert.equal(gone, 0);
    assert.equal(await site.index((index) => index.site.language), 'en-US');
    assert.deepEqual(
      await site.index((index) => ['/pagina-11', '/en/page-11'].map((path) => index.pageByPath(path)?.language)),
      ['es', 'en'],
    );
  });

  it('keeps the mirrored page when the page itself cannot be read, and tries again', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { content: '[vc_row][vc_column][/vc_column][/vc_row]', modified_gmt: '2026-05-01T00:00:00' });
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-11') ? { kind: 'status', status: 500 } : undefined));
    const summary = await site.alert();
    assert.deepEqual([summary.changed, summary.pages], [0, 12]);
    assert.match(summary.message, /1 page could not be fetched .*500/);
    const before = site.proxy.seen.length;
    await site.alert();
    assert.ok(site.proxy.seen.slice(before).some(({ url }) => url.startsWith('/pagina-11')));
  });
});
