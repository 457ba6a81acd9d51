import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { spaceOf } from '../db/free-space.ts';
import { createGenerations } from '../db/index/generations.ts';
import { openStates, stateIsShared } from '../db/state/open.ts';
import { Disposables } from '../shared/disposables.ts';
import type { Log } from '../shared/log.ts';
import { openFilesLimit } from '../shared/open-files.ts';
import { followSites } from '../shared/sites/follow-sites.ts';
import { PATHS } from '../shared/public-paths.ts';
import { createClientAddress } from './access/client-address.ts';
import { createSignedForwarding } from './access/signed-forwarding.ts';
import { renderApiError } from './api/errors.ts';
import { createCommon } from './common.ts';
import type { ServerConfig, SitesConfig } from './config.ts';
import { followIndex } from './follow/follower.ts';
import { affordable, OWN_FILES } from './http/limits.ts';
import type { ServerMetrics } from './metrics/server-metrics.ts';
import { createSiteConditions } from './metrics/site-conditions.ts';
import type { Refusal } from './operations/live-content.ts';
import { onDamage, openSite, siteHeaders, type Sources } from './site.ts';
import { keepStatesTidy } from './state-upkeep.ts';
import { createOpenSites } from './sites/open-sites.ts';
import { CrowdError } from './sites/opening-turns.ts';
import { createRegistry, type Member } from './sites/registry.ts';
import { createServiceApps, destinationOf } from './sites/service-apps.ts';
import { createSiteServices } from './sites/site-services.ts';
import { startWebhookOfSite } from './webhook/webhooks.ts';

// Milliseconds without requests after which a site is closed.
const IDLE_MS = 10 * 60_000;

// Concurrent openings; an opening is limited by CPU, not by the disk.
const OPENING_AT_ONCE = 2;

// Milliseconds that a request waits for its site: shorter than the idle timeout of a connection and of a proxy.
const WAIT_MS = 20_000;

// Open files of a site: its index with its base, and two databases with the WAL files of SQLite.
const FILES_OF_A_SITE = 8;

// Memory of an open site without the words of its index, in bytes: SQLite, routes, documents.
const BYTES_OF_A_SITE = 2_500_000;

// Words up to this number of bytes are loaded at once; larger indexes after this number of requests.
const SMALL_WORDS = 4_000_000;
const BUSY_FROM = 8;

type Options = { readonly log: Log; readonly sources: Sources; readonly measures: ServerMetrics | undefined };

/**
 * Serves the sites of a directory. Host and path of a request select the site, which opens for a request and closes
 * when idle. Changes in the directory take effect at once, and a faulty site does not affect the rest.
 */
