/**
 * `npm run pictures`: takes the pictures of the README from the demo site, with Debian's Chromium. `npm run pictures -- dashboard`
 * takes that of the dashboard, over ten minutes of simulated traffic (`DASHBOARD_SECONDS`), with Debian's Prometheus.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser, sees } from './helpers/browser.ts';
import { runProgram } from './helpers/program.ts';
import { API } from './helpers/running-server.ts';
import { dashboardPage, simulateDay } from './deploy/dashboard-picture.ts';
import { startPrometheus } from './deploy/prometheus-server.ts';

const PICTURES = join(import.meta.dirname, '../docs/pictures');
const PORT = '18739';
const QUERY = 'fregadero atascado en madrid';

const DASHBOARD_SECONDS = Number(process.env['DASHBOARD_SECONDS'] ?? 600);
const METRICS = /"url":"http:\/\/([^"/]+)\/metrics"/;

const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
const env = { DATA_DIR: join(folder, 'data'), PORT, LOG_LEVEL: 'warn' };
try {
  if (process.argv[2] === 'dashboard') await takeDashboard();
  else await takePictures();
} finally {
  await rm(folder, { recursive: true });
}

async function takeDashboard(): Promise<void> {
  const measured = { ...env, LOG_LEVEL: 'info', METRICS_PORT: '0', TRUST_PROXY: '127.0.0.1' };
  await using server = runProgram('server/main.ts', measured);
  await using sync = runProgram('sync/main.ts', measured, ['--watch']);
  const [, ofServer = ''] = await server.printed(METRICS);
  const [, ofSync = ''] = await sync.printed(METRICS);
  await sync.printed(/"sync\.finished"/);
  await server.printed(/"server\.index\.opened"/);
  await using prometheus = await startPrometheus({ server: ofServer, sync: ofSync });
  await prometheus.until(async () => (await prometheus.query('up')).length === 2);
  const from = Date.now() / 1000;
  const url = `http://localhost:${PORT}`;
  const found = await (await fetch(`${url}${API}/search_pages?query=fontanero&limit=25`)).json();
  const paths = (found as { results: { url: string }[] }).results.map((one) => new URL(one.url).pathname);
  await simulateDay(url, DASHBOARD_SECONDS, paths);
  const file = join(folder, 'dashboard.html');
  await writeFile(file, await dashboardPage(prometheus, from, Date.now() / 1000));
  await using browser = await openBrowser();
  const { page } = await browser.visit(pathToFileURL(file).href, { width: 1500 });
  await page.locator('main').screenshot({ path: join(import.meta.dirname, '../deploy/grafana/day.png') });
}

async function takePictures(): Promise<void> {
  await using sync = runProgram('sync/main.ts', env);
  await sync.ended;
  await using server = runProgram('server/main.ts', { ...env, LOG_LEVEL: 'info' });
  await server.printed(/server\.listening/);
  await using browser = await openBrowser();

  const console = await browser.visit(`http://localhost:${PORT}/api/sandbox?query=${encodeURIComponent(QUERY)}`, {
    width: 1200,
  });
  await sees(console.page, '#status', /\d/);
  await console.page.keyboard.press('ArrowDown');
  await console.page.keyboard.press('Enter');
  await sees(console.page, '#reader-title', /Madrid/);
  await console.page.screenshot({ path: join(PICTURES, 'console.png') });

  await using status = runProgram('sync/status.ts', env);
  const { stdout } = await status.ended;
  const file = join(folder, 'status.html');
  const text = stdout.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  await writeFile(
    file,
    `<meta charset="utf-8"><style>body { margin: 0 } pre { display: inline-block; max-width: 980px; margin: 0; padding: 20px 28px;
      white-space: pre-wrap; background: #1e1e24; color: #e6e6e6; font: 14px/1.5 monospace }</style><pre>$ npm run status\n\n${text}</pre>`,
  );
  const terminal = await browser.visit(pathToFileURL(file).href);
  await terminal.page.locator('pre').screenshot({ path: join(PICTURES, 'status.png') });
}
