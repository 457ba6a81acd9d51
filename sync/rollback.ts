import { readCommandLine } from '../shared/command-line.ts';
import { siteCommand } from '../db/site-identity.ts';
import { createGenerations } from '../db/index/generations.ts';
import { counted } from '../shared/counted.ts';
import { refuseFileAsDataDir } from '../shared/directories.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { ConfigurationError, dataPaths, readSettings } from '../shared/settings.ts';

const USAGE = `npm run rollback

Makes the index before the live one live again, until the next sync finds a change.

  --site NAME   the site, with SITES_DIR
  --help        this text

Exit codes: 0 done, 1 there is none to go back to, 4 the command or the configuration cannot be used.
`;

/** Makes the generation before the live one live again, until the next sync finds a change. */
async function main(): Promise<void> {
  const { args, environment } = await siteCommand(process.argv.slice(2), process.env);
  if (asksForHelp(args)) {
    process.stdout.write(USAGE);
    return;
  }
  requireOpenFiles();
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

/** Refuses whatever it does not know: who mistypes an option wants no other index live. */
function asksForHelp(args: readonly string[]): boolean {
  return readCommandLine({ args: [...args], options: { help: { type: 'boolean', short: 'h' } } }).values.help === true;
}

process.umask(0o077);
try {
  await main();
} catch (error) {
  process.stderr.write(`rollback: ${(error as Error).message}\n`);
  process.exitCode = error instanceof ConfigurationError ? 4 : 1;
}
