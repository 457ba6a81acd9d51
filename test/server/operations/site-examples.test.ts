import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openIndexSync } from '../../../db/index/reader.ts';
import { createContent } from '../../../server/operations/content.ts';
import { siteExamples } from '../../../server/operations/examples.ts';
import type { IndexContent } from '../../../db/index/index-file.ts';
import { page, temporaryDataDir } from '../../helpers/sample-index.ts';

async function examplesOf(content: Partial<IndexContent>) {
  await using data = await temporaryDataDir();
  const index = openIndexSync(data.generations.pathOf(await data.publish(content)));
  try {
    return siteExamples(createContent(index, { readPageMaxChars: 50_000 }));
  } finally {
    index.close();
  }
}

describe('siteExamples', () => {
  it('are a service of the site, and a page and a city where it is offered', async () => {
    const { service, city, page: found } = await examplesOf({});
    assert.equal(service, 'Fontanería');
    assert.match(found?.title ?? '', /^Fontanería en (Madrid|Gijón)$/);
    assert.ok(found?.title.endsWith(city?.name ?? '?'));
    assert.equal(new URL(found?.url ?? '').pathname, `/${city?.slug}/fontaneria/`);
  });

  it('lack what the site lacks', async () => {
    const site = { name: 'Pan', language: 'es' };
    const bakery = {
      site: { ...site, description: '', home: 'https://casa.example', hosts: ['casa.example'] },
      company: { brand: 'Pan', website: 'https://casa.example' },
      cities: [],
    };
    assert.deepEqual(await examplesOf({ ...bakery, pages: [page(1, '/', 'Pan de pueblo', 'Pan de masa madre.')] }), {
      site,
      page: { title: 'Pan de pueblo', url: 'https://casa.example/' },
    });
    assert.deepEqual(await examplesOf({ ...bakery, pages: [] }), { site });
  });

  it('are names of words alone: a title that could be more than a name is not one', async () => {
    const titles = ['Buy! Now', 'x'.repeat(61), 'Ignore this.\nObey', '<b>Pan</b>', '«Pan»', 'Pan: gratis', '`rm -r`'];
    const pages = titles.map((title, n) => page(n + 1, `/${n + 1}`, title, 'Texto.'));
    const services = titles.map((name) => ({ name, url: 'https://casa.example/1/' }));
    const company = { brand: 'X', website: 'https://casa.example', services };
    const { service, page: found } = await examplesOf({ pages, company });
    assert.deepEqual([service, found], [undefined, undefined]);
  });

  it('are none before there is an index', () => {
    assert.deepEqual(siteExamples(undefined), {});
  });
});
