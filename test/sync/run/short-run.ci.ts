import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageName, ShortOrder } from '../../../sync/run/events.ts';
import { smallSite } from './small-site.ts';

const LATER = '2026-03-02T09:00:00';

/** A probe found something in the pages; rows that the listing counts and does not show. */
const afterProbe = (surplus = 0): { readonly short: ShortOrder } => ({
  short: { why: 'a probe', types: new Map([['pages', surplus]]), pages: [] },
});

/** The site named pages. */
const orderFor = (...pages: readonly PageName[]): { readonly short: ShortOrder } => ({
  short: { why: 'message', types: new Map(), pages },
});
const page = (id: number): PageName => ({ id, type: 'page' });

type Site = Awaited<ReturnType<typeof smallSite>>;

/** Requests of what is done, without those that find the REST API. */
async function requestsOf(site: Site, work: () => Promise<unknown>): Promise<string[]> {
  const before = site.proxy.seen.length;
  await work();
  return site.proxy.seen
    .slice(before)
    .map(({ url }) => new URL(url, 'http://x'))
    .filter(({ pathname }) => pathname !== '/' && pathname !== '/wp-json/')
    .map(({ pathname, searchParams: query }) => {
      const what = query.get('include') ?? (query.get('orderby') === 'modified' ? 'newest' : query.get('page'));
      return pathname.startsWith('/wp-json/') ? `api ${what}` : pathname;
    });
}

describe('a short run after a probe', () => {
  it('brings an edited page, and asks for nothing else', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(13, { content: '<p>Otro texto.</p>', modified_gmt: LATER });
    const asked = await requestsOf(site, () => site.sync(afterProbe()));
    assert.deepEqual(asked, ['api newest', 'api 13', '/pagina-13/']);
    assert.deepEqual(site.seen('changed'), ['/pagina-13: pagina-13']);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-13')?.markdown), 'Otro texto.');
  });

  it('tells its mode, and leaves pages that it did not ask for as they were', async () => {
    await using site = await smallSite();
    site.edit(12, { shown: { head: '<meta name="robots" content="noindex">' } });
    await site.sync();
    site.edit(13, { modified_gmt: LATER });
    const summary = await site.sync(afterProbe());
    assert.deepEqual([summary.mode, summary.unchanged, summary.skipped], ['short', 11, { noindex: 1 }]);
  });

  it('brings a new page, and one that WordPress publishes with an old time of change', async () => {
    await using site = await smallSite();
    await site.sync();
    site.pages.push({ id: 90, slug: 'nueva', modified_gmt: LATER, content: '<p>Nueva.</p>' });
    await site.sync(afterProbe());
    assert.deepEqual(site.seen('new'), ['/nueva: nueva']);
    site.pages.push({ id: 49, slug: 'vieja', modified_gmt: '2020-01-01T00:00:00', content: '<p>Vieja.</p>' });
    await site.sync(afterProbe());
    assert.deepEqual(site.seen('new'), ['/vieja: vieja']);
  });

  it('drops a page that is not listed any more, after asking for it twice, and its address', async () => {
    await using site = await smallSite();
    await site.sync();
    site.pages.splice(4, 1);
    const asked = await requestsOf(site, () => site.sync(afterProbe()));
    assert.deepEqual(asked, ['api newest', 'api 1', 'api 15', 'api 15', '/pagina-15/']);
    assert.deepEqual(site.seen('gone'), ['/pagina-15: the site does not list it any more']);
  });

  it('drops a page that visitors do not get where the REST API fails at it, or at its type', async () => {
    await using site = await smallSite();
    site.wordpress.types = {
      libros: { namespace: 'wp/v2', pages: [{ id: 90, slug: 'libro', modified_gmt: LATER, content: '<p>Libro.</p>' }] },
    };
    const types = ['pages', 'libros'];
    await site.sync({}, { types });
    const revisit = orderFor(page(13), page(14), { id: 90, type: 'libros' });
    for (const id of [13, 14]) {
      site.proxy.setFaults(({ url }) =>
        new RegExp(id === 13 ? '/pages\\?.*include=.*13' : '/pages').test(url)
          ? { kind: 'status', status: 500 }
          : undefined,
      );
      site.edit(id, { shown: { redirect: '/wp-login.php?redirect_to=x' } });
      const { mode, gone } = await site.sync(revisit, { types });
      assert.deepEqual([mode, gone], ['short', 1]);
    }
  });

  it('keeps a page that only the listing lost', async () => {
    await using site = await smallSite();
    await site.sync();
    const without15 = (rows: readonly unknown[]) => rows.filter((row) => Reflect.get(row as object, 'id') !== 15);
    site.proxy.setFaults(({ url }) => (url.includes('orderby=id&') ? { kind: 'rows', edit: without15 } : undefined));
    await site.sync(afterProbe(1));
    assert.deepEqual(site.seen('gone'), []);
  });

  it('drops a page that got a password, and takes it back without', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(16, { password: true, modified_gmt: LATER });
    await site.sync(afterProbe());
    assert.deepEqual(site.seen('gone'), ['/pagina-16: password']);
    site.edit(16, { password: false, modified_gmt: '2026-03-02T10:00:00' });
    await site.sync(afterProbe());
    assert.deepEqual(site.seen('new'), ['/pagina-16: pagina-16']);
  });

  it('follows a renamed page, and the pages below it, whose time of change stays', async () => {
    await using site = await smallSite();
    site.edit(12, { path: '/madrid/' });
    site.edit(13, { path: '/madrid/gas/' });
    await site.sync();
    site.edit(12, { path: '/capital/', modified_gmt: LATER });
    site.edit(13, { path: '/capital/gas/' });
    await site.sync(afterProbe());
    assert.deepEqual(site.seen('moved').toSorted(), ['/capital/gas: pagina-13', '/capital: pagina-12']);
    assert.equal(await site.index((index) => index.pageByPath('/madrid/gas')?.path), '/capital/gas');
  });

  it('follows the pages below one in the trash, and back', async () => {
    await using site = await smallSite();
    site.edit(12, { path: '/madrid/' });
    site.edit(13, { path: '/madrid/gas/' });
    await site.sync();
    const [parent] = site.pages.splice(1, 1);
    assert.ok(parent);
    site.edit(13, { path: '/madrid__trashed/gas/' });
    await site.sync(afterProbe());
    assert.deepEqual(site.seen('moved'), ['/madrid__trashed/gas: pagina-13']);
    site.pages.push({ ...parent, modified_gmt: LATER });
    site.edit(13, { path: '/madrid/gas/' });
    await site.sync(afterProbe());
    assert.deepEqual(site.seen('moved'), ['/madrid/gas: pagina-13']);
  });

  it('keeps a page that a cache answers with an older text', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(13, { content: '<p>Antiguo.</p>', modified_gmt: '2025-01-01T00:00:00' });
    await site.sync(orderFor(page(13)));
    assert.deepEqual(site.seen('changed'), []);
  });

  it('reads everything where the mirror cannot be compared with', async () => {
    await using site = await smallSite();
    assert.equal((await site.sync(afterProbe())).mode, 'full');
  });

  it('is guarded as any run, and a whole census judges what the guard holds', async () => {
    await using site = await smallSite(20);
    await site.sync();
    site.pages.splice(0, 10);
    await assert.rejects(site.sync(afterProbe()), /10 of 20 pages would go/);
    assert.equal((await site.generations.guard()).length, 1);
    await assert.rejects(site.sync(orderFor(page(25))), /10 of 20 pages would go/);
    assert.equal(site.events.find((event) => event.type === 'started')?.mode, 'changes');
  });
});

