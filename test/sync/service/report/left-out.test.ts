import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  leftOutHtml,
  leftOutOf,
  leftOutText,
  leftOutTextsOf,
  type LeftOutReason,
} from '../../../../sync/service/report/left-out.ts';
import { smallSite } from '../../run/small-site.ts';

const later = { modified_gmt: '2026-05-01T00:00:00' };

describe('leftOutOf', () => {
  it('says that visitors and index have the same pages', async () => {
    await using site = await smallSite();
    await site.sync();
    assert.equal(leftOutText(leftOutOf(site.mirror)), 'Visitors and the index have the same pages\n');
  });

  it('lists each page that is left out, with the reason, and the types that are not read', async () => {
    await using site = await smallSite();
    const entry = { id: 500, slug: 'caldera', content: '<p>Caldera.</p>', ...later };
    site.wordpress.types = { productos: { namespace: 'wp/v3', pages: [entry] } };
    site.edit(11, { shown: { head: '<meta name="robots" content="noindex">' } });
    site.edit(12, { password: true });
    site.edit(13, { shown: { redirect: '/pagina-14/' } });
    site.pages.push({ id: 60, slug: 'otra', path: '/pagina-15/', content: '<p>Texto de la página 15.</p>', ...later });
    await site.writeSiteFile('exclude: [/pagina-16]\n');
    await site.sync();
    const report = leftOutOf(site.mirror);
    const found = report.pages.map(({ address, reason }) => `${new URL(address).pathname} ${reason}`);
    assert.deepEqual(found.toSorted(), [
      '/pagina-11/ noindex',
      '/pagina-12/ password',
      '/pagina-13/ redirect',
      '/pagina-15/ other page',
      '/pagina-16/ excluded',
    ]);
    assert.deepEqual(report.types, [{ type: 'productos', name: 'productos', entries: 1 }]);
    const text = leftOutText(report);
    assert.match(text, /1 page: requires a password\n {2}http\S+\/pagina-12\//);
    assert.match(text, /productos: 1 entry; add productos to SYNC_TYPES/);
  });

  it('lists what the guard holds although visitors do not see it', async () => {
    await using site = await smallSite(20);
    await site.sync();
    site.wordpress.everywhere = { status: 403 };
    await assert.rejects(site.sync({ full: true }), { code: 'mass_loss' });
    const { pages } = leftOutOf(site.mirror);
    assert.equal(pages.length, 20);
    assert.deepEqual([pages[0]?.state, pages[0]?.reason], ['held', 'denied']);
  });
});

describe('leftOutHtml', () => {
  it('is in the language of site.yaml, without columns that are empty in every row', async () => {
    await using site = await smallSite();
    site.edit(12, { password: true });
    await site.writeSiteFile('language: fr\n');
    await site.sync();
    assert.equal(leftOutOf(site.mirror).language, 'fr');
    const page = {
      address: 'https://casa.example/a/',
      title: '',
      type: 'pages',
      state: 'left out',
      detail: '',
    } as const;
    const heads = (...pages: readonly object[]) => {
      const report = {
        site: 'https://casa.example',
        language: 'en',
        types: [],
        pages: pages as (typeof page & { reason: string })[],
      };
      return [...leftOutHtml(report, { now: new Date(0), language: 'en' }).matchAll(/scope="col">(\w+)/g)].map(
        ([, name]) => name,
      );
    };
    assert.deepEqual(heads({ ...page, reason: 'password' }), ['Address']);
    assert.deepEqual(heads({ ...page, reason: 'password', title: 'A', detail: 'b' }), ['Page', 'Address', 'Detail']);
  });
});

describe('leftOutOf, of a site for members', () => {
  it('names the plugin whose notice visitors get', async () => {
    await using site = await smallSite();
    site.edit(11, { shown: { main: '<div class="pmpro_content_message">Elige tu nivel.</div>' } });
    await site.sync();
    assert.match(leftOutText(leftOutOf(site.mirror)), /none of its text.*\n.*pagina-11.*\(Paid Memberships Pro: 0 %/);
  });

  it('says since when the REST API is closed to sync, while visitors get the pages', async () => {
    await using site = await smallSite();
    await site.sync();
    site.proxy.setFaults(({ url }) => (url.startsWith('/wp-json/') ? { kind: 'status', status: 401 } : undefined));
    await assert.rejects(site.sync(), { kind: 'denied' });
    const report = leftOutOf(site.mirror);
    assert.match(leftOutText(report), /^Pages are unchanged since 2026-\S+: the REST API is closed to sync/);
    assert.match(
      leftOutHtml(report, { now: new Date(0), language: 'en' }),
      /<p>Since \w+ \d+, 2026 at .* the REST API is closed to sync/,
    );
  });
});

describe('leftOutOf, of what no visitor’s view says', () => {
  it('lists the pages that the guard holds because they vanished, or lost their text', async () => {
    await using site = await smallSite(45);
    await site.sync();
    site.pages.splice(0, 12);
    for (let id = 23; id < 56; id++) site.edit(id, { content: '<p>Volvemos.</p>', ...later });
    await assert.rejects(site.sync(), { code: 'mass_loss' });
    const reasons = leftOutOf(site.mirror).pages.map(({ state, reason }) => `${state} ${reason}`);
    const count = (which: string) => reasons.filter((reason) => reason === which).length;
    assert.deepEqual([count('held not listed'), count('held text lost'), reasons.length], [12, 33, 45]);
  });
});

describe('leftOutHtml', () => {
  it('is one document, in which nothing of the site is markup', () => {
    const page = {
      address: 'https://casa.example/"><script>',
      title: '<b>&</b>',
      type: 'pages',
      state: 'left out',
    } as const;
    const report = {
      site: 'https://casa.example',
      language: 'es-ES',
      pages: [
        { ...page, reason: 'noindex', detail: '' },
        { ...page, address: 'javascript:x', reason: 'password', detail: '' },
      ],
      types: [],
    };
    const html = leftOutHtml(report, {
      now: new Date('2026-03-01T00:00:00Z'),
      language: 'es-ES',
      timeZone: 'Europe/Madrid',
    });
    assert.match(html, /^<!doctype html>/);
    assert.match(html, /&lt;b&gt;&amp;&lt;\/b&gt;/);
    assert.doesNotMatch(html, /<script|<b>|href="javascript|src=/);
    assert.match(
      html,
      /<html lang="es">[^]*(?:A fecha de 1 de marzo de 2026 a las 1:00|A fecha de 1 de marzo de 2026, 1:00)\./,
    );
    assert.match(html, />La página tiene contraseña \(1\)<\/h2><p>Si es intencionado, no haga nada\./);
  });
});

/** Every reason: the compiler checks that none is missing. */
const REASONS: Readonly<Record<LeftOutReason, true>> = {
  noindex: true,
  password: true,
  'not published': true,
  excluded: true,
  'foreign address': true,
  'hidden product': true,
  redirect: true,
  canonical: true,
  denied: true,
  'not found': true,
  'other page': true,
  'other text': true,
  'same everywhere': true,
  'text lost': true,
  failing: true,
  'not convertible': true,
  firewall: true,
  'not seen yet': true,
  'shadowed address': true,
  'not listed': true,
};

describe('the texts of the report', () => {
  for (const language of ['en', 'es']) {
    it(`are complete (${language})`, () => {
      const { reasons, closed } = leftOutTextsOf(language).texts;
      assert.deepEqual(Object.keys(reasons).toSorted(), Object.keys(REASONS).toSorted());
      assert.match(closed, /\{time\}/);
    });
  }

  it('have the meaning of each reason for a terminal', () => {
    const without = Object.entries(leftOutTextsOf('en').texts.reasons).filter(([, { meaning }]) => !meaning);
    assert.deepEqual(without, []);
  });
});
