import { ConfigurationError, dataPaths, type Settings } from '../../shared/settings.ts';
import { DEMO_SITE_CONFIG } from '../demo/site.ts';
import { siteConfigFile } from '../site-file/site-config.ts';
import { bareHost } from '../../shared/addresses.ts';
import { cronFault } from './schedule.ts';

/** Configuration of sync, from the settings. */
export type SyncConfig = {
  /** Absent for the demo site. */
  readonly siteUrl: string | undefined;
  /** Key of the site: the same for every way to write its address. */
  readonly source: string;
  readonly dataDir: string;
  readonly mirrorFile: string;
  /** Path of the site file at this moment: it may come and go. */
  readonly siteFile: () => string | undefined;
  readonly types: readonly string[];
  readonly requestsPerSecond: number;
  readonly guardHours: number;
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  readonly schedule: string;
  readonly fullSchedule: string;
  readonly logLevel: string;
};

/** Derives the configuration; throws a ConfigurationError for a schedule that is no cron expression. */
export function syncConfig(settings: Settings): SyncConfig {
  const faults = (['SYNC_SCHEDULE', 'SYNC_FULL_SCHEDULE'] as const).flatMap((name) => {
    const fault = cronFault(settings[name]);
    return fault === undefined
      ? []
      : [`${name}: got ${JSON.stringify(settings[name])}, wants a cron expression such as */10 * * * * (${fault})`];
  });
  if (faults.length > 0) throw new ConfigurationError(faults);
  const { SITE_URL: siteUrl, SYNC_USER: user, SYNC_APP_PASSWORD: password } = settings;
  const paths = dataPaths(settings);
  return {
    siteUrl,
    source: siteUrl === undefined ? 'demo' : siteKey(siteUrl),
    dataDir: paths.dir,
    mirrorFile: paths.mirror,
    siteFile: () => siteConfigFile(settings) ?? (siteUrl === undefined ? DEMO_SITE_CONFIG : undefined),
    types: [...new Set(settings.SYNC_TYPES)],
    // The demo is our own process: nobody needs to be spared.
    requestsPerSecond: siteUrl === undefined ? 0 : settings.SYNC_REQUESTS_PER_SECOND,
    guardHours: settings.GUARD_HOURS,
    credentials: user !== undefined && password !== undefined ? { user, password } : undefined,
    schedule: settings.SYNC_SCHEDULE,
    fullSchedule: settings.SYNC_FULL_SCHEDULE,
    logLevel: settings.LOG_LEVEL,
  };
}

/** Key that a site keeps with `https`, with `www.` and with a slash at the end of its address. */
function siteKey(address: string): string {
  const url = new URL(address);
  return `${bareHost(url)}${url.pathname.replace(/\/+$/, '')}`;
}
