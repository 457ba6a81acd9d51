import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { leftOutHtml } from '../../../../sync/service/report/left-out.ts';
import { assertFits, axeFaults, openBrowser, type Browser } from '../../../helpers/browser.ts';

let browser: Browser;
const dir = mkdtempSync(join(tmpdir(), 'left-out-'));
before(async () => {
  browser = await openBrowser();
});
after(async () => {
  rmSync(dir, { recursive: true });
  await browser[Symbol.asyncDispose]();
});

const page = (path: string, reason: string, detail = '') => ({
  address: `https://casa.example${path}`,
  title: 'Tarifas de urgencias y desplazamientos',
  type: 'pages',
  state: 'left out' as const,
  reason,
  detail,
});

describe('the page of npm run status -- --left-out --html', () => {
  for (const language of ['es-ES', 'en-GB']) {
    it(`is accessible and fits in ${language}, in light and dark, wide and narrow`, async () => {
      const report = {
        site: 'https://casa.example',
        language,
        pages: [
          page('/clientes/area-privada/', 'password'),
          page('/clientes/facturas-de-la-comunidad-de-propietarios/', 'password'),
          page('/oferta/', 'redirect', 'status 301, https://casa.example/ofertas-de-primavera/'),
        ],
        types: [{ type: 'posts', name: 'Entradas', entries: 21 }],
        closed: { since: '2026-03-01T09:00:00Z', why: 'the REST API is closed to sync' },
      };
      const file = join(dir, `${language}.html`);
      writeFileSync(file, leftOutHtml(report, { now: new Date('2026-03-02T09:00:00Z'), language }));
      for (const look of [{ width: 1440 }, { dark: true }, { width: 360 }]) {
        const { page: shown, faults } = await browser.visit(pathToFileURL(file).href, look);
        assert.deepEqual(await axeFaults(shown), []);
        await assertFits(shown);
        assert.deepEqual(faults, []);
        const { SCREENSHOTS: folder } = process.env;
        if (folder) await shown.screenshot({ path: join(folder, `left-out-${language}-${look.width ?? 'dark'}.png`) });
      }
    });
  }
});
