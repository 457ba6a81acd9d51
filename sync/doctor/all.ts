import { counted, printable } from '../../shared/printable.ts';
import { publicAddress } from '../../shared/public-paths.ts';
import type { Settings } from '../../shared/settings.ts';
import { isRead, readersOf, sitesAt, type ListedSite } from '../service/sites/list.ts';
import { countLevels, found, type Section } from './finding.ts';

/** Checks a site by its settings. */
export type Examine = (settings: Settings) => Promise<readonly Section[]>;

/** Findings about a site of SITES_DIR. */
export type SiteReport = {
  readonly name: string;
  /** `faulty`: its settings are invalid. A paused site is not checked. */
  readonly state: 'checked' | 'paused' | 'faulty';
  readonly problems: number;
  readonly notes: number;
  readonly sections: readonly Section[];
};

const AT_ONCE = 8;

/** Checks every site, several at once, and yields the reports in order. */
export async function* examineSites(sites: readonly ListedSite[], examine: Examine): AsyncGenerator<SiteReport> {
  const atWork: Promise<SiteReport>[] = [];
  for (const site of sites) {
    const first = atWork.length < AT_ONCE ? undefined : atWork.shift();
    if (first) yield await first;
    atWork.push(examineOne(site, sites, examine));
  }
  for (const report of atWork) yield await report;
}

async function examineOne(listed: ListedSite, all: readonly ListedSite[], examine: Examine): Promise<SiteReport> {
  const { name } = listed;
  if ('faults' in listed) {
    const findings = listed.faults.map((fault) => found('settings', 'faulty', { fault }));
    return { name, state: 'faulty', problems: findings.length, notes: 0, sections: [{ title: name, findings }] };
  }
  const findings = [...sharedPlace(listed, all), ...sharedSource(listed, all)];
  const asked = listed.site.isPaused ? [] : await examine(listed.settings);
  const sections = [...(findings.length > 0 ? [{ title: name, findings }] : []), ...asked];
  const { problem: problems, note: notes } = countLevels(sections);
  return { name, state: listed.site.isPaused ? 'paused' : 'checked', problems, notes, sections };
}

type Usable = Extract<ListedSite, { settings: Settings }>;

function sharedPlace({ name, settings }: Usable, all: readonly ListedSite[]) {
  const address = publicAddress(settings);
  return sitesAt(address, all, name).map((other) => found('settings.public_url', 'shared', { address, other }));
}

function sharedSource({ name, site, settings }: Usable, all: readonly ListedSite[]) {
  const { SITE_URL: siteUrl = '' } = settings;
  if (!isRead(site)) return [];
  return readersOf(siteUrl, all, name).map((other) =>
    found('settings.site_url', 'shared', { address: siteUrl, other }),
  );
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
