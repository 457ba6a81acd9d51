import { randomUUID } from 'node:crypto';
import { createGenerations } from '../db/generations.ts';
import type { Log } from '../shared/log.ts';
import { errorReply } from './api/errors.ts';
import { apiRoutes } from './api/routes.ts';
import type { ServerConfig } from './config.ts';
import { healthRoutes } from './health/routes.ts';
import { createApp } from './http/app.ts';
import { commonHeaders } from './http/headers.ts';
import { listen } from './http/listener.ts';
import { openLiveContent } from './live-content.ts';

/** How often the server looks for a new generation, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Starts the server; disposing of it drains the connections and closes the index. */
export async function startServer(config: ServerConfig, log: Log) {
  await using started = new AsyncDisposableStack();
  const live = started.use(
    await openLiveContent({
      generations: createGenerations(config.dataDir),
      readPageMaxChars: config.readPageMaxChars,
      log,
      everyMs: LOOK_EVERY_MS,
    }),
  );
  const headers = commonHeaders({ https: config.siteUrl.startsWith('https:') });
  const app = createApp({
    routes: [...apiRoutes({ config, content: live.current }), ...healthRoutes(live, () => new Date())],
    errorReply,
    headers,
    log,
    newRequestId: randomUUID,
    now: () => performance.now(),
  });
  const { url } = started.use(await listen({ host: config.host, port: config.port, app, errorReply, headers, log }));
  log.info({ url, public: config.siteUrl, generation: live.current()?.index.generation }, 'server.listening');

  const running = started.move();
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
