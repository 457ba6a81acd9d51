import { createGenerations } from '../../db/index/generations.ts';
import type { Log } from '../../shared/log.ts';
import type { ServerConfig } from '../config.ts';
import type { LiveContent } from '../operations/live-content.ts';
import { createStop, keepDelivering, type Delivery } from './keep-delivering.ts';
import { createWebhook, versionOf, type Source, type WebhookPauses } from './webhook.ts';

type Common = { readonly log: Log; readonly now: () => Date; readonly pauses?: WebhookPauses | undefined };

// Interval between two looks in milliseconds: at the index of a single open site, and at the files of each of many sites.
const LOOK_MS = 250;
const LOOK_AT_FILES_MS = 2000;

/** Delivers the changes of a single site until disposed of. */
export function startWebhook(
  { siteUrl, dataDir, webhook: receiver }: ServerConfig,
  { live, state }: Source,
  common: Common,
): Delivery | undefined {
  if (!receiver) return undefined;
  const stop = createStop();
  const webhook = createWebhook({ ...common, receiver, siteUrl, dataDir, stop });
  return keepDelivering({
    version: async () => {
      const index = live.current()?.index;
      return index && versionOf(index.generation, index.verdicts);
    },
    deliver: () => webhook.deliver({ live, state }),
    everyMs: LOOK_MS,
    log: common.log,
    stop,
  });
}

type Opened = { readonly live: LiveContent; readonly state: Source['state'] };
type Options = Common & { readonly open: () => Promise<{ readonly opened: Opened; readonly release: () => void }> };

/** Delivers the changes of a site of SITES_DIR until disposed of. The site opens only for changes. */
export function startWebhookOfSite(
  { siteUrl, dataDir, webhook: receiver }: ServerConfig,
  { open, ...common }: Options,
): Delivery | undefined {
  if (!receiver) return undefined;
  const stop = createStop();
  const webhook = createWebhook({ ...common, receiver, siteUrl, dataDir, stop });
  async function deliver() {
    const { opened, release } = await open();
    try {
      await opened.live.refresh();
      return await webhook.deliver(opened);
    } finally {
      release();
    }
  }
  const version = createPublishedVersion(dataDir);
  return keepDelivering({ version, deliver, everyMs: LOOK_AT_FILES_MS, log: common.log, stop });
}

// Reads the version of a published index from its files, again after they were replaced.
function createPublishedVersion(dataDir: string): () => Promise<string | undefined> {
  const generations = createGenerations(dataDir);
  let seen = '';
  let version: string | undefined;
  return async () => {
    const mark = `${await generations.mark()} ${await generations.verdictsMark()}`;
    if (mark !== seen) {
      const pointer = await generations.current();
      version = pointer && versionOf(pointer.generation, (await generations.verdicts())?.version);
      seen = mark;
    }
    return version;
  };
}
