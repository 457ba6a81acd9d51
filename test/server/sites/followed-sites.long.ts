import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createGenerations } from '../../../db/index/generations.ts';
import { startIndexOrigin } from '../../helpers/index-origin.ts';
import { seriesOf } from '../../helpers/metrics-text.ts';
import { API } from '../../helpers/running-server.ts';
import { contentOf, markOf, runSites } from '../../helpers/running-sites.ts';
import { publishIn, temporaryDataDir } from '../../helpers/sample-index.ts';

const SEARCH = `${API}/search_pages?query=fugas`;

describe('many sites with an INDEX_URL each', { timeout: 120_000 }, () => {
  it('serve each what is published for it, though one key signs all and an origin shows that of another', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const publish = async (dir: string, name: string) => {
      await publishIn(dir, contentOf(name));
      await createGenerations(dir, { signingKey: privateKey }).sign();
    };
    await using published = await temporaryDataDir();
    const [ofUno, ofDos] = [join(published.dir, 'uno'), join(published.dir, 'dos')];
    for (const dir of [ofUno, ofDos]) await mkdir(dir);
    await publish(ofUno, 'uno');
    await publish(ofDos, 'dos');
    await using uno = await startIndexOrigin(ofUno);
    await using dos = await startIndexOrigin(ofDos);

    const lines: string[] = [];
    const key = join(published.dir, 'key.pem');
    await writeFile(key, publicKey.export({ type: 'spki', format: 'pem' }));
    const env = { INDEX_PUBLIC_KEY_FILE: key, INDEX_POLL_SECONDS: '1', METRICS_PORT: '0' };
    await using service = await runSites([], { env, logTo: { write: (line) => lines.push(line) } });
    for (const [name, origin] of [
      ['uno', uno],
      ['dos', dos],
    ] as const) {
      const aside = join(service.dir, `.${name}`);
      await mkdir(aside);
      const yaml = `site_url: https://${name}.example\nsettings:\n  index_url: ${origin.url}\n`;
      await writeFile(join(aside, 'site.yaml'), yaml);
      await rename(aside, join(service.dir, name));
    }
    const found = (name: string) => service.ask(`${name}.example`, SEARCH);
    for (const name of ['uno', 'dos']) {
      while ((await found(name)).status !== 200) await wait(100);
      const { body } = await found(name);
      const marks = ['uno', 'dos'].filter((one) => body.includes(markOf(one)));
      assert.deepEqual(marks, [name]);
    }

    await publish(ofDos, 'dos');
    uno.setFault(({ file }) => readFile(join(ofDos, 'index', file)));
    const isRefused = (line: string) => line.includes('"site":"uno"') && line.includes('not of https://uno.example');
    while (!lines.some(isRefused)) await wait(100);
    const ready = async (name: string) => JSON.parse((await service.ask(`${name}.example`, '/readyz')).body);
    while ((await ready('dos')).generation !== 2) await wait(100);
    assert.equal((await ready('uno')).generation, 1);
    assert.ok((await found('uno')).body.includes(markOf('uno')));
    const series = seriesOf(await (await fetch(service.metricsUrl ?? '')).text());
    assert.ok((series.get('content_service_index_follow_failures{site="uno"}') ?? 0) > 0);
    assert.equal(series.get('content_service_index_follow_failures{site="dos"}'), 0);
  });
});
