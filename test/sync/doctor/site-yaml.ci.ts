import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readSiteConfig } from '../../../sync/site-file/site-config.ts';
import { siteYaml } from '../../../sync/doctor/site-yaml.ts';
import { runProgram } from '../../helpers/program.ts';
import { createSyncedSite } from '../../helpers/synced-site.ts';

const EVIL = '\u001B[2J"\n# x: y\u202E\u2028{ } [ ] : , & * !';

describe('npm run doctor -- --site-yaml', () => {
  it('says what to do before the first sync', async () => {
    await using synced = await createSyncedSite({});
    const { code, stderr } = await runProgram('sync/doctor.ts', synced.environment, ['--site-yaml']).ended;
    assert.deepEqual([code, stderr], [1, 'No site has been read yet: run npm run sync\n']);
  });
});

describe('siteYaml', () => {
  const config = readSiteConfig(undefined);
  const dir = mkdtempSync(join(tmpdir(), 'site-yaml-'));
  after(() => rmSync(dir, { recursive: true }));

  /** Reads a proposal of which every line is used. */
  function read(yaml: string) {
    const file = join(dir, 'site.yaml');
    const [, , ...lines] = yaml.split('\n');
    for (const line of lines) assert.match(line, /^(?:# |$)/);
    writeFileSync(file, lines.map((line) => line.replace(/^# /, '')).join('\n'));
    return readSiteConfig(file);
  }

  it('comes out valid whatever the site says of itself', () => {
    const company = {
      brand: EVIL,
      website: 'https://casa.example',
      phone: '',
      whatsapp: '',
      services: [{ name: EVIL, url: 'https://casa.example/a b"/' }],
      pages: { [EVIL]: 'https://casa.example/' },
    };
    const yaml = siteYaml(
      {
        company,
        sources: { brand: EVIL },
        doubts: [{ field: 'phone', value: EVIL, why: EVIL }],
        language: 'es',
        setting: 'es',
        cities: [],
      },
      config,
    );
    const proposed = read(yaml);
    assert.ok(proposed.brand);
    assert.ok(proposed.phone);
    assert.equal(proposed.services?.length, 1);
  });

  it('proposes the language of the texts where the site says another', () => {
    const known = {
      company: { brand: 'Taller', website: 'https://casa.example' },
      sources: {},
      doubts: [],
      setting: 'en-US',
      cities: [],
    };
    assert.equal(read(siteYaml({ ...known, language: 'en-US' }, config)).language, 'en-US');
    const yaml = siteYaml({ ...known, language: 'es' }, config);
    assert.match(yaml, /^# language: "es" {2}# language of its texts; WordPress declares en-US$/m);
    assert.equal(read(yaml).language, 'es');
  });

  it('proposes nothing that the site does not tell', () => {
    const company = { brand: 'Acme', website: 'https://acme.example' };
    const yaml = siteYaml({ company, sources: {}, doubts: [], language: 'en', setting: 'en', cities: [] }, config);
    assert.deepEqual(yaml.split('\n').slice(2), ['# brand: "Acme"  # the site', '# language: "en"', '']);
  });

  it('proposes nothing that site.yaml has', () => {
    const company = { brand: 'Acme', website: 'https://acme.example', phone: '1' };
    const has = read('\n\n# brand: "Acme, Inc."\n# language: en\n');
    const yaml = siteYaml({ company, sources: {}, doubts: [], language: 'en', setting: 'en', cities: [] }, has);
    assert.deepEqual(yaml.split('\n').slice(2), ['# phone: "1"  # the site', '']);
  });

  it('has the cities that page families tell', () => {
    const known = {
      company: { brand: 'Acme', website: 'https://acme.example' },
      sources: {},
      doubts: [],
      language: 'en',
      setting: 'en',
      cities: [{ slug: 'york', name: 'York', aliases: [] }],
    };
    const yaml = siteYaml(known, config);
    assert.match(yaml, /^# cities: {2}# page families$/m);
    assert.deepEqual(read(yaml).cities, known.cities);
  });

  it('keeps what is in doubt as a comment, with the line that settles it', () => {
    const doubts = [{ field: 'phone', value: '985 21 73 46', why: 'text of /' }];
    const yaml = siteYaml(
      {
        company: { brand: 'Casa', website: 'https://casa.example' },
        sources: {},
        doubts,
        language: 'es',
        setting: 'es',
        cities: [],
      },
      config,
    );
    assert.match(yaml, /^# phone: "985 21 73 46" {2}# text of \/$/m);
  });
});
