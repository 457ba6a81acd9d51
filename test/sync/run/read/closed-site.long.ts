import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault } from '../../../helpers/fault-proxy.ts';
import { leftOutOf, leftOutText } from '../../../../sync/service/report/left-out.ts';
import type { Shown } from '../../wordpress/tiny-wordpress.ts';
import { paths, smallSite } from '../small-site.ts';

const LINES = ['Tejados', 'Fachadas', 'Calderas', 'Persianas', 'Cerraduras', 'Toldos', 'Bajantes'].flatMap((thing) => [
  `${thing} nuevas`,
  `Reparar ${thing.toLowerCase()}`,
]);

type Site = Awaited<ReturnType<typeof smallSite>>;

/** As `rest_authentication_errors` answers whoever has no login. */
const REFUSAL = {
  kind: 'json',
  status: 401,
  value: { code: 'rest_unauthorized', message: 'Only authenticated users can access the REST API.' },
} as const satisfies Fault;

const isApi = (url: string) => url.startsWith('/wp-json/') || url.includes('rest_route');

/** Closes the REST API, and shows visitors something else at each address, if that is said. */
function close(site: Site, shown?: (url: string) => Fault | undefined): void {
  site.proxy.setFaults(({ url }) => (isApi(url) ? REFUSAL : shown?.(url)));
}

const toLogin = (url: string): Fault => ({
  kind: 'redirect',
  to: `/wp-login.php?redirect_to=${encodeURIComponent(`http://casa.example${url}`)}`,
});

