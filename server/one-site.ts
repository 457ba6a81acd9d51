import { spaceOf } from '../db/free-space.ts';
import { createGenerations } from '../db/index/generations.ts';
import type { State } from '../db/state/state.ts';
import { openState } from '../db/state/open.ts';
import { readWebhookNote } from '../db/webhook-note.ts';
import type { Log } from '../shared/log.ts';
import { createCommon } from './common.ts';
import type { ServerConfig } from './config.ts';
import { followIndex } from './follow/follower.ts';
import type { ServerMetrics } from './metrics/server-metrics.ts';
import { onDamage, openSite, type World } from './site.ts';
import { keepStatePurged } from './state-upkeep.ts';
import { startWebhook } from './webhook/webhooks.ts';

// Interval between purges of the state, in milliseconds.
const PURGE_EVERY_MS = 60_000;

type Options = { readonly log: Log; readonly world: World; readonly measures: ServerMetrics | undefined };

/** Opens a single site, which responds to every host. */
export async function openOneSite(config: ServerConfig, { log, world, measures }: Options) {
  await using started = new AsyncDisposableStack();
  const { dataDir, follows } = config;
  const { now, monotonicNow } = world;
  const generations = createGenerations(dataDir);
  const followed = follows && started.use(followIndex({ ...follows, dataDir, generations, log, now }));
  const stored = started.use(openState({ ...config.state, now, onDamage: onDamage(log) }));
  await tryState(stored, log);
  started.use(keepStatePurged(stored, { log, everyMs: PURGE_EVERY_MS, now, monotonicNow }));
  const common = createCommon(monotonicNow);
  const site = started.use(await openSite(config, { log, world, measures, common, generations, followed, stored }));
  const { app, live } = site;
  started.use(startWebhook(config, { live, state: stored }, { log, now, pauses: world.webhookPauses }));
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
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
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
