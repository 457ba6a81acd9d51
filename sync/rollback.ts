import { createGenerations } from '../db/index/generations.ts';
import { counted } from '../shared/counted.ts';
import { refuseFileAsDataDir } from '../shared/directories.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { ConfigurationError, dataPaths, readSettings } from '../shared/settings.ts';
import { commandSite } from '../shared/sites/command-site.ts';

/** Makes the generation before the live one live again, until the next sync finds a change. */
async function main(): Promise<void> {
  requireOpenFiles();
  const { environment } = await commandSite(process.argv.slice(2), process.env);
  const settings = readSettings(environment);
  if (settings.INDEX_URL !== undefined) {
    throw new ConfigurationError([
      `INDEX_URL: got ${settings.INDEX_URL}; go back where that index is published, and this server follows`,
    ]);
  }
  const { dir } = dataPaths(settings);
  refuseFileAsDataDir(dir);
  const { from, to } = await createGenerations(dir, { signingKey: settings.INDEX_PRIVATE_KEY }).rollback();
  const pages = to.counts['pages'] ?? 0;
  process.stdout.write(
    `Generation ${to.generation} of ${to.built_at} is live again with ${counted(pages, 'page')}, instead of ${from.generation}.\n` +
      'It stays so until the next sync finds a change.\n',
  );
}

process.umask(0o077);
try {
  await main();
} catch (error) {
  process.stderr.write(`rollback: ${(error as Error).message}\n`);
  process.exitCode = error instanceof ConfigurationError ? 4 : 1;
}
