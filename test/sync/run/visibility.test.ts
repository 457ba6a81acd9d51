import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openIndexSync } from '../../../db/index/reader.ts';
import { withoutWithheld } from '../../../db/index/withdrawn.ts';
import { passagesOfLeaving } from '../../../db/index/passages.ts';
import { pagesWithTextOf } from '../../../sync/run/read/change-collector.ts';
import { SHORT_PUBLIC_TEXTS } from '../../fixtures/short-public-texts.ts';
import { paths, smallSite } from './small-site.ts';
import {
  dropsPages,
  fill,
  filled,
  hidesTechniques,
  holdsSiteOfNotices,
  ids,
  kinds,
  LATER,
  open,
  paragraphs,
  secretsOf,
  publishesNothingBehindGate,
  readsClosedSite,
  secret,
  served,
} from './visibility-cases.ts';

describe('visibility, of single pages', () => {
  it('publishes every page of a theme that omits the end tags of body and html, and drops a withdrawn text', async () => {
    await using site = await smallSite();
    fill(site);
    site.proxy.setFaults(({ url }) =>
      url.startsWith('/pagina-')
        ? { kind: 'damage', edit: (body) => Buffer.from(String(body).replace(/<\/main>.*$/s, '')) }
        : undefined,
    );
    assert.equal((await site.sync()).new, 12);
    site.edit(11, { shown: { main: paragraphs(open(11)) } });
    await site.sync({ full: true });
    assert.deepEqual(await served(site, [open(11), secret(11), secret(12)]), [open(11), secret(12)]);
  });

  dropsPages('status 404', { status: 404 });
  dropsPages('a notice of another page', { bodyClass: 'aviso', body: '<p>Volvemos pronto.</p>' });

  const excerpt = (id: number) => `<p>${open(id).slice(0, -10)}…</p>`;
  publishesNothingBehindGate('keeps the first paragraph', false);

  it('publishes nothing beside an excerpt that ends within a sentence', async () => {
    await using site = await smallSite();
    fill(site, (id) => ({ shown: { main: excerpt(id) } }));
    site.edit(22, { shown: {} });
    await site.sync().catch(() => undefined);
    assert.deepEqual(await served(site, ids(11, 23).map(secret)), [secret(22)]);
  });

  it('publishes a text at once that its editor shortened, on 20 of 45 pages', async () => {
    await using site = await smallSite(45);
    fill(site, (id) => ({ content: paragraphs(open(id), `${secret(id)} `.repeat(9)) }));
    await site.sync();
    for (const id of ids(11, 31)) site.edit(id, { content: paragraphs(open(id)), modified_gmt: LATER });
    await site.sync();
    assert.deepEqual(await served(site, ids(11, 56).map(secret)), ids(31, 56).map(secret));
    assert.equal((await served(site, ids(11, 56).map(open))).length, 45);
  });

  it('publishes 22 short pages that mention members, a login or subscribers, in seven languages', async () => {
    await using site = await smallSite(22);
    for (const [at, text] of SHORT_PUBLIC_TEXTS.entries()) site.edit(11 + at, { content: paragraphs(text) });
    const { new: published, skipped } = await site.sync();
    assert.deepEqual([published, skipped], [22, {}]);
    assert.equal((await served(site, SHORT_PUBLIC_TEXTS)).length, 22);
  });

  it('publishes no title that visitors do not get', async () => {
    await using site = await smallSite();
    site.edit(11, {
      title: 'Proyecto zarzuela secreta',
      shown: { title: 'Ficha', main: '<h1>Calderas de gas</h1><p>Texto de la página 11.</p>' },
    });
    site.edit(12, { title: 'Obra zarzuela reservada', shown: { title: 'Ficha' } });
    const hidden = '<h1 hidden>Calle zarzuela oculta</h1>';
    site.edit(13, {
      title: 'Calle zarzuela oculta',
      shown: { title: 'Ficha', main: `${hidden}<p>Texto de la página 13.</p>` },
    });
    await site.sync();
    await site.sync({ full: true });
    const titles = [...site.mirror.publishable()].slice(0, 3).map(({ title }) => title);
    assert.deepEqual(titles, ['Calderas de gas', 'Pagina 12', 'Pagina 13']);
    assert.deepEqual(
      await served(site, ['Proyecto zarzuela secreta', 'Obra zarzuela reservada', 'Calle zarzuela oculta']),
      [],
    );
  });

  it('keeps a text that only a cookie check or an overlay of a script covers, because its source has it', async () => {
    await using site = await smallSite();
    const overlay =
      '<div style="position:fixed;inset:0;background:#fff"><p>Solo para socios.</p></div><script>document.cookie.includes("socio")||cubre()</script>';
    site.edit(11, { content: paragraphs(open(11)), shown: { main: paragraphs(open(11)) + overlay } });
    await site.sync();
    assert.deepEqual(await served(site, [open(11)]), [open(11)]);
  });

  it('has the visitor’s page decide where the REST API fails for a row', async () => {
    await using site = await smallSite(30);
    fill(site);
    await site.sync();
    site.edit(13, { shown: { main: paragraphs(open(13)) } });
    site.edit(14, { shown: { status: 404 } });
    site.proxy.setFaults(({ url }) => {
      const include = new URL(url, 'http://casa.example').searchParams.get('include')?.split(',') ?? [];
      return include.includes('13') || include.includes('14') ? { kind: 'status', status: 500 } : undefined;
    });
    await site.sync({ full: true });
    assert.deepEqual(
      await served(
        site,
        [13, 14, 15].flatMap((id) => [open(id), secret(id)]),
      ),
      [open(13), open(15), secret(15)],
    );
    site.proxy.setFaults(undefined);
    site.edit(13, { shown: {} });
    await site.sync({ full: true });
    assert.deepEqual(await served(site, [secret(13)]), [secret(13)]);
  });

  for (const [how, change] of Object.entries({
    'gets a password': { password: true },
    'is trashed or private': { unlisted: true, shown: { status: 404 } },
  })) {
    it(`reads pages again in the same run that show the text of a page which ${how}`, async () => {
      await using site = await smallSite();
      fill(site);
      const list = (isThere: boolean) => `<h2>Últimas fichas</h2>${isThere ? paragraphs(secret(15)) : ''}`;
      site.edit(20, { content: `${paragraphs(open(20))}${list(true)}` });
      await site.sync();
      assert.deepEqual(await served(site, [secret(15)]), [secret(15)]);
      site.edit(15, change);
      site.edit(20, { content: `${paragraphs(open(20))}${list(false)}` });
      await site.sync();
      assert.deepEqual(await served(site, [open(20), secret(15)]), [open(20)]);
    });
  }

  const list = (id: number, isThere: boolean) => ({
    content: `${paragraphs(open(id))}<h2>Últimas fichas</h2>${isThere ? paragraphs(secret(15)) : ''}`,
  });

  for (const [how, change] of Object.entries({
    'that its editor removed': { content: paragraphs(open(15)), modified_gmt: LATER },
    'that visitors do not get any more': { shown: { main: paragraphs(open(15)) }, modified_gmt: LATER },
  })) {
    it(`reads pages again in the same run that show the beginning of a page ${how}`, async () => {
      await using site = await smallSite();
      fill(site);
      site.edit(15, { content: paragraphs(secret(15), open(15)) });
      site.edit(20, list(20, true));
      await site.sync();
      site.edit(15, change);
      site.edit(20, list(20, false));
      await site.sync();
      assert.deepEqual(await served(site, [open(15), open(20), secret(15)]), [open(15), open(20)]);
    });
  }

  for (const [how, edited] of Object.entries({
    'was edited in the run in which it left': { ...list(20, false), modified_gmt: LATER },
    'was edited before': { content: paragraphs(open(20)), modified_gmt: LATER },
  })) {
    it(`rolls back to no page that showed the text of a page that has a password since, and ${how}`, async () => {
      await using site = await smallSite();
      fill(site);
      site.edit(20, list(20, true));
      await site.sync();
      site.edit(20, edited);
      if (how === 'was edited before') await site.sync();
      site.edit(15, { password: true });
      await site.sync();
      const withheld = (await site.generations.verdicts())?.pages.map(({ id }) => id);
      assert.deepEqual(withheld, how === 'was edited before' ? [15] : [15, 20]);
      await site.generations.rollback((to) => withoutWithheld(site.generations, to));
      if (how === 'was edited before') await site.generations.rollback((to) => withoutWithheld(site.generations, to));
      const texts = await site.index((index) =>
        index
          .samplePages(100)
          .map(({ markdown }) => markdown)
          .join(),
      );
      assert.deepEqual(
        [secret(14), secret(15)].map((text) => texts.includes(text)),
        [true, false],
      );
    });
  }

  it('reads no pages again that share only lines of a template with a page that leaves', async () => {
    await using site = await smallSite();
    const shared =
      '<h2>Reparaciones de todas las marcas</h2><p>Trabajamos de lunes a viernes en toda la provincia.</p>';
    fill(site, (id) => ({ content: paragraphs(open(id), secret(id)) + shared }));
    site.edit(20, {
      content: `<p>${open(20)}</p><p>Lea también: <b>La vivienda 15</b> tiene una terraza orientada al sur, con toldo.</p>`,
    });
    await site.sync();
    const passages = new Map([[15, passagesOfLeaving(site.mirror.publishablePage(15))]]);
    assert.deepEqual([...pagesWithTextOf(passages, site.mirror)], [20]);
    assert.deepEqual([...pagesWithTextOf([...passages, [15, []]], site.mirror)], [20]);
  });

  it('reads a page again in the same run that links a page with a short title which gets a password', async () => {
    await using site = await smallSite();
    fill(site);
    site.edit(15, { title: 'Ático 3B' });
    site.edit(20, { content: `${paragraphs(open(20))}<ul><li><a href="/pagina-15/">Ático 3B</a></li></ul>` });
    await site.sync();
    site.edit(15, { password: true });
    site.edit(20, { content: paragraphs(open(20)) });
    await site.sync();
    assert.deepEqual(await served(site, [open(20), 'Ático 3B']), [open(20)]);
  });

  it('reads a page in each run while a page cache has its former text', async () => {
    await using site = await smallSite();
    fill(site);
    await site.sync();
    const [before, after] = [paragraphs(open(11), 'Cuesta 30 euros.'), paragraphs(open(11), 'Cuesta 35 euros.')];
    site.edit(11, { content: after, modified_gmt: '2026-03-01T00:15:00', shown: { main: before } });
    await site.sync();
    assert.deepEqual(await served(site, ['Cuesta 30 euros.', 'Cuesta 35 euros.']), ['Cuesta 30 euros.']);
    await site.sync();
    site.edit(11, { shown: {} });
    await site.sync();
    assert.deepEqual(await served(site, ['Cuesta 30 euros.', 'Cuesta 35 euros.']), ['Cuesta 35 euros.']);
  });
});

