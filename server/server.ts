import { randomBytes, randomUUID } from 'node:crypto';
import { createGenerations } from '../db/index/generations.ts';
import type { State } from '../db/state/state.ts';
import { openState, stateIsShared } from '../db/state/open.ts';
import type { AddressQuota } from '../shared/address-quotas.ts';
import type { Log } from '../shared/log.ts';
import { renderApiError } from './api/errors.ts';
import { createAnonymousLimit } from './access/anonymous-limit.ts';
import { createGuard } from './access/guard.ts';
import { API_VERSION } from './access/versioning.ts';
import { pageLookup } from './api/page-addresses.ts';
import { apiRoutes } from './api/routes.ts';
import type { ServerConfig } from './config.ts';
import { discoveryRoutes } from './documents/discovery.ts';
import { consoleRoutes } from './console/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { wellKnownLookup } from './documents/well-known.ts';
import { healthRoutes } from './status/health.ts';
import { createApp } from './http/app.ts';
import { commonHeaders } from './http/headers.ts';
import type { Limits } from './http/limits.ts';
import { listen } from './http/listener.ts';
import { identityRoutes } from './status/identity.ts';
import { openLiveContent } from './operations/live-content.ts';
import { createBearerAuthentication } from './access/bearer.ts';
import type { RandomBytes } from './oauth/credentials.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { refreshRoutes } from './refresh/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { createClientAddress } from './access/client-address.ts';
import { createSignedForwarding } from './access/signed-forwarding.ts';
import { createQuota } from './access/quota.ts';
import { keepStatePurged } from './state-upkeep.ts';

/** Of a server without an index. */
const NO_QUOTAS: readonly AddressQuota[] = [];

/** Interval at which the server looks for a new generation, in milliseconds. */
const LOOK_EVERY_MS = 1000;

/** Interval at which the server purges the state of what is past its lifetime, in milliseconds. */
const PURGE_EVERY_MS = 60_000;

/** Time and chance, as the server is given them. */
export type World = {
  readonly now: () => Date;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicNow: () => number;
  readonly randomBytes: RandomBytes;
};

const REAL_WORLD: World = { now: () => new Date(), monotonicNow: () => performance.now(), randomBytes };

/** Starts the server; disposing of it drains the connections, then closes the index and the state. */
export async function startServer(config: ServerConfig, log: Log, world: World = REAL_WORLD, limits?: Partial<Limits>) {
  await using started = new AsyncDisposableStack();
  const { now, monotonicNow } = world;
  const live = started.use(
    await openLiveContent({
      generations: createGenerations(config.dataDir),
      readPageMaxChars: config.readPageMaxChars,
      log,
      everyMs: LOOK_EVERY_MS,
    }),
  );
  const location = { addresses: config.stateAddresses, file: config.stateFile };
  const state = started.use(
    openState({
      ...location,
      now,
      onDamage: ({ cause, ...files }) =>
        log.error({ ...files, err: cause, hint: 'Clients have to register again' }, 'server.state.damaged'),
    }),
  );
  await tryState(state, log);
  started.use(keepStatePurged(state, { log, everyMs: PURGE_EVERY_MS, now, monotonicNow }));
  const clientAddress = createClientAddress({
    trustProxy: config.trustProxy,
    signedForwarding: createSignedForwarding(config.gatewaySecret, now, (hint) =>
      log.warn({ hint }, 'server.gateway.refused'),
    ),
    onUntrustedProxy: (address) =>
      log.warn({ address, hint: 'Set TRUST_PROXY, or all its visitors share one quota' }, 'server.proxy.untrusted'),
  });
  const authenticate = createBearerAuthentication(state, config.siteUrl);
  const guard = createGuard({
    siteUrl: config.siteUrl,
    authenticate,
    quota: createQuota({
      monotonicNow,
      shared: stateIsShared(location) ? state.counters : undefined,
      onOutage: (error) => log.warn({ err: error }, 'server.quota.local'),
    }),
    clientAddress,
    anonymousLimit: createAnonymousLimit(() => live.current()?.index.addressQuotas ?? NO_QUOTAS),
    renderError: renderApiError,
  });
  const headers = { ...commonHeaders({ https: config.siteUrl.startsWith('https:') }), ...API_VERSION };
  const app = createApp({
    siteUrl: config.siteUrl,
    routes: [
      ...apiRoutes({ config, content: live.current, guard }),
      ...identityRoutes({ config, guard, clients: state.clients, now }),
      ...refreshRoutes({ config, counters: state.counters, now, log, renderError: renderApiError }),
      ...oauthRoutes({ ...world, siteUrl: config.siteUrl, state, clientAddress, log }),
      ...discoveryRoutes(config, live.current),
      ...openApiRoutes(config, live.current),
      ...documentRoutes(config, live.current),
      ...consoleRoutes(config, live.current),
      ...mcpRoutes({ config, content: live.current, authenticate, guard, log }),
      ...healthRoutes({ live, generations: createGenerations(config.dataDir), state, now }),
    ],
    lookups: [wellKnownLookup(config.dataDir), pageLookup({ config, content: live.current, guard })],
    renderError: renderApiError,
    headers,
    log,
    newRequestId: randomUUID,
    now: monotonicNow,
  });
  const { host, port } = config;
  const { url } = started.use(await listen({ host, port, app, renderError: renderApiError, headers, log, limits }));
  log.info({ url, public: config.siteUrl, generation: live.current()?.index.generation }, 'server.listening');

  const running = started.move();
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Logs at once what is wrong with the state. Without it reading goes on, so the server starts all the same. */
async function tryState(state: State, log: Log): Promise<void> {
  try {
    const [clients, tokens] = await Promise.all([state.clients.count(), state.tokens.count()]);
    log.info({ clients, tokens }, 'server.state.opened');
  } catch (error) {
    log.error({ err: error }, 'server.state.unreachable');
  }
}
