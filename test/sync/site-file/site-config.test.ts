import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ConfigurationError } from '../../../shared/settings.ts';
import { readSiteConfig, siteConfigFile } from '../../../sync/site-file/site-config.ts';
import { TRADES } from '../../../sync/vocabulary/trades.ts';

const dir = mkdtempSync(join(tmpdir(), 'site-config-'));
after(() => rmSync(dir, { recursive: true }));
const file = join(dir, 'site.yaml');

function configFrom(text: string) {
  writeFileSync(file, text);
  return readSiteConfig(file);
}

/** The faults of a text, without the file name that each begins with. */
function faultsOf(text: string): readonly string[] {
  try {
    configFrom(text);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults.map((fault) => {
      assert.ok(fault.startsWith(`${file}: `), fault);
      return fault.slice(file.length + 2);
    });
  }
  return [];
}

describe('readSiteConfig', () => {
  it('knows nothing without a file', () => {
    const config = readSiteConfig(undefined);
    assert.equal(config.cities, undefined);
    assert.equal(config.brand, undefined);
    assert.equal(config.language, undefined);
    assert.deepEqual(config.synonyms, []);
    assert.equal(config.vocabulary, undefined);
    assert.deepEqual(config.addressQuotas, []);
    assert.equal(config.isExcluded('/contacto'), false);
  });

  it('takes an empty file for one that says nothing', () => {
    assert.equal(configFrom('# nothing yet\n').cities, undefined);
  });

  it('takes an empty list of cities for a site that has none', () => {
    assert.deepEqual(configFrom('cities: []\n').cities, []);
  });

  it('reads what the owner says', () => {
    const config = configFrom(`
brand: Casa Pronta
phone: "+34 900 000 000"
prices: >-
  Desde 40 €,
  más IVA
service_model: { description: Llamas y vamos }
cities:
  - { slug: madrid, name: Madrid, aliases: [Villa de Madrid, Madriz], page: /madrid-capital }
services: [{ name: Fontanería, page: /fontaneria }, { pages: /servicios/* }]
pages: { contact: /contacto }
synonyms: [[grifo, llave]]
vocabulary: [home-services]
golden: { grifo que gotea: /fontaneria }
quotas: [{ name: Asistente, addresses: [192.0.2.0/24, 2001:db8::/32, 198.51.100.7], requests_per_minute: 300 }]
language: es-ES
`);
    assert.equal(config.brand, 'Casa Pronta');
    assert.equal(config.phone, '+34 900 000 000');
    assert.equal(config.prices, 'Desde 40 €, más IVA');
    assert.equal(config.service_model?.online_booking, false);
    assert.deepEqual(config.cities, [
      { slug: 'madrid', name: 'Madrid', aliases: ['villa-de-madrid', 'madriz'], page: '/madrid-capital' },
    ]);
    assert.deepEqual(config.pages, { contact: '/contacto' });
    assert.deepEqual(config.synonyms, [['grifo', 'llave']]);
    assert.deepEqual(config.vocabulary, ['home-services']);
    assert.deepEqual(config.addressQuotas, [
      { name: 'Asistente', addresses: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'], limit: 300 },
    ]);
    assert.deepEqual(config.golden, [{ query: 'grifo que gotea', page: '/fontaneria' }]);
    assert.equal(config.language, 'es-ES');
  });

  it('reads JSON, which is YAML too', () => {
    assert.equal(configFrom('{"brand": "Casa Pronta", "exclude": ["/gracias"]}').isExcluded('/gracias'), true);
  });

  it('names the nearest known key for one that it does not know', () => {
    assert.deepEqual(faultsOf('fone: "1"'), ['fone: unknown key, the nearest known one is phone']);
    assert.deepEqual(faultsOf('legal-name: x'), ['legal-name: unknown key, the nearest known one is legal_name']);
    assert.deepEqual(faultsOf('service_model: { description: x, online_boking: false }'), [
      'service_model.online_boking: unknown key, the nearest known one is online_booking',
    ]);
    assert.deepEqual(faultsOf('cities: [{ slug: a, name: A, alias: [b] }]'), [
      'cities[0].alias: unknown key, the nearest known one is aliases',
    ]);
    assert.ok(
      faultsOf('services: [{ name: A, paje: /a }]').includes(
        'services[0].paje: unknown key, the nearest known one is page',
      ),
    );
  });

  it('names the place of a setting', () => {
    assert.deepEqual(faultsOf('index_url: https://cdn.example/i'), [
      'index_url: a setting; with SITES_DIR, write it below settings, and with a single site, set INDEX_URL',
    ]);
  });

  it('reports every fault at once, with the path of its key', () => {
    const faults = faultsOf(`
brand: 12
service_model: { online_booking: si }
cities: [{ slug: Madrid, name: Madrid }, { slug: todas, name: Todas }]
services: [{ name: A }]
pages: { contact: contacto, other: //otra.example }
synonyms: [[a]]
vocabulary: [plumbing]
exclude: [gracias]
language: Spanish please
`);
    assert.deepEqual(faults.toSorted(), [
      'brand: got 12, wants text (put it in quotes)',
      'cities[0].slug: got "Madrid", wants lower-case words joined by -, such as new-town',
      'cities[1].slug: got "todas", wants another slug: todas means every city',
      'exclude[0]: got "gracias", wants a path pattern that begins with /, such as /gracias* or /zona/**',
      'language: got "Spanish please", wants a language tag, such as es',
      'pages.contact: got "contacto", wants the path of a page, such as /contacto',
      'pages.other: got "//otra.example", wants the path of a page, such as /contacto',
      'service_model.description: got nothing, wants text',
      'service_model.online_booking: got "si", wants true or false',
      'services[0]: got {"name":"A"}, wants a name and a page, or a pages pattern such as /servicios/*',
      'synonyms[0]: got ["a"], wants at least two words',
      `vocabulary[0]: got "plumbing", wants a trade: ${TRADES.join(', ')}`,
    ]);
  });

  it('says which address blocks can have a larger quota, and how large', () => {
    const block = 'a block of /8 to /32, or of IPv6 /16 to /64';
    const wrong = {
      'example.com': 'an address or a CIDR block, such as 192.0.2.0/24',
      '192.0.2.0/33': 'an address or a CIDR block, such as 192.0.2.0/24',
      '192.0.2.1-9': 'an address or a CIDR block, such as 192.0.2.0/24',
      '0.0.0.0/0': block,
      '::/0': block,
      '2001:db8::1': block,
      '::ffff:192.0.2.0/32': 'IPv4 addresses as such, not inside IPv6',
    };
    for (const [address, wanted] of Object.entries(wrong)) {
      assert.deepEqual(
        faultsOf(`quotas: [{ name: A, addresses: ["${address}"], requests_per_minute: 100 }]`),
        [`quotas[0].addresses[0]: got "${address}", wants ${wanted}`],
        address,
      );
    }
    for (const limit of ['60', '60001', '61.5', 'many']) {
      assert.match(
        faultsOf(`quotas: [{ name: A, addresses: [192.0.2.1], requests_per_minute: ${limit} }]`).join('; '),
        /^quotas\[0\]\.requests_per_minute: got .*, wants a whole number from 61 to 60000$/,
      );
    }
    assert.deepEqual(faultsOf('quotas: [{ adresses: [], requests_per_minute: 100 }]').toSorted(), [
      'quotas[0].addresses: got nothing, wants a list of addresses and CIDR blocks',
      'quotas[0].adresses: unknown key, the nearest known one is addresses',
      'quotas[0].name: got nothing, wants text',
    ]);
    assert.deepEqual(faultsOf('quotas: [{ name: A, addresses: [], requests_per_minute: 100 }]'), [
      'quotas[0].addresses: got [], wants at least one address or block',
    ]);
  });

  it('says that a telephone number wants quotes', () => {
    assert.deepEqual(faultsOf('phone: +34900000000'), ['phone: got 34900000000, wants text (put it in quotes)']);
  });

  it('refuses a city name that already means another city', () => {
    assert.deepEqual(
      faultsOf('cities: [{ slug: palma, name: Palma }, { slug: mallorca, name: Mallorca, aliases: [Palma] }]'),
      ['cities[1].aliases[0]: palma already means the city palma'],
    );
    assert.deepEqual(faultsOf('cities: [{ slug: vigo, name: Vigo }, { slug: vigo, name: Vigo }]'), [
      'cities[1].slug: vigo already means the city vigo',
    ]);
  });

  it('says where the YAML is damaged', () => {
    assert.deepEqual(faultsOf('brand: a\nbrand: b\n'), ['line 2, column 1: Map keys must be unique']);
    assert.match(faultsOf('brand: "a\n')[0] ?? '', /^line \d+, column \d+: /);
    assert.match(faultsOf('just a text')[0] ?? '', /^the file: got "just a text", wants keys with values/);
    assert.match(faultsOf('- a\n- b')[0] ?? '', /^the file: got \["a","b"\], wants keys with values/);
  });

  it('does not unfold a document that would fill the memory', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef'].map((pair) => pair.split(''))) {
      bomb.push(`${to}: &${to} [${Array.from({ length: 9 }, () => `*${from}`).join(',')}]`);
    }
    assert.match(faultsOf(bomb.join('\n'))[0] ?? '', /^the file: Excessive alias count/);
  });

  it('names the variable when the file that it names cannot be read', () => {
    const missing = join(dir, 'missing.yaml');
    assert.throws(() => readSiteConfig(missing), {
      name: 'ConfigurationError',
      message: `The configuration cannot be used:\n  SITE_CONFIG: got "${missing}", wants a readable file (ENOENT)`,
    });
    assert.throws(() => readSiteConfig(dir), {
      message: `The configuration cannot be used:\n  SITE_CONFIG, or site.yaml in DATA_DIR: got "${dir}", wants a readable file (${dir} is a folder, not a file: move it away, then start again)`,
    });
  });
});

