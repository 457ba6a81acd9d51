import { randomBytes } from 'node:crypto';
import { collectGarbage } from '../shared/collect-garbage.ts';
import { Disposables } from '../shared/disposables.ts';
import type { AppError } from '../shared/errors.ts';
import { type Log, createLog, type gatheredOutput } from '../shared/log.ts';
import { serveMetrics } from '../shared/metrics/listener.ts';
import { spaceOf } from '../db/free-space.ts';
import { createGenerations } from '../db/index/generations.ts';
import type { State } from '../db/state/state.ts';
import { openState } from '../db/state/open.ts';
import { readWebhookNote } from '../db/webhook-note.ts';
import { requireOwnServed } from '../db/site-identity.ts';
import { requireDataDir } from '../shared/directories.ts';
import { renderApiError } from './api/errors.ts';
import type { ServerConfig } from './config.ts';
import type { Limits } from './http/limits.ts';
import { listen } from './http/listener.ts';
import { isOAuthTarget, renderOAuthError } from './oauth/errors.ts';
import { siteHeaders, type Sources, onDamage, openSite } from './site.ts';
import { createCommon } from './common.ts';
import { followIndex } from './follow/follower.ts';
import type { ServerMetrics } from './metrics/server-metrics.ts';
import { keepStatePurged } from './state-upkeep.ts';
import { startWebhook } from './webhook/webhooks.ts';
import { explainListening } from './serving.ts';

const REAL_SOURCES: Sources = { now: () => new Date(), monotonicNow: () => performance.now(), randomBytes };

/**
 * Starts the server for a single site or for SITES_DIR. Disposal drains connections, then closes indexes and states.
 */
export async function startServer(
  config: ServerConfig,
  log: Log,
  sources: Sources = REAL_SOURCES,
  limits?: Partial<Limits>,
) {
  await using started = new Disposables();
  const measures = config.metrics && (await openMetrics(sources.monotonicNow));
  const { app, about } = started.use(await openSites(config, { log, sources, measures }));
  const { host, port } = config;
  const headers = siteHeaders(config);
  const renderError = (error: AppError, target: string) =>
    isOAuthTarget(target) ? renderOAuthError(error) : renderApiError(error);
  const { url } = started.use(await listen({ host, port, app, renderError, headers, log, limits }));
  log.info({ url, ...about }, 'server.listening');
  const scraped = config.metrics && measures && started.use(await serveMetrics(config.metrics, measures.metrics, log));

  const running = started.move();
  return { url, metricsUrl: scraped?.url, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

// Imported on demand to save memory.
async function openSites({ sites, ...config }: ServerConfig, surroundings: Parameters<typeof openOneSite>[1]) {
  if (!sites) return await openOneSite({ ...config, sites }, surroundings);
  const { openManySites } = await import('./many-sites.ts');
  return await openManySites({ ...config, sites }, surroundings);
}

// Imported on demand to save memory.
async function openMetrics(monotonicNow: Sources['monotonicNow']) {
  const { createServerMetrics } = await import('./metrics/server-metrics.ts');
  return createServerMetrics(monotonicNow);
}

// Interval between purges of the state, in milliseconds.
const PURGE_EVERY_MS = 60_000;

type Options = { readonly log: Log; readonly sources: Sources; readonly measures: ServerMetrics | undefined };

/** Opens a single site, which responds to every host. */
async function openOneSite(config: ServerConfig, { log, sources, measures }: Options) {
  await using started = new Disposables();
  const { dataDir, follows } = config;
  const { now, monotonicNow } = sources;
  const generations = createGenerations(dataDir);
  const followed = follows && started.use(followIndex({ ...follows, dataDir, generations, log, now }));
  const stored = started.use(openState({ ...config.state, now, onDamage: onDamage(log) }));
  await tryState(stored, log);
  started.use(keepStatePurged(stored, { log, everyMs: PURGE_EVERY_MS, now, monotonicNow }));
  const common = createCommon(monotonicNow);
  const site = started.use(await openSite(config, { log, sources, measures, common, generations, followed, stored }));
  const { app, live } = site;
  started.use(startWebhook(config, { live, state: stored }, { log, now, pauses: sources.webhookPauses }));
  measures?.watch({
    live,
    followed,
    webhook: config.webhook && (() => readWebhookNote(dataDir)),
    guard: generations.guard,
    isStateReachable: stored.isReachable,
    diskSpace: () => spaceOf(dataDir),
  });
  const opened = started.move();
  return {
    app,
    about: { public: config.siteUrl, generation: live.current()?.index.generation },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

// Logs faults of the state at the start. Anonymous reading works without it, so the server starts in any case.
async function tryState(state: State, log: Log): Promise<void> {
  try {
    const [clients, tokens] = await Promise.all([state.clients.count(), state.tokens.count()]);
    log.info({ clients, tokens }, 'server.state.opened');
  } catch (error) {
    log.error({ err: error }, 'server.state.unreachable');
  }
}

type Serving = {
  // Destination of the log.
  readonly output: ReturnType<typeof gatheredOutput>;
  // Resolves to the signal that ends the server, if any.
  readonly stop: Promise<NodeJS.Signals | undefined>;
};

/** Runs the server until `stop` resolves. */
export async function serve(config: ServerConfig, { output, stop }: Serving): Promise<void> {
  if (config.sites) requireDataDir(config.sites.dir, 'SITES_DIR');
  else {
    requireOwnServed(config.dataDir, config.sourceUrl);
    requireDataDir(config.dataDir);
  }
  const log = createLog({ name: 'server', level: config.logLevel }, output);
  await using _server = await startServer(config, log).catch((error: unknown) => {
    throw explainListening(error, config);
  });
  // Loading the modules leaves 10 MB, which V8 would collect only after the heap has doubled.
  void collectGarbage();
  const signal = await stop;
  log.info({ signal }, 'server.stopping');
}
