import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault } from '../../helpers/fault-proxy.ts';
import { smallSite } from './small-site.ts';

const paths = (site: Awaited<ReturnType<typeof smallSite>>) =>
  [...site.mirror.publishable()].map(({ path }) => Number(path.slice('/pagina-'.length)));

/** Requests for pages themselves, not for the API. */
const looks = (site: Awaited<ReturnType<typeof smallSite>>, since: number) =>
  site.way.seen.slice(since).filter(({ url }) => url.startsWith('/pagina-'));

describe('run, beside what visitors see', () => {
  const hidden = [
    ['a robots meta element', { head: '<meta name="robots" content="noindex,follow">' }, 'noindex'],
    ['X-Robots-Tag', { headers: { 'x-robots-tag': 'noindex' } }, 'noindex'],
    ['a redirect to another page', { redirect: '/pagina-12/' }, 'redirect'],
    ['a redirect to another site', { redirect: 'https://otra.example/' }, 'redirect'],
    ['status 401', { status: 401 }, 'denied'],
    ['status 403', { status: 403 }, 'denied'],
    ['status 404', { status: 404 }, 'not found'],
    ['status 410', { status: 410 }, 'not found'],
    ['the canonical address of another page', { head: '<link rel="canonical" href="/pagina-12/">' }, 'canonical'],
    ['a form in the place of its text', { main: '<form><input type="password"> Solo socios</form>' }, 'members only'],
  ] as const;
  for (const [how, shown, reason] of hidden) {
    it(`does not publish a page that has ${how}, and drops one that gets it`, async () => {
      await using site = await smallSite();
      site.edit(11, { shown });
      assert.deepEqual((await site.sync()).skipped, { [reason]: 1 });
      site.edit(13, { shown });
      const { gone, skipped } = await site.sync({ full: true });
      assert.deepEqual([gone, skipped], [1, { [reason]: 2 }]);
      assert.equal(await site.index((index) => index.pageByPath('/pagina-13')), undefined);
      site.edit(13, { shown: {} });
      assert.equal((await site.sync({ full: true })).new, 1);
    });
  }

  it('knows what SEO plugins say in the REST API', async () => {
    await using site = await smallSite();
    site.edit(11, { extra: { yoast_head_json: { robots: { index: 'noindex' } } } });
    site.edit(12, { extra: { meta: { _seopress_robots_index: 'yes' } } });
    site.edit(13, { extra: { meta: { rank_math_robots: ['noindex', 'follow'] } } });
    assert.deepEqual((await site.sync()).skipped, { noindex: 3 });
  });

  it('asks the page itself when All in One SEO says noindex, for it repeats that of earlier pages', async () => {
    await using site = await smallSite();
    const extra = { aioseo_head_json: { robots: 'noindex, max-image-preview:large' } };
    site.edit(11, { extra, shown: { head: '<meta name="robots" content="noindex, max-image-preview:large">' } });
    site.edit(12, { extra });
    assert.deepEqual((await site.sync()).skipped, { noindex: 1 });
  });

  it('publishes a page whose redirect only adds to its address', async () => {
    await using site = await smallSite();
    site.way.setFaults(({ url }) =>
      url.startsWith('/pagina-11/?') || !url.startsWith('/pagina-11/')
        ? undefined
        : { kind: 'redirect', to: '/pagina-11/?v=1' },
    );
    assert.deepEqual((await site.sync()).skipped, {});
  });

  it('asks for a page as visitors do, at its plain address and without the login', async () => {
    await using site = await smallSite();
    site.logIn();
    await site.sync();
    const asked = looks(site, 0);
    assert.equal(asked.length, 12);
    assert.ok(asked.every(({ url, headers }) => /^\/pagina-\d+\/$/.test(url) && headers.authorization === undefined));
  });

  it('keeps out, with a login, what only members are shown', async () => {
    await using site = await smallSite();
    site.logIn();
    const secret = `<p>${'El precio secreto para socios es de treinta euros la hora. '.repeat(4)}</p>`;
    site.edit(11, { content: secret, publicContent: '<p>Hazte socio para leer esto.</p>' });
    assert.deepEqual((await site.sync()).skipped, { 'other text': 1 });
    const open = '<p>La revisión incluye el desplazamiento, la limpieza del quemador y la medición de gases.</p>';
    site.edit(12, { content: open + secret, publicContent: open, modified_gmt: '2026-05-01T00:00:00' });
    await site.sync();
    const page = await site.index((index) => index.pageByPath('/pagina-12'));
    assert.doesNotMatch(page?.markdown ?? '', /secreto/);
  });

  it('keeps the text of a page that cannot be looked at, and leaves a new one out until then', async () => {
    await using site = await smallSite();
    await site.sync();
    site.way.setFaults(({ url }) => (url.startsWith('/pagina-') ? { kind: 'status', status: 503 } : undefined));
    site.pages.push({ id: 90, slug: 'pagina-90', modified_gmt: '2026-05-01T00:00:00', content: '<p>Nueva.</p>' });
    assert.deepEqual((await site.sync({ full: true })).skipped, { 'not seen yet': 1 });
    assert.equal(paths(site).length, 12);
    site.way.setFaults(undefined);
    assert.equal((await site.sync()).new, 1);
  });

  const passing = [
    ['a redirect', { kind: 'redirect', to: '/' }],
    ['status 403', { kind: 'status', status: 403 }],
    ['another page', { kind: 'html', title: 'Portada' }],
  ] as const satisfies readonly (readonly [string, Fault])[];
  for (const [what, fault] of passing) {
    it(`keeps a page for which ${what} comes once, whether or not it was seen before`, async () => {
      await using site = await smallSite();
      const firewall = { kind: 'html', title: 'Just a moment...' } as const;
      site.way.setFaults(({ url }) => (url.startsWith('/pagina-11/') ? firewall : undefined));
      await site.sync();
      site.edit(12, { content: '<p>Otro texto.</p>', modified_gmt: '2026-05-01T00:00:00' });
      const met = new Set<string>();
      site.way.setFaults(({ url }) => {
        if (!/^\/pagina-1[12]\//.test(url) || met.has(url)) return undefined;
        met.add(url);
        return fault;
      });
      await site.sync({ full: true });
      assert.deepEqual([met.size, paths(site).length], [2, 12]);
    });
  }

  it('stops looking at pages, and says so once, when the same fault meets five in a row', async () => {
    await using site = await smallSite(30);
    await site.sync();
    const before = site.way.seen.length;
    site.way.setFaults(({ url }) => (url.startsWith('/pagina-') ? { kind: 'status', status: 500 } : undefined));
    await site.sync({ full: true });
    assert.ok(looks(site, before).length <= 8, 'five, and those under way');
    assert.equal(site.warnings().filter((warning) => /No more pages are looked at/.test(warning)).length, 1);
    assert.ok(site.warnings().length < 10, site.warnings().join('\n'));
  });
});

describe('run, over several languages', () => {
  it('keeps out what is hidden in another language, and names no translation that is', async () => {
    await using site = await smallSite();
    for (const id of [31, 32, 33]) {
      site.edit(id - 20, { extra: { lang: 'es', translations: { en: id } } });
      const page = { id, slug: `page-${id}`, path: `/en/page-${id}/`, modified_gmt: '2026-03-01T08:30:00' };
      const extra = { lang: 'en', translations: { es: id - 20 } };
      site.pages.push({ ...page, content: `<p>Text of page ${id}.</p>`, extra });
    }
    site.edit(31, { shown: { head: '<meta name="robots" content="noindex">' } });
    site.edit(32, { password: true });
    assert.deepEqual((await site.sync()).skipped, { noindex: 1, password: 1 });
    const named = await site.index((index) => [11, 12, 13].map((id) => index.translationsOf(id).length));
    assert.deepEqual(named, [0, 0, 1]);
  });
});

describe('run, when nothing says that a page changed', () => {
  it('notices within the hour that a page is hidden, changed or shown again', async () => {
    await using site = await smallSite(30);
    site.edit(14, { shown: { head: '<meta name="robots" content="noindex">' } });
    await site.sync();
    site.edit(11, { shown: { head: '<meta name="robots" content="noindex">' } });
    site.edit(12, { publicContent: '<p>Solo para socios.</p>' });
    site.edit(14, { shown: {} });
    for (let minutes = 10; minutes < 60; minutes += 10) await site.sync();
    assert.equal(paths(site).includes(11), false);
    assert.equal(paths(site).includes(14), true);
    assert.match((await site.index((index) => index.pageByPath('/pagina-12')?.markdown)) ?? '', /Solo para socios/);
  });

  it('asks for the headers alone of a page whose validators the site gave', async () => {
    await using site = await smallSite();
    site.wordpress.validators = true;
    await site.sync();
    const before = site.way.seen.length;
    assert.equal((await site.sync({ full: true })).published, false);
    const asked = looks(site, before);
    assert.equal(asked.length, 12);
    assert.ok(asked.every(({ method }) => method === 'HEAD'));
    site.edit(11, { content: '<p>Otro texto, sin otra fecha.</p>' });
    assert.equal((await site.sync({ full: true })).changed, 1);
  });

  it('asks for the page where the site refuses requests for the headers', async () => {
    await using site = await smallSite();
    site.wordpress.validators = true;
    await site.sync();
    site.edit(11, { shown: { head: '<meta name="robots" content="noindex">' } });
    for (const status of [405, 501]) {
      site.way.setFaults(({ method }) => (method === 'HEAD' ? { kind: 'status', status } : undefined));
      await site.sync({ full: true });
      assert.equal(paths(site).includes(11), false, String(status));
    }
  });
});

describe('run, when a page is as it was', () => {
  it('drops one whose headers alone say noindex from now on', async () => {
    await using site = await smallSite();
    site.wordpress.validators = true;
    await site.sync();
    site.edit(11, { shown: { headers: { 'x-robots-tag': 'noindex' } } });
    await site.sync({ full: true });
    assert.equal(paths(site).includes(11), false);
  });
});

describe('run, while the guard holds', () => {
  it('lets go at once of what the site itself keeps from readers, whatever the number', async () => {
    await using site = await smallSite(45);
    await site.sync();
    for (let id = 11; id < 31; id++) site.edit(id, { password: true });
    site.edit(31, { content: '<p>Una corrección.</p>', modified_gmt: '2026-05-01T00:00:00' });
    const { gone, changed, published } = await site.sync();
    assert.deepEqual([gone, changed, published], [20, 1, true]);
    for (let id = 31; id < 56; id++) site.edit(id, { shown: { head: '<meta name="robots" content="noindex">' } });
    await site.sync({ full: true });
    assert.deepEqual(paths(site), []);
  });

  it('publishes everything else when pages vanish without a word, and says what it holds', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.pages.splice(0, 10);
    site.edit(31, { password: true });
    site.edit(32, { content: '<p>Una corrección.</p>', modified_gmt: '2026-05-01T00:00:00' });
    await assert.rejects(site.sync(), { code: 'mass_loss', message: /10 of 45 pages would go .*--force/ });
    assert.equal(paths(site).length, 44);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-32')?.markdown), 'Una corrección.');
    assert.equal(await site.index((index) => index.pageByPath('/pagina-31')), undefined);
    const [hold] = await site.generations.guard();
    assert.deepEqual([hold?.kind, hold?.why], ['vanished', '10 of 45 pages would go']);
    await site.sync({ force: true });
    assert.equal(paths(site).length, 34);
    assert.deepEqual(await site.generations.guard(), []);
  });

  it('keeps holding what vanished, however long', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.pages.splice(0, 10);
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    site.pass(100);
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    assert.equal(paths(site).length, 45);
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

  it('keeps the texts for a day when all pages become one notice, and then believes visitors', async () => {
    await using site = await smallSite(45);
    await site.sync();
    const notice = '<p>Estamos de mantenimiento. Volvemos pronto.</p>';
    for (let id = 11; id < 56; id++) site.edit(id, { content: notice, modified_gmt: '2026-05-01T00:00:00' });
    await assert.rejects(site.sync(), { code: 'mass_loss', message: /45 of 45 pages would lose their text/ });
    assert.equal(await site.index((index) => index.pageByPath('/pagina-11')?.markdown), 'Texto de la página 11.');
    site.pass(23);
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    site.pass(1);
    await site.sync();
    assert.match((await site.index((index) => index.pageByPath('/pagina-11')?.markdown)) ?? '', /mantenimiento/);
  });

  it('ends when the pages are as they were', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.wordpress.everywhere = { main: '<p>Estamos de mantenimiento. Volvemos pronto.</p>' };
    await assert.rejects(site.sync({ full: true }), { code: 'mass_loss' });
    assert.equal(paths(site).length, 45);
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    site.wordpress.everywhere = undefined;
    await site.sync();
    assert.equal(paths(site).length, 45);
    assert.deepEqual(await site.generations.guard(), []);
  });

  const kept = [
    ['a password', { password: true }],
    ['noindex', { shown: { head: '<meta name="robots" content="noindex">' } }],
    ['a redirect', { shown: { redirect: '/' } }],
  ] as const;
  for (const [how, change] of kept) {
    it(`lets go at once of a held page that gets ${how}`, async () => {
      await using site = await smallSite(30);
      await site.sync();
      const notice = { content: '<p>Volvemos pronto.</p>', modified_gmt: '2026-05-01T00:00:00' };
      for (let id = 11; id < 41; id++) site.edit(id, notice);
      await assert.rejects(site.sync(), { code: 'mass_loss' });
      site.edit(11, change);
      await assert.rejects(site.sync(), { code: 'mass_loss' });
      assert.deepEqual([paths(site).includes(11), paths(site).length], [false, 29]);
    });
  }

  it('lets go at once of a held page that site.yaml excludes', async () => {
    await using site = await smallSite(30);
    await site.sync();
    site.wordpress.everywhere = { main: '<p>Estamos de mantenimiento. Volvemos pronto.</p>' };
    await assert.rejects(site.sync({ full: true }), { code: 'mass_loss' });
    await site.writeSiteFile('exclude: [/pagina-11]\n');
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    assert.deepEqual([paths(site).includes(11), paths(site).length], [false, 29]);
  });

  it('does not let a notice take the place of the texts wave by wave', async () => {
    await using site = await smallSite(60);
    await site.sync();
    for (let id = 11; id < 71; id++) {
      site.edit(id, { content: '<p>Volvemos.</p>', modified_gmt: '2026-05-01T00:00:00' });
      if (id % 10 === 0) await site.sync().catch(() => undefined);
    }
    const noticed = () => [...site.mirror.publishable()].filter(({ markdown }) => markdown === 'Volvemos.').length;
    assert.equal(noticed(), 20);
    site.pass(24);
    await site.sync();
    assert.equal(noticed(), 60);
  });

  it('looks twice before a text is replaced by nothing', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { content: '', modified_gmt: '2026-05-01T00:00:00' });
    assert.equal((await site.sync()).changed, 0);
    assert.match(site.warnings().join(), /empty now/);
    assert.equal((await site.sync()).changed, 1);
  });
});

describe('run, when two pages have one address', () => {
  it('leaves it to the page whose slug ends it, and to the one that has it', async () => {
    await using site = await smallSite();
    await site.sync();
    const newcomer = { id: 5, slug: 'otra', path: '/pagina-11/', modified_gmt: '2026-05-01T00:00:00' };
    site.pages.push({ ...newcomer, content: '<p>Texto de otra página.</p>' });
    await site.sync();
    assert.equal(await site.index((index) => index.pageByPath('/pagina-11')?.markdown), 'Texto de la página 11.');
  });
});