describe('visibility, behind a page cache', () => {
  const old = ids(31, 33).map(open);
  const cases = [
    ['much longer', ids(41, 51).map(open)],
    ['different, but for its first paragraph', [open(31), ...ids(41, 51).map(open)]],
    ['slightly longer', [...old, open(41)]],
  ] as const;
  for (const [what, text] of cases) {
    it(`keeps the former text and its earlier versions while the new text is ${what}`, async () => {
      await using site = await smallSite();
      site.edit(11, { content: paragraphs(...old) });
      await site.sync();
      site.edit(11, {
        content: paragraphs(...text),
        modified_gmt: '2026-03-01T00:15:00',
        shown: { main: paragraphs(...old) },
      });
      for (let run = 0; run < 3; run++) {
        await site.sync();
        assert.deepEqual(await served(site, old), old);
        assert.deepEqual(site.mirror.verdicts().pages, []);
      }
      site.edit(11, { shown: {} });
      await site.sync();
      assert.deepEqual(await served(site, text), text);
    });
  }

  it('publishes the shown part of an edited page, if its former text is a part of that only', async () => {
    await using site = await smallSite();
    site.edit(11, { content: paragraphs(...old) });
    await site.sync();
    const text = [...old, ...ids(41, 51).map(open)];
    const main = paragraphs(...text.slice(0, 5));
    site.edit(11, { content: paragraphs(...text), modified_gmt: '2026-03-01T00:15:00', shown: { main } });
    await site.sync();
    assert.deepEqual(await served(site, text), text.slice(0, 5));
  });
});

