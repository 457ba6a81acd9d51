import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { OPERATION_TEXTS } from '../../../shared/operation-texts.ts';
import { createOperations } from '../../../shared/operations.ts';
import type { WebhookConfig } from '../../../server/config.ts';
import { openApiDocument } from '../../../server/openapi/document.ts';
import { textsOf } from '../../../server/texts/texts.ts';
import { API, jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { page } from '../../helpers/sample-index.ts';

let server: RunningServer;
let contract: any;
before(async () => {
  server = await runServer();
  contract = await jsonOf(await fetch(`${server.url}/openapi.json`));
});
after(() => server[Symbol.asyncDispose]());

/** Operations that clients were promised, with their statuses: v1 may add others, and never take one away. */
const PROMISED_STATUSES: Record<string, readonly string[]> = {
  '/search_pages': ['200', '400', '401', '404', '429', '500'],
  '/read_page': ['200', '400', '401', '404', '429', '500'],
  '/get_company_info': ['200', '400', '401', '404', '429', '500'],
  '/quota': ['200', '401', '403', '429'],
};

/** The document of a server without an index. */
const documentWith = (webhook?: WebhookConfig): any =>
  JSON.parse(
    JSON.stringify(
      openApiDocument({
        config: { siteUrl: 'https://casa.example', withdrawal: undefined, webhook },
        operations: createOperations(['madrid'], OPERATION_TEXTS.en),
        texts: textsOf(undefined),
      }),
    ),
  );

/** Schemas inside a schema, or inside whatever else is in the contract. */
function* partsOf(value: unknown): Generator<any> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    if (key === 'example') continue;
    if (typeof one === 'object' && one !== null && one.type === 'object') yield one;
    yield* partsOf(one);
  }
}

