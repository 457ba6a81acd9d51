import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { join } from 'node:path';
import { readCompanyOverview } from '../../../../sync/service/report/company-overview.ts';
import { readSiteConfig } from '../../../../sync/site-file/site-config.ts';
import { PROSE } from '../../../helpers/prose-samples.ts';
import { page } from '../../../helpers/sample-index.ts';
import { publishedSite } from '../../run/publish/published-site.ts';

describe('readCompanyOverview', () => {
  it('goes by the pages in the main language, which the site file may name, as the index does', async () => {
    await using site = await publishedSite();
    const en = { language: 'en' };
    site.write([
      page(1, '/servicios/toldos', 'Toldos', 'Toldos a medida.'),
      page(2, '/servicios/carpas', 'Carpas', '[Llámanos](tel:+34915748236)'),
      page(3, '/en/services/awnings', 'Awnings', 'Made to measure.', en),
      page(4, '/en/services/tents', 'Tents', '[Call us](tel:+442071838750)', en),
    ]);
    const read = (language?: string) => {
      const config = { ...readSiteConfig(undefined), language };
      const known = readCompanyOverview(join(site.dir, 'mirror.db'), config);
      return [known?.language, known?.company.phone, known?.company.services?.map(({ name }) => name)];
    };
    assert.deepEqual(read(), ['es', '+34915748236', ['Carpas', 'Toldos']]);
    assert.deepEqual(read('en'), ['en', '+442071838750', ['Tents', 'Awnings']]);
  });

  it('tells the language of the texts where the site says another, until the site file names one', async () => {
    await using site = await publishedSite();
    const places = ['/a', '/b', '/c'];
    site.write(places.map((path, at) => page(at + 1, path, 'Workshop', PROSE.english, { language: 'es' })));
    const read = (language?: string) =>
      readCompanyOverview(join(site.dir, 'mirror.db'), { ...readSiteConfig(undefined), language })?.language;
    assert.equal(read(), 'en');
    assert.equal(read('es'), 'es');
  });
});
