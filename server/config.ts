import { stateLocation } from '../db/state/open.ts';
import { dataPaths, SITE_NAME, type Environment, type Settings } from '../shared/settings.ts';
import { metricsAddress } from '../shared/metrics/listener.ts';
import { isPrivateHost } from '../shared/private-addresses.ts';
import { PATHS, publicAddress } from '../shared/public-paths.ts';

/** Configuration of the server. Advertised URLs derive from it, never from the `Host` of a request. */
export type ServerConfig = ReturnType<typeof serverConfig>;

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

/** Withdrawal of an API version (RFC 9745, RFC 8594). */
export type Withdrawal = {
  readonly deprecation: Date;
  readonly sunset: Date;
  /** URL of the page that explains it. */
  readonly url: string;
};

/** Derives the configuration of the server from the settings. Sites of SITES_DIR inherit `environment`. */
export function serverConfig(settings: Settings, environment: Environment = {}) {
  const siteUrl = publicAddress(settings);
  const { SITES_DIR: dir, MEMORY_MB: megabytes, CHANGES_WEBHOOK: webhook, CHANGES_WEBHOOK_SECRET: keys } = settings;
  const sites: SitesConfig | undefined =
    dir === undefined ? undefined : { dir, environment, memory: megabytes * 1_000_000 };
  const receiver: WebhookConfig | undefined = webhook === undefined ? undefined : { url: webhook, keys };
  return {
    /** Name of the site in SITES_DIR; `undefined` for a single site. */
    name: settings[SITE_NAME],
    /** The directory of sites, if several are served. */
    sites,
    /** Public URL `{site_url}`; an origin for a single site. */
    siteUrl,
    /** URL of WordPress in the settings. */
    sourceUrl: settings.SITE_URL,
    /** Base URL of the API, `{base_url}`. */
    baseUrl: `${siteUrl}${PATHS.api}`,
    host: settings.HOST,
    port: settings.PORT,
    /** Listen address of the metrics endpoint, if any. */
    metrics: metricsAddress(settings, 'server'),
    dataDir: dataPaths(settings).dir,
    /** The published index that replaces a local sync. */
    follows: followed(settings),
    /** Location of clients, tokens, counters and ledger. */
    state: stateLocation(settings),
    /** Networks of proxies whose `X-Forwarded-For` header is trusted. */
    trustProxy: settings.TRUST_PROXY,
    /** Key for the signatures of the gateway; without it, signed headers are ignored. */
    gatewaySecret: settings.GATEWAY_SECRET,
    /** Third-party origins that may call the MCP endpoint. */
    mcpOrigins: settings.MCP_ORIGINS,
    /** Announced withdrawal of v1. */
    withdrawal: withdrawal(settings, `${siteUrl}${PATHS.authMd}#versiones`),
    /** Secret for change messages of WordPress; without it, the endpoint does not exist. */
    refreshSecret: settings.REFRESH_SECRET,
    /** Receiver of the changes of pages, if there is one. */
    webhook: receiver,
    readPageMaxChars: settings.READ_PAGE_MAX_CHARS,
    /** Days that the ledger keeps; 0 disables it. */
    ledgerDays: settings.LEDGER_DAYS,
    logLevel: settings.LOG_LEVEL,
  } as const;
}

function withdrawal(settings: Settings, defaultUrl: string): Withdrawal | undefined {
  const { API_DEPRECATION: deprecation, API_SUNSET: sunset, API_DEPRECATION_URL: url = defaultUrl } = settings;
  return deprecation && sunset && { deprecation, sunset, url };
}

// URL, polling interval in milliseconds and public keys of a published index, and the public URL of its site if known.
function followed({
  INDEX_URL: url,
  SITE_URL: siteUrl,
  INDEX_POLL_SECONDS: seconds,
  INDEX_PUBLIC_KEY: publicKeys,
}: Settings) {
  // A private URL does not identify the site.
  const site = siteUrl === undefined || isPrivateHost(new URL(siteUrl).hostname) ? undefined : siteUrl;
  return url === undefined ? undefined : { url, site, everyMs: seconds * 1000, publicKeys };
}
