import { messageOf } from '../../shared/errors.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import { syncConfig } from '../process/config.ts';
import { rhythmOf } from '../watch/rhythm.ts';
import { nextRun } from '../watch/schedule.ts';
import { nextSteps } from '../report/next-steps.ts';
import { readOverview } from '../report/read-overview.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { publicUrlOf, type ListedSite } from './list.ts';

/** One site in the report of `npm run sites -- status`; what is not known of it is absent. */
export type SiteStatus = {
  readonly name: string;
  readonly state: 'at work' | 'paused' | 'faulty';
  readonly public_url?: string;
  readonly pages?: number | undefined;
  /** ISO 8601, as all times here. */
  readonly built_at?: string | undefined;
  readonly last_run?: { readonly started_at: string; readonly outcome: string } | undefined;
  /** Since when the guard keeps pages as they were. */
  readonly guard_since?: string | undefined;
  readonly next_run_at?: string | undefined;
  /** What keeps it from being read or served, or ought to be known, the gravest first. */
  readonly faults: readonly string[];
};

/** Reads how it is with a site, from its files. */
export async function statusOf(listed: ListedSite, now: Date): Promise<SiteStatus> {
  if ('faults' in listed) return { name: listed.name, state: 'faulty', faults: listed.faults };
  const { name, site, settings } = listed;
  const [state, publicUrl] = [site.isPaused ? 'paused' : 'at work', publicUrlOf(settings)] as const;
  const faults = faultsOfSiteFile(syncConfig(settings).siteFile());
  try {
    const overview = await readOverview(settings, now);
    const [last] = overview.runs;
    const { SYNC_SCHEDULE: schedule, INDEX_URL: followed } = settings;
    const isRead = !site.isPaused && followed === undefined;
    return {
      name,
      state: faults.length > 0 ? 'faulty' : state,
      public_url: publicUrl,
      pages: overview.live?.pages,
      built_at: overview.live?.built_at,
      last_run: last && { started_at: last.startedAt, outcome: last.outcome },
      guard_since: overview.guard[0]?.since,
      next_run_at: isRead ? nextRun(schedule, rhythmOf(name).offset, now)?.toISOString() : undefined,
      // Nobody has to read a paused site.
      faults: [...faults, ...(site.isPaused ? [] : nextSteps(overview, { now, schedule }).map(({ what }) => what))],
    };
  } catch (error) {
    return { name, state: 'faulty', public_url: publicUrl, faults: [...faults, messageOf(error)] };
  }
}

/** Faults of company data and site rules. */
function faultsOfSiteFile(file: string | undefined): readonly string[] {
  try {
    readSiteConfig(file);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}