describe('run, on a site whose REST API is closed', () => {
  it('lets all pages go at once when visitors are sent to a login, and says so', async () => {
    await using site = await smallSite(45);
    await site.sync();
    close(site, (url) => (url.startsWith('/pagina-') ? toLogin(url) : undefined));
    await assert.rejects(site.sync(), { kind: 'denied', message: /visitors do not get the pages either/ });
    assert.deepEqual(paths(site), []);
    assert.equal(await site.index((index) => index.pageByPath('/pagina-11')), undefined);
    assert.match(leftOutText(leftOutOf(site.mirror)), /45 pages: its address redirects visitors/);
    assert.deepEqual(
      (await site.generations.guard()).map(({ kind }) => kind),
      ['withdrawn'],
    );
    await assert.rejects(site.sync(), { kind: 'denied' });
    site.proxy.setFaults(undefined);
    await site.sync();
    assert.equal(paths(site).length, 45);
  });

  it('tells nothing more of the company on a site that is closed, or whose contact page is', async () => {
    await using site = await smallSite();
    const contact = '<p>Llámenos: <a href="tel:+34910000001">910 000 001</a></p>';
    site.edit(12, { slug: 'contacto', content: contact });
    await site.sync();
    const phone = () => site.index(({ company }) => company.phone);
    assert.match(JSON.stringify(await phone()), /910 ?000 ?001/);
    site.edit(12, { shown: { head: '<meta name="robots" content="noindex">' } });
    site.pass(1);
    await site.sync();
    assert.doesNotMatch(JSON.stringify(await phone()), /910/);
    site.edit(12, { shown: {} });
    site.pass(1);
    await site.sync();
    assert.match(JSON.stringify(await phone()), /910/);
    close(site, (url) => (url.startsWith('/pagina-') || url.startsWith('/contacto') ? toLogin(url) : undefined));
    await assert.rejects(site.sync(), { kind: 'denied' });
    assert.doesNotMatch(JSON.stringify(await phone()), /910/);
  });

  it('keeps no text and no title after the name of a tag in code that visitors do not get', async () => {
    await using site = await smallSite();
    const open = '<p>En cada plantilla la etiqueta <code>&lt;title&gt;</code> define el nombre de la página.</p>';
    const secret = '<p>Solo para socios: el código del curso es 4711.</p>';
    site.edit(11, { content: open + secret });
    site.edit(12, { title: 'Etiqueta &lt;title&gt;: código 4711' });
    await site.sync();
    assert.match(site.mirror.publishablePage(11)?.markdown ?? '', /4711/);
    assert.equal(site.mirror.publishablePage(12)?.title, 'Etiqueta <title>: código 4711');
    site.edit(11, { shown: { main: open } });
    site.edit(12, { title: 'Etiqueta' });
    close(site);
    await assert.rejects(site.sync(), { kind: 'denied' });
    assert.match(site.mirror.publishablePage(11)?.markdown ?? '', /`<title>` define el nombre de la página\.$/);
    assert.doesNotMatch(site.mirror.publishablePage(12)?.title ?? '4711', /4711/);
  });

  it('asks for few pages of a closed site', async () => {
    await using site = await smallSite(45);
    await site.sync();
    close(site, (url) => (url.startsWith('/pagina-') ? toLogin(url) : undefined));
    const before = site.proxy.seen.length;
    await assert.rejects(site.sync(), { kind: 'denied' });
    const asked = site.proxy.seen.slice(before).filter(({ url }) => url.startsWith('/pagina-'));
    assert.equal(asked.length, 24);
  });

  it('lets all pages go when visitors get a form for a password in their place', async () => {
    await using site = await smallSite();
    await site.sync();
    site.wordpress.everywhere = { main: '<form><p>Clave:</p><input type="password"></form>' };
    close(site);
    await assert.rejects(site.sync(), { kind: 'denied' });
    assert.deepEqual(paths(site), []);
  });

  it('knows a page that is nothing but a form for the password of the site', async () => {
    await using site = await smallSite();
    await site.sync();
    const form = '<p>Clave:</p><form><input type="password"></form>';
    site.proxy.setFaults(({ url }) => {
      if (isApi(url)) return REFUSAL;
      const html = `<!doctype html><body class="page-id-${url.replaceAll(/\D/g, '')}">${form}</body></html>`;
      return { kind: 'damage', edit: () => Buffer.from(html) };
    });
    await assert.rejects(site.sync(), { kind: 'denied' });
    assert.deepEqual(paths(site), []);
  });

  it('lets all pages go at once when WordPress ends them with a refusal', async () => {
    await using site = await smallSite();
    await site.sync();
    site.wordpress.everywhere = { died: 'Zona de la casa. <a href="/wp-login.php">Entrar</a>' };
    close(site);
    await assert.rejects(site.sync(), { kind: 'denied', message: /visitors do not get the pages either/ });
    assert.deepEqual(paths(site), []);
  });

  const others = [
    ['status 403', { kind: 'status', status: 403 }],
    ['status 401', { kind: 'status', status: 401 }],
    ['one page for all addresses', { kind: 'redirect', to: '/acceso/' }],
  ] as const satisfies readonly (readonly [string, Fault])[];
  for (const [what, fault] of others) {
    it(`lets all pages go at once when visitors get ${what}`, async () => {
      await using site = await smallSite();
      await site.sync();
      close(site, (url) => (url.startsWith('/pagina-') ? fault : undefined));
      await assert.rejects(site.sync(), { kind: 'denied', message: /visitors do not get the pages either/ });
      assert.deepEqual(paths(site), []);
      close(site);
      await assert.rejects(site.sync());
      assert.equal(paths(site).length, 12);
    });
  }

  it('keeps the last good index while the pages are public, and says since when and why', async () => {
    await using site = await smallSite();
    await site.sync();
    const live = await site.live();
    close(site);
    await assert.rejects(site.sync(), {
      kind: 'denied',
      message: /visitors still get the pages.*open \/wp-json\/wp\/v2/,
    });
    const [hold] = await site.generations.guard();
    assert.equal(hold?.kind, 'unread');
    assert.match(hold?.why ?? '', /the REST API is closed to sync \(The site answered 401 rest_unauthorized/);
    site.pass(100);
    await assert.rejects(site.sync(), { kind: 'denied' });
    assert.deepEqual([(await site.generations.guard())[0]?.since, await site.live()], [hold?.since, live]);
    assert.equal(paths(site).length, 12);
    site.proxy.setFaults(undefined);
    await site.sync();
    assert.deepEqual(await site.generations.guard(), []);
  });

  const long = `<p>${'La revisión incluye el desplazamiento, la limpieza del quemador y la medición de gases. '.repeat(6)}</p>`;

  const replaced: Readonly<Record<string, Shown>> = {
    'a redirect to the login': { redirect: '/wp-login.php' },
    'status 404': { status: 404 },
    noindex: { head: '<meta name="robots" content="noindex">' },
    'the canonical address of another page': { head: '<link rel="canonical" href="/pagina-12/">' },
    'another text': { main: '<p>Estamos preparando esta página: vuelva pronto.</p>' },
  };
  for (const [what, shown] of Object.entries(replaced)) {
    it(`lets a page go at once that visitors get with ${what}, while the rest is public`, async () => {
      await using site = await smallSite();
      site.edit(11, { content: long });
      await site.sync();
      site.edit(11, { shown });
      close(site);
      await assert.rejects(site.sync(), { kind: 'denied', message: /visitors still get the pages/ });
      assert.deepEqual([paths(site).includes(11), paths(site).length], [false, 11]);
    });
  }

  const open: Readonly<Record<string, { readonly content: string; readonly shown?: Shown }>> = {
    'a page with many pictures': {
      content: '<figure><img src="/a.jpg" alt="Una fachada recién pintada"></figure>'.repeat(30),
    },
    'a page of short lines, with more between them': {
      content: `<ol>${LINES.map((line) => `<li>${line}</li>`).join('')}</ol>`,
      shown: { main: `<ol>${LINES.map((line) => `<li>${line} <small>Nuevo</small></li>`).join('')}</ol>` },
    },
    'a page that its editor divides': { content: [long, long, long].join('<!--nextpage-->') },
  };
  for (const [what, edit] of Object.entries(open)) {
    it(`keeps ${what}`, async () => {
      await using site = await smallSite();
      site.edit(11, edit);
      await site.sync();
      assert.equal(paths(site).length, 12);
      close(site);
      site.pass(30);
      await assert.rejects(site.sync(), { kind: 'denied' });
      assert.equal(paths(site).length, 12);
    });
  }

  it('looks at all pages at once where visitors are sent to a login from all but some', async () => {
    await using site = await smallSite(45);
    await site.sync();
    close(site, (url) => (url.startsWith('/pagina-') && !url.startsWith('/pagina-11/') ? toLogin(url) : undefined));
    await assert.rejects(site.sync(), { kind: 'denied', message: /visitors still get the pages/ });
    assert.deepEqual(paths(site), [11]);
  });

  const passing = [
    ['a firewall that asks for a proof', { kind: 'html', title: 'Just a moment...', status: 403 }],
    ['maintenance', { kind: 'status', status: 503 }],
    ['a fault of the site', { kind: 'status', status: 500 }],
  ] as const satisfies readonly (readonly [string, Fault])[];
  for (const [what, fault] of passing) {
    it(`takes ${what} for no closed site`, async () => {
      await using site = await smallSite();
      await site.sync();
      close(site, () => fault);
      for (let run = 0; run < 2; run++) {
        await assert.rejects(site.sync(), { kind: 'denied', message: /rest_unauthorized/ });
        site.pass(48);
      }
      assert.equal(paths(site).length, 12);
      assert.deepEqual(await site.generations.guard(), []);
    });
  }

  const proofs = [
    ['with its marks', '/prueba/'],
    ['by its address', '/.captcha/'],
  ] as const;
  for (const [how, place] of proofs) {
    it(`takes a firewall for no login that leads visitors to its proof, known ${how}`, async () => {
      await using site = await smallSite();
      await site.sync();
      const marked = { kind: 'html', title: place === '/prueba/' ? 'Just a moment...' : 'Prueba' } as const;
      close(site, (url) =>
        url.startsWith(place) ? marked : { kind: 'redirect', to: `${place}?redirect_to=${encodeURIComponent(url)}` },
      );
      await assert.rejects(site.sync(), { kind: 'denied', message: /rest_unauthorized/ });
      assert.equal(paths(site).length, 12);
    });
  }

  it('keeps pages that visitors find under another host', async () => {
    await using site = await smallSite();
    await site.sync();
    site.proxy.setFaults(({ url }) => ({ kind: 'redirect', to: `https://nueva.example${url}` }));
    await assert.rejects(site.sync(), { kind: 'redirect' });
    site.pass(48);
    await assert.rejects(site.sync(), { kind: 'redirect' });
    assert.equal(paths(site).length, 12);
  });

  it('says that a type which is not there may be a mistyped one', async () => {
    await using site = await smallSite();
    await site.sync();
    await assert.rejects(site.sync({}, { types: ['paginas'] }), /rest_no_route.*, or correct SYNC_TYPES/);
  });

  it('lets pages go that visitors do not get any more, where one type alone is closed', async () => {
    await using site = await smallSite();
    const types = ['pages', 'servicios'];
    const pages = [90, 91, 92].map((id) => ({
      id,
      slug: `servicio-${id}`,
      modified_gmt: '2026-03-01T08:30:00',
      content: `<p>Texto del servicio ${id}.</p>`,
    }));
    site.wordpress.types = { servicios: { namespace: 'wp/v2', pages } };
    await site.sync({}, { types });
    const shown = { redirect: '/wp-login.php?redirect_to=%2Fservicio-91%2F' };
    const closed = pages.map((page) => (page.id === 91 ? { ...page, shown } : page));
    site.wordpress.types = { servicios: { namespace: 'wp/v2', pages: closed, fails: true } };
    site.pass(1);
    assert.deepEqual((await site.sync({}, { types })).skipped, { redirect: 1 });
    const served = [...site.mirror.publishable()]
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/servicio'));
    assert.deepEqual(served, ['/servicio-90', '/servicio-92']);
    site.wordpress.types = { servicios: { namespace: 'wp/v2', pages } };
    assert.equal((await site.sync({}, { types })).new, 1);
  });
});
