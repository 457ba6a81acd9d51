import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAddresses } from '../../../shared/addresses.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import { createPlaces } from '../../../shared/places.ts';
import { explainCompany } from '../../../sync/company/company.ts';
import { DEMO_HOME, readRecording } from '../../../sync/demo/recording.ts';
import { DEMO_SITE_CONFIG, startDemoSite } from '../../../sync/demo/site.ts';
import { readSiteConfig } from '../../../sync/site-file/site-config.ts';

const recording = readRecording();
const recorded = recording.collections.get('pages') ?? [];
let demo: Awaited<ReturnType<typeof startDemoSite>>;
before(async () => {
  demo = await startDemoSite();
});
after(() => demo.close());

const ask = (path: string, init?: RequestInit) => fetch(`${demo.url}${path}`, init);

async function rest(path: string): Promise<{ status: number; body: any; headers: Headers }> {
  const answer = await ask(`/wp-json${path}`);
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

const idsOf = (body: readonly { id: number }[]) => body.map(({ id }) => id);

describe('the demo site', () => {
  it('says where its REST API is, in the header and in the head of its front page', async () => {
    const answer = await ask('/');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('link'), `<${demo.url}/wp-json/>; rel="https://api.w.org/"`);
    const html = await answer.text();
    assert.ok(html.includes(`<link rel="https://api.w.org/" href="${demo.url}/wp-json/" />`));
    assert.ok(html.includes('Tu casa, en marcha'));
  });

  it('says who it is at the root, with a home that does not depend on the port', async () => {
    for (const path of ['', '/']) {
      const { status, body } = await rest(path);
      assert.equal(status, 200);
      assert.equal(body.name, 'Llave y Tejo');
      assert.equal(body.home, DEMO_HOME);
      assert.ok(body.namespaces.includes('wp/v2'));
    }
    assert.deepEqual((await rest('/?_fields=home')).body, { home: DEMO_HOME });
  });

  it('lists every recorded page once, page by page', async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 5; page++) {
      const { body, headers } = await rest(`/wp/v2/pages?per_page=50&page=${page}&orderby=id&order=asc&_fields=id`);
      assert.equal(headers.get('x-wp-total'), String(recorded.length));
      assert.equal(headers.get('x-wp-totalpages'), '5');
      seen.push(...idsOf(body));
    }
    assert.deepEqual(seen, idsOf(recorded));
    const beyond = await rest('/wp/v2/pages?per_page=50&page=6');
    assert.equal(beyond.status, 400);
    assert.equal(beyond.body.code, 'rest_post_invalid_page_number');
  });

  it('answers whole posts as they were recorded', async () => {
    for (const type of ['pages', 'posts', 'proyectos']) {
      const posts = recording.collections.get(type) ?? [];
      assert.ok(posts.length > 0, type);
      const { body } = await rest(`/wp/v2/${type}?per_page=100&orderby=id&order=asc`);
      assert.deepEqual(body, posts.slice(0, 100));
    }
    const [first] = recorded;
    assert.deepEqual((await rest(`/wp/v2/pages/${first?.id}`)).body, first);
  });

  it('gives ten, the newest first, when nothing is asked for', async () => {
    const { body } = await rest('/wp/v2/posts');
    const dates = body.map(({ date }: { date: string }) => date);
    assert.equal(body.length, 10);
    assert.deepEqual(dates, dates.toSorted().toReversed());
  });

  it('gives the ids that are asked for, and leaves out those that are not there', async () => {
    assert.deepEqual(idsOf((await rest('/wp/v2/pages?include=13,12,999999&orderby=id&order=asc')).body), [12, 13]);
    assert.deepEqual(idsOf((await rest('/wp/v2/pages?include[]=13&include[]=12&orderby=include')).body), [13, 12]);
    const none = await rest('/wp/v2/pages?include=999999');
    assert.deepEqual([none.status, none.body, none.headers.get('x-wp-total')], [200, [], '0']);
  });

  it('gives the fields that are asked for, nested ones too', async () => {
    const { body } = await rest('/wp/v2/pages?include=12&_fields=id,title.rendered,content.protected,nothing,slug.x');
    assert.deepEqual(body, [
      { id: 12, title: { rendered: 'Electricistas en Tenerife' }, content: { protected: false } },
    ]);
    const whole = await rest('/wp/v2/pages?include=12&_fields=title.rendered,title,title.rendered');
    assert.deepEqual(whole.body, [{ title: { rendered: 'Electricistas en Tenerife' } }]);
  });

  it('refuses what WordPress refuses, in its words', async () => {
    const cases: readonly [path: string, status: number, code: string][] = [
      ['/wp/v2/nada', 404, 'rest_no_route'],
      ['/wp/v2/pages/12/revisions', 404, 'rest_no_route'],
      ['/otra/v1', 404, 'rest_no_route'],
      ['/wp/v2/pages/999999', 404, 'rest_post_invalid_id'],
      ['/wp/v2/types/nada', 404, 'rest_type_invalid'],
      ['/wp/v2/pages?per_page=101', 400, 'rest_invalid_param'],
      ['/wp/v2/pages?per_page=0', 400, 'rest_invalid_param'],
      ['/wp/v2/pages?page=x', 400, 'rest_invalid_param'],
      ['/wp/v2/pages?orderby=banana', 400, 'rest_invalid_param'],
      ['/wp/v2/pages?order=up', 400, 'rest_invalid_param'],
      ['/wp/v2/pages?status=draft', 400, 'rest_invalid_param'],
    ];
    for (const [path, status, code] of cases) {
      const answer = await rest(path);
      assert.deepEqual([answer.status, answer.body.code, answer.body.data.status], [status, code, status], path);
    }
  });

  it('describes its types', async () => {
    assert.equal((await rest('/wp/v2/types')).body.page.rest_base, 'pages');
    assert.equal((await rest('/wp/v2/types/post?_fields=rest_base')).body.rest_base, 'posts');
  });

  it('lists pages with a password without their text', async () => {
    const pages = [2, 3].map((page) => rest(`/wp/v2/pages?per_page=100&page=${page}&orderby=id&order=asc`));
    const listed = (await Promise.all(pages)).flatMap(({ body }) => body);
    const guarded = listed.filter((page: any) => page.content.protected);
    assert.equal(guarded.length, 4);
    for (const page of guarded) assert.equal(page.content.rendered, '');
  });

  it('shows every page as the theme does, and 404 for others', async () => {
    const answer = await ask('/madrid/fontaneria/');
    const html = await answer.text();
    assert.equal(answer.status, 200);
    assert.ok(html.includes('<title>Fontaneros en Madrid</title>'));
    assert.ok(html.includes(`<link rel="canonical" href="${DEMO_HOME}/madrid/fontaneria/" />`));
    assert.ok(html.includes('Trabajos de fontanería en Madrid'));
    assert.ok(!html.includes('{{'));
    assert.ok((await (await ask('/blog/')).text()).includes('Poda el recibo del agua'));
    for (const path of ['/no-such-page/', '/%E0%A4%A', '//otra.example/']) assert.equal((await ask(path)).status, 404);
  });

  it('answers HEAD without a body and other methods with 405', async () => {
    const head = await ask('/wp-json/wp/v2/pages', { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    assert.ok(Number(head.headers.get('content-length')) > 1000);
    assert.equal((await ask('/wp-json/wp/v2/pages', { method: 'POST' })).status, 405);
  });
});

