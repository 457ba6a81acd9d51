import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { printerOf, runProgram, UsageError } from '../shared/command-line.ts';
import { siteCommand } from '../db/site-identity.ts';
import { makeBackup } from '../db/backup/backup.ts';
import { refuseFileAsDataDir } from '../shared/directories.ts';
import { explain } from '../shared/errors.ts';
import { ConfigurationError, dataPaths, readSettings, type Settings } from '../shared/settings.ts';
import { listSites } from './service/sites/list.ts';

const { print } = printerOf(process);

const USAGE = `npm run backup -- FOLDER [options]

Copies the data that no sync can rebuild into a new folder: clients, ledger,
former addresses, site.yaml, well-known/. The service may run meanwhile.

  --all         with SITES_DIR: every site, each in FOLDER/NAME
  --site NAME   a site of SITES_DIR
  --help        this text

Examples:
  npm run backup -- /var/backups/content-2026-01-31
  npm run backup -- --all /var/backups/sites-2026-01-31

Exit codes: 0 done, 1 failed, 4 the command or the configuration cannot be
used.
`;

async function backUp(settings: Settings, folder: string): Promise<string> {
  const { dir } = dataPaths(settings);
  refuseFileAsDataDir(dir);
  const names = await makeBackup(dir, folder, new Date());
  const elsewhere =
    settings.STATE_URL === undefined
      ? ''
      : 'Clients and ledger are in the store of STATE_URL: back them up with the tools of that store.\n';
  return `${folder} contains ${names.join(', ')}\n${elsewhere}`;
}

// Copies every site into a separate folder; sites without data are reported.
async function backUpSites({ SITES_DIR: dir }: Settings, folder: string): Promise<string> {
  if (dir === undefined) throw new ConfigurationError(['--all: SITES_DIR is not set: there is one site']);
  const texts: string[] = [];
  const faulty: string[] = [];
  mkdirSync(folder);
  for (const site of listSites(dir, process.env)) {
    try {
      if ('faults' in site) throw new Error(site.faults.join('; '));
      texts.push(await backUp(site.settings, join(folder, site.name)));
    } catch (error) {
      faulty.push(`  ${site.name}: ${explain(error)}\n`);
    }
  }
  if (faulty.length > 0)
    throw new Error(`These sites are not backed up:\n${faulty.join('')}${texts.join('')}`.trimEnd());
  return texts.join('');
}

// Environment of all sites (option `--all`), or of the site of the option `--site`.
const commandOf: typeof siteCommand = async (args, environment) =>
  args.includes('--all') ? { args: [...args], environment } : await siteCommand(args, environment);

const options = { all: { type: 'boolean', default: false } } as const;
await runProgram(
  process,
  { name: 'backup', usage: USAGE, options, allowPositionals: true, commandOf },
  async ({ values, positionals }, environment) => {
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new UsageError('Give a folder: npm run backup -- FOLDER');
    const settings = readSettings(environment);
    print(values.all ? await backUpSites(settings, folder) : await backUp(settings, folder));
  },
);
