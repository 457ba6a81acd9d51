import { randomBytes } from 'node:crypto';
import type { AppError } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { serveMetrics } from '../shared/metrics/listener.ts';
import { renderApiError } from './api/errors.ts';
import type { ServerConfig } from './config.ts';
import type { Limits } from './http/limits.ts';
import { listen } from './http/listener.ts';
import { isOAuthTarget, renderOAuthError } from './oauth/errors.ts';
import { openOneSite } from './one-site.ts';
import { siteHeaders, type World } from './site.ts';

const REAL_WORLD: World = { now: () => new Date(), monotonicNow: () => performance.now(), randomBytes };

/**
 * Starts the server for a single site or for SITES_DIR. Disposal drains connections, then closes indexes and states.
 */
export async function startServer(config: ServerConfig, log: Log, world: World = REAL_WORLD, limits?: Partial<Limits>) {
  await using started = new AsyncDisposableStack();
  const measures = config.metrics && (await openMetrics(world.monotonicNow));
  const { app, about } = started.use(await openSites(config, { log, world, measures }));
  const { host, port } = config;
  const headers = siteHeaders(config);
  const renderError = (error: AppError, target: string) =>
    isOAuthTarget(target) ? renderOAuthError(error) : renderApiError(error);
  const { url } = started.use(await listen({ host, port, app, renderError, headers, log, limits }));
  log.info({ url, ...about }, 'server.listening');
  const scraped = config.metrics && measures && started.use(await serveMetrics(config.metrics, measures.metrics, log));

  const running = started.move();
  return { url, metricsUrl: scraped?.url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

// Imported on demand to save memory.
async function openSites({ sites, ...config }: ServerConfig, surroundings: Parameters<typeof openOneSite>[1]) {
  if (!sites) return await openOneSite({ ...config, sites }, surroundings);
  const { openManySites } = await import('./many-sites.ts');
  return await openManySites({ ...config, sites }, surroundings);
}

// Imported on demand to save memory.
async function openMetrics(monotonicNow: World['monotonicNow']) {
  const { createServerMetrics } = await import('./metrics/server-metrics.ts');
  return createServerMetrics(monotonicNow);
}