describe('visibility, of blocks that the page alone hides', () => {
  it('does not publish the block, and publishes the text around it', async () => {
    const blocks = [
      '<div style="display:none!important">TEXT</div>',
      '<div hidden>TEXT</div>',
      '<style>.hora-3{display:none!important}</style><div class="hora-3">TEXT</div>',
      '<style>@media (min-width:1px){[data-rol]{display:none!important}}</style><section data-rol="socio">TEXT</section>',
      '<style>.movil,.mesa{display:none}</style><div class="movil">TEXT</div><div class="mesa">TEXT</div>',
      '<div style="position:absolute;left:-9999px">TEXT</div>',
    ];
    await using site = await filled(blocks);
    await site.sync();
    assert.deepEqual(await served(site, secretsOf(blocks.length)), []);
    assert.equal((await served(site, ids(11, 11 + blocks.length).map(open))).length, blocks.length);
    for (const { id } of site.pages) site.edit(id, { shown: {} });
    await site.sync({ full: true });
    assert.equal((await served(site, secretsOf(blocks.length))).length, blocks.length);
    for (const { id } of site.pages)
      site.edit(id, { shown: { main: `<p>${open(id)}</p>${blocks[id - 11]?.replaceAll('TEXT', secret(id))}` } });
    await site.sync({ full: true });
    assert.deepEqual(await served(site, secretsOf(blocks.length)), []);
  });

  hidesTechniques(5);

  it('publishes a block that some screen shows, or that a visitor can open', async () => {
    const blocks = [
      '<style>@media (max-width:767px){.solo-mesa{display:none!important}}</style><div class="solo-mesa">TEXT</div>',
      '<style>@media (min-width:768px){.solo-movil{display:none!important}}</style><div class="solo-movil">TEXT</div>',
      '<style>@media (max-width:767px){.a{display:none}}@media (min-width:768px){.b{display:none}}</style><div class="a">TEXT</div><div class="b">TEXT</div>',
      '<details><summary>Más</summary>TEXT</details>',
      '<style>.tab-panel{display:none}</style><div class="tabs"><button aria-controls="t2">Dos</button><div class="tab-panel" id="t2">TEXT</div></div>',
      '<h3><button aria-expanded="false" aria-controls="r1">¿Y el código?</button></h3><div id="r1" class="accordion-content" style="display:none">TEXT</div>',
      '<div style="display:none">TEXT</div>TEXT',
    ];
    await using site = await filled(blocks);
    await site.sync();
    assert.equal((await served(site, secretsOf(blocks.length))).length, blocks.length);
  });

  it('publishes no such block while the REST API is closed', async () => {
    await using site = await smallSite();
    fill(site);
    await site.sync();
    site.edit(11, { shown: { main: `<p>${open(11)}</p><div hidden><p>${secret(11)}</p></div>` } });
    site.proxy.setFaults(({ url }) => (/wp-json|rest_route/.test(url) ? { kind: 'status', status: 403 } : undefined));
    await assert.rejects(site.sync());
    assert.deepEqual(await served(site, [open(11), secret(11), secret(12)]), [open(11), secret(12)]);
  });
});

