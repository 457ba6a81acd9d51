import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paths, smallSite } from '../small-site.ts';

const LOGIN = { kind: 'redirect', to: '/wp-login.php?redirect_to=x' } as const;

describe('a gate before a site of more than 1,000 pages', () => {
  it('withdraws the pages within two runs', async () => {
    await using site = await smallSite(1010);
    await site.sync();
    const isPage = (url: string) => url === '/' || url.startsWith('/?') || url.startsWith('/pagina-');
    site.proxy.setFaults(({ url }) => (isPage(url) ? LOGIN : undefined));
    await site.alert();
    assert.equal(paths(site).length, 10);
    await site.alert();
    assert.equal(paths(site).length, 0);
  });
});
