import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CensusRow, WordPressPage } from '../../../sync/wordpress/rows.ts';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { all, connectTo } from './connect.ts';
import { startTinyWordPress, tinyPages, type TinyPage } from './tiny-wordpress.ts';

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
const isListing = (url: string) => url.includes('/wp/v2/');

describe('census', () => {
  it('lists every page once, by id, to the page that WordPress says is past the end', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(250) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    const rows = await all(connected.wordpress.census('pages'));
    assert.deepEqual(ids(rows), ids(tinyPages(250)));
    assert.equal(proxy.seen.filter(({ url }) => isListing(url)).length, 4);
    assert.deepEqual(rows[0], {
      id: 11,
      link: `${proxy.url}/pagina-11/`,
      slug: 'pagina-11',
      modified: '2026-03-01T08:30:00Z',
      protected: false,
      status: 'publish',
    } satisfies CensusRow);
  });

  it('asks for the cheap fields only, past every cache, without a login', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(150) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    await all(connected.wordpress.census('pages'));
    const listings = proxy.seen.filter(({ url }) => isListing(url));
    const queries = listings.map(({ url }) => new URL(url, proxy.url).searchParams);
    for (const query of queries) {
      assert.equal(query.get('_fields'), 'id,link,slug,status,modified_gmt,content.protected');
      assert.equal(query.get('orderby'), 'id');
      assert.equal(query.has('_locale'), false);
    }
    assert.equal(new Set(queries.map((query) => query.get('_'))).size, listings.length);
    for (const { headers } of listings) {
      assert.equal(headers['cache-control'], 'no-cache');
      assert.equal(headers.authorization, undefined);
    }
  });

  it('goes on after a short page and after a page of rows that the reader may not see', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(250) });
    await using proxy = await startFaultProxy(site.url, ({ url }) => {
      if (/[?&]page=1&/.test(url)) return { kind: 'rows', edit: (rows) => rows.slice(0, 40) };
      if (/[?&]page=2&/.test(url)) return { kind: 'rows', edit: () => [] };
      return undefined;
    });
    await using connected = await connectTo(proxy.url);
    assert.equal((await all(connected.wordpress.census('pages'))).length, 40 + 50);
  });

  it('counts a row once that the site lists twice, and says so', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(120) });
    await using proxy = await startFaultProxy(site.url, ({ url }) =>
      /[?&]page=2&/.test(url)
        ? { kind: 'rows', edit: (rows) => [{ ...(rows[0] as object), id: 11 }, ...rows, ...rows.slice(0, 2)] }
        : undefined,
    );
    await using connected = await connectTo(proxy.url);
    const rows = await all(connected.wordpress.census('pages'));
    assert.deepEqual(ids(rows), ids(tinyPages(120)));
    assert.deepEqual(connected.of('repeated_rows'), [{ type: 'repeated_rows', restType: 'pages', count: 3 }]);
  });

  it('fails when every page of the listing is the same', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(250) });
    const first = (await (await fetch(`${site.url}/wp-json/wp/v2/pages?per_page=100&page=1`)).json()) as unknown[];
    await using proxy = await startFaultProxy(site.url, ({ url }) =>
      isListing(url) ? { kind: 'rows', edit: () => first } : undefined,
    );
    await using connected = await connectTo(proxy.url);
    proxy.setFaults(({ url }) => (isListing(url) ? { kind: 'json', value: first } : undefined));
    await assert.rejects(all(connected.wordpress.census('pages')), /The listing repeats itself/);
  });

  it('lists nothing for a site without pages', async () => {
    await using site = await startTinyWordPress({ pages: [] });
    await using connected = await connectTo(site.url);
    assert.deepEqual(await all(connected.wordpress.census('pages')), []);
  });

  it('does not take an empty list that WordPress did not count for a site without pages', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(20) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    proxy.setFaults({ kind: 'json', value: [] });
    await assert.rejects(all(connected.wordpress.census('pages')), {
      kind: 'unexpected',
      message: /empty.*X-WP-Total/,
    });
  });

  it('does not believe that pages are gone from an empty list without a count, when the site counts', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(5) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    await all(connected.wordpress.census('pages'));
    proxy.setFaults({ kind: 'json', value: [] });
    const refused = { kind: 'unexpected', message: /empty.*X-WP-Total/ };
    await assert.rejects(all(connected.wordpress.fetchPages('pages', [12])), refused);
  });

  it('names a type that the site does not have', async () => {
    await using site = await startTinyWordPress({ pages: [] });
    await using connected = await connectTo(site.url);
    await assert.rejects(all(connected.wordpress.census('servicio')), {
      kind: 'status',
      status: 404,
      message: /404 rest_no_route.*\/wp\/v2\/servicio/,
    });
  });

  it('fails on a row without id rather than take its page for deleted', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    proxy.setFaults({ kind: 'rows', edit: ([first, ...others]) => [{ ...(first as object), id: null }, ...others] });
    await assert.rejects(all(connected.wordpress.census('pages')), { kind: 'unexpected', message: /0\.id/ });
  });

  it('shrinks its pages where the site cannot give a hundred, and loses none', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(330) });
    await using proxy = await startFaultProxy(site.url, ({ url }) =>
      /per_page=100&page=[2-9]|per_page=50&page=[4-9]/.test(url) ? { kind: 'status', status: 504 } : undefined,
    );
    await using connected = await connectTo(proxy.url);
    const rows = await all(connected.wordpress.census('pages'));
    assert.deepEqual(ids(rows), ids(tinyPages(330)));
    assert.deepEqual(
      connected.of('batch_shrunk').map(({ size }) => size),
      [50, 10],
    );
  });
});