export async function openManySites(
  config: ServerConfig & { readonly sites: SitesConfig },
  { log, sources, measures }: Options,
) {
  const { dir, environment, memory } = config.sites;
  await using started = new Disposables();
  const { now, monotonicNow } = sources;
  const common = createCommon(monotonicNow);
  const states = started.use(openStates({ ...config.state, now }));
  const followers = started.use(
    createSiteServices(({ name, config: { dataDir, follows } }: Member) => {
      const generations = createGenerations(dataDir);
      return follows && followIndex({ ...follows, dataDir, generations, log: log.child({ site: name }), now });
    }),
  );
  const open = started.use(
    createOpenSites<Awaited<ReturnType<typeof openMember>>>({
      memory,
      most: sitesWithin(openFilesLimit()),
      idleMs: IDLE_MS,
      openingAtOnce: OPENING_AT_ONCE,
      waitMs: WAIT_MS,
      monotonicNow,
      log,
    }),
  );
  const webhooks = started.use(
    createSiteServices((member: Member) => {
      const { name } = member;
      return startWebhookOfSite(member.config, {
        open: () => open.open({ name, open: () => openMember(member) }, 'webhook'),
        log: log.child({ site: name }),
        now,
        pauses: sources.webhookPauses,
      });
    }),
  );
  const registry = createRegistry({
    environment,
    log,
    onTaken: (member) => {
      open.close(member.name);
      followers.set(member);
      webhooks.set(member);
    },
    onGone: (name) => {
      measures?.forgetSite(name);
      open.close(name);
      followers.remove(name);
      webhooks.remove(name);
    },
  });
  const isStateReachable = stateIsShared(config.state)
    ? states.of(config.state).isReachable
    : () => Promise.resolve(true);
  const apps = createServiceApps({
    renderError: renderApiError,
    headers: siteHeaders(config),
    encode: common.encode,
    log,
    newRequestId: randomUUID,
    now: monotonicNow,
    onAnswer: measures?.request,
    counts: () => ({ ...registry.counts(), open: open.count() }),
    isStateReachable,
  });

  async function openMember({ name, config: siteConfig }: Member) {
    await using opened = new Disposables();
    const ownLog = log.child({ site: name });
    const stored = opened.use(states.of({ ...siteConfig.state, onDamage: onDamage(ownLog) }));
    const site = opened.use(
      await openSite(siteConfig, {
        log: ownLog,
        sources,
        measures: measures && { ...measures, request: measures.requestOf(name) },
        common,
        generations: createGenerations(siteConfig.dataDir),
        followed: followers.of(name),
        stored,
        wordMemory: (requests) => 2 * (requests < BUSY_FROM ? SMALL_WORDS : memory / 4),
      }),
    );
    const resources = opened.move();
    return {
      app: site.app,
      live: site.live,
      state: stored,
      bytes: () => BYTES_OF_A_SITE + (site.live.current()?.index.memoryBytes ?? 0),
      [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
    };
  }

  function app(req: IncomingMessage, res: ServerResponse): void {
    const destination = req.url === PATHS.live ? PROBE : destinationOf(req, registry.find);
    if (destination.is !== 'site') return apps[destination.is](req, res);
    const { site } = destination;
    const taken = open.take(site.name);
    if (taken) answer(taken, req, res);
    else void openAndAnswer(site, req, res);
  }

  async function openAndAnswer(
    { name, config: siteConfig }: Member,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    try {
      // The configuration may have changed while the opening was queued.
      const site = { name, open: () => openMember(registry.memberOf(name)) };
      answer(await open.open(site, callerOf(req, siteConfig, now)), req, res);
    } catch (error) {
      if (error instanceof CrowdError) return apps.crowd[error.of](req, res);
      log.error({ site: name, err: error }, 'server.site.failed');
      apps.failed(req, res);
    }
  }

  function* refusedOf(): Generator<readonly [name: string, refused: Refusal['state'] | undefined]> {
    for (const name of open.names()) {
      const live = open.peek(name)?.live;
      if (live) yield [name, live.refused()?.state];
    }
  }

  started.use(await followSites({ dir, environment, onChange: registry.change }));
  registry.started();
  measures?.watchSites({
    counts: () => ({ ...registry.counts(), open: open.count() }),
    memory: open.bytes,
    openings: open.openings,
    conditions: createSiteConditions({
      members: registry.members,
      followNoteOf: (name) => followers.of(name)?.note(),
      monotonicNow,
    }),
    refused: refusedOf,
    isStateReachable,
    diskSpace: () => spaceOf(dir),
  });
  started.use(keepStatesTidy({ members: registry.members, states, log, sources }));
  const running = started.move();
  return {
    app,
    about: registry.counts(),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

// Key of the client address.
function callerOf(req: IncomingMessage, siteConfig: ServerConfig, now: Sources['now']): string {
  const clientAddress = createClientAddress({
    trustProxy: siteConfig.trustProxy,
    signedForwarding: createSignedForwarding(siteConfig.gatewaySecret, now, () => undefined),
    onUntrustedProxy: () => undefined,
  });
  const { method = 'GET', url = '/', headers } = req;
  const [path = ''] = url.split('?', 1);
  return clientAddress({ method, path, headers, remoteAddress: req.socket.remoteAddress ?? '' }).key;
}

// `/livez` does not depend on the host.
const PROBE = { is: 'nowhere' } as const;

type Taken = { readonly opened: { readonly app: RequestListener }; readonly release: () => void };

function answer({ opened, release }: Taken, req: IncomingMessage, res: ServerResponse): void {
  // The client disconnected while the site opened; no later event would release the site.
  if (res.closed || req.socket.destroyed) return release();
  res.once('close', release);
  opened.app(req, res);
}

// File descriptors limit the number of open sites, beside connections and a reserve.
function sitesWithin(openFiles: number): number {
  const files = openFiles - affordable(openFiles).maxConnections - OWN_FILES;
  return Math.max(1, Math.floor(files / FILES_OF_A_SITE));
}
