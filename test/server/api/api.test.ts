import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEFAULT_OPERATIONS } from '../../../shared/operations.ts';
import { page } from '../../helpers/sample-index.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());

async function ok(path: string) {
  const answer = await server.get(path);
  assert.equal(answer.status, 200, path);
  return await jsonOf(answer);
}

/** Asks for a refusal and checks the shape that every error has: code, message, data.status and data.hint. */
async function refused(path: string, status: number, code: string, running = server) {
  const answer = await running.get(path);
  const body = await jsonOf(answer);
  assert.equal(answer.status, status, `${path}: ${JSON.stringify(body)}`);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=UTF-8');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(body.code, code);
  assert.equal(typeof body.message, 'string');
  assert.equal(body.data.status, status);
  return body;
}

describe('GET {base_url}/search_pages', () => {
  it('answers results with every field of the contract', async () => {
    const body = await ok('/search_pages?query=desatasco&city=gijon');
    assert.deepEqual(Object.keys(body), ['total', 'results', 'next_cursor', 'confidence']);
    assert.equal(body.confidence, 'high');
    assert.equal(body.total, 1);
    assert.equal(body.next_cursor, null);
    assert.deepEqual(body.results[0], {
      title: 'Desatascos en Gijón',
      url: 'https://casa.example/gijon/desatascos/',
      city: 'gijon',
      excerpt: body.results[0].excerpt,
      modified: '2026-03-01T09:30:00Z',
      language: 'es',
    });
    assert.match(body.results[0].excerpt, /Desatasco urgente/);
  });

  it('gives the empty city to a general page', async () => {
    const body = await ok('/search_pages?query=fontaneria');
    assert.equal(body.results[0].url, 'https://casa.example/fontaneria/');
    assert.equal(body.results[0].city, '');
  });

  it('answers an empty page when nothing matches, and what to try', async () => {
    const { hint, ...body } = await ok('/search_pages?query=zzzzqqqq');
    assert.deepEqual(body, { total: 0, results: [], next_cursor: null, unmatched: ['zzzzqqqq'] });
    assert.equal(
      hint,
      'Ninguna página contiene esas palabras. Prueba con menos palabras o con otras: un servicio, un problema, un lugar. ' +
        'get_company_info enumera los servicios y las ciudades.',
    );
    assert.match(
      (await ok('/search_pages?query=do%20you%20offer%20financing')).hint,
      /^La consulta parece estar en otro idioma \(en\) .* escríbela en el del sitio \(es\)\. Ninguna página/,
    );
    const inGijon = async (query: string) => (await ok(`/search_pages?query=${query}&city=gijon`)).hint;
    assert.match(await inGijon('zzzzqqqq'), /^Ninguna página contiene esas palabras\. Prueba/);
    assert.match(
      await inGijon('arquetas'),
      /^Ninguna página de gijon .* el primer resultado es https:\/\/casa\.example\/desatascos\/ \(Desatascos\)\./,
    );
  });

  it('takes a city in any case, with accents and spaces, and a cursor of the same words', async () => {
    for (const city of ['Gijón', 'GIJON', ' gijon ']) {
      const { results } = await ok(`/search_pages?query=desatasco&city=${encodeURIComponent(city)}`);
      assert.equal(results[0].city, 'gijon', city);
    }
    assert.equal((await ok('/search_pages?query=agua&city=A%20Coru%C3%B1a&cursor=')).total, 0);
    const { next_cursor: cursor } = await ok('/search_pages?query=Fontaneros&city=TODAS&limit=1');
    assert.equal((await ok(`/search_pages?query=fontaneros&city=todas&limit=1&cursor=${cursor}`)).total, 1);
  });

  it('says what was received, once for each parameter, and which word is near', async () => {
    const hint = async (query: string) => {
      const { message, data } = await refused(`/search_pages?query=agua&${query}`, 400, 'rest_invalid_param');
      return [message, data.hint] as const;
    };
    const [message, city] = await hint('city=Barcelone');
    assert.equal(message, 'Invalid parameter(s): city');
    assert.match(city, /todas, not "Barcelone": the nearest is barcelona\.$/);
    assert.match((await hint('city=Palma%20de%20Mallorca'))[1], /not "Palma de Mallorca": use mallorca\.$/);
    assert.match(
      (await hint('city=paris'))[1],
      /not "paris": for any other place, omit city and name the place in query\.$/,
    );
    assert.match((await hint('city=%E2%80%AEx%0Ay'))[1], /not " x\\ny": for any other place, omit city/);
    assert.equal((await hint('limit=26'))[1], 'limit must be a whole number from 1 to 25, not 26.');
    assert.deepEqual(await hint(`limit=${'9'.repeat(20)}`), [
      'Invalid parameter(s): limit',
      'limit must be a whole number from 1 to 25, not 100000000000000000000.',
    ]);
    assert.match((await hint('cursor=AAAAAAAAAAAAA'))[1], /at most 12 characters, not 13\.$/);
  });

  it('walks every match exactly once with any limit', async () => {
    const all = (await ok('/search_pages?query=fontaneros&limit=25')).results.map((hit: { url: string }) => hit.url);
    assert.equal(all.length, 3);
    const walked: string[] = [];
    let cursor: string | null = '';
    do {
      const body: { results: { url: string }[]; next_cursor: string | null } = await ok(
        `/search_pages?query=fontaneros&limit=1${cursor ? `&cursor=${cursor}` : ''}`,
      );
      walked.push(...body.results.map((hit) => hit.url));
      cursor = body.next_cursor;
      assert.ok(cursor === null || cursor.length <= 12);
    } while (cursor !== null);
    assert.deepEqual(walked, all);
  });

  it('says which parameter is missing', async () => {
    const body = await refused('/search_pages', 400, 'rest_missing_callback_param');
    assert.deepEqual(body.data.params, ['query']);
    assert.match(body.data.hint, /query is required: text of 2 to 200 characters\.$/);
    const misnamed = await refused('/search_pages?q=fuga&utm_source=a&page=2&x=1', 400, 'rest_missing_callback_param');
    assert.match(
      misnamed.data.hint,
      /characters\. There is no parameter q or utm_source or page; the parameters are: query, city, limit, cursor, language\.$/,
    );
    assert.ok((await ok('/search_pages?query=fugas&utm_source=a')).total > 0);
  });

  it('says what is wrong with each parameter', async () => {
    const body = await refused('/search_pages?query=a&limit=26&city=paris', 400, 'rest_invalid_param');
    assert.deepEqual(
      Object.entries<{ code: string }>(body.data.details).map(([name, detail]) => [name, detail.code]),
      [
        ['query', 'rest_too_short'],
        ['city', 'rest_not_in_enum'],
        ['limit', 'rest_out_of_bounds'],
      ],
    );
    assert.equal(body.data.params.limit, 'limit must be a whole number from 1 to 25');
    for (const name of ['query', 'limit', 'city']) assert.match(body.data.hint, new RegExp(`${name} must be`));
  });

  it('takes whole numbers only', async () => {
    for (const limit of ['8.0', '1e1', '%208', '-1', '0x8', '']) {
      await refused(`/search_pages?query=agua&limit=${limit}`, 400, 'rest_invalid_param');
    }
    await refused('/search_pages?query=agua&limit=0', 400, 'rest_invalid_param');
  });

  it('refuses a parameter that is given twice or as a list', async () => {
    for (const twice of ['limit=1&limit=2', 'limit[]=1', 'limit%5B%5D=1', 'query=otra', 'query[a]=b']) {
      await refused(`/search_pages?query=agua&${twice}`, 400, 'rest_invalid_param');
    }
  });

  it('ignores parameters that it does not know', async () => {
    await ok('/search_pages?query=agua&utm_source=x&utm_source=y&__proto__=z');
  });

  it('counts the length in code points after trimming', async () => {
    await ok(`/search_pages?query=${encodeURIComponent('🔧'.repeat(200))}`);
    await ok(`/search_pages?query=${'%20'.repeat(150)}ag${'%20'.repeat(150)}`);
    await refused(`/search_pages?query=${encodeURIComponent('🔧'.repeat(201))}`, 400, 'rest_invalid_param');
    await refused('/search_pages?query=%20%20%20', 400, 'rest_invalid_param');
  });

  it('refuses broken percent-encoding and NUL', async () => {
    for (const query of ['%', '%E0%A4%A', '%ff%fe', 'ag%00ua']) {
      await refused(`/search_pages?query=${query}`, 400, 'rest_bad_request');
    }
  });

  it('refuses a cursor that is not of this query, or too long', async () => {
    const { next_cursor: cursor } = await ok('/search_pages?query=fontaneros&limit=1');
    assert.ok(cursor);
    await refused(`/search_pages?query=desatascos&cursor=${cursor}`, 400, 'rest_invalid_param');
    await refused(`/search_pages?query=fontaneros&city=gijon&cursor=${cursor}`, 400, 'rest_invalid_param');
    await refused('/search_pages?query=fontaneros&cursor=AAAAAAAAAAAA', 400, 'rest_invalid_param');
    await refused('/search_pages?query=fontaneros&cursor=AAAAAAAAAAAAA', 400, 'rest_invalid_param');
  });
});

