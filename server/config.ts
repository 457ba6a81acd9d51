import type { KeyObject } from 'node:crypto';
import { stateLocation } from '../db/state/open.ts';
import type { StateLocation } from '../db/state/state.ts';
import { dataPaths, SITE_NAME, type Environment, type Settings } from '../shared/settings.ts';
import { metricsAddress, type MetricsAddress } from '../shared/metrics/listener.ts';
import { isPrivateHost } from '../shared/private-addresses.ts';
import { PATHS, publicAddress } from '../shared/public-paths.ts';

/** Configuration of the server. Every advertised address comes from here, never from a request's `Host`. */
export type ServerConfig = {
  /** Name of the site among those of SITES_DIR; nothing where it is alone. */
  readonly name: string | undefined;
  /** The folder of sites that are served instead of one, if there is one. */
  readonly sites: SitesConfig | undefined;
  /** Public address, an origin for a site alone: `{site_url}`. */
  readonly siteUrl: string;
  /** Address of WordPress, as the settings name it. */
  readonly sourceUrl: string | undefined;
  /** Address of the API: `{base_url}`. */
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Where it listens for Prometheus, if anywhere. */
  readonly metrics: MetricsAddress | undefined;
  readonly dataDir: string;
  /** The published index that is followed, if this server has no sync of its own. */
  readonly follows: Followed | undefined;
  /** Where clients, tokens, counters and ledger are. */
  readonly state: StateLocation;
  /** Networks of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Key of the gateway's signatures; without it no gateway is believed. */
  readonly gatewaySecret: string | undefined;
  /** Origins of web pages, besides our own, that may call the MCP endpoint. */
  readonly mcpOrigins: readonly string[];
  /** The announced withdrawal of v1, if there is one. */
  readonly withdrawal: Withdrawal | undefined;
  /** Secret of the messages in which WordPress tells what changed; without one, none are taken. */
  readonly refreshSecret: string | undefined;
  readonly readPageMaxChars: number;
  /** Days that the ledger keeps; 0 disables it. */
  readonly ledgerDays: number;
  readonly logLevel: string;
};

/** A folder of sites. */
export type SitesConfig = {
  readonly dir: string;
  /** What is set for all of them. */
  readonly environment: Environment;
  /** Memory for what is open of them, in bytes. */
  readonly memory: number;
};

/** A published index that is followed: its folder, how often it is looked at, and the keys that may have signed it. */
type Followed = {
  readonly url: string;
  /** Address of the site whose index it is, where that is known by a public name. */
  readonly site: string | undefined;
  readonly everyMs: number;
  readonly publicKeys: readonly KeyObject[];
};

/** The withdrawal of a version (RFC 9745, RFC 8594). */
export type Withdrawal = {
  readonly deprecation: Date;
  readonly sunset: Date;
  /** The page that explains it. */
  readonly url: string;
};

/** Derives the server's configuration from the settings; `environment` is where the sites of SITES_DIR have theirs from. */
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
    readPageMaxChars: settings.READ_PAGE_MAX_CHARS,
    ledgerDays: settings.LEDGER_DAYS,
    logLevel: settings.LOG_LEVEL,
  };
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
  // By a private address, WordPress does not say who it is.
  const site = siteUrl === undefined || isPrivateHost(new URL(siteUrl).hostname) ? undefined : siteUrl;
  return url === undefined ? undefined : { url, site, everyMs: seconds * 1000, publicKeys };
}
