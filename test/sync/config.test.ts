import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSettings } from '../../shared/settings.ts';
import { readSyncConfig, siteFileOf, syncConfig } from '../../sync/config.ts';
import { temporaryDir } from '../faults/temporary-dir.ts';
import { DEMO_SITE_CONFIG } from '../../sync/demo/site.ts';

const config = (env: Readonly<Record<string, string>>) => syncConfig(readSettings({ DATA_DIR: '/nowhere', ...env }));

describe('syncConfig', () => {
  it('takes the demo site, with its site file and without a pause, when no site is named', () => {
    const demo = config({});
    const { siteUrl, source, requestsPerSecond } = demo;
    assert.deepEqual([siteUrl, source, siteFileOf(demo), requestsPerSecond], [undefined, 'demo', DEMO_SITE_CONFIG, 0]);
  });

  it('spares a real site, and expects no site file of it', () => {
    const real = config({ SITE_URL: 'https://casa.example' });
    assert.deepEqual([siteFileOf(real), real.requestsPerSecond], [undefined, 2]);
  });

  it('has the same key for every spelling of the address of a site, and two for two sites of a host', () => {
    const sources = [
      'https://casa.example',
      'http://www.casa.example/',
      'https://casa.example/es',
      'https://casa.example:8443',
    ];
    assert.deepEqual(
      sources.map((SITE_URL) => config({ SITE_URL }).source),
      ['casa.example', 'casa.example', 'casa.example/es', 'casa.example:8443'],
    );
  });

  it('reads a type once that is named twice', () => {
    assert.deepEqual(config({ SYNC_TYPES: 'pages, posts,pages' }).types, ['pages', 'posts']);
  });
});

describe('readSyncConfig', () => {
  it('names the faults of the settings, of the schedules and of the site file at once', async () => {
    await using data = await temporaryDir('config-');
    writeFileSync(join(data.dir, 'site.yaml'), 'brnad: x\n');
    const environment = { DATA_DIR: data.dir, PORT: 'http', SITE_URL: 'casa.example', SYNC_SCHEDULE: 'often' };
    assert.throws(
      () => readSyncConfig(environment),
      ({ message }: Error) =>
        [/PORT: got "http"/, /SITE_URL: got/, /SYNC_SCHEDULE: got "often"/, /brnad: unknown key/].every((fault) =>
          fault.test(message),
        ),
    );
  });
});
