import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { page } from '../../helpers/sample-index.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const PAGES = [
  page(1, '/', 'Casa a punto', 'Mantenimiento del hogar y de hoteles.'),
  page(2, '/contacto', 'Contacto del hotel', 'Escríbenos.', { translations: '/en/contacto' }),
  page(3, '/en/contacto', 'Contact the hotel', 'Write to us.', { language: 'en-GB', translations: '/contacto' }),
  page(4, '/en/plumbing', 'Plumbing for a hotel', 'We repair leaks.', { language: 'en-GB' }),
];

let server: RunningServer;
before(async () => {
  server = await runServer({ content: { pages: PAGES, aliases: [] } });
});
after(() => server[Symbol.asyncDispose]());

const answerOf = async (path: string) => await jsonOf(await server.get(path));

/** Titles of the results. */
async function titlesFor(query: string): Promise<string[]> {
  const { results } = (await answerOf(`/search_pages?${query}`)) as { results: { title: string }[] };
  return results.map(({ title }) => title);
}

describe('a site in two languages', () => {
  it('is searched in its main language unless another is asked for', async () => {
    assert.deepEqual(await titlesFor('query=hotel'), ['Contacto del hotel', 'Casa a punto']);
    assert.deepEqual((await titlesFor('query=hotel&language=en')).toSorted(), [
      'Contact the hotel',
      'Plumbing for a hotel',
    ]);
  });

  it('is searched whole with `todas` or `all`, translations of one page once', async () => {
    const all = await titlesFor('query=hotel&language=all');
    assert.equal(all.length, 3);
    assert.ok(!all.includes('Contact the hotel'));
    assert.deepEqual(await titlesFor('query=hotel&language=todas'), all);
  });

  it('says the language of each result, and of a query in another one', async () => {
    const { results, query_language } = await answerOf('/search_pages?query=hotel&language=en&limit=1');
    assert.equal(results[0].language, 'en-GB');
    assert.equal(query_language, undefined);
    assert.equal((await answerOf('/search_pages?query=repair%20leaks')).query_language, 'en');
  });

  it('names the language of a query that finds nothing, where it has pages in it', async () => {
    const { results, query_language, hint } = await answerOf('/search_pages?query=do%20you%20repair%20the%20leaks');
    assert.deepEqual([results, query_language], [[], 'en']);
    assert.match(hint, /prueba con language=en\./);
    assert.doesNotMatch((await answerOf('/search_pages?query=zzz&language=en')).hint, /language=/);
  });

  it('reads a tag or a locale as the language that it has', async () => {
    const english = await titlesFor('query=hotel&language=en');
    for (const tag of ['EN', 'en-US', 'en_GB', 'en-gb-oxendict', 'eng']) {
      assert.deepEqual(await titlesFor(`query=hotel&language=${tag}`), english, tag);
    }
    assert.deepEqual(await titlesFor('query=hotel&language=es_MX'), await titlesFor('query=hotel'));
  });

  it('does so for MCP, too', async () => {
    const params = { name: 'search_pages', arguments: { query: 'hotel', language: 'en_GB' } };
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const { results } = (await jsonOf(answer)).result.structuredContent;
    assert.deepEqual([...new Set(results.map(({ language }: { language: string }) => language))], ['en-GB']);
  });

  it('goes on with a cursor in any spelling of the language', async () => {
    const { next_cursor } = await answerOf('/search_pages?query=hotel&language=en-GB&limit=1');
    const { results } = await answerOf(`/search_pages?query=hotel&language=en&limit=1&cursor=${next_cursor}`);
    assert.equal(results.length, 1);
  });

  it('refuses a language that it has no page in, and names those it has', async () => {
    for (const tag of ['fr', 'fr-FR', 'all-x-en', 'english', '-', 'x-en']) {
      const { code, data } = await answerOf(`/search_pages?query=hotel&language=${tag}`);
      assert.equal(code, 'rest_invalid_param', tag);
      assert.match(data.hint, /\bes\b.*\ben\b.*\btodas\b.*\ball\b/);
    }
    const { data } = await answerOf('/search_pages?query=hotel&language=eo');
    assert.doesNotMatch(data.hint, /nearest/);
  });

  it('reads a page of any language, with its translations; a slug means the main language first', async () => {
    const english = await answerOf('/read_page?url=/en/plumbing');
    assert.equal(english.language, 'en-GB');
    assert.equal(english.translations, undefined);
    const contact = await answerOf('/read_page?url=contacto');
    assert.equal(contact.language, 'es');
    assert.deepEqual(contact.translations, [{ language: 'en-GB', url: 'https://casa.example/en/contacto/' }]);
  });
});
