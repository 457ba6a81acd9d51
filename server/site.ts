import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Generations } from '../db/index/generations.ts';
import type { Damage, State } from '../db/state/state.ts';
import { stateIsShared } from '../db/state/open.ts';
import { readWebhookNote } from '../db/webhook-note.ts';
import { Disposables } from '../shared/disposables.ts';
import type { Log } from '../shared/log.ts';
import { renderApiError } from './api/errors.ts';
import { createAnonymousLimit } from './access/limits.ts';
import { createGuard } from './access/guard.ts';
import { API_VERSION } from './access/versioning.ts';
import { pageLookup } from './api/page-addresses.ts';
import { apiRoutes } from './api/routes.ts';
import type { ServerConfig } from './config.ts';
import type { Common } from './common.ts';
import type { Followed } from './follow/follower.ts';
import { consoleRoutes } from './console/routes.ts';
import { documentRoutes, wellKnownLookup } from './documents/routes.ts';
import { healthRoutes } from './status/health.ts';
import { identityRoutes } from './status/identity.ts';
import { createApp } from './http/app.ts';
import { commonHeaders } from './http/headers.ts';
import type { Lookup, Route, Subject } from './http/message.ts';
import type { SiteMeasures } from './metrics/server-metrics.ts';
import { openLiveContent } from './operations/live-content.ts';
import { memoizePerGeneration } from './operations/per-generation.ts';
import { createBearerAuthentication } from './access/bearer.ts';
import { createClientDocumentFetch, type FetchClientDocument } from './oauth/client-documents.ts';
import type { RandomBytes } from './oauth/credentials.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { refreshRoutes } from './refresh/routes.ts';
import { knownWords } from './ledger/question-text.ts';
import { openLedger } from './ledger/ledger.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { openApiRoutes } from './openapi/document.ts';
import { createClientAddress } from './access/client-address.ts';
import { createSignedForwarding } from './access/signed-forwarding.ts';
import { createQuota } from './access/quota.ts';
import type { WebhookPauses } from './webhook/webhook.ts';

// Interval between reads of `current.json`, in milliseconds.
const LOOK_EVERY_MS = 250;

// Interval between writes of the ledger, in milliseconds.
const WRITE_LEDGER_EVERY_MS = 5000;

/** Clock, random source and HTTP client of the server. */
export type Sources = {
  readonly now: () => Date;
  /** Monotonic clock in milliseconds. */
  readonly monotonicNow: () => number;
  readonly randomBytes: RandomBytes;
  /** Fetches the metadata document of an OAuth client; the default accepts `https` and public addresses only. */
  readonly fetchClientDocument?: FetchClientDocument;
  readonly webhookPauses?: WebhookPauses;
};

// Dependencies of a site.
type Surroundings = {
  readonly log: Log;
  readonly sources: Sources;
  readonly measures: SiteMeasures | undefined;
  readonly common: Common;
  readonly generations: Generations;
  // State of the followed index, if any.
  readonly followed: Followed | undefined;
  readonly stored: State;
  // Memory for words of a site of SITES_DIR, in bytes, by its number of requests. A single site uses the free memory.
  readonly wordMemory?: ((requests: number) => number) | undefined;
};

/** Headers of every response, also of responses that belong to no site. */
export const siteHeaders = ({ siteUrl }: Pick<ServerConfig, 'siteUrl'>): Readonly<Record<string, string>> => ({
  ...commonHeaders({ https: siteUrl.startsWith('https:') }),
  ...API_VERSION,
});

/** Creates the handler of a damaged state, which logs the consequences. */
export const onDamage =
  (log: Log) =>
  ({ cause, ...files }: Damage): void => {
    const hint = files.holds === 'clients' ? 'Clients must register again' : 'The query ledger is lost';
    log.error({ ...files, err: cause, hint }, 'server.state.damaged');
  };

/**
 * Opens a site: its index, its ledger and its app, without a listener. Sites share nothing but `common`. Disposal
 * closes the index; no request may be running. A site of SITES_DIR checks for a new generation on a request, not on a
 * timer.
 */
