import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { printerOf, runProgram, UsageError } from '../shared/command-line.ts';
import { siteCommand } from '../db/site-identity.ts';
import { makeBackup } from '../db/backup/backup.ts';
import { refuseFileAsDataDir } from '../shared/directories.ts';
import { explain } from '../shared/errors.ts';
import { ConfigurationError, dataPaths, readSettings, type Settings } from '../shared/settings.ts';
import { orAllSites } from '../shared/sites/command-site.ts';
import { listSites } from './service/sites/list.ts';

const { print } = printerOf(process);
const HELP = new URL('help/backup.txt', import.meta.url);

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

const options = { all: { type: 'boolean', default: false } } as const;
const commandOf = orAllSites(siteCommand);
const program = { name: 'backup', usage: HELP, options, allowPositionals: true, commandOf };
await runProgram(process, program, async ({ values, positionals }, environment) => {
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('Give a folder: npm run backup -- FOLDER');
  const settings = readSettings(environment);
  print(values.all ? await backUpSites(settings, folder) : await backUp(settings, folder));
});
