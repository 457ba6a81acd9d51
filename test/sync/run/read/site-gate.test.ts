import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault } from '../../../helpers/fault-proxy.ts';
import { paths, smallSite } from '../small-site.ts';
import { ids, kinds } from '../visibility-cases.ts';

type Site = Awaited<ReturnType<typeof smallSite>>;

const isPage = (url: string) => url === '/' || url.startsWith('/?') || url.startsWith('/pagina-');

/** Puts a gate before the pages of a site whose REST API stays open. */
const close = (site: Site, gate: Fault) => site.proxy.setFaults(({ url }) => (isPage(url) ? gate : undefined));

const notice: Fault = { kind: 'html', title: 'Muy pronto', head: '<meta name="robots" content="index">' };

describe('a gate before a whole site', () => {
  it('withdraws all pages in the next run, if it sends visitors to a login', async () => {
    await using site = await smallSite(45);
    await site.sync();
    close(site, { kind: 'redirect', to: '/wp-login.php?redirect_to=x' });
    await site.alert();
    assert.deepEqual([paths(site), await kinds(site)], [[], ['withdrawn']]);
  });

  it('holds all pages in the next run, if it is a notice, and compares them once', async () => {
    await using site = await smallSite(20);
    await site.sync();
    close(site, notice);
    await site.alert();
    assert.deepEqual([paths(site), await kinds(site)], [ids(11, 31), ['different']]);
  });

  it('is recognised later, if no page of the sample can be fetched', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.proxy.setFaults(({ url }) => {
      if (url === '/' || url.startsWith('/?')) return { kind: 'redirect', to: '/wp-login.php?redirect_to=x' };
      return isPage(url) ? { kind: 'status', status: 503 } : undefined;
    });
    await site.sync();
    assert.equal(paths(site).length, 45);
    close(site, { kind: 'redirect', to: '/wp-login.php?redirect_to=x' });
    await site.alert();
    assert.deepEqual(paths(site), []);
  });

  it('is not assumed from a new front page', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.proxy.setFaults(({ url }) =>
      url === '/' || url.startsWith('/?') ? { kind: 'redirect', to: '/pagina-11/' } : undefined,
    );
    const pages = () => site.proxy.seen.filter(({ url }) => url.startsWith('/pagina-')).length;
    const before = pages();
    assert.deepEqual([(await site.sync()).gone, paths(site).length], [0, 45]);
    assert.ok(pages() - before < 20, `${pages() - before} requests`);
    await site.sync();
    assert.ok(pages() - before < 20);
  });
});
