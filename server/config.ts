import { ConfigurationError, dataPaths, type Settings } from '../shared/settings.ts';

/** Where the API lives below the site's origin. */
export const API_PATH = '/wp-json/agentes/v1';

/** What the server is told; every advertised address comes from here, never from a request's `Host`. */
export type ServerConfig = {
  /** `{site_url}` of the spec. */
  readonly siteUrl: string;
  /** `{base_url}` of the spec. */
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly stateFile: string;
  /** Where the state is instead when several machines share it. */
  readonly stateAddresses: readonly string[] | undefined;
  /** Networks of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Origins of web pages, besides our own, that may call the MCP endpoint. */
  readonly mcpOrigins: readonly string[];
  /** When v1 is being withdrawn. */
  readonly withdrawal: Withdrawal | undefined;
  readonly readPageMaxChars: number;
  readonly logLevel: string;
};

/** What the headers of a version on its way out say. */
export type Withdrawal = {
  readonly deprecation: Date;
  readonly sunset: Date | undefined;
  /** The page that explains it. */
  readonly url: string;
};

/** Derives the server's configuration from the environment's. */
export function serverConfig(settings: Settings): ServerConfig {
  const siteUrl = publicOrigin(settings);
  return {
    siteUrl,
    baseUrl: `${siteUrl}${API_PATH}`,
    host: settings.HOST,
    port: settings.PORT,
    dataDir: dataPaths(settings).dir,
    stateFile: dataPaths(settings).state,
    stateAddresses: settings.STATE_URL,
    trustProxy: settings.TRUST_PROXY,
    mcpOrigins: settings.MCP_ORIGINS,
    withdrawal: withdrawal(settings, `${siteUrl}/auth.md#versiones`),
    readPageMaxChars: settings.READ_PAGE_MAX_CHARS,
    logLevel: settings.LOG_LEVEL,
  };
}

/** OAuth and the well-known documents need an origin of their own, so a path is refused where it was asked for. */
function publicOrigin(settings: Settings): string {
  const { PUBLIC_URL, SITE_URL, PORT } = settings;
  if (PUBLIC_URL === undefined) return SITE_URL === undefined ? `http://localhost:${PORT}` : new URL(SITE_URL).origin;
  const { origin } = new URL(PUBLIC_URL);
  if (origin !== PUBLIC_URL.toLowerCase()) {
    throw new ConfigurationError([
      `PUBLIC_URL: got ${JSON.stringify(PUBLIC_URL)}, wants an origin without a path, such as ${origin}`,
    ]);
  }
  return origin;
}

function withdrawal(settings: Settings, defaultUrl: string): Withdrawal | undefined {
  const { API_DEPRECATION: deprecation, API_SUNSET: sunset, API_DEPRECATION_URL: url = defaultUrl } = settings;
  return deprecation && { deprecation, sunset, url };
}
