import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TinyPage } from '../wordpress/tiny-wordpress.ts';
import { smallSite } from './small-site.ts';

/** Head of a page that asks not to be indexed. */
const NOINDEX = { head: '<meta name="robots" content="noindex">' };

const translation = (id: number, more: Partial<TinyPage> = {}): TinyPage => ({
  id: id + 100,
  slug: `page-${id}`,
  path: `/en/page-${id}/`,
  modified_gmt: '2026-03-01T08:30:00',
  content: `<p>The text of page ${id}.</p>`,
  language: 'en',
  ...more,
});

/** A site of six Spanish pages and their English translations. */
async function translatedSite(wpml: boolean) {
  const site = await smallSite(6);
  site.pages.push(...site.pages.map(({ id }) => translation(id)));
  Object.assign(site.wordpress, { languages: ['es', 'en'], wpml });
  return site;
}
type Site = Awaited<ReturnType<typeof translatedSite>>;

const languageAt = (site: Site, path: string) => site.index((index) => index.pageByPath(path)?.language);

/** The requests of a run. */
async function requestsOf(site: Site): Promise<readonly URLSearchParams[]> {
  const requests: URLSearchParams[] = [];
  site.proxy.setFaults(({ url }) => {
    if (url.includes('/wp/v2/pages')) requests.push(new URL(url, 'http://proxy').searchParams);
    return undefined;
  });
  await site.sync();
  return requests;
}

describe('run, on a site with WPML', () => {
  it('indexes the pages of every language, which are not listed unless they are asked for', async () => {
    await using site = await translatedSite(true);
    assert.equal((await site.sync()).pages, 12);
    assert.equal(await languageAt(site, '/pagina-11'), 'es-ES');
    assert.equal(await languageAt(site, '/en/page-11'), 'en');
  });

  it('asks for the text of a page in its own language', async () => {
    await using site = await translatedSite(true);
    const reads = (await requestsOf(site)).filter((query) => query.has('include'));
    const languages = reads.map((query) => [query.get('include')?.split(',').length, query.get('lang')]);
    assert.deepEqual(languages, [
      [6, null],
      [6, 'en'],
    ]);
  });

  it('reads a page whose address does not tell its language', async () => {
    await using site = await translatedSite(true);
    site.pages.push(translation(90, { path: '/about/' }), translation(91, { path: '/no/', language: 'en' }));
    assert.equal((await site.sync()).pages, 14);
    assert.equal((await site.sync()).changed, 0);
  });

  it('leaves out what other languages hide, too', async () => {
    await using site = await translatedSite(true);
    site.pages.push(
      translation(90, { shown: NOINDEX }),
      translation(91, { password: true }),
      translation(92, { path: '/fr/page-92/', language: 'fr', shown: { redirect: '/' } }),
      translation(93, { path: '/fr/page-93/', language: 'fr', shown: { status: 404 } }),
    );
    assert.equal((await site.sync()).pages, 12);
    for (const path of ['/en/page-90', '/en/page-91', '/fr/page-92', '/fr/page-93']) {
      assert.equal(await languageAt(site, path), undefined);
    }
  });

  it('lets a translation go that is deleted, and keeps the others', async () => {
    await using site = await translatedSite(true);
    await site.sync();
    site.pages.splice(
      site.pages.findIndex(({ id }) => id === 111),
      1,
    );
    assert.equal((await site.sync()).pages, 11);
  });

  it('holds the pages of a language that is listed no more', async () => {
    await using site = await translatedSite(true);
    await site.sync();
    site.pages.splice(6);
    await assert.rejects(site.sync(), /6 of 12 pages would go/);
    assert.equal(await languageAt(site, '/en/page-11'), 'en');
  });

  it('keeps every page when the plugin is switched off, for WordPress lists them all', async () => {
    await using site = await translatedSite(true);
    await site.sync();
    delete site.wordpress.languages;
    assert.equal((await site.sync()).pages, 12);
  });
});

describe('run, on a site with Polylang', () => {
  it('asks for no language, as every one is listed', async () => {
    await using site = await translatedSite(false);
    const requests = await requestsOf(site);
    assert.ok(requests.every((query) => !query.has('lang')));
    assert.equal(await languageAt(site, '/en/page-11'), 'en');
  });
});

