import { messageOf } from '../../../shared/errors.ts';
import { printable } from '../../../shared/printable.ts';
import { publicAddress } from '../../../shared/public-paths.ts';
import { orFaults, siteFileOf, syncConfig } from '../../config.ts';
import { nextRun, offsetOf } from '../schedule.ts';
import { nextSteps } from '../report/next-steps.ts';
import { readOverview } from '../report/overview.ts';
import { age, outcomeWords } from '../report/words.ts';
import { readSiteConfig } from '../../site-file/site-config.ts';
import { isRead, type ListedSite } from './list.ts';

/** A site in the report of `npm run sites -- status`; unknown fields are absent. */
export type SiteStatus = {
  readonly name: string;
  readonly state: 'at work' | 'paused' | 'faulty';
  readonly public_url?: string;
  readonly pages?: number | undefined;
  /** ISO 8601 string, like each time field in this report. */
  readonly built_at?: string | undefined;
  readonly last_run?: { readonly started_at: string; readonly outcome: string } | undefined;
  /** Time since which the guard holds pages. */
  readonly guard_since?: string | undefined;
  readonly next_run_at?: string | undefined;
  /** Faults that prevent reading or serving, and warnings, worst first. */
  readonly faults: readonly string[];
};

/** Reads the status of a site from its files. */
export async function statusOf(listed: ListedSite, now: Date): Promise<SiteStatus> {
  if ('faults' in listed) return { name: listed.name, state: 'faulty', faults: listed.faults };
  const { name, site, settings } = listed;
  const [state, publicUrl] = [site.isPaused ? 'paused' : 'at work', publicAddress(settings)] as const;
  const faults: string[] = [];
  orFaults(() => readSiteConfig(siteFileOf(syncConfig(settings))), faults);
  try {
    const overview = await readOverview(settings, now);
    const [last] = overview.runs;
    const { SYNC_SCHEDULE: schedule } = settings;
    return {
      name,
      state: faults.length > 0 ? 'faulty' : state,
      public_url: publicUrl,
      pages: overview.live?.pages,
      built_at: overview.live?.built_at,
      last_run: last && { started_at: last.startedAt, outcome: last.outcome },
      guard_since: overview.guard[0]?.since,
      next_run_at: isRead(site) ? nextRun(schedule, offsetOf(name), now)?.toISOString() : undefined,
      // Steps of a paused site are irrelevant.
      faults: [...faults, ...(site.isPaused ? [] : nextSteps(overview, { now, schedule }).map(({ what }) => what))],
    };
  } catch (error) {
    return { name, state: 'faulty', public_url: publicUrl, faults: [...faults, messageOf(error)] };
  }
}

/** Returns a site as `npm run sites -- list --json` prints it. */
export function siteSummary(listed: ListedSite) {
  if ('faults' in listed) return { name: listed.name, faults: listed.faults };
  const { name, site, settings } = listed;
  return {
    name,
    site_url: settings.SITE_URL,
    public_url: publicAddress(settings),
    paused: site.isPaused,
    worker: site.hasOwnWorker ? 'own' : 'shared',
  };
}

/** Formats every site with its addresses, a line each. */
export function listText(sites: readonly ListedSite[]): string {
  if (sites.length === 0) return NONE;
  const rows = sites.map((listed): readonly string[] => {
    if ('faults' in listed) return [listed.name, `faulty: ${listed.faults.join('; ')}`];
    const { name, site, settings } = listed;
    return [name, settings.SITE_URL ?? '', publicAddress(settings), site.isPaused ? 'paused' : ''];
  });
  return table(rows);
}

const NONE = 'There is no site yet: npm run sites -- add https://your.site\n';

/** Formats the status of every site, a line each. */
export function statusText(sites: readonly SiteStatus[], now: Date): string {
  if (sites.length === 0) return NONE;
  return table([['SITE', 'PAGES', 'BUILT', 'LAST RUN', 'NEXT', ''], ...sites.map((site) => statusRow(site, now))]);
}

function statusRow({ name, state, pages, last_run: last, ...rest }: SiteStatus, now: Date): readonly string[] {
  const { built_at: builtAt, next_run_at: next, guard_since: guard, faults } = rest;
  const words = [
    ...(state === 'at work' ? [] : [state]),
    ...(guard === undefined ? [] : [`guard since ${age(guard, now)}`]),
    ...faults,
  ];
  return [
    name,
    pages === undefined ? 'none' : String(pages),
    builtAt === undefined ? 'never' : age(builtAt, now),
    last ? `${outcomeWords(last)} ${age(last.started_at, now)} ago` : 'none',
    next === undefined ? 'none' : `in ${age(now.toISOString(), new Date(next))}`,
    words.join(': ') || 'ok',
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) => row.map((cell) => printable(cell)));
  const widths = safe.reduce<number[]>(
    (all, row) => row.slice(0, -1).map((cell, at) => Math.max(all[at] ?? 0, cell.length)),
    [],
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return `${safe.map(line).join('\n')}\n`;
}