describe('GET {base_url}/read_page', () => {
  it('answers the page with every field of the contract', async () => {
    assert.deepEqual(await ok('/read_page?url=/madrid/fontaneria/'), {
      title: 'Fontanería en Madrid',
      url: 'https://casa.example/madrid/fontaneria/',
      modified: '2026-03-01T09:30:00Z',
      language: 'es',
      markdown: 'Fontaneros en Madrid para **fugas** y grifos.',
      truncated: false,
    });
  });

  it('takes an address in any spelling, a path or a slug', async () => {
    for (const url of [
      'https://casa.example/desatascos/',
      'http://www.casa.example/desatascos',
      'https://CASA.example/Desatascos/?utm=1#arriba',
      'casa.example/desatascos',
      '//casa.example/desatascos',
      '/desatascos',
      'desatascos',
      'DESATASCOS/',
      '/%64esatascos',
    ]) {
      assert.equal((await ok(`/read_page?url=${encodeURIComponent(url)}`)).title, 'Desatascos', url);
    }
    assert.equal((await ok('/read_page?url=/')).title, 'Casa a punto');
  });

  it('answers a former address with the page as it is now', async () => {
    assert.equal((await ok('/read_page?url=/fontaneros')).url, 'https://casa.example/fontaneria/');
  });

  it('reads a page by its number, as WordPress’s short links name it', async () => {
    for (const url of ['/?p=6', '?page_id=6', 'https://casa.example/?p=6&utm_source=x', 'casa.example/?p=6']) {
      assert.equal((await ok(`/read_page?url=${encodeURIComponent(url)}`)).title, 'Desatascos', url);
    }
    await refused(`/read_page?url=${encodeURIComponent('/?p=999')}`, 404, 'rest_page_not_found');
  });

  it('refuses pages that are not there, and addresses of other sites', async () => {
    await refused('/read_page?url=/nada', 404, 'rest_page_not_found');
    await refused('/read_page?url=nada', 404, 'rest_page_not_found');
    const near = await refused('/read_page?url=/servicios/desatascos-gijon', 404, 'rest_page_not_found');
    assert.equal(near.message, 'There is no such page: /servicios/desatascos-gijon');
    assert.match(near.data.hint, /similar address or title is https:\/\/casa\.example\/gijon\/desatascos\/ /);
    for (const [path, there] of [
      ['/gijon/fontanero', '/gijon/fontaneria/'],
      ['/fontanero-gijon', '/gijon/fontaneria/'],
      ['/servicios/fontaneria-24h', '/fontaneria/'],
      ['/gijon/desatacos', '/gijon/desatascos/'],
      // Found by its text, or by a synonym: no page of such an address or title.
      ['/fugas/gijon', undefined],
      ['grifos-en-madrid', undefined],
      ['/blog/agua', undefined],
      ['/gijon/nada', undefined],
    ] as const) {
      const { hint } = (await refused(`/read_page?url=${path}`, 404, 'rest_page_not_found')).data;
      assert.equal(/similar address or title is https:\/\/casa\.example(\S+) /.exec(hint)?.[1], there, path);
    }
    for (const path of ['/madrid/nada', '/madrid/nada/mas?p=x']) {
      const { hint } = (await refused(`/read_page?url=${path}`, 404, 'rest_page_not_found')).data;
      assert.match(hint, /^The page above it is https:\/\/casa\.example\/madrid\/ \(Madrid\)\. Use a url/, path);
    }
    assert.match((await refused('/read_page?url=/nada/mas', 404, 'rest_page_not_found')).data.hint, /^Use a url/);
    for (const url of [
      'https://otra.example/desatascos',
      '//otra.example/',
      '/\\otra.example/',
      'mailto:a@b.example',
    ]) {
      const body = await refused(`/read_page?url=${encodeURIComponent(url)}`, 404, 'rest_page_not_found');
      assert.match(body.data.hint, /Only pages of https:\/\/casa\.example/);
    }
    await refused('/read_page?url=', 400, 'rest_invalid_param');
    await refused(`/read_page?url=${'a'.repeat(301)}`, 400, 'rest_invalid_param');
  });

  it('lists the pages when a slug is not unique', async () => {
    const pages = ['madrid', 'vigo', 'elche', 'murcia', 'gijon', 'oviedo'].map((city, n) =>
      page(n + 1, `/${city}/reformas`, `Reformas ${city}`, 'Reformas.'),
    );
    await using own = await runServer({ content: { pages, aliases: [] } });
    const body = await refused('/read_page?url=reformas', 400, 'rest_invalid_param', own);
    assert.equal(body.data.hint.match(/https:\/\/casa\.example\/\w+\/reformas\//g).length, 5);
  });

  it('cuts a long text between blocks, and reads on with the cursor', async () => {
    const markdown = Array.from({ length: 60 }, (_, n) => `Párrafo ${n} ${'texto '.repeat(20).trim()}.`).join('\n\n');
    const pages = [page(1, '/', 'Inicio', 'Hola.'), page(2, '/larga', 'Larga', markdown)];
    await using own = await runServer({ env: { READ_PAGE_MAX_CHARS: '1000' }, content: { pages, aliases: [] } });
    let read = '';
    let cursor: string | undefined;
    for (;;) {
      const answer = await own.get(`/read_page?url=larga${cursor ? `&cursor=${cursor}` : ''}`);
      assert.equal(answer.status, 200);
      const part = (await jsonOf(answer)) as { markdown: string; truncated: boolean; next_cursor?: string };
      assert.ok(part.markdown.length <= 1000);
      read += part.markdown;
      assert.equal(part.truncated, part.next_cursor !== undefined);
      cursor = part.next_cursor;
      if (!part.truncated) break;
    }
    assert.equal(read, markdown);
    await refused('/read_page?url=/&cursor=AAAAAAAAAAAA', 400, 'rest_invalid_param', own);
  });
});

describe('GET {base_url}/get_company_info', () => {
  const FIELDS = {
    contact: ['brand', 'website', 'legal_name', 'phone', 'email', 'hours', 'pages'],
    service_model: ['brand', 'website', 'service_model', 'prices', 'tax'],
    coverage: ['brand', 'website', 'coverage', 'cities'],
    services: ['brand', 'website', 'services'],
  };

  it('answers the fields of each section, and everything by default', async () => {
    for (const [section, fields] of Object.entries(FIELDS)) {
      assert.deepEqual(Object.keys(await ok(`/get_company_info?section=${section}`)), fields, section);
    }
    const all = await ok('/get_company_info');
    assert.deepEqual(all, await ok('/get_company_info?section=all'));
    assert.equal(all.phone, '');
    assert.equal(all.service_model.online_booking, false);
  });

  it('refuses a section that does not exist', async () => {
    const body = await refused('/get_company_info?section=contacto', 400, 'rest_invalid_param');
    assert.match(body.data.hint, /not "contacto": the nearest is contact\.$/);
    assert.match(body.data.hint, /one of all, contact, service_model, coverage, services/);
  });

  it('says which section has a field that was asked for as one', async () => {
    for (const [field, section] of Object.entries({ hours: 'contact', prices: 'service_model', cities: 'coverage' })) {
      const { data } = await refused(`/get_company_info?section=${field}`, 400, 'rest_invalid_param');
      assert.match(data.hint, new RegExp(`not "${field}": use ${section}\\.$`));
    }
  });
});

describe('GET {base_url}', () => {
  it('lists the operations of the table with their parameters', async () => {
    const body = await ok('');
    assert.deepEqual(
      body.operations.map((operation: { url: string }) => operation.url),
      Object.values(DEFAULT_OPERATIONS).map(({ path }) => `https://casa.example/wp-json/agentes/v1${path}`),
    );
    const [query, city, limit] = body.operations[0].parameters;
    assert.deepEqual(
      [query.name, query.required, query.schema.minLength, query.schema.maxLength],
      ['query', true, 2, 200],
    );
    assert.equal(city.schema.enum.length, 22);
    assert.deepEqual([limit.required, limit.schema.default, limit.schema.maximum], [false, 8, 25]);
  });
});

describe('the index document', () => {
  it('reports the quota of its caller and spends none', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.77' };
    const remaining = async (path: string) =>
      (await fetch(`${server.api}${path}`, { headers })).headers.get('ratelimit-remaining');
    assert.deepEqual(
      [await remaining(''), await remaining(''), await remaining('/get_company_info'), await remaining('')],
      ['60', '60', '59', '59'],
    );
  });
});

describe('a server without an index', () => {
  it('refuses a call without its required argument, which waiting would not help', async () => {
    await using own = await runServer({ content: false });
    const body = await refused('/search_pages', 400, 'rest_missing_callback_param', own);
    assert.deepEqual(body.data.params, ['query']);
    await refused('/search_pages?query=agua&city=madrid', 500, 'service_not_ready', own);
    const answer = await fetch(`${own.url}/oauth/nada`);
    assert.deepEqual([answer.status, Object.keys(await jsonOf(answer))], [404, ['error', 'error_description']]);
  });
});
