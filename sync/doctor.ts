import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandOfSite, requireOwnDataDir, requireOwnServed } from '../db/site-identity.ts';
import { printerOf, runProgram } from '../shared/command-line.ts';
import { counted, printable } from '../shared/printable.ts';
import { ConfigurationError, dataPaths, readSettings, type Settings } from '../shared/settings.ts';
import { orAllSites } from '../shared/sites/command-site.ts';
import { siteFileOf, syncConfig, type SyncConfig } from './config.ts';
import { readCompanyOverview } from './service/report/company-overview.ts';
import { examineWithBrowser } from './doctor/browser/examine-pages.ts';
import { addressesOf, examineFromInside, examineFromOutside, examineSites, reportLine } from './doctor/examine.ts';
import { countLevels, findingsText } from './doctor/finding.ts';
import { wellKnownDocuments } from './doctor/public-addresses.ts';
import { siteYaml } from './doctor/site-yaml.ts';
import { readSiteConfig } from './site-file/site-config.ts';
import { listSites } from './service/sites/list.ts';

const { print, printData, printError } = printerOf(process);
const HELP = new URL('help/doctor.txt', import.meta.url);

function refuseOtherSite(settings: Settings): void {
  const { dir } = dataPaths(settings);
  if (settings.INDEX_URL === undefined) requireOwnDataDir(dir, settings.SITE_URL);
  else requireOwnServed(dir, settings.SITE_URL);
}

// Checks every site of SITES_DIR and prints a line for each; returns the worst exit code.
async function examineEach(
  { SITES_DIR: dir }: Settings,
  examine: Parameters<typeof examineSites>[1],
  json: boolean,
): Promise<number> {
  if (dir === undefined) throw new ConfigurationError(['--all: SITES_DIR is not set']);
  const reports = [];
  const sites = listSites(dir, process.env);
  const width = Math.max(0, ...sites.map(({ name }) => name.length));
  for await (const report of examineSites(sites, examine)) {
    reports.push(report);
    if (!json) print(reportLine(report, width));
  }
  const problems = reports.reduce((sum, report) => sum + report.problems, 0);
  if (json) print(`${JSON.stringify({ problems, sites: reports }, null, 2)}\n`);
  else print(`${counted(sites.length, 'site')}, ${counted(problems, 'problem')}\n`);
  if (reports.some(({ state }) => state === 'faulty')) return 4;
  return problems === 0 ? 0 : 1;
}

async function writeDocuments(settings: Settings, folder: string, signal: AbortSignal): Promise<number> {
  const { origin, local } = addressesOf(settings);
  const { documents, without } = await wellKnownDocuments({ origin, local }, signal);
  if (documents.length === 0) {
    printError(`The service answers neither at ${local} nor at ${origin}: npm run serve\n`);
    return 1;
  }
  for (const { path, text } of documents) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
    await writeFile(file, text);
    // The web server reads them, regardless of the umask of this process.
    await chmod(file, 0o644);
    print(`${printable(file)}\n`);
  }
  for (const path of without) print(`${path}: no file, because the path above it is one\n`);
  print('Upload the folder .well-known to the folder of the domain, then run npm run doctor -- --public\n');
  return 0;
}

function proposeSiteYaml(settings: Settings, config: SyncConfig): number {
  const siteConfig = readSiteConfig(siteFileOf(config));
  const known = readCompanyOverview(dataPaths(settings).mirror, siteConfig);
  if (known) printData(siteYaml(known, siteConfig));
  else printError('No site has been read yet: run npm run sync\n');
  return known ? 0 : 1;
}

const options = {
  public: { type: 'boolean', default: false },
  browser: { type: 'boolean', default: false },
  'write-files': { type: 'string' },
  'site-yaml': { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;
const program = { usage: HELP, options, commandOf: orAllSites(commandOfSite) };
await runProgram(process, program, async ({ values }, environment) => {
  const { all, json, public: outside, 'site-yaml': proposes, browser, 'write-files': folder } = values;
  const settings = readSettings(environment);
  if (!all) refuseOtherSite(settings);
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => controller.abort());
  const examine = browser ? examineWithBrowser : outside ? examineFromOutside : examineFromInside;
  if (proposes && (outside || all || json)) {
    throw new ConfigurationError(['--site-yaml: applies to a single site; combine it only with --site NAME']);
  }
  if (folder !== undefined && (!outside || all || json)) {
    throw new ConfigurationError(['--write-files FOLDER: requires --public; combine it further only with --site NAME']);
  }
  if (folder !== undefined) return await writeDocuments(settings, folder, controller.signal);
  if (all) return await examineEach(settings, (one) => examine(one, controller.signal), json);
  if (proposes) return proposeSiteYaml(settings, syncConfig(settings));
  const sections = await examine(settings, controller.signal);
  const { problem } = countLevels(sections);
  print(json ? `${JSON.stringify({ problems: problem, sections }, null, 2)}\n` : findingsText(sections));
  return problem === 0 ? 0 : 1;
});
