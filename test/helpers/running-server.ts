import type { IndexContent } from '../../db/index-builder.ts';
import { createLog } from '../../shared/log.ts';
import { readSettings } from '../../shared/settings.ts';
import { serverConfig } from '../../server/config.ts';
import { startServer } from '../../server/server.ts';
import { temporaryDataDir } from './sample-index.ts';

/** Below `{site_url}`, where the API lives. */
export const API = '/wp-json/agentes/v1';

/** A real server on a free port, over a data directory of its own. */
export async function runServer(
  options: {
    readonly env?: Readonly<Record<string, string>>;
    /** What is published before it starts; `false` for nothing. */
    readonly content?: Partial<IndexContent> | false;
  } = {},
) {
  await using started = new AsyncDisposableStack();
  const data = started.use(await temporaryDataDir());
  if (options.content !== false) await data.publish(options.content);
  const env = { DATA_DIR: data.dir, PORT: '0', PUBLIC_URL: 'https://casa.example', ...options.env };
  const server = started.use(
    await startServer(serverConfig(readSettings(env)), createLog({ name: 'test', level: 'silent' })),
  );
  const running = started.move();
  return {
    url: server.url,
    api: `${server.url}${API}`,
    data,
    get: (path: string, init?: RequestInit) => fetch(`${server.url}${API}${path}`, init),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
export type RunningServer = Awaited<ReturnType<typeof runServer>>;

/** The JSON of an answer, for a test to take apart. */
export async function jsonOf(answer: Response): Promise<any> {
  return await answer.json();
}