export async function openSite(config: ServerConfig, surroundings: Surroundings) {
  const { log, sources, measures, common, generations, followed, stored, wordMemory } = surroundings;
  await using started = new Disposables();
  const { now, monotonicNow } = sources;
  const isAlone = wordMemory === undefined;
  let requests = 0;
  const live = started.use(
    await openLiveContent({
      generations,
      readPageMaxChars: config.readPageMaxChars,
      site: config.name,
      log,
      everyMs: LOOK_EVERY_MS,
      ...(wordMemory && { whenAsked: true, availableMemory: () => wordMemory(requests), monotonicNow }),
    }),
  );
  const state = measures ? measures.measured(stored) : stored;
  const signedForwarding = createSignedForwarding(config.gatewaySecret, now, (hint) =>
    log.warn({ hint }, 'server.gateway.refused'),
  );
  const clientAddress = createClientAddress({
    trustProxy: config.trustProxy,
    signedForwarding,
    onUntrustedProxy: (address) =>
      log.warn({ address, hint: 'Set TRUST_PROXY, or its visitors share a quota' }, 'server.proxy.untrusted'),
  });
  const authenticate = createBearerAuthentication(state, config.siteUrl);
  const ledger = started.use(
    openLedger({
      ...sources,
      state: { ledger: state.ledger, hasRoom: state.clients.hasRoom },
      keepDays: config.ledgerDays,
      everyMs: WRITE_LEDGER_EVERY_MS,
      isTidied: !isAlone,
      knownWords: memoizePerGeneration(live.current, knownWords),
      log,
    }),
  );
  const guard = createGuard({
    siteUrl: config.siteUrl,
    authenticate,
    quota: createQuota({
      inMemory: common.countersOf(config.name),
      shared: stateIsShared(config.state) ? state.counters : undefined,
      onOutage: (error) => log.warn({ err: error }, 'server.quota.local'),
    }),
    clientAddress,
    anonymousLimit: createAnonymousLimit(live.addressQuotas),
    onRefusal: measures?.refused,
    ledger,
    renderError: renderApiError,
  });
  const app = createApp({
    siteUrl: config.siteUrl,
    routes: [
      ...apiRoutes({ config, content: live.current, guard, answers: common.answers }),
      ...ofApi('api', identityRoutes({ config, guard, clients: state.clients, now })),
      ...ofApi('api', refreshRoutes({ config, counters: state.counters, now, log, renderError: renderApiError })),
      ...ofApi(
        'oauth',
        oauthRoutes({
          ...sources,
          fetchClientDocument: sources.fetchClientDocument ?? createClientDocumentFetch(),
          siteUrl: config.siteUrl,
          content: live.current,
          state,
          clientAddress,
          log,
          onRefusal: measures?.refused,
        }),
      ),
      ...ofApi('documents', openApiRoutes(config, live.current)),
      ...ofApi('documents', documentRoutes(config, live.current)),
      ...ofApi('console', consoleRoutes(config, live.current)),
      ...ofApi('mcp', mcpRoutes({ config, content: live.current, authenticate, guard, signedForwarding, log })),
      ...ofApi(
        'status',
        healthRoutes({
          live,
          guard: generations.guard,
          followed,
          webhook: config.webhook && (() => readWebhookNote(config.dataDir)),
          state,
          now,
        }),
      ),
    ],
    lookups: [
      counted({ api: 'documents', operation: 'well-known' }, wellKnownLookup(config.dataDir)),
      counted(
        { api: 'pages', operation: 'read_page' },
        pageLookup({ config, content: live.current, guard, pages: common.pages }),
      ),
    ],
    renderError: renderApiError,
    headers: siteHeaders(config),
    encode: common.encode,
    log,
    newRequestId: randomUUID,
    now: monotonicNow,
    onAnswer: measures?.request,
  });

  // After an idle period, the request waits for the newest generation.
  function answer(req: IncomingMessage, res: ServerResponse): void {
    requests += 1;
    const looking = live.refresh();
    if (looking) void looking.then(() => app(req, res));
    else app(req, res);
  }

  const opened = started.move();
  return {
    app: isAlone ? app : answer,
    live,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
const ofApi = (api: Subject['api'], routes: readonly Route[]): readonly Route[] =>
  routes.map((route) => ({ ...route, subject: { api, operation: route.path } }));

const counted =
  (subject: Subject, lookup: Lookup): Lookup =>
  async (request) => {
    const found = await lookup(request);
    return found && { ...found, subject };
  };
