import { randomBytes, randomUUID } from 'node:crypto';
import { spaceOf } from '../db/free-space.ts';
import { createGenerations } from '../db/index/generations.ts';
import type { State } from '../db/state/state.ts';
import { openState, stateIsShared } from '../db/state/open.ts';
import type { AddressQuota } from '../shared/address-quotas.ts';
import type { Log } from '../shared/log.ts';
import { serveMetrics } from '../shared/metrics/listener.ts';
import { renderApiError } from './api/errors.ts';
import { createAnonymousLimit } from './access/anonymous-limit.ts';
import { createGuard } from './access/guard.ts';
import { API_VERSION } from './access/versioning.ts';
import { pageLookup } from './api/page-addresses.ts';
import { apiRoutes } from './api/routes.ts';
import type { ServerConfig } from './config.ts';
import { followIndex } from './follow/follower.ts';
import { discoveryRoutes } from './documents/discovery.ts';
import { consoleRoutes } from './console/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { wellKnownLookup } from './documents/well-known.ts';
import { healthRoutes } from './status/health.ts';
import { createApp } from './http/app.ts';
import { commonHeaders } from './http/headers.ts';
import type { Limits } from './http/limits.ts';
import { listen } from './http/listener.ts';
import type { Lookup, Route, Subject } from './http/message.ts';
import { identityRoutes } from './status/identity.ts';
import { openLiveContent } from './operations/live-content.ts';
import { memoizePerGeneration } from './operations/per-generation.ts';
import { createBearerAuthentication } from './access/bearer.ts';
import type { RandomBytes } from './oauth/credentials.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { refreshRoutes } from './refresh/routes.ts';
import { knownWords } from './ledger/known-words.ts';
import { openLedger } from './ledger/ledger.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { createClientAddress } from './access/client-address.ts';
import { createSignedForwarding } from './access/signed-forwarding.ts';
import { createQuota } from './access/quota.ts';
import { keepStatePurged } from './state-upkeep.ts';

/** Of a server without an index. */
const NO_QUOTAS: readonly AddressQuota[] = [];

/** Interval at which the server looks for a new generation, in milliseconds. */
const LOOK_EVERY_MS = 250;

/** Interval at which the server purges the state of what is past its lifetime, in milliseconds. */
const PURGE_EVERY_MS = 60_000;

/** Interval at which the ledger is written, in milliseconds. */
const WRITE_LEDGER_EVERY_MS = 5000;

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
  const measures = config.metrics && (await openMetrics(monotonicNow));
  const generations = createGenerations(config.dataDir);
  const live = started.use(
    await openLiveContent({
      generations,
      readPageMaxChars: config.readPageMaxChars,
      log,
      everyMs: LOOK_EVERY_MS,
    }),
  );
  const { dataDir, follows } = config;
  const followed = follows && started.use(followIndex({ ...follows, dataDir, generations, log, now }));
  const location = { addresses: config.stateAddresses, file: config.stateFile };
  const stored = started.use(
    openState({
      ...location,
      now,
      onDamage: ({ cause, ...files }) => {
        const hint = files.holds === 'clients' ? 'Clients have to register again' : 'What agents asked is lost';
        log.error({ ...files, err: cause, hint }, 'server.state.damaged');
      },
    }),
  );
  const state = measures ? measures.measured(stored) : stored;
  await tryState(state, log);
  started.use(keepStatePurged(state, { log, everyMs: PURGE_EVERY_MS, now, monotonicNow }));
  const signedForwarding = createSignedForwarding(config.gatewaySecret, now, (hint) =>
    log.warn({ hint }, 'server.gateway.refused'),
  );
  const clientAddress = createClientAddress({
    trustProxy: config.trustProxy,
    signedForwarding,
    onUntrustedProxy: (address) =>
      log.warn({ address, hint: 'Set TRUST_PROXY, or all its visitors share one quota' }, 'server.proxy.untrusted'),
  });
  const authenticate = createBearerAuthentication(state, config.siteUrl);
  const ledger = started.use(
    openLedger({
      ...world,
      state: { ledger: state.ledger, hasRoom: state.clients.hasRoom },
      keepDays: config.ledgerDays,
      everyMs: WRITE_LEDGER_EVERY_MS,
      knownWords: memoizePerGeneration(live.current, knownWords),
      log,
    }),
  );
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
    onRefusal: measures?.refused,
    ledger,
    renderError: renderApiError,
  });
  const headers = { ...commonHeaders({ https: config.siteUrl.startsWith('https:') }), ...API_VERSION };
  const app = createApp({
    siteUrl: config.siteUrl,
    routes: [
      ...apiRoutes({ config, content: live.current, guard }),
      ...ofFace('api', identityRoutes({ config, guard, clients: state.clients, now })),
      ...ofFace('api', refreshRoutes({ config, counters: state.counters, now, log, renderError: renderApiError })),
      ...ofFace(
        'oauth',
        oauthRoutes({ ...world, siteUrl: config.siteUrl, state, clientAddress, log, onRefusal: measures?.refused }),
      ),
      ...ofFace('documents', discoveryRoutes(config, live.current)),
      ...ofFace('documents', openApiRoutes(config, live.current)),
      ...ofFace('documents', documentRoutes(config, live.current)),
      ...ofFace('console', consoleRoutes(config, live.current)),
      ...ofFace('mcp', mcpRoutes({ config, content: live.current, authenticate, guard, signedForwarding, log })),
      ...ofFace('status', healthRoutes({ live, generations, followed, state, now })),
    ],
    lookups: [
      counted({ face: 'documents', operation: 'well-known' }, wellKnownLookup(config.dataDir)),
      counted({ face: 'pages', operation: 'read_page' }, pageLookup({ config, content: live.current, guard })),
    ],
    renderError: renderApiError,
    headers,
    log,
    newRequestId: randomUUID,
    now: monotonicNow,
    onAnswer: measures?.request,
  });
  const { host, port } = config;
  const { url } = started.use(await listen({ host, port, app, renderError: renderApiError, headers, log, limits }));
  measures?.watch({
    live,
    followed,
    guard: generations.guard,
    isStateReachable: state.isReachable,
    diskSpace: () => spaceOf(config.dataDir),
  });
  log.info({ url, public: config.siteUrl, generation: live.current()?.index.generation }, 'server.listening');
  const scraped = config.metrics && measures && started.use(await serveMetrics(config.metrics, measures.metrics, log));

  const running = started.move();
  return { url, metricsUrl: scraped?.url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** The metrics, which nobody has in memory who does not want them. */
async function openMetrics(monotonicNow: World['monotonicNow']) {
  const { createServerMetrics } = await import('./metrics/server-metrics.ts');
  return createServerMetrics(monotonicNow);
}

/** Routes that are counted under a face and their paths. */
const ofFace = (face: Subject['face'], routes: readonly Route[]): readonly Route[] =>
  routes.map((route) => ({ ...route, subject: { face, operation: route.path } }));

/** A lookup whose answers are counted under a subject. */
const counted =
  (subject: Subject, lookup: Lookup): Lookup =>
  async (request) => {
    const found = await lookup(request);
    return found && { ...found, subject };
  };

/** Logs at once what is wrong with the state. Without it reading goes on, so the server starts all the same. */
async function tryState(state: State, log: Log): Promise<void> {
  try {
    const [clients, tokens] = await Promise.all([state.clients.count(), state.tokens.count()]);
    log.info({ clients, tokens }, 'server.state.opened');
  } catch (error) {
    log.error({ err: error }, 'server.state.unreachable');
  }
}
