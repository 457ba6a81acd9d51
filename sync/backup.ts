import { readCommandLine } from '../shared/command-line.ts';
import { siteCommand } from '../db/site-identity.ts';
import { makeBackup } from '../db/backup/backup.ts';
import { refuseFileAsDataDir } from '../shared/directories.ts';
import { explain } from '../shared/errors.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { ConfigurationError, dataPaths, readSettings } from '../shared/settings.ts';

const USAGE = `npm run backup -- FOLDER

Copies what cannot be made again into a new folder: clients, ledger, former addresses, site.yaml, well-known/. The service may run.

Exit codes: 0 done, 1 failed, 4 the command or the configuration cannot be used.
`;

/** Copies what of DATA_DIR cannot be made again into a new folder. */
async function main(): Promise<string> {
  requireOpenFiles();
  const { args, environment } = await siteCommand(process.argv.slice(2), process.env);
  const { values, positionals } = readCommandLine({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h', default: false } },
    allowPositionals: true,
  });
  if (values.help) return USAGE;
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new ConfigurationError(['FOLDER: npm run backup -- FOLDER']);
  const settings = readSettings(environment);
  const { dir } = dataPaths(settings);
  refuseFileAsDataDir(dir);
  const names = await makeBackup(dir, folder, new Date());
  const elsewhere =
    settings.STATE_URL === undefined
      ? ''
      : 'Clients and ledger are in the store of STATE_URL: back them up by its own means.\n';
  return `${folder} holds ${names.join(', ')}\n${elsewhere}`;
}

process.umask(0o077);
try {
  process.stdout.write(await main());
} catch (error) {
  process.stderr.write(`backup: ${explain(error)}\n`);
  process.exitCode = error instanceof ConfigurationError ? 4 : 1;
}
