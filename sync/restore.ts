import { printerOf, runProgram, UsageError } from '../shared/command-line.ts';
import { identityOf, requireSameSite, writeIdentity } from '../db/site-identity.ts';
import { restoreBackup, type Restored } from '../db/backup/restore.ts';
import { refuseFileAsDataDir, requireDataDir } from '../shared/directories.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { commandSite } from '../shared/sites/command-site.ts';
import { dataPaths, readSettings } from '../shared/settings.ts';

const { print } = printerOf(process);
const HELP = new URL('help/restore.txt', import.meta.url);

function textOf({ madeAt, restored, kept, aside }: Restored, dir: string): string {
  const lines = [
    `${dir} has ${restored.join(', ') || 'nothing'} of the backup of ${madeAt}.`,
    kept.length > 0 && `Unchanged: ${kept.join(', ')}.`,
    aside !== undefined && `The previous data is in ${aside}: remove it after a check.`,
    'Now run npm run sync: it reads every page again.',
  ];
  return `${lines.filter((line) => line !== false).join('\n')}\n`;
}

const program = { name: 'restore', usage: HELP, options: {}, allowPositionals: true, commandOf: commandSite };
await runProgram(process, program, async ({ positionals }, environment) => {
  refuseMisnamedSettings();
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('Give a folder: npm run restore -- FOLDER');
  const settings = readSettings(environment);
  const { dir } = dataPaths(settings);
  refuseFileAsDataDir(dir);
  const site = requireSameSite(dir, folder, settings.SITE_URL);
  requireDataDir(dir);
  const restored = await restoreBackup(dir, folder, new Date());
  if (site) writeIdentity(dir, { ...site, ...identityOf(dir) });
  print(textOf(restored, dir));
});