describe('visibility, of company data', () => {
  const contact = (phone: string) =>
    `<p>Llámenos: <a href="tel:${phone}">${phone}</a>, de lunes a viernes 9:00–14:00</p>`;
  const prices = '<h2>Tarifas</h2><p>Cambio de grifo: desde 45 €</p>';

  /** A site whose contact page alone has a telephone, and whose notice has the same e-mail as its contact page. */
  async function company() {
    const site = await smallSite();
    fill(site);
    const mail = '<p><a href="mailto:reformashogar@gmail.com">reformashogar@gmail.com</a></p>';
    site.edit(11, { slug: 'contacto', content: contact('911 234 987') + paragraphs(open(11)) + mail });
    site.edit(12, { slug: 'aviso-legal', content: `<h2>Aviso legal</h2>${mail}` });
    site.edit(13, { slug: 'precios', content: prices });
    await site.sync();
    return {
      site,
      before: await site.index((index) => index.company),
      [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
    };
  }

  for (const [how, change] of Object.entries({
    'is trashed': { unlisted: true, shown: { status: 404 } },
    'gets a password': { password: true },
    'leads to a login': { shown: { redirect: '/wp-login.php?redirect_to=%2Fcontacto%2F' }, modified_gmt: LATER },
    'loses its telephone for visitors': {
      shown: { main: '<p>Estamos en el centro, cerca de la plaza.</p>' },
      modified_gmt: LATER,
    },
  })) {
    it(`drops a telephone in the same run, and after a rollback, when its page ${how}`, async () => {
      await using stack = await company();
      const { site, before } = stack;
      assert.deepEqual([before.phone, before.email], ['911 234 987', 'reformashogar@gmail.com']);
      site.edit(11, change);
      await site.sync();
      const { phone } = await site.index((index) => index.company);
      assert.equal(phone, '');
      await site.generations.rollback((to) => withoutWithheld(site.generations, to));
      const back = await site.index((index) => index.company);
      assert.deepEqual([back.phone, back.hours, back.email], ['', undefined, 'reformashogar@gmail.com']);
    });
  }

  it('drops a telephone that its page loses while the REST API is closed', async () => {
    await using stack = await company();
    const { site, before } = stack;
    assert.equal(before.phone, '911 234 987');
    site.edit(11, { shown: { main: paragraphs(open(11)) } });
    site.proxy.setFaults(({ url }) => (/wp-json|rest_route/.test(url) ? { kind: 'status', status: 403 } : undefined));
    await assert.rejects(site.sync());
    assert.equal((await site.index((index) => index.company)).phone, '');
  });

  it('publishes no telephone that an SEO plugin has in the REST API alone', async () => {
    await using site = await smallSite();
    const schema = { '@graph': [{ '@type': 'Plumber', name: 'Casa', telephone: '911 555 222' }] };
    site.edit(12, { slug: 'quienes-somos', extra: { yoast_head_json: { schema } } });
    await site.sync();
    assert.equal((await site.index((index) => index.company)).phone, '');
    const head = `<script type="application/ld+json">${JSON.stringify(schema)}</script>`;
    site.edit(12, { shown: { head }, modified_gmt: LATER });
    await site.sync();
    assert.equal((await site.index((index) => index.company)).phone, '911 555 222');
  });

  it('withholds the values of a withheld page from an index that has them', async () => {
    await using stack = await company();
    const { site, before } = stack;
    assert.match(before.prices ?? '', /45/);
    const first = await site.generations.current();
    assert.ok(first);
    for (const id of [11, 13]) site.edit(id, { password: true });
    await site.sync();
    const index = openIndexSync(site.generations.pathOf(first));
    const verdicts = await site.generations.verdicts();
    assert.ok(verdicts);
    index.withhold(verdicts);
    const { phone, email, prices: publishedPrices, brand } = index.company;
    index.close();
    assert.deepEqual([phone, email, publishedPrices, brand !== ''], ['', 'reformashogar@gmail.com', undefined, true]);
  });
});

describe('visibility, of a site as a whole', () => {
  holdsSiteOfNotices('Sitio en mantenimiento', '<p>Sitio en mantenimiento</p>', false);

  it('publishes nothing of a site that begins with one same notice at every address', async () => {
    await using site = await smallSite(20);
    fill(site, () => ({ content: '<p>Sitio en mantenimiento</p>' }));
    await site.alert();
    assert.equal(await site.live(), undefined);
  });

  it('holds when nearly all pages answer 404, as after a lost rewrite rule', async () => {
    await using site = await smallSite(20);
    fill(site);
    await site.sync();
    for (const id of ids(11, 30)) site.edit(id, { shown: { status: 404 } });
    assert.match((await site.alert({ full: true })).message, /19 of 20 pages return status 404/);
    assert.equal(paths(site).length, 20);
    await site.sync({ force: true });
    assert.equal(paths(site).length, 1);
  });

  it('asks a sample of the others when the few pages of a run answer alike', async () => {
    await using site = await smallSite(40);
    fill(site);
    await site.sync();
    site.edit(11, { shown: { status: 404 }, modified_gmt: LATER });
    assert.equal((await site.sync()).gone, 1);
    for (const id of ids(12, 51)) site.edit(id, { shown: { status: 404 } });
    site.edit(12, { modified_gmt: LATER });
    await site.alert();
    assert.equal(paths(site).length, 39);
  });

  it('lets all pages go at once that lead visitors to a login, and alerts', async () => {
    await using site = await smallSite(20);
    fill(site);
    await site.sync();
    for (const id of ids(11, 31))
      site.edit(id, { shown: { redirect: `/wp-login.php?redirect_to=%2Fpagina-${id}%2F` } });
    await site.alert({ full: true });
    assert.deepEqual([paths(site), await kinds(site)], [[], ['withdrawn']]);
  });

  it('empties the index and alerts when the site discourages search engines', async () => {
    await using site = await smallSite(20);
    fill(site);
    await site.sync();
    site.wordpress.everywhere = { head: '<meta name="robots" content="noindex, nofollow">' };
    assert.match((await site.alert({ full: true })).message, /withdrew 20 of 20 pages .*Discourage search engines/);
    assert.deepEqual([paths(site), await kinds(site)], [[], ['withdrawn']]);
    await site.alert();
    assert.deepEqual(await kinds(site), ['withdrawn']);
    site.wordpress.everywhere = undefined;
    await site.sync();
    assert.equal(paths(site).length, 20);
    assert.deepEqual(await kinds(site), []);
  });

  it('keeps what is published for UNSEEN_HOURS behind a firewall, and does not publish texts that were never seen', async () => {
    await using site = await smallSite(20);
    fill(site);
    await site.sync();
    site.proxy.setFaults(({ url }) =>
      url.startsWith('/pagina-') ? { kind: 'html', title: 'Just a moment...', status: 403 } : undefined,
    );
    site.edit(11, { content: paragraphs(open(99)), modified_gmt: LATER });
    await site.alert({ full: true });
    assert.deepEqual(await served(site, [secret(11), open(99)]), [secret(11)]);
    assert.deepEqual(await kinds(site), ['unseen']);
    site.pass(72);
    await site.alert({ full: true });
    assert.deepEqual(paths(site), []);
    site.proxy.setFaults(undefined);
    await site.sync();
    assert.deepEqual(await served(site, [secret(11), secret(12), open(99)]), [secret(12), open(99)]);
  });

  it('publishes a moved page as soon as its new address answers, after a run in which it failed', async () => {
    await using site = await smallSite();
    fill(site);
    await site.sync();
    site.edit(11, { shown: { status: 404 } });
    site.pass(1);
    await site.sync();
    assert.equal(paths(site).length, 11);
    site.edit(11, { slug: 'otra', shown: {} });
    site.proxy.setFaults(({ url }) => (url.startsWith('/otra') ? { kind: 'status', status: 503 } : undefined));
    await site.sync();
    assert.equal(paths(site).length, 11);
    site.proxy.setFaults(undefined);
    await site.sync();
    assert.deepEqual(await served(site, [secret(11), secret(12)]), [secret(11), secret(12)]);
  });

  it('ends its alert about a page that was never seen once it has a password', async () => {
    await using site = await smallSite(20);
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-11') ? { kind: 'status', status: 500 } : undefined));
    await site.alert();
    assert.equal(paths(site).length, 19);
    site.edit(11, { password: true });
    await site.sync();
    await site.sync();
    assert.deepEqual(await kinds(site), []);
  });

  it('retains the former text of an edited page whose letters a proxy damages', async () => {
    await using site = await smallSite();
    fill(site);
    await site.sync();
    site.edit(11, { content: paragraphs(open(11), 'Cuesta 30 euros.'), modified_gmt: LATER });
    site.edit(12, { title: 'Tarifa', shown: { main: `<h1>Tarifa</h1>${paragraphs(open(12), secret(12))}` } });
    site.proxy.setFaults(({ url }) =>
      url.startsWith('/pagina-1')
        ? {
            kind: 'damage',
            edit: (body) =>
              Buffer.from(
                body.toString('latin1').replace('Cuesta', 'C\xffesta').replaceAll('Tarifa', 'T\xffrifa'),
                'latin1',
              ),
          }
        : undefined,
    );
    await site.alert({ full: true });
    assert.doesNotMatch([...site.mirror.publishable()].map((page) => page.title + page.markdown).join(), /\uFFFD/);
    assert.deepEqual(await served(site, [secret(11), secret(12), 'Cuesta 30 euros.']), [secret(11), secret(12)]);
    site.proxy.setFaults(undefined);
    await site.sync();
    const all = [secret(11), secret(12), 'Cuesta 30 euros.', 'Tarifa'];
    assert.deepEqual(await served(site, all), all.slice(1));
  });

  it('keeps published pages whose REST rows repeat a noindex while visitors get errors', async () => {
    await using site = await smallSite(8);
    const extra = { yoast_head_json: { robots: { index: 'noindex' }, og_url: `${site.proxy.url}/otra/` } };
    for (const id of ids(11, 19)) site.edit(id, { extra });
    await site.sync();
    site.pages.push({ id: 90, slug: 'pagina-90', modified_gmt: LATER, content: paragraphs(open(90)), extra });
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-') ? { kind: 'status', status: 503 } : undefined));
    await site.alert({ full: true });
    assert.deepEqual(paths(site), ids(11, 19));
    site.edit(11, { modified_gmt: LATER });
    await site.alert();
    assert.deepEqual(paths(site), ids(12, 19));
  });

  it('does not publish a damaged letter while the REST API is closed', async () => {
    await using site = await smallSite();
    await site.sync();
    const words = Array.from({ length: 24 }, (_, at) => `vocablo${at}`).join(' ');
    site.edit(11, { content: paragraphs(words), modified_gmt: LATER });
    site.proxy.setFaults(({ url }) => {
      if (/wp-json|rest_route/.test(url)) return { kind: 'status', status: 403 };
      return {
        kind: 'damage',
        edit: (body) => Buffer.from(body.toString('latin1').replace('vocablo7', 'voc\xffblo7'), 'latin1'),
      };
    });
    await assert.rejects(site.sync());
    assert.doesNotMatch([...site.mirror.publishable()].map(({ markdown }) => markdown).join(), /\uFFFD/);
    assert.equal(paths(site).length, 12);
  });

  readsClosedSite(true);

  it('has pages go that visitors do not get while the REST API is closed, and come back without it', async () => {
    await using site = await smallSite(20);
    fill(site);
    await site.sync();
    site.proxy.setFaults(({ url }) => (/wp-json|rest_route/.test(url) ? { kind: 'status', status: 403 } : undefined));
    await assert.rejects(site.sync());
    for (const id of ids(11, 23)) site.edit(id, { shown: { status: 404 } });
    site.edit(23, { shown: { main: paragraphs(open(23)) } });
    await assert.rejects(site.sync());
    assert.deepEqual(await served(site, ids(11, 31).map(secret)), ids(24, 31).map(secret));
    assert.deepEqual(await served(site, [open(23)]), [open(23)]);
    for (const id of ids(11, 23)) site.edit(id, { shown: {} });
    await assert.rejects(site.sync());
    assert.deepEqual((await served(site, ids(11, 23).map(secret))).length, 12);
  });
});
