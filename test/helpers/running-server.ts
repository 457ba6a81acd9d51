import type { IndexContent } from '../../db/index/index-file.ts';
import type { OperatorSettings } from '../../db/operator-settings.ts';
import { createLog } from '../../shared/log.ts';
import { readSettings } from '../../shared/settings.ts';
import { serverConfig } from '../../server/config.ts';
import type { Limits } from '../../server/http/limits.ts';
import { startServer } from '../../server/server.ts';
import type { Sources } from '../../server/site.ts';
import { heldToLogEvents } from './log-events.ts';
import { fetchInContract } from './contract.ts';
import { SECRET } from './refresh.ts';
import { temporaryDataDir } from './sample-index.ts';

/** Below `{site_url}`, where the API lives. */
export const API = '/wp-json/agentes/v1';

/** Port of a web server or gateway through which tests reach their servers (test/deploy/through-front.ts); none for direct access. */
const FRONT_PORT = process.env['FRONT_PORT'];
/** Set if that is the gateway of the plugin, which signs what it forwards. */
const IS_GATEWAY = process.env['FRONT_IS_GATEWAY'] !== undefined;

/** Address of a server for tests. A front reads the port of the server from the address: 54321 is `127.105.143.121`. */
function reachable(url: string): string {
  if (FRONT_PORT === undefined) return url;
  const [, first = '', second = '', third = ''] = /^(\d)(\d\d)(\d\d)$/.exec(new URL(url).port) ?? [];
  return `http://127.10${first}.1${second}.1${third}:${FRONT_PORT}`;
}

/**
 * A real server on a free port, over a data directory of its own. It believes `X-Forwarded-For`, and `get` calls from a
 * new address each time, so that only tests of the quotas meet them.
 */
export async function runServer(
  options: {
    readonly env?: Readonly<Record<string, string>>;
    /** Content that is published before it starts; `false` for nothing. */
    readonly content?: Partial<IndexContent & OperatorSettings> | false;
    readonly sources?: Sources;
    /** Limits of clients, where they differ from the usual. */
    readonly limits?: Partial<Limits>;
    /** Gets every line of the log, down to `debug`. */
    readonly logTo?: { write(line: string): void };
    /** Another server's data directory, to run on the same one. */
    readonly dataDir?: string;
  } = {},
) {
  await using started = new AsyncDisposableStack();
  const data = started.use(await temporaryDataDir());
  if (options.content !== false) await data.publish(options.content);
  const env = {
    DATA_DIR: options.dataDir ?? data.dir,
    PORT: '0',
    PUBLIC_URL: 'https://casa.example',
    TRUST_PROXY: '127.0.0.1',
    ...(IS_GATEWAY && { GATEWAY_SECRET: SECRET }),
    ...options.env,
  };
  const lines = started.use(heldToLogEvents(options.logTo));
  const log = createLog({ name: 'test', level: 'debug' }, lines);
  const server = started.use(await startServer(serverConfig(readSettings(env)), log, options.sources, options.limits));
  const url = reachable(server.url);
  let calls = 0;
  const running = started.move();
  return {
    url,
    metricsUrl: server.metricsUrl,
    api: `${url}${API}`,
    data,
    /** Asks the API, and holds the answer against the contract. */
    get: (path: string, init: RequestInit = {}) => {
      calls += 1;
      const from = `198.18.${(calls >> 8) & 255}.${calls & 255}`;
      const headers = { 'X-Forwarded-For': from, ...Object.fromEntries(new Headers(init.headers)) };
      return fetchInContract(`${url}${API}${path}`, { ...init, headers });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
export type RunningServer = Awaited<ReturnType<typeof runServer>>;

/** The JSON of an answer, for a test to take apart. */
export async function jsonOf(answer: Response): Promise<any> {
  return await answer.json();
}
