import { messageOf } from '../../../shared/errors.ts';
import { ConfigurationError } from '../../../shared/settings.ts';
import { siteFileOf, syncConfig } from '../../config.ts';
import { nextRun, rhythmOf } from '../schedule.ts';
import { nextSteps } from '../report/next-steps.ts';
import { readOverview } from '../report/overview.ts';
import { readSiteConfig } from '../../site-file/site-config.ts';
import { publicUrlOf, type ListedSite } from './list.ts';

/** A site in the report of `npm run sites -- status`; unknown fields are absent. */
export type SiteStatus = {
  readonly name: string;
  readonly state: 'at work' | 'paused' | 'faulty';
  readonly public_url?: string;
  readonly pages?: number | undefined;
  /** ISO 8601, like every time in this report. */
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
  const [state, publicUrl] = [site.isPaused ? 'paused' : 'at work', publicUrlOf(settings)] as const;
  const faults = faultsOfSiteFile(siteFileOf(syncConfig(settings)));
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
      // Steps of a paused site are irrelevant.
      faults: [...faults, ...(site.isPaused ? [] : nextSteps(overview, { now, schedule }).map(({ what }) => what))],
    };
  } catch (error) {
    return { name, state: 'faulty', public_url: publicUrl, faults: [...faults, messageOf(error)] };
  }
}

function faultsOfSiteFile(file: string | undefined): readonly string[] {
  try {
    readSiteConfig(file);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}