describe('a short run after a message', () => {
  it('looks at the pages that are named, though nothing else tells of a change', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(13, { shown: { head: '<meta name="robots" content="noindex">' } });
    const asked = await requestsOf(site, () => site.sync(orderFor(page(13))));
    assert.deepEqual(asked, ['api 13', '/pagina-13/']);
    assert.deepEqual(site.seen('gone'), ['/pagina-13: noindex']);
  });

  it('believes nothing of it: pages that are not there, or not read here, change nothing', async () => {
    await using site = await smallSite();
    await site.sync();
    const asked = await requestsOf(site, () =>
      site.sync(orderFor(page(11), page(999), { id: 998, type: 'post' }, { id: 997, type: 'revision' })),
    );
    assert.deepEqual(asked, ['api null', 'api 11,999', '/pagina-11/']);
    assert.equal(await site.live(), 1);
  });
});

describe('a run that leaves what need not hurry to short runs', () => {
  it('looks only at what changed, and names the pages whose turn it is', async () => {
    await using site = await smallSite();
    await site.sync();
    site.pass(1);
    site.edit(13, { content: '<p>Otro texto.</p>', modified_gmt: LATER });
    site.edit(14, { shown: { head: '<meta name="robots" content="noindex">' } });
    const left: PageName[] = [];
    const asked = await requestsOf(site, () => site.sync({}, { postpone: (pages) => left.push(...pages) }));
    assert.deepEqual(asked, ['api 1', 'api 2', 'api 13', '/pagina-13/']);
    assert.deepEqual([left.length, left.some(({ id }) => id === 13)], [11, false]);
    await site.sync(orderFor(...left));
    assert.deepEqual(site.seen('gone'), ['/pagina-14: noindex']);
  });
});