describe('the recording', () => {
  it('names no machine, no other site and nothing that must stay private', () => {
    const text = JSON.stringify([recording.root, recording.frames, ...recording.collections.values()]);
    assert.doesNotMatch(text, /127\.0\.0\.1|localhost|\/tmp\/|SECRETO|nonce/);
  });

  it('has six services in every city and three in some, quarters in the largest, and a general page for each service', () => {
    const { keyOf } = createAddresses({ home: DEMO_HOME, hosts: [] });
    const { locate } = createPlaces(DEFAULT_CITIES);
    const citiesOf = new Map<string, number>();
    const general = new Set<string>();
    for (const { link } of recorded) {
      const { city, family } = locate(keyOf(link) ?? '');
      if (city === '') general.add(family);
      else citiesOf.set(family, (citiesOf.get(family) ?? 0) + 1);
    }
    const everywhere = [
      'cerrajeria',
      'desatascos',
      'electricidad',
      'fontaneria',
      'reformas',
      'servicio-tecnico-electrodomesticos',
    ];
    for (const family of ['', ...everywhere]) assert.equal(citiesOf.get(family), DEFAULT_CITIES.length, family);
    const some = { comunidades: 5, piscinas: 6, 'placas-solares': 9 };
    for (const [family, cities] of Object.entries(some)) assert.equal(citiesOf.get(family), cities, family);
    for (const family of [...everywhere, ...Object.keys(some)]) assert.ok(general.has(family), family);
    assert.equal(citiesOf.get('chamberi'), 1);
  });

  it('lists the price of every work on the page of prices, and no page that is there for tests', () => {
    const prices = recorded.find(({ slug }) => slug === 'tarifas')?.content.rendered ?? '';
    assert.equal(prices.match(/<table>/g)?.length, 10);
    assert.match(prices, /<td>Cambio de bombín<\/td><td>75 €<\/td>/);
    assert.doesNotMatch(JSON.stringify([recording.frames, ...recorded]), /casos-dificiles/);
  });
});

describe('the site file of the demo', () => {
  const rules = readSiteConfig(DEMO_SITE_CONFIG);
  const config = { ...rules, cities: rules.cities ?? [] };

  it('has the cities that are meant without it', () => {
    assert.deepEqual(
      config.cities.map(({ slug, name, aliases }) => ({ slug, name, aliases })),
      DEFAULT_CITIES,
    );
  });

  it('fills every field of the company data, with pages that exist', () => {
    const { keyOf } = createAddresses({ home: DEMO_HOME, hosts: [] });
    const { locate } = createPlaces(config.cities);
    const pages = recorded.map(({ title, link }) => {
      const path = keyOf(link) ?? '';
      const { city, family } = locate(path);
      return { title: title.rendered, url: link, path, city, family };
    });
    const site = { name: '', description: '', home: DEMO_HOME, language: 'es', hosts: [] };
    const company = explainCompany({ site, config, pages }).company;
    assert.equal(Object.values(company).filter((value) => value === '' || value === undefined).length, 0);
    assert.equal(Object.keys(company).length, 16);
    const urls = new Set(pages.map(({ url }) => url));
    for (const { url } of [...(company.services ?? []), ...(company.cities ?? [])]) assert.ok(urls.has(url), url);
    for (const url of Object.values(company.pages ?? {})) assert.ok(urls.has(url), url);
    assert.equal(config.isExcluded('/carpeta-interna/avisos-de-comunidades'), true);
  });
});
