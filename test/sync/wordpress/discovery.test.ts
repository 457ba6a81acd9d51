import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { languageOfPage } from '../../../sync/wordpress/page-head.ts';
import { rootInPage, rootInLinkHeader } from '../../../sync/wordpress/discovery.ts';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { connectTo } from './connect.ts';
import { startTinyWordPress } from './tiny-wordpress.ts';

describe('rootInLinkHeader', () => {
  it('finds the relation among others, in one header or several, quoted or not', () => {
    const others = '<https://x.es/?p=1>; rel=shortlink';
    const api = '<https://x.es/wp-json/>; rel="https://api.w.org/"';
    assert.equal(rootInLinkHeader(`${others}, ${api}`), 'https://x.es/wp-json/');
    assert.equal(rootInLinkHeader([others, api]), 'https://x.es/wp-json/');
    assert.equal(rootInLinkHeader('<https://x.es/a,b/>; rel=https://api.w.org/'), 'https://x.es/a,b/');
    assert.equal(rootInLinkHeader(others), undefined);
    assert.equal(rootInLinkHeader(undefined), undefined);
  });
});

describe('rootInPage', () => {
  const rootIn = (html: string) => rootInPage(readPage(html));
  it('reads the link element in any order and quotes, with entities undone', () => {
    assert.equal(
      rootIn(`<link rel='https://api.w.org/' href='https://x.es/?rest_route=/&#038;a=1' />`),
      'https://x.es/?rest_route=/&a=1',
    );
    assert.equal(rootIn('<LINK HREF=https://x.es/api/ REL="https://api.w.org/">'), 'https://x.es/api/');
    assert.equal(rootIn('<link rel="alternate" href="https://x.es/">'), undefined);
  });
});

describe('languageOfPage', () => {
  const languageOf = (html: string) => languageOfPage(readPage(html));
  it('is a BCP 47 tag, or undefined', () => {
    assert.equal(languageOf('<!DOCTYPE html><html dir="ltr" lang="es-es">'), 'es-ES');
    assert.equal(languageOf('<html lang="de_DE_formal">'), 'de-DE');
    assert.equal(languageOf('<html lang="">'), undefined);
    assert.equal(languageOf('<html>'), undefined);
  });
});

describe('connectWordPress, discovery of the API', () => {
  const cases = [
    { announce: 'header', root: '/wp-json/', by: 'Link header' },
    { announce: 'header', root: '/otro/prefijo/', by: 'Link header' },
    { announce: 'header', root: '/?rest_route=/', by: 'Link header' },
    { announce: 'html', root: '/api/', by: 'link in the HTML head' },
    { announce: 'no', root: '/wp-json/', by: '/wp-json/' },
    { announce: 'no', root: '/?rest_route=/', by: '/?rest_route=/' },
  ] as const;
  for (const { announce, root, by } of cases) {
    it(`finds ${root} by ${by}`, async () => {
      await using site = await startTinyWordPress({ pages: [], announce, root });
      await using connected = await connectTo(site.url);
      assert.equal(connected.wordpress.apiRoot, `${site.url}${root}`);
      assert.deepEqual(connected.events, [{ type: 'api_found', root: `${site.url}${root}`, by }]);
    });
  }

  it('says who the site is, in plain text, without the loopback address that it is read at', async () => {
    const about = { home: 'https://www.example.es', url: 'https://wp.example.es/core' };
    await using site = await startTinyWordPress({ pages: [], about });
    await using connected = await connectTo(site.url);
    assert.deepEqual(connected.wordpress.site, {
      name: 'Llave & Tejo',
      description: '',
      home: 'https://www.example.es',
      language: 'es-ES',
      hosts: ['www.example.es', 'wp.example.es'],
    });
  });

  it('does not follow an announcement to another host', async () => {
    await using stranger = await startTinyWordPress({ pages: [] });
    await using site = await startTinyWordPress({ pages: [], announced: `${stranger.url}/wp-json/` });
    await using connected = await connectTo(site.url);
    assert.equal(connected.wordpress.apiRoot, `${site.url}/wp-json/`);
    assert.deepEqual(connected.of('api_found'), [{ type: 'api_found', root: `${site.url}/wp-json/`, by: '/wp-json/' }]);
  });

  it('names every place that it looked in when there is no API', async () => {
    await using site = await startTinyWordPress({ pages: [], about: { namespaces: ['oembed/1.0'] } });
    await assert.rejects(connectTo(site.url), {
      name: 'WordPressError',
      kind: 'no_api',
      message:
        'No WordPress REST API was found (' +
        'Link header: This is not the root of a WordPress REST API (namespaces: no wp/v2 among its namespaces); ' +
        'link in the HTML head: none; ' +
        '/wp-json/: This is not the root of a WordPress REST API (namespaces: no wp/v2 among its namespaces); ' +
        `/?rest_route=/: The site answered 200 with an HTML page instead of JSON: “Inicio – Tiny”) (GET ${site.url}/)`,
    });
  });

  it('names the fault of a root that is no object', async () => {
    await using site = await startTinyWordPress({ pages: [] });
    await using proxy = await startFaultProxy(site.url, ({ url }) =>
      url.startsWith('/wp-json/') ? { kind: 'json', value: [] } : undefined,
    );
    await assert.rejects(
      connectTo(proxy.url),
      /\/wp-json\/: This is not the root of a WordPress REST API \(Invalid input/,
    );
  });

  it('reports that a closed API needs a login, after it has looked for an open API', async () => {
    await using site = await startTinyWordPress({ pages: [] });
    const code = 'rest_login_required';
    await using proxy = await startFaultProxy(site.url, ({ url }) =>
      url === '/' || url.startsWith('/?_=')
        ? undefined
        : { kind: 'json', status: 401, value: { code, message: 'No.' } },
    );
    await assert.rejects(connectTo(proxy.url), {
      kind: 'denied',
      message:
        'The site answered 401 rest_login_required: No.; if it requires a login, set SYNC_USER and SYNC_APP_PASSWORD ' +
        `(GET ${proxy.url}/wp-json/)`,
    });
    assert.ok(proxy.seen.some(({ url }) => url.includes('rest_route')));
  });
});
