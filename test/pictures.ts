/** `npm run pictures`: takes the pictures of the README from the demo site, with Debian's Chromium. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser, sees } from './helpers/browser.ts';
import { runProgram } from './helpers/program.ts';

const PICTURES = join(import.meta.dirname, '../docs/pictures');
const PORT = '18739';
const QUERY = 'fregadero atascado en madrid';

const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
const env = { DATA_DIR: join(folder, 'data'), PORT, LOG_LEVEL: 'warn' };
try {
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
} finally {
  await rm(folder, { recursive: true });
}
