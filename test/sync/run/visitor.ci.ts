import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault } from '../../helpers/fault-proxy.ts';
import { leftOutOf, leftOutText } from '../../../sync/service/report/left-out.ts';
import { paths, smallSite } from './small-site.ts';
import * as cases from './visibility-cases.ts';

/** Requests for pages themselves, not for the API. */
const looks = (site: Awaited<ReturnType<typeof smallSite>>, since: number) =>
  site.proxy.seen.slice(since).filter(({ url }) => url.startsWith('/pagina-'));

describe('run, beside what visitors see', () => {
  const hidden = [
    ['a robots meta element', { head: '<meta name="robots" content="noindex,follow">' }, 'noindex'],
    ['a robots meta element with a property', { head: '<meta property="robots" content="noindex">' }, 'noindex'],
    ['X-Robots-Tag', { headers: { 'x-robots-tag': 'noindex' } }, 'noindex'],
    [
      'a last day that is over',
      { headers: { 'x-robots-tag': 'unavailable_after: 25 Jun 2010 15:00:00 PST' } },
      'noindex',
    ],
    ['a Refresh element', { head: '<meta http-equiv="refresh" content="0; url=/pagina-12/">' }, 'redirect'],
    ['a script that leads on', { main: '<script>location.href = "https://otra.example/";</script>' }, 'redirect'],
    ['a redirect to another page', { redirect: '/pagina-12/' }, 'redirect'],
    ['a redirect to another site', { redirect: 'https://otra.example/' }, 'redirect'],
    ['status 401', { status: 401 }, 'denied'],
    ['status 402', { status: 402 }, 'denied'],
    ['status 403', { status: 403 }, 'denied'],
    [
      'a refusal of a plugin that WordPress ends with',
      { died: '<p>You must be logged in to view this page.</p>' },
      'denied',
    ],
    [
      'a refusal in the words of its owner, with a link to a login',
      { died: 'Zona de la casa.<hr><a href="http://casa.example/wp-login.php?redirect_to=%2Fx%2F">Entrar</a>' },
      'denied',
    ],
    ['status 404', { status: 404 }, 'not found'],
    ['status 410', { status: 410 }, 'not found'],
    ['the canonical address of another page', { head: '<link rel="canonical" href="/pagina-12/">' }, 'canonical'],
    [
      'the canonical address of another page in a header',
      { headers: { link: '</a.css>; rel=preload; as=style, </pagina-12/>; rel="Canonical"' } },
      'canonical',
    ],
    [
      'X-Robots-Tag in several lines, for one crawler and in capitals',
      { headers: { 'x-robots-tag': ['otherbot: nofollow', 'GOOGLEBOT: NOINDEX'] } },
      'noindex',
    ],
    ['a robots meta element in its body', { main: '<p>Texto</p><META NAME=ROBOTS CONTENT="NOINDEX">' }, 'noindex'],
    ['a form in the place of its text', { main: '<form><input type="password"> Solo socios</form>' }, 'other text'],
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

  it('keeps a page at which WordPress ends with an error that is not the owner’s word', async () => {
    await using site = await smallSite();
    await site.sync();
    const died =
      '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/">Learn more about this page.</a></p>';
    site.edit(13, { shown: { died } });
    assert.equal((await site.alert({ full: true })).gone, 0);
    assert.ok(await site.index((index) => index.pageByPath('/pagina-13')));
  });

  it('takes a password form of another page in a list for none of its own', async () => {
    await using site = await smallSite();
    const form = '<form class="post-password-form"><p>Contenido protegido.</p><input type="password"></form>';
    const code = '<p>Nuestros avisos llevan una clase:</p><code>&lt;p class="members-access-error"&gt;</code>';
    site.edit(11, { content: `<p>Estas son las últimas noticias de nuestra casa y de sus vecinos.</p>${form}` });
    site.edit(12, { content: code });
    assert.deepEqual((await site.sync()).skipped, {});
  });

  it('publishes a page that leads to itself with a parameter, and none that leads to another page so', async () => {
    await using site = await smallSite();
    const refresh = (to: string) => ({ head: `<meta http-equiv="refresh" content="0;url=${to}">` });
    site.edit(11, { shown: refresh('/pagina-11/?nojs=1') });
    site.edit(12, { shown: refresh('/pagina-12/?page_id=13') });
    assert.deepEqual((await site.sync()).skipped, { redirect: 1 });
    assert.equal(paths(site).includes(12), false);
  });

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
    site.proxy.setFaults(({ url }) =>
      url.startsWith('/pagina-11/?') || !url.startsWith('/pagina-11/')
        ? undefined
        : { kind: 'redirect', to: '/pagina-11/?v=1' },
    );
    assert.deepEqual((await site.sync()).skipped, {});
  });

  it('publishes the posts page of a theme that names no addresses, and nothing that may stand in the place of one', async () => {
    await using site = await smallSite();
    const main = '<h2>Cómo ahorrar gas</h2><p>Consejos para el invierno.</p>';
    site.edit(11, { content: '', shown: { main, bodyClass: 'blog' } });
    site.edit(12, { shown: { main: '<p>Volvemos pronto.</p>', bodyClass: 'maintenance' } });
    const home = `<p><a href="${site.proxy.url}/pagina-13/">Otra web de la red</a> y sus últimas entradas.</p>`;
    site.edit(13, { shown: { main: home, bodyClass: 'home blog' } });
    assert.deepEqual((await site.sync()).skipped, { 'other page': 2 });
    assert.match(await site.index((index) => index.pageByPath('/pagina-11')?.markdown ?? ''), /ahorrar gas/);
    assert.equal(paths(site).includes(12), false);
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

  it('sees a canonical header that comes to a page of which nothing else changes', async () => {
    await using site = await smallSite();
    site.edit(12, { shown: { headers: { link: '</pagina-12/>; rel="canonical"' } } });
    await site.sync();
    site.edit(11, { shown: { headers: { link: '</pagina-12/>; rel="canonical"' } } });
    site.pass(1);
    assert.deepEqual((await site.sync()).skipped, { canonical: 1 });
  });

  const long = `<p>${'La revisión incluye el desplazamiento, la limpieza del quemador y la medición de gases. '.repeat(6)}</p>`;
  const part = '<p>Precio para socios de la casa: treinta euros.</p>';

  it('publishes of a page no passage that visitors do not get, however short beside the rest', async () => {
    await using site = await smallSite();
    site.edit(11, { content: `${long}${part}${long}`, shown: { main: `${long}${long}` } });
    site.edit(12, {
      content: `${long}<p>Actualizado el 3 de mayo.</p>`,
      shown: { main: `${long}<p>Actualizado el 4 de junio.</p>` },
    });
    await site.sync();
    const textOf = (path: string) => site.index((index) => index.pageByPath(path)?.markdown ?? '');
    assert.doesNotMatch(await textOf('/pagina-11'), /socios/);
    assert.match(await textOf('/pagina-11'), /quemador/);
    assert.match(await textOf('/pagina-12'), /4 de junio/);
  });

  it('publishes no price, number or name either that visitors do not get, wherever it stands', async () => {
    await using site = await smallSite(18);
    const secrets = ['<p>30 €</p>', '<p>Tel. 600 123 456</p>', '<b>Sara</b>'];
    for (const [at, secret] of secrets.entries()) {
      site.edit(11 + at, { content: `${long}${secret}${long}`, shown: { main: `${long}${long}` } });
      site.edit(14 + at, { content: `${long}${secret}`, shown: { main: long } });
      site.edit(17 + at, {
        content: `${secret}<p>La revisión de otoño.</p>`,
        shown: { main: '<p>La revisión de otoño.</p>' },
      });
    }
    await site.sync();
    const texts = await Promise.all(
      paths(site).map((id) => site.index((index) => index.pageByPath(`/pagina-${id}`)?.markdown ?? '')),
    );
    assert.equal(texts.filter((text) => /30 €|600|Sara/.test(text)).length, 0);
    assert.equal(texts.filter((text) => /La revisión/.test(text)).length, 9);
  });

  it('keeps the text of the REST API where the page only puts more between its words', async () => {
    await using site = await smallSite();
    const ad = '<aside>Pida cita hoy mismo</aside>';
    const [one, two] = ['<h2>Calderas</h2>', '<p>Sin esperas</p>'];
    site.edit(11, {
      content: `${one}${long}${two}${long}`,
      shown: { main: `${ad}${one}${ad}${long}${ad}${two}${ad}${long}` },
    });
    await site.sync();
    assert.equal(site.mirror.snapshots().get(11)?.textFrom, 'rest');
  });

  const files = [
    ['an e-mail address', '<p>ana@casa.example</p>', '', /ana@/],
    ['a picture', '<img src="/plano.png" alt="Plano de la bóveda">', '', /bóveda/],
    ['a video', '<iframe src="https://www.youtube.com/embed/abc-123"></iframe>', '', /abc-123/],
    ['a file', '<p>Descargue <a href="/f/tarifa-2026.pdf">aquí</a></p>', '<p>Descargue aquí</p>', /tarifa/],
  ] as const;
  for (const [what, given, seen, secret] of files) {
    it(`publishes no link to ${what} that visitors do not get`, async () => {
      await using site = await smallSite();
      site.edit(11, { content: `${long}${given}${long}`, shown: { main: `${long}${seen}${long}` } });
      await site.sync();
      const text = (await site.index((index) => index.pageByPath('/pagina-11')))?.markdown ?? '';
      assert.match(text, /quemador/);
      assert.doesNotMatch(text, secret);
    });
  }

  it('compares no forms: they ask for another sum each time', async () => {
    await using site = await smallSite();
    const form = (sum: string) => `<form><label>¿Cuánto es ${sum}?</label><input name="suma"></form>`;
    site.edit(11, {
      content: `${long}${form('tres y cuatro')}${long}`,
      shown: { main: `${long}${form('dos y seis')}${long}` },
    });
    await site.sync();
    assert.equal(site.mirror.snapshots().get(11)?.textFrom, 'rest');
  });

  it('knows a file by its name, wherever a network or a plugin that loads it late has put it', async () => {
    await using site = await smallSite();
    const given =
      '<iframe src="https://www.youtube.com/watch?v=AbC-123"></iframe><img src="/f/caña-300x200.jpg" alt="Caña &amp; más"><a href="/f/ca%C3%B1a.jpg">Caña</a><img src="/g.jpg" alt="">';
    const seen =
      '<lite-youtube videoid="AbC-123"></lite-youtube><img data-src="https://red.example/z.webp" alt="Caña &#038; más"><a href="https://red.example/caña.jpg">Caña</a>';
    site.edit(11, { content: `${long}${given}`, shown: { main: `${long}${seen}` } });
    site.edit(12, { content: `${long}<img src="/h.jpg" alt="Media letra: \ud83d">` });
    await site.sync();
    assert.equal(site.mirror.snapshots().get(11)?.textFrom, 'rest');
  });

  it('reads all pages again in the next runs that may come from a page cache, 100 at once', async () => {
    await using site = await smallSite(150);
    const priced = (id: number, price: string) => cases.paragraphs(cases.open(id), `Cuesta ${price}${id} euros.`);
    for (const { id } of site.pages)
      site.edit(id, {
        content: priced(id, 'nuevo'),
        modified_gmt: cases.LATER,
        shown: { main: priced(id, 'antiguo') },
      });
    const former = () => [...site.mirror.publishable()].filter(({ markdown }) => markdown.includes('antiguo')).length;
    await site.sync();
    assert.equal(former(), 150);
    for (const { id } of site.pages) site.edit(id, { shown: {} });
    await site.sync();
    assert.equal(former(), 50);
    await site.sync();
    assert.equal(former(), 0);
  });

  it('publishes only the response at the exact address of a page', async () => {
    await using site = await smallSite();
    const short = cases.paragraphs(cases.open(12));
    const hides = { content: cases.paragraphs(cases.open(12), cases.secret(12)), shown: { main: short } };
    site.edit(12, hides);
    // A rule for the exact address does not apply to an address with a query.
    site.proxy.setFaults(({ url }) =>
      url.startsWith('/pagina-12/?')
        ? { kind: 'damage', edit: (body) => Buffer.from(String(body).replace(short, hides.content)) }
        : undefined,
    );
    await site.sync();
    site.edit(12, { ...hides, modified_gmt: cases.LATER });
    await site.sync();
    assert.deepEqual(await cases.served(site, [cases.open(12), cases.secret(12)]), [cases.open(12)]);
  });

  it('takes a cipher in the place of e-mail addresses for no passage that is missing', async () => {
    await using site = await smallSite();
    const list = (one: (name: string) => string) => `<p>${['ana', 'luis', 'eva', 'paz'].map(one).join(' ')}</p>`;
    const shown = { main: `${long}${list(() => '<a href="/cdn-cgi/l/email-protection">[email&#160;protected]</a>')}` };
    site.edit(11, { content: `${long}${list((name) => `${name}@casa.example`)}`, shown });
    await site.sync();
    assert.match((await site.index((index) => index.pageByPath('/pagina-11')))?.markdown ?? '', /eva@casa\.example/);
  });

  it('keeps the text of a page that cannot be looked at, and leaves a new one out until then', async () => {
    await using site = await smallSite();
    await site.sync();
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-') ? { kind: 'status', status: 503 } : undefined));
    site.pages.push({ id: 90, slug: 'pagina-90', modified_gmt: '2026-05-01T00:00:00', content: '<p>Nueva.</p>' });
    assert.deepEqual((await site.alert({ full: true })).skipped, { 'not seen yet': 1 });
    assert.equal(paths(site).length, 12);
    site.proxy.setFaults(undefined);
    assert.equal((await site.sync()).new, 1);
  });

  it('withholds pages that cannot be seen for UNSEEN_HOURS, with an alert from the first run on, and has them again after', async () => {
    await using site = await smallSite();
    await site.sync();
    const text = (id: number) => site.mirror.publishablePage(id)?.markdown;
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-11/') ? { kind: 'status', status: 503 } : undefined));
    const { message } = await site.alert({ full: true });
    assert.match(message, /1 page could not be fetched as a visitor: The site answered 503/);
    assert.deepEqual(
      (await site.generations.guard()).map(({ kind }) => kind),
      ['unseen'],
    );
    site.pass(71);
    await site.alert();
    assert.equal(text(11), 'Texto de la página 11.');
    site.pass(1);
    assert.deepEqual((await site.alert()).skipped, { failing: 1 });
    assert.equal(text(11), undefined);
    assert.match(leftOutText(leftOutOf(site.mirror)), /for UNSEEN_HOURS/);
    site.proxy.setFaults(undefined);
    await site.sync();
    assert.equal(text(11), 'Texto de la página 11.');
    assert.deepEqual(await site.generations.guard(), []);
  });

  const challenge = { kind: 'html', title: 'Just a moment...', status: 403 } as const;

  it('leaves a new page out that a firewall keeps from sync, until it can be looked at', async () => {
    await using site = await smallSite();
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-11/') ? challenge : undefined));
    assert.deepEqual((await site.alert()).skipped, { firewall: 1 });
    assert.match(leftOutText(leftOutOf(site.mirror)), /1 page: new, and a firewall blocks sync.*\n.*pagina-11/);
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-') ? challenge : undefined));
    site.pages.push({ id: 90, slug: 'pagina-90', modified_gmt: '2026-05-01T00:00:00', content: '<p>Nueva.</p>' });
    assert.deepEqual((await site.alert({ full: true })).skipped, { firewall: 2 });
    assert.equal(paths(site).length, 11);
    site.proxy.setFaults(undefined);
    assert.equal((await site.sync()).new, 2);
  });

  it('publishes nothing that was never seen, unless the owner declares that the REST API shows nothing hidden', async () => {
    await using site = await smallSite();
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-') ? challenge : undefined));
    assert.match((await site.alert()).message, /left out: firewall: 12.*unseen: publish/);
    assert.deepEqual(
      (await site.generations.guard()).map(({ kind }) => kind),
      ['unseen'],
    );
    await site.writeSiteFile('unseen: publish\n');
    assert.equal((await site.sync()).new, 12);
    site.pages.push({ id: 90, slug: 'pagina-90', modified_gmt: '2026-05-01T00:00:00', content: '<p>Nueva.</p>' });
    site.edit(11, { content: '<p>Otro texto.</p>', modified_gmt: '2026-05-01T00:00:00' });
    const { new: added, changed } = await site.sync();
    assert.deepEqual([added, changed, paths(site).length], [1, 1, 13]);
  });

  it('keeps what visitors got of a page, where the REST API gave more and a firewall comes', async () => {
    await using site = await smallSite();
    site.edit(11, { content: `${long}${part}${long}`, shown: { main: `${long}${long}` } });
    await site.sync();
    site.edit(11, { content: `${long}${part}${long}<p>Nuevo.</p>`, modified_gmt: '2026-05-01T00:00:00' });
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-') ? challenge : undefined));
    await site.alert();
    const page = await site.index((index) => index.pageByPath('/pagina-11'));
    assert.match(page?.markdown ?? '', /quemador/);
    assert.doesNotMatch(page?.markdown ?? '', /socios/);
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
      site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-11/') ? firewall : undefined));
      await site.alert();
      site.edit(12, { content: '<p>Otro texto.</p>', modified_gmt: '2026-05-01T00:00:00' });
      const met = new Set<string>();
      site.proxy.setFaults(({ url }) => {
        if (!/^\/pagina-1[12]\//.test(url) || met.has(url)) return undefined;
        met.add(url);
        return fault;
      });
      await site.sync({ full: true });
      assert.deepEqual([met.size, paths(site).length], [2, 12]);
    });
  }

  it('keeps the pages of a site whose firewall answers each of them with noindex', async () => {
    await using site = await smallSite();
    await site.sync();
    const head = '<META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><script src="/_Incapsula_Resource?x=1"></script>';
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-') ? { kind: 'html', title: '', head } : undefined));
    await site.alert({ full: true });
    assert.equal(paths(site).length, 12);
    site.proxy.setFaults(undefined);
    site.edit(11, { shown: { head } });
    assert.equal((await site.sync({ full: true })).gone, 1);
  });

  it('keeps a page that is not at its address, until the REST API gives it there again', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(13, { shown: { status: 404 } });
    const absent: Fault = { kind: 'json', value: [], headers: { 'x-wp-total': '0', 'x-wp-totalpages': '0' } };
    site.proxy.setFaults(({ url }) => (/[?&]include=13(?:&|$)/.test(url) ? absent : undefined));
    assert.equal((await site.sync({ full: true })).gone, 0);
    site.proxy.setFaults(undefined);
    assert.equal((await site.sync({ full: true })).gone, 1);
  });

  it('sees a Refresh header that comes to a page which is as it was', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { shown: { headers: { refresh: '0; url=/pagina-12/' } } });
    assert.deepEqual((await site.sync({ full: true })).skipped, { redirect: 1 });
  });

  it('stops looking at pages, and says so once, when the same fault meets five in a row', async () => {
    await using site = await smallSite(30);
    await site.sync();
    const before = site.proxy.seen.length;
    site.proxy.setFaults(({ url }) => (url.startsWith('/pagina-') ? { kind: 'status', status: 500 } : undefined));
    await site.alert({ full: true });
    assert.ok(looks(site, before).length <= 8, 'five, and the running requests');
    assert.equal(site.warnings().filter((warning) => /No more pages are fetched/.test(warning)).length, 1);
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

  it('reads a page again whose validators follow the date of the post', async () => {
    await using site = await smallSite();
    const headers = { etag: '"20260301"', 'last-modified': 'Sun, 01 Mar 2026 08:30:00 GMT' };
    for (const { id } of site.pages) site.edit(id, { shown: { headers } });
    await site.sync();
    site.edit(11, { shown: { headers, main: '<p>Solo para socios.</p>' } });
    await site.sync({ full: true });
    assert.doesNotMatch((await site.index((index) => index.pageByPath('/pagina-11')?.markdown)) ?? '', /Texto de la/);
  });
});

describe('run, when a page is as it was', () => {
  it('drops one whose headers alone say noindex from now on', async () => {
    await using site = await smallSite();
    await site.sync();
    site.edit(11, { shown: { headers: { 'x-robots-tag': 'noindex' } } });
    await site.sync({ full: true });
    assert.equal(paths(site).includes(11), false);
  });
});

describe('run, when a page says until when it may be indexed', () => {
  it('publishes it until then, though nothing of the page changes', async () => {
    await using site = await smallSite();
    site.edit(11, { shown: { headers: { 'x-robots-tag': `unavailable_after: ${site.inHours(2)}` } } });
    await site.sync();
    assert.equal(paths(site).includes(11), true);
    site.pass(3);
    await site.sync();
    assert.equal(paths(site).includes(11), false);
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