describe('isExcluded', () => {
  const { isExcluded } = configFrom('exclude: [/gracias*, /zona-clientes/**, /blog/*/amp, "/Año?/", /a.b]');

  it('takes * for anything within a segment', () => {
    assert.equal(isExcluded('/gracias'), true);
    assert.equal(isExcluded('/gracias-por-escribir'), true);
    assert.equal(isExcluded('/gracias/otra'), false);
    assert.equal(isExcluded('/muchas-gracias'), false);
    assert.equal(isExcluded('/blog/fugas/amp'), true);
    assert.equal(isExcluded('/blog/a/b/amp'), false);
  });

  it('takes ** for a page and everything below it', () => {
    assert.equal(isExcluded('/zona-clientes'), true);
    assert.equal(isExcluded('/zona-clientes/facturas/2025'), true);
    assert.equal(isExcluded('/zona-clientes-vip'), false);
  });

  it('compares as addresses do: no case, no trailing slash, every other character for itself', () => {
    assert.equal(isExcluded('/años'), true);
    assert.equal(isExcluded('/año'), false);
    assert.equal(isExcluded('/a.b'), true);
    assert.equal(isExcluded('/axb'), false);
    assert.equal(isExcluded('/'), false);
  });
});

describe('siteConfigFile', () => {
  it('is the file that the settings name, else site.yaml in the data directory if it is there', () => {
    assert.equal(siteConfigFile({ SITE_CONFIG: '/elsewhere.yaml', DATA_DIR: dir }), '/elsewhere.yaml');
    writeFileSync(file, '');
    assert.equal(siteConfigFile({ SITE_CONFIG: undefined, DATA_DIR: dir }), file);
    assert.equal(siteConfigFile({ SITE_CONFIG: undefined, DATA_DIR: join(dir, 'none') }), undefined);
  });
});
