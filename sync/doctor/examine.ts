import { stateLocation } from '../../db/state/open.ts';
import { misnamedSettings } from '../../shared/env-names.ts';
import { counted, printable } from '../../shared/printable.ts';
import { publicAddress } from '../../shared/public-paths.ts';
import { dataPaths, type Settings } from '../../shared/settings.ts';
import { readWellKnownFiles } from '../../shared/well-known-files.ts';
import { siteFileOf, syncConfig } from '../config.ts';
import { startDemoSite } from '../demo/site.ts';
import { writeScoreNote } from '../service/report/notes.ts';
import { isRead, readersOf, sitesAt, type ListedSite } from '../service/sites/list.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { countLevels, found, runChecks, type Checks, type Section } from './finding.ts';
import { examineInstallation } from './installation.ts';
import { examinePublic } from './public.ts';
import { examineSite } from './site.ts';

/** Returns the public address of the service, and its address on this machine. */
export function addressesOf(settings: Settings) {
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? '127.0.0.1' : settings.HOST;
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${settings.PORT}`;
  return { origin: publicAddress(settings), local };
}

/** Checks the public side of a site from outside, and stores its score for `npm run status`. */
export async function examineFromOutside(settings: Settings, signal: AbortSignal): Promise<Section[]> {
  const { dir } = dataPaths(settings);
  const { origin, local } = addressesOf(settings);
  const { findings, score } = await examinePublic({
    origin,
    local,
    trustProxy: settings.TRUST_PROXY,
    trustsGateway: settings.GATEWAY_SECRET !== undefined,
    files: await readWellKnownFiles(dir),
    signal,
  });
  writeScoreNote(dir, { score: score.score, origin, checked_at: new Date().toISOString() });
  return [{ title: `Public side: ${origin}`, findings, score }];
}

/** Checks an installation, and the site that it reads. */
export async function examineFromInside(settings: Settings, signal: AbortSignal): Promise<Section[]> {
  const config = syncConfig(settings);
  const siteFile = siteFileOf(config);
  const now = () => new Date();
  const findings = await examineInstallation({
    ...config,
    state: stateLocation(settings),
    siteFile,
    misnamed: misnamedSettings(),
    follows: settings.INDEX_URL,
    delivers: config.onPublish !== undefined,
    publicKeys: settings.INDEX_PUBLIC_KEY,
    takesMessages: settings.REFRESH_SECRET !== undefined,
    nodeVersion: process.versions.node,
    now,
  });
  const installation = { title: `Installation: ${config.dataDir}`, findings };
  // Another installation reads the site.
  if (settings.INDEX_URL !== undefined) return [installation];
  await using demo = config.siteUrl === undefined ? await startDemoSite() : undefined;
  const siteUrl = config.siteUrl ?? demo?.url ?? '';
  const site = await examineSite({ ...config, siteUrl, language: languageIn(siteFile), now, signal });
  const title = demo ? 'Site: the embedded demo (SITE_URL is not set)' : `Site: ${siteUrl}`;
  return [installation, { title, findings: site }];
}

// Language of the site file; its faults are already among the findings.
function languageIn(siteFile: string | undefined): string | undefined {
  try {
    return readSiteConfig(siteFile).language;
  } catch {
    return undefined;
  }
}

// Checks a site by its config.
type Examine = (settings: Settings) => Promise<readonly Section[]>;

/** Findings about a site of SITES_DIR. */
export type SiteReport = {
  readonly name: string;
  /** `faulty`: its config is invalid. A paused site is not checked. */
  readonly state: 'checked' | 'paused' | 'faulty';
  readonly problems: number;
  readonly notes: number;
  readonly sections: readonly Section[];
};

// A site with its config, among all sites of SITES_DIR.
type Listed = Extract<ListedSite, { settings: Settings }> & { readonly all: readonly ListedSite[] };

/** Checks of a site among all sites. */
export const LIST_CHECKS: Checks<Listed> = {
  'settings.public_url': ({ name, settings, all }) => {
    const address = publicAddress(settings);
    return sitesAt(address, all, name).map((other) => found('settings.public_url', 'shared', { address, other }));
  },
  'settings.site_url': ({ name, site, settings: { SITE_URL: address = '' }, all }) =>
    isRead(site)
      ? readersOf(address, all, name).map((other) => found('settings.site_url', 'shared', { address, other }))
      : undefined,
};

const AT_ONCE = 8;

/** Checks every site, several at once, and yields the reports in order. */
export async function* examineSites(sites: readonly ListedSite[], examine: Examine): AsyncGenerator<SiteReport> {
  const atWork: Promise<SiteReport>[] = [];
  for (const site of sites) {
    const first = atWork.length < AT_ONCE ? undefined : atWork.shift();
    if (first) yield await first;
    atWork.push(examineListed(site, sites, examine));
  }
  for (const report of atWork) yield await report;
}

async function examineListed(listed: ListedSite, all: readonly ListedSite[], examine: Examine): Promise<SiteReport> {
  const { name } = listed;
  const isFaulty = 'faults' in listed;
  const findings = isFaulty
    ? listed.faults.map((fault) => found('settings', 'faulty', { fault }))
    : (await runChecks(LIST_CHECKS, { ...listed, all })).findings;
  const state = isFaulty ? 'faulty' : listed.site.isPaused ? 'paused' : 'checked';
  const sections = [
    ...(findings.length > 0 ? [{ title: name, findings }] : []),
    ...(isFaulty || state === 'paused' ? [] : await examine(listed.settings)),
  ];
  const { problem: problems, note: notes } = countLevels(sections);
  return { name, state, problems, notes, sections };
}

/** Formats a report as a line with the worst finding. */
export function reportLine({ name, state, problems, notes, sections }: SiteReport, width: number): string {
  const all = sections.flatMap(({ findings }) => findings);
  const worst = all.find(({ level }) => level === 'problem') ?? all.find(({ level }) => level === 'note');
  const counts = [
    ...(state === 'checked' ? [] : [state]),
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
  ].join(', ');
  return `${name.padEnd(width)}  ${counts || 'ok'}${worst ? `: ${printable(worst.message)}` : ''}\n`;
}
