import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openIndexSync } from '../../../db/index/reader.ts';
import { createContent } from '../../../server/operations/content.ts';
import { siteExamples } from '../../../server/operations/site-examples.ts';
import type { IndexContent } from '../../../db/index/builder.ts';
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
    const bakery = { brand: 'Pan', website: 'https://casa.example' };
    assert.deepEqual(
      await examplesOf({ company: bakery, cities: [], pages: [page(1, '/', 'Pan', 'Pan de masa madre.')] }),
      {
        page: { title: 'Pan', url: 'https://casa.example/' },
      },
    );
    assert.deepEqual(await examplesOf({ company: bakery, cities: [], pages: [] }), {});
  });

  it('are none before there is an index', () => {
    assert.deepEqual(siteExamples(undefined), {});
  });
});