describe('GET /openapi.json', () => {
  it('is OpenAPI 3.1 by a validator that is not ours, with and without an index', async () => {
    assert.equal(contract.openapi, '3.1.0');
    const bare = documentWith();
    for (const document of [contract, bare, documentWith({ url: 'https://bot.example', keys: [] })]) {
      const result = await new Validator().validate(document);
      assert.equal(result.valid, true, JSON.stringify(result));
    }
  });

  it('declares the messages of the webhook if the operator has a receiver, without its address', () => {
    const declared = documentWith({ url: 'https://bot.example/changes?token=x', keys: [Buffer.from('key')] });
    const { requestBody, security } = declared.webhooks.changes.post;
    assert.equal(requestBody.content['application/json'].schema.$ref, '#/components/schemas/ChangesMessage');
    assert.deepEqual(security, []);
    assert.doesNotMatch(JSON.stringify(declared), /bot\.example|token=x/);
    for (const document of [contract, documentWith()]) {
      assert.equal(document.webhooks, undefined);
      assert.equal(document.components.schemas.ChangesMessage, undefined);
    }
  });

  it('is served as a document: typed, cacheable, for every origin', async () => {
    const first = await fetch(`${server.url}/openapi.json`);
    assert.equal(first.headers.get('content-type'), 'application/vnd.oai.openapi+json;version=3.1');
    assert.equal(first.headers.get('access-control-allow-origin'), '*');
    assert.equal(first.headers.get('cache-control'), 'public, max-age=3600');
    const again = await fetch(`${server.url}/openapi.json`, {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
  });

  it('has every operation that was promised, with its parameters, defaults and statuses', () => {
    for (const [path, statuses] of Object.entries(PROMISED_STATUSES)) {
      const { responses } = contract.paths[`${API}${path}`].get;
      for (const status of statuses) assert.ok(responses[status], `${path} ${status}`);
    }
    const byName = (path: string) =>
      Object.fromEntries(contract.paths[`${API}${path}`].get.parameters.map((one: any) => [one.name, one]));
    const { query, city, limit, cursor } = byName('/search_pages');
    assert.deepEqual([query.required, query.schema.minLength, query.schema.maxLength], [true, 2, 200]);
    assert.equal(city.schema.enum.length, 22);
    assert.equal(city.schema.default, 'todas');
    assert.deepEqual([limit.schema.minimum, limit.schema.maximum, limit.schema.default], [1, 25, 8]);
    assert.equal(cursor.schema.maxLength, 12);
    assert.deepEqual(
      [byName('/read_page')['url'].schema.minLength, byName('/read_page')['url'].schema.maxLength],
      [1, 300],
    );
  });

  it('lets content be read without a token, and the quota only with one', () => {
    assert.deepEqual(contract.paths[`${API}/search_pages`].get.security[0], {});
    assert.ok(contract.paths[`${API}/quota`].get.security.every((one: object) => Object.keys(one).length > 0));
    // A generated client asks for the scopes that stand here, and with quota:read alone it would read as anybody.
    for (const { get, post } of Object.values<any>(contract.paths)) {
      for (const { oauth2 } of (get ?? post).security) {
        assert.ok(oauth2 === undefined || oauth2.join(' ') === 'content:read quota:read');
      }
    }
    assert.deepEqual(contract.components.schemas.CompanyInfo.required, ['brand', 'website']);
  });

  it('names the server once, so that clients which know no servers of paths reach everything', () => {
    assert.deepEqual(
      contract.servers.map(({ url }: any) => url),
      ['https://casa.example'],
    );
    for (const item of Object.values<any>(contract.paths)) assert.equal(item.servers, undefined);
  });

  it('names every object and describes every property', () => {
    for (const [name, schema] of Object.entries<any>(contract.components.schemas)) {
      for (const [property, { description }] of Object.entries<any>(schema.properties)) {
        assert.ok(description, `${name}.${property}`);
      }
      for (const part of partsOf(schema))
        assert.equal(part.properties, undefined, `${name} has an object without a name`);
    }
    for (const part of partsOf(contract.paths)) assert.equal(part.properties, undefined);
  });

  it('has an address for everything that it says exists', async () => {
    for (const [path, item] of Object.entries<any>(contract.paths)) {
      const method = item.post ? 'POST' : 'GET';
      const { status } = await fetch(`${server.url}${path}`, { method });
      assert.ok(![404, 405, 500].includes(status), `${method} ${path}: ${status}`);
    }
  });

  it('shows examples that are what the service answers', async () => {
    for (const path of ['/search_pages', '/read_page', '/get_company_info']) {
      const { parameters, responses } = contract.paths[`${API}${path}`].get;
      const example = responses['200'].content['application/json'].example;
      const query = new URLSearchParams(
        parameters.filter((one: any) => one.example !== undefined).map((one: any) => [one.name, String(one.example)]),
      );
      const answer = await server.get(`${path}?${query.toString()}`);
      assert.equal(answer.status, 200);
      assert.deepEqual(await jsonOf(answer), example);
    }
  });
});

describe('GET {base_url}/read_page as Markdown', () => {
  it('answers the Markdown itself to who prefers it', async () => {
    const answer = await server.get('/read_page?url=/fontaneria', { headers: { Accept: 'text/markdown' } });
    assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.match(answer.headers.get('vary') ?? '', /\bAccept,/);
    assert.match(answer.headers.get('link') ?? '', /<https:\/\/casa\.example\/fontaneria\/>; rel="canonical"/);
    assert.equal(
      await answer.text(),
      '# Fontanería\n\n## Averías de agua\n\nFontaneros para fugas, grifos y cisternas.\n',
    );
    const both = await server.get('/read_page?url=/', { headers: { Accept: 'text/markdown;q=0.5, */*' } });
    assert.match(both.headers.get('content-type') ?? '', /^application\/json/);
  });

  it('begins with the title once, and takes none of its characters for Markdown', async () => {
    const pages = [
      page(1, '/', 'Precios [2026] * <b>', 'Desde 35 €.'),
      page(2, '/hola', 'Inicio', 'Hoy.\n\n# Hola\n\nPasa.'),
      page(3, '/sh', 'Shell', '```\n# no\n```'),
    ];
    await using own = await runServer({ content: { pages, aliases: [] } });
    const read = async (path: string) =>
      await (await own.get(`/read_page?url=${path}`, { headers: { Accept: 'text/markdown' } })).text();
    assert.equal(await read('/'), '# Precios \\[2026\\] \\* \\<b>\n\nDesde 35 €.\n');
    assert.equal(await read('/hola'), 'Hoy.\n\n# Hola\n\nPasa.\n', 'a page has one heading of level 1');
    assert.equal(await read('/sh'), '# Shell\n\n```\n# no\n```\n');
  });

  it('links to the rest when the text was cut', async () => {
    const markdown = Array.from({ length: 30 }, (_, n) => `Párrafo ${n} ${'texto '.repeat(20).trim()}.`).join('\n\n');
    await using own = await runServer({
      env: { READ_PAGE_MAX_CHARS: '1000' },
      content: { pages: [page(1, '/', 'Inicio', markdown)], aliases: [] },
    });
    let [path, read] = ['/read_page?url=/', ''];
    for (let parts = 0; path !== '' && parts < 20; parts += 1) {
      const answer = await own.get(path, { headers: { Accept: 'text/markdown' } });
      read += await answer.text();
      const [, next = ''] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
      path = next.replace(/^.*\/v1/, '');
    }
    assert.equal(read, `# Inicio\n\n${markdown}\n`);
  });
});

describe('the contract', () => {
  it('requires of a quota record the fields that every release has', () => {
    const { required, properties } = contract.components.schemas.QuotaRecord;
    assert.deepEqual(required.toSorted(), ['client_id', 'limit', 'policy', 'remaining', 'reset_seconds']);
    for (const name of ['scope', 'window_seconds', 'used']) assert.ok(properties[name], name);
  });

  it('declares X-Request-Id for every response', () => {
    const { responses } = contract.components;
    for (const [name, one] of Object.entries<any>(responses)) assert.ok(one.headers['X-Request-Id'], name);
    for (const [path, methods] of Object.entries<any>(contract.paths)) {
      for (const operation of Object.values<any>(methods)) {
        for (const [status, one] of Object.entries<any>(operation.responses ?? {})) {
          assert.ok(one.$ref || one.headers?.['X-Request-Id'], `${path} ${status}`);
        }
      }
    }
  });

  it('is titled by the company, and states no licence, which would read as that of the answers', () => {
    assert.match(contract.info.title, / — Casa a punto$/);
    assert.equal(contract.info.license, undefined);
  });
});
