import type { KeyObject } from 'node:crypto';
import { stateLocation } from '../db/state/open.ts';
import type { StateLocation } from '../db/state/state.ts';
import { dataPaths, SITE_NAME, type Environment, type Settings } from '../shared/settings.ts';
import { metricsAddress, type MetricsAddress } from '../shared/metrics/listener.ts';
import { isPrivateHost } from '../shared/private-addresses.ts';
import { PATHS, publicAddress } from '../shared/public-paths.ts';

/** Configuration of the server. Advertised URLs derive from it, never from the `Host` of a request. */
export type ServerConfig = {
  /** Name of the site in SITES_DIR; `undefined` for a single site. */
  readonly name: string | undefined;
  /** The directory of sites, if several are served. */
  readonly sites: SitesConfig | undefined;
  /** Public URL `{site_url}`; an origin for a single site. */
  readonly siteUrl: string;
  /** URL of WordPress in the settings. */
  readonly sourceUrl: string | undefined;
  /** Base URL of the API, `{base_url}`. */
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Listen address of the metrics endpoint, if any. */
  readonly metrics: MetricsAddress | undefined;
  readonly dataDir: string;
  /** The published index that replaces a local sync. */
  readonly follows: Followed | undefined;
  /** Location of clients, tokens, counters and ledger. */
  readonly state: StateLocation;
  /** Networks of proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustProxy: readonly string[];
  /** Key for the signatures of the gateway; without it, signed headers are ignored. */
  readonly gatewaySecret: string | undefined;
  /** Third-party origins that may call the MCP endpoint. */
  readonly mcpOrigins: readonly string[];
  /** Announced withdrawal of v1. */
  readonly withdrawal: Withdrawal | undefined;
  /** Secret for change messages of WordPress; without it, the endpoint does not exist. */
  readonly refreshSecret: string | undefined;
  /** Receiver of the changes of pages, if there is one. */
  readonly webhook: WebhookConfig | undefined;
  readonly readPageMaxChars: number;
  /** Days that the ledger keeps; 0 disables it. */
  readonly ledgerDays: number;
  readonly logLevel: string;
};

/** A receiver of Standard Webhooks. Each key adds a signature. */
export type WebhookConfig = { readonly url: string; readonly keys: readonly Buffer[] };

/** A directory of sites. */
export type SitesConfig = {
  readonly dir: string;
  /** Settings for all sites. */
  readonly environment: Environment;
  /** Memory limit of the open sites in bytes. */
  readonly memory: number;
};

// URL, polling interval and public keys of a published index.
type Followed = {
  readonly url: string;
  // Public URL of the site of the index, if known.
  readonly site: string | undefined;
  readonly everyMs: number;
  readonly publicKeys: readonly KeyObject[];
};

/** Withdrawal of an API version (RFC 9745, RFC 8594). */
export type Withdrawal = {
  readonly deprecation: Date;
  readonly sunset: Date;
  /** URL of the page that explains it. */
  readonly url: string;
};

/** Derives the configuration of the server from the settings. Sites of SITES_DIR inherit `environment`. */
export function serverConfig(settings: Settings, environment: Environment = {}): ServerConfig {
  const siteUrl = publicAddress(settings);
  const { SITES_DIR: dir, MEMORY_MB: megabytes } = settings;
  return {
    name: settings[SITE_NAME],
    sites: dir === undefined ? undefined : { dir, environment, memory: megabytes * 1_000_000 },
    siteUrl,
    sourceUrl: settings.SITE_URL,
    baseUrl: `${siteUrl}${PATHS.api}`,
    host: settings.HOST,
    port: settings.PORT,
    metrics: metricsAddress(settings, 'server'),
    dataDir: dataPaths(settings).dir,
    follows: followed(settings),
    state: stateLocation(settings),
    trustProxy: settings.TRUST_PROXY,
    gatewaySecret: settings.GATEWAY_SECRET,
    mcpOrigins: settings.MCP_ORIGINS,
    withdrawal: withdrawal(settings, `${siteUrl}${PATHS.authMd}#versiones`),
    refreshSecret: settings.REFRESH_SECRET,
    webhook: webhookOf(settings),
    readPageMaxChars: settings.READ_PAGE_MAX_CHARS,
    ledgerDays: settings.LEDGER_DAYS,
    logLevel: settings.LOG_LEVEL,
  };
}

function webhookOf({ CHANGES_WEBHOOK: url, CHANGES_WEBHOOK_SECRET: keys }: Settings): WebhookConfig | undefined {
  return url === undefined ? undefined : { url, keys };
}

function withdrawal(settings: Settings, defaultUrl: string): Withdrawal | undefined {
  const { API_DEPRECATION: deprecation, API_SUNSET: sunset, API_DEPRECATION_URL: url = defaultUrl } = settings;
  return deprecation && sunset && { deprecation, sunset, url };
}

function followed({
  INDEX_URL: url,
  SITE_URL: siteUrl,
  INDEX_POLL_SECONDS: seconds,
  INDEX_PUBLIC_KEY: publicKeys,
}: Settings): Followed | undefined {
  // A private URL does not identify the site.
  const site = siteUrl === undefined || isPrivateHost(new URL(siteUrl).hostname) ? undefined : siteUrl;
  return url === undefined ? undefined : { url, site, everyMs: seconds * 1000, publicKeys };
}
