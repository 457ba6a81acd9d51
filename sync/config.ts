import { metricsAddress } from '../shared/metrics/listener.ts';
import {
  ConfigurationError,
  dataPaths,
  readSettings,
  SITE_NAME,
  type Environment,
  type Settings,
} from '../shared/settings.ts';
import { unreadKeys } from '../shared/sites/site.ts';
import { DEMO_SITE_CONFIG } from './demo/site.ts';
import { readSiteConfig, siteConfigFile } from './site-file/site-config.ts';
import { siteKey } from '../shared/addresses.ts';

/** Derives the config of sync from the settings: a plain object that can be sent to another process. */
export function syncConfig(settings: Settings) {
  const { SITE_URL: siteUrl, SYNC_USER: user, SYNC_APP_PASSWORD: password, SYNC_ON_PUBLISH: command } = settings;
  const paths = dataPaths(settings);
  return {
    /** Name of the site in SITES_DIR; `undefined` for a single site. */
    name: settings[SITE_NAME],
    /** `undefined` for the demo site. */
    siteUrl,
    /** Key of the site: equal for all spellings of its address. */
    source: siteUrl === undefined ? 'demo' : siteKey(siteUrl),
    dataDir: paths.dir,
    mirrorFile: paths.mirror,
    /** Configured path of the site file; see `siteFileOf`. */
    siteFile: settings.SITE_CONFIG,
    types: [...new Set(settings.SYNC_TYPES)],
    // The demo site is a local process, so its rate is not limited.
    requestsPerSecond: siteUrl === undefined ? 0 : settings.SYNC_REQUESTS_PER_SECOND,
    guardHours: settings.GUARD_HOURS,
    unseenHours: settings.UNSEEN_HOURS,
    credentials: user !== undefined && password !== undefined ? { user, password } : undefined,
    /** Seconds between two probes of the site; 0 disables them. The demo site never changes. */
    probeSeconds: siteUrl === undefined ? 0 : settings.SYNC_PROBE_SECONDS,
    schedule: settings.SYNC_SCHEDULE,
    fullSchedule: settings.SYNC_FULL_SCHEDULE,
    /** Address of the Prometheus listener of `--watch`. */
    metrics: metricsAddress(settings, 'sync'),
    /** Command that delivers a publication, with its timeout in milliseconds. */
    onPublish: command === undefined ? undefined : { command, timeoutMs: settings.SYNC_ON_PUBLISH_SECONDS * 1000 },
    /** Ed25519 key that signs the published pointer, in PEM. */
    signingKey: settings.INDEX_PRIVATE_KEY?.export({ type: 'pkcs8', format: 'pem' }).toString(),
    logLevel: settings.LOG_LEVEL,
  };
}
export type SyncConfig = Readonly<ReturnType<typeof syncConfig>>;

/** Returns the current path of the site file, which may appear and disappear. */
export function siteFileOf(config: Pick<SyncConfig, 'siteFile' | 'dataDir' | 'siteUrl'>): string | undefined {
  const file = siteConfigFile({ SITE_CONFIG: config.siteFile, DATA_DIR: config.dataDir });
  return file ?? (config.siteUrl === undefined ? DEMO_SITE_CONFIG : undefined);
}

/** Parses the settings and the site file; throws a ConfigurationError with the invalid fields of both. */
export function readSyncConfig(environment: Environment): SyncConfig {
  const faults: string[] = [];
  const settings = orFaults(() => readSettings(environment), faults);
  // Invalid settings do not hide invalid fields of the site file.
  const { DATA_DIR, SITE_CONFIG } = environment;
  const siteFile = orFaults(() => siteConfigFile(settings ?? readSettings({ DATA_DIR, SITE_CONFIG })), faults);
  orFaults(() => readSiteConfig(siteFile), faults);
  if (siteFile !== undefined) faults.push(...unreadKeys(siteFile, environment));
  if (settings?.INDEX_URL !== undefined) {
    faults.push(
      `INDEX_URL: got ${settings.INDEX_URL}, but a data directory is filled either by sync or from INDEX_URL: npm run serve`,
    );
  }
  if (settings === undefined || faults.length > 0) throw new ConfigurationError(faults);
  return syncConfig(settings);
}

/** Returns the value that `read` returns, or `undefined` after collecting the faults of its ConfigurationError. */
export function orFaults<Value>(read: () => Value, faults: string[]): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
