import { parseArgs } from 'node:util';
import { requireOpenFiles } from '../shared/open-files.ts';
import { publicOrigin } from '../shared/public-paths.ts';
import { ConfigurationError, dataPaths, readSettings, type Settings } from '../shared/settings.ts';
import { readWellKnownFiles } from '../shared/well-known-files.ts';
import { syncConfig, type SyncConfig } from './process/config.ts';
import { readCompanyOverview } from './company/company-overview.ts';
import { startDemoSite } from './demo/site.ts';
import { countLevels, findingsText, ok, type Section } from './doctor/finding.ts';
import { examineInstallation } from './doctor/installation.ts';
import { examinePublic } from './doctor/public.ts';
import { examineSite } from './doctor/site.ts';
import { siteYaml } from './doctor/site-yaml.ts';
import { readSiteConfig } from './site-file/site-config.ts';

const USAGE = `npm run doctor -- [options]

Checks the site and this installation; one line for each finding, and what to do about it. Changes nothing.

  --public     check the public side of PUBLIC_URL instead, from outside
  --site-yaml  propose a site.yaml instead, from what the last sync read
  --json       for programs
  --help       this text

Exit codes: 0 all is well (perhaps with notes), 1 there are problems, 4 the configuration cannot be used.
`;

async function main(): Promise<number> {
  const { json, help, public: outside, 'site-yaml': proposes } = readArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(USAGE);
    return 0;
  }
  requireOpenFiles();
  const settings = readSettings(process.env);
  const config = syncConfig(settings);
  if (proposes) return proposeSiteYaml(settings, config);
  const origin = publicOrigin(settings);
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => controller.abort());
  const { signal } = controller;
  const sections = outside
    ? [await examineFromOutside(settings, origin, signal)]
    : await examineFromInside(settings, config, signal);
  const { problem } = countLevels(sections);
  process.stdout.write(json ? `${JSON.stringify({ problems: problem, sections }, null, 2)}\n` : findingsText(sections));
  return problem === 0 ? 0 : 1;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        public: { type: 'boolean', default: false },
        'site-yaml': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new ConfigurationError([`${(error as Error).message.split('. ')[0]}; --help lists the options`]);
  }
}

function proposeSiteYaml(settings: Settings, config: SyncConfig): number {
  const siteConfig = readSiteConfig(config.siteFile());
  const known = readCompanyOverview(dataPaths(settings).mirror, siteConfig);
  if (known) process.stdout.write(siteYaml(known, siteConfig));
  else process.stderr.write('No site has been read yet: run npm run sync\n');
  return known ? 0 : 1;
}

async function examineFromOutside(settings: Settings, origin: string, signal: AbortSignal): Promise<Section> {
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? '127.0.0.1' : settings.HOST;
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${settings.PORT}`;
  const findings = await examinePublic({
    origin,
    local,
    trustProxy: settings.TRUST_PROXY,
    trustsGateway: settings.GATEWAY_SECRET !== undefined,
    files: await readWellKnownFiles(dataPaths(settings).dir),
    signal,
  });
  return { title: `Public side: ${origin}`, findings };
}

async function examineFromInside(settings: Settings, config: SyncConfig, signal: AbortSignal): Promise<Section[]> {
  const now = () => new Date();
  const findings = await examineInstallation({
    ...config,
    state: { addresses: settings.STATE_URL, file: dataPaths(settings).state },
    siteFile: config.siteFile(),
    follows: settings.INDEX_URL,
    delivers: config.onPublish !== undefined,
    publicKeys: settings.INDEX_PUBLIC_KEY,
    takesMessages: settings.REFRESH_SECRET !== undefined,
    nodeVersion: process.versions.node,
    now,
  });
  const installation: Section = {
    title: `Installation: ${config.dataDir}`,
    findings: [ok('settings', 'The settings are understood'), ...findings],
  };
  // Somebody else reads the site.
  if (settings.INDEX_URL !== undefined) return [installation];
  await using demo = config.siteUrl === undefined ? await startDemoSite() : undefined;
  const siteUrl = config.siteUrl ?? demo?.url ?? '';
  const site = await examineSite({ ...config, siteUrl, language: languageOf(config), now, signal });
  const title = config.siteUrl === undefined ? 'Site: the embedded demo (SITE_URL is not set)' : `Site: ${siteUrl}`;
  return [installation, { title, findings: site }];
}

/** Language of the site file, if it can be read: its faults are among the findings already. */
function languageOf(config: SyncConfig): string | undefined {
  try {
    return readSiteConfig(config.siteFile()).language;
  } catch {
    return undefined;
  }
}

process.umask(0o077);
try {
  process.exitCode = await main();
} catch (error) {
  const known = error instanceof ConfigurationError;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  process.exitCode = known ? 4 : 1;
}
