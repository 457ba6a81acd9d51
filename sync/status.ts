import { existsSync, writeFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { printerOf, runProgram } from '../shared/command-line.ts';
import { siteCommand } from '../db/site-identity.ts';
import { createMirror, withMirrorDatabase } from '../db/mirror/mirror.ts';
import { counted } from '../shared/printable.ts';
import { refuseFileAsDataDir } from '../shared/directories.ts';
import { dataPaths, readSettings } from '../shared/settings.ts';
import { companyText, readCompanyOverview } from './service/report/company-overview.ts';
import { siteFileOf, syncConfig } from './config.ts';
import { leftOutHtml, leftOutOf, leftOutText } from './service/report/left-out.ts';
import { overviewText } from './service/report/overview-text.ts';
import { readOverview } from './service/report/overview.ts';
import { readSiteConfig } from './site-file/site-config.ts';

const { print, printData } = printerOf(process);
const HELP = new URL('help/status.txt', import.meta.url);

// Styles only in a terminal without NO_COLOR.
const paint: typeof styleText = (style, text) => styleText(style, text, { stream: process.stdout });

function printLeftOut(
  file: string,
  { json, html }: { readonly json: boolean; readonly html?: string | undefined },
): void {
  const report = existsSync(file) ? withMirrorDatabase(file, (db) => leftOutOf(createMirror(db))) : undefined;
  if (json) printData(`${JSON.stringify(report ?? null, null, 2)}\n`);
  else if (!report) print('No site has been read yet: run npm run sync\n');
  else if (html === undefined) print(leftOutText(report));
  else {
    writeFileSync(html, leftOutHtml(report, { now: new Date(), language: report.language }));
    print(`${html} lists ${counted(report.pages.length, 'page')}\n`);
  }
}

const options = {
  json: { type: 'boolean', default: false },
  company: { type: 'boolean', default: false },
  'left-out': { type: 'boolean', default: false },
  html: { type: 'string' },
} as const;
const program = { name: 'status', usage: HELP, options, commandOf: siteCommand };
await runProgram(process, program, async ({ values }, environment) => {
  if (values.html !== undefined && !values['left-out']) throw new Error('--html requires --left-out');
  const settings = readSettings(environment);
  const { dir, mirror } = dataPaths(settings);
  refuseFileAsDataDir(dir);
  if (values.company) {
    const known = readCompanyOverview(mirror, readSiteConfig(siteFileOf(syncConfig(settings))));
    const write = known ? printData : print;
    write(values.json ? `${JSON.stringify(known ?? null, null, 2)}\n` : companyText(known));
    return;
  }
  if (values['left-out']) {
    printLeftOut(mirror, values);
    return;
  }
  const now = new Date();
  const overview = await readOverview(settings, now);
  const text = values.json
    ? JSON.stringify(overview, null, 2) + '\n'
    : overviewText(overview, { now, schedule: settings.SYNC_SCHEDULE, paint });
  print(text);
});