describe('fetchPages', () => {
  it('reads the pages of any number of ids, a hundred at a time, and leaves out what the site does not show', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(250) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    const wanted = [9999, 11, 11, ...ids(tinyPages(250)).toReversed()];
    const pages = await all(connected.wordpress.fetchPages('pages', wanted));
    assert.deepEqual(
      ids(pages).toSorted((a, b) => a - b),
      ids(tinyPages(250)),
    );
    assert.equal(proxy.seen.filter(({ url }) => isListing(url)).length, 3);
    assert.deepEqual(await all(connected.wordpress.fetchPages('pages', [])), []);
  });

  it('gives title, content, and what plugins say of language, search engines and structured data', async () => {
    const yoast = { robots: { index: 'noindex' }, og_locale: 'ca_ES', schema: { '@graph': [] } };
    const pages: TinyPage[] = [
      {
        id: 11,
        slug: 'pagina-11',
        modified_gmt: '2026-03-01T08:30:00',
        content: '<p>Texto de la página 11.</p>',
        extra: { yoast_head_json: yoast },
      },
      {
        id: 90,
        slug: 'b',
        modified_gmt: '2026-03-01T08:30:00',
        content: '',
        extra: { lang: 'eu', meta: [], title: 7 },
      },
      {
        id: 91,
        slug: 'c',
        modified_gmt: '0000-00-00T00:00:00',
        content: 'no',
        password: true,
        extra: { meta: { rank_math_robots: ['noindex', 'nofollow'] }, aioseo_head_json: { schema: { a: 1 } } },
      },
      {
        id: 92,
        slug: 'd',
        modified_gmt: '2026-03-01T08:30:00',
        content: '',
        extra: { yoast_head_json: { ...yoast, og_url: 'http://casa.example/pagina-11/' } },
      },
    ];
    await using site = await startTinyWordPress({ pages });
    await using connected = await connectTo(site.url);
    const [a, b, c, d] = await all(connected.wordpress.fetchPages('pages', [11, 90, 91, 92]));
    assert.deepEqual(a, {
      id: 11,
      link: `${site.url}/pagina-11/`,
      slug: 'pagina-11',
      modified: '2026-03-01T08:30:00Z',
      seenModified: '2026-03-01T08:30:00Z',
      protected: false,
      status: 'publish',
      type: 'page',
      title: 'pagina-11',
      content: '<p>Texto de la página 11.</p>',
      language: undefined,
      printedLanguage: 'ca-ES',
      translations: [],
      noindex: true,
      maybeNoindex: true,
    } satisfies WordPressPage);
    assert.deepEqual([b?.title, b?.language, b?.noindex], ['', 'eu', false]);
    assert.deepEqual([d?.noindex, d?.maybeNoindex], [false, true]);
    assert.deepEqual([c?.modified, c?.protected, c?.content, c?.noindex], ['1970-01-01T00:00:00Z', true, '', true]);
  });

  it('asks for fewer pages at once when the site cannot give a hundred', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(120) });
    await using proxy = await startFaultProxy(site.url, ({ url }) =>
      /per_page=(?:100|50)&/.test(url) ? { kind: 'truncate' } : undefined,
    );
    await using connected = await connectTo(proxy.url);
    const pages = await all(connected.wordpress.fetchPages('pages', ids(tinyPages(120))));
    assert.equal(pages.length, 120);
    assert.deepEqual(
      connected.of('batch_shrunk').map(({ size, cause }) => [size, cause]),
      [50, 10].map((size) => [size, 'The site answered 200 with JSON that breaks off']),
    );
  });

  it('asks no more for what it waits for when it is closed', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    const asked = new Promise<void>((resolve) => {
      proxy.setFaults(() => {
        resolve();
        return { kind: 'stall' };
      });
    });
    const pages = all(connected.wordpress.fetchPages('pages', [11]));
    await Promise.all([assert.rejects(pages, /was closed/), asked.then(() => connected.wordpress.close())]);
    assert.deepEqual(connected.of('retried'), []);
  });

  it('names the one page that the site cannot give', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(30) });
    await using proxy = await startFaultProxy(site.url, ({ url }) =>
      /include=[^&]*\b13\b/.test(decodeURIComponent(url)) ? { kind: 'status', status: 500 } : undefined,
    );
    await using connected = await connectTo(proxy.url);
    await assert.rejects(all(connected.wordpress.fetchPages('pages', ids(tinyPages(30)))), {
      status: 500,
      message: /The site answered 500, 5 times \(GET .*include=13&/,
    });
  });

  it('reads a page again that is older than the census said, and believes the second answer', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    await all(connected.wordpress.census('pages'));
    let first = true;
    proxy.setFaults(() => {
      if (!first) return undefined;
      first = false;
      const old = { modified_gmt: '2020-01-01T00:00:00', content: { rendered: 'viejo' } };
      return { kind: 'rows', edit: ([stale, ...others]) => [{ ...(stale as object), ...old }, ...others] };
    });
    const pages = await all(connected.wordpress.fetchPages('pages', [11, 12, 13]));
    assert.deepEqual(ids(pages), [11, 12, 13]);
    assert.match(pages[0]?.content ?? '', /página 11/);
    assert.deepEqual(connected.of('stale_page'), [
      {
        type: 'stale_page',
        id: 11,
        listed: '2026-03-01T08:30:00Z',
        answered: '2020-01-01T00:00:00Z',
        recovered: true,
      },
    ]);
  });

  it('does not keep asking for a batch that the reader no longer wants', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(500) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url);
    for await (const batch of connected.wordpress.fetchPages('pages', ids(tinyPages(500)))) {
      assert.equal(batch.length, 100);
      break;
    }
    assert.ok(proxy.seen.filter(({ url }) => isListing(url)).length <= 2);
  });
});

describe('look', () => {
  it('sends the login with API calls, and with nothing else', async () => {
    await using site = await startTinyWordPress({ pages: tinyPages(1) });
    await using proxy = await startFaultProxy(site.url);
    await using connected = await connectTo(proxy.url, { credentials: { user: 'lector', password: 'ab cd' } });
    await all(connected.wordpress.census('pages'));
    await connected.wordpress.look({ link: `${proxy.url}/pagina-11/` });
    const sent = proxy.seen.map(({ url, headers }) => [url.startsWith('/wp-json/'), headers.authorization]);
    const basic = `Basic ${Buffer.from('lector:ab cd').toString('base64')}`;
    assert.ok(sent.every(([isApi, authorization]) => authorization === (isApi === true ? basic : undefined)));
  });
});
