import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paths, smallSite } from './small-site.ts';

describe('run, where pages are not listed any more', () => {
  const keptFromMembers = [
    ['a notice of a membership plugin', { main: '<div class="members-access-error">Solo socios.</div>' }],
    ['a login', { main: '<form>Solo socios <input type="password"></form>' }],
    ['the login page', { redirect: '/wp-login.php?redirect_to=%2F' }],
    ["a plugin's login", { redirect: '/acceso/?redirect_to=1' }],
    ['the account of a membership plugin', { redirect: '/acceso/?action=x&mepr-unauth-page=3' }],
    ['status 403', { status: 403 }],
    ['noindex', { head: '<meta name="robots" content="noindex">' }],
  ] as const;
  for (const [what, shown] of keptFromMembers) {
    it(`lets go at once of pages that are not listed any more, and show visitors ${what}`, async () => {
      await using site = await smallSite(45);
      await site.sync();
      for (let id = 11; id < 26; id++) site.edit(id, { unlisted: true, shown });
      assert.equal((await site.sync()).gone, 15);
      assert.deepEqual(await site.generations.guard(), []);
      for (let id = 26; id < 36; id++) site.edit(id, { unlisted: true });
      await assert.rejects(site.sync(), { code: 'mass_loss', message: /10 of 30 pages would go/ });
      for (let id = 26; id < 36; id++) site.edit(id, { shown });
      assert.equal((await site.sync()).gone, 10);
    });
  }

  it('lets go at once of pages that are not listed any more, and lead to a login that leads back to them', async () => {
    await using site = await smallSite(45);
    await site.sync();
    for (let id = 11; id < 26; id++) {
      site.edit(id, { unlisted: true, shown: { redirect: `/acceso/?back=%2Fpagina-${id}%2F` } });
    }
    assert.equal((await site.sync()).gone, 15);
  });

  it('goes without every page when all are not listed any more, and denied to visitors', async () => {
    await using site = await smallSite(15);
    await site.sync();
    for (let id = 11; id < 26; id++) site.edit(id, { unlisted: true, shown: { status: 403 } });
    assert.match((await site.alert()).message, /withdrew 15 of 15 pages/);
    assert.deepEqual(paths(site), []);
  });

  const atEveryAddress = [
    ['the front page', '/'],
    ['a search for them', '/?s=pagina-11'],
    ['a page that says whence they come', '/acceso/?from=web'],
  ] as const;
  for (const [what, redirect] of atEveryAddress) {
    it(`holds pages that are not listed any more, and lead to ${what}`, async () => {
      await using site = await smallSite(45);
      await site.sync();
      for (let id = 11; id < 26; id++) site.edit(id, { unlisted: true, shown: { redirect } });
      await assert.rejects(site.sync(), { code: 'mass_loss', message: /15 of 45 pages would go/ });
      assert.deepEqual(
        site.events.flatMap((event) => (event.type === 'phase' && event.phase === 'visit' ? [event.total] : [])),
        [15],
      );
    });
  }

  it('holds pages that are not listed any more while visitors see their text, beside a login for a part of it', async () => {
    await using site = await smallSite(45);
    await site.sync();
    for (let id = 11; id < 26; id++) {
      const login = '<div class="members-access-error">Solo socios. <input type="password"></div>';
      site.edit(id, { unlisted: true, shown: { main: `<p>Texto de la página ${id}.</p>${login}` } });
    }
    await assert.rejects(site.sync(), { code: 'mass_loss', message: /15 of 45 pages would go/ });
  });

  it('takes noindex of what is not the page, such as "coming soon" at every address, for no word on it', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.pages.splice(0, 45);
    const soon = { kind: 'html', title: 'Próximamente', head: '<meta name="robots" content="noindex">' } as const;
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-') ? soon : undefined));
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    assert.equal(paths(site).length, 45);
  });

  it('lets go at once of pages that are not listed any more, and show visitors another text', async () => {
    await using site = await smallSite(45);
    await site.sync();
    for (let id = 11; id < 26; id++) site.edit(id, { unlisted: true, shown: { main: `Otra cosa ${id}.` } });
    await site.sync();
    assert.equal(paths(site).length, 30);
  });

  it('does not let a site erode', async () => {
    await using site = await smallSite(110);
    await site.sync();
    for (let run = 0; run < 17; run++) {
      site.pages.splice(0, Math.max(5, Math.floor(site.pages.length * 0.1)));
      await site.sync().catch(() => undefined);
    }
    assert.ok(paths(site).length >= 85, String(paths(site).length));
  });
});