/** The same page in four languages, and one that is in one alone, in a theme that says nothing of languages. */
const TRANSLATED: readonly (readonly [path: string, text: string])[] = [
  ['/horno/', 'El horno es para la casa y para los hoteles de la isla: pregunte por las medidas que hay.'],
  ['/en/horno/', 'The horno oven is made for the home and for the hotels of the island: ask us about its size.'],
  ['/de/horno/', 'Der Ofen horno ist für das Haus und für die Hotels der Insel: fragen Sie uns nach der Größe.'],
  [
    '/pl/horno/',
    'Piec horno do domu i hotelu na wyspie, zapytaj nas o wymiary, cenę, dostawę, montaż, serwis, raty, leasing, wynajem oraz zwrot.',
  ],
  ['/en/news/', 'The horno oven of the year is on the news, and it is the one that we have made for you.'],
];

describe('run, on a site whose languages are told by paths alone', () => {
  async function titlesOf(site: Site, language: string | undefined): Promise<readonly string[]> {
    return await site.index((index) => {
      const { hits } = index.search({ query: 'horno', city: undefined, language, limit: 25, offset: 0 });
      return hits.map(({ url }) => new URL(url).pathname).toSorted();
    });
  }

  it('shows the translations of a page once among all languages', async () => {
    await using site = await smallSite(0);
    site.pages.push(
      ...TRANSLATED.map(([path, text], at) => ({
        id: 11 + at,
        slug: path.split('/').at(-2) ?? '',
        path,
        modified_gmt: '2026-03-01T08:30:00',
        content: `<p>${text}</p>`,
      })),
    );
    await site.sync();
    assert.deepEqual(await titlesOf(site, 'en'), ['/en/horno/', '/en/news/']);
    const all = await titlesOf(site, 'all');
    assert.equal(all.length, 2, all.join());
    assert.ok(all.includes('/en/news/'));
  });

  it('takes pages for different ones where the text under a prefix is in the language of the site', async () => {
    await using site = await smallSite(0);
    const content = '<p>El horno de la casa es para los hoteles que hay en la isla.</p>';
    site.pages.push(
      { id: 11, slug: 'horno', path: '/horno/', modified_gmt: '2026-03-01T08:30:00', content },
      {
        id: 12,
        slug: 'horno',
        path: '/it/horno/',
        modified_gmt: '2026-03-01T08:30:00',
        content: `${content}<p>Y más.</p>`,
      },
    );
    await site.sync();
    assert.deepEqual(await titlesOf(site, 'all'), ['/horno/', '/it/horno/']);
  });

  it('goes by the links of a switcher where paths differ', async () => {
    await using site = await smallSite(0);
    const switcher = (path: string) => `<ul><li><a lang="xx" hreflang="xx" href="${path}"><img alt=""></a></li></ul>`;
    const page = (id: number, path: string, text: string, other: string) => ({
      id,
      slug: path.split('/').at(-2) ?? '',
      path,
      modified_gmt: '2026-03-01T08:30:00',
      content: `<p>${text}</p>`,
      shown: { main: `${switcher(other)}<p>${text}</p>` },
    });
    site.pages.push(
      page(11, '/el-horno/', 'El horno para la casa.', '/en/the-oven/'),
      page(12, '/en/the-oven/', 'The horno oven for the home.', '/el-horno/'),
      page(13, '/en/', 'The home of the horno.', '/'),
      page(14, '/en/horno/', 'The horno of the year.', '/'),
    );
    await site.sync();
    assert.deepEqual(await titlesOf(site, 'en'), ['/en/', '/en/horno/', '/en/the-oven/']);
    const all = await titlesOf(site, 'all');
    assert.equal(all.length, 3, all.join());
  });
});

describe('run, of the language of its site', () => {
  it('tells what it takes it to be, and what says so', async () => {
    await using site = await smallSite(2);
    const reportedLanguages = () =>
      site.events.flatMap((event) => (event.type === 'language' ? [[event.language, event.by]] : []));
    const hideFront = () =>
      site.proxy.setFaults(({ url }) => (url.startsWith('/?') ? { kind: 'status', status: 503 } : undefined));
    hideFront();
    await site.sync();
    assert.deepEqual(reportedLanguages(), [['es', 'default']]);
    site.proxy.setFaults(undefined);
    site.wordpress.language = 'pt-PT';
    await site.sync();
    assert.deepEqual(reportedLanguages(), [['pt-PT', 'front page']]);
    hideFront();
    await site.sync();
    assert.deepEqual(reportedLanguages(), [['pt-PT', 'earlier run']]);
    await site.writeSiteFile('language: gl');
    await site.sync();
    assert.deepEqual(reportedLanguages(), [['gl', 'site.yaml']]);
  });
});
