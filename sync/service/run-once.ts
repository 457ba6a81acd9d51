import { join, resolve, sep } from 'node:path';
import { ConfigurationError, type Environment } from '../../shared/settings.ts';
import { readSite, siteEnvironment, siteNames } from '../../shared/sites/site.ts';
import { orFaults, readSyncConfig, type SyncConfig } from '../config.ts';
import { endingOf, failureOf, type OutcomeCode } from '../outcome.ts';
import type { RunOrder } from '../run/events.ts';
import { createSlots } from '../run/slots.ts';
import { deliveryOf } from './keep-site.ts';
import type { Reporter } from './report/report.ts';
import { createRunResources, openSession, type RunResources } from './session.ts';

type SiteOptions = {
  readonly config: SyncConfig;
  readonly environment: Environment;
  readonly order: RunOrder;
  readonly reporter: Reporter;
  readonly resources: RunResources;
  // Limits the site to a single request at a time.
  readonly oneAtATime?: boolean;
  readonly signal: AbortSignal;
};

/** Result of a single run, and whether its publication was delivered. */
export type Ended = { readonly code: OutcomeCode; readonly isDelivered: boolean };

/** Performs a run in this process and delivers its publication. */
export async function runOnce(options: SiteOptions): Promise<Ended> {
  const { config, environment, order, reporter, resources, oneAtATime = false, signal } = options;
  const report = reporter.event;
  await using delivery = await deliveryOf(config, { environment, report, signal });
  await using session = await openSession({ config, oneAtATime, signal, report }, resources);
  const outcome = await session.sync(order);
  const ending = endingOf(outcome);
  if (ending.code !== 'done') reporter.failed(ending);
  const deliver = async () => !delivery || order.dryRun || (await delivery.deliverNow());
  const isDelivered = await deliver();
  if (outcome.code !== 'done' || !outcome.summary.renewalDue) return { code: ending.code, isDelivered };
  await session.renew();
  return { code: ending.code, isDelivered: await deliver() };
}

type Sites = {
  readonly dir: string;
  readonly environment: Environment;
};

type Options = Sites & {
  readonly order: RunOrder;
  readonly reporterOf: (name: string) => Reporter;
  readonly signal: AbortSignal;
};

// Concurrent runs: each mostly waits for responses of its site.
const AT_ONCE = 16;

/** Throws a ConfigurationError with the faults of every site. */
export function checkSites({ dir, environment }: Sites): void {
  const faults = siteNames(dir).flatMap((name) => {
    const folder = join(resolve(dir), name) + sep;
    const found: string[] = [];
    orFaults(() => {
      const site = readSite(dir, name, environment);
      if (!site.isFollowed) readSyncConfig(siteEnvironment(site, environment));
    }, found);
    return found.map((fault) => (fault.startsWith(folder) ? fault : `${name}: ${fault}`));
  });
  if (faults.length > 0) throw new ConfigurationError(faults);
}

/** Performs a run of every site that sync reads, several at once. A failed run does not affect further sites. */
export async function runSites(options: Options): Promise<readonly Ended[]> {
  await using resources = createRunResources();
  const slots = createSlots({ most: AT_ONCE, mostPatient: AT_ONCE, mostHeavy: AT_ONCE });
  const ended = siteNames(options.dir).map(async (name) => {
    const releaseSlot = await slots.take('patient', options.signal);
    try {
      return releaseSlot && (await runSite(name, options, resources));
    } finally {
      releaseSlot?.();
    }
  });
  return (await Promise.all(ended)).filter((one) => one !== undefined);
}

// Returns `undefined` for a paused or followed site.
async function runSite(name: string, options: Options, resources: RunResources): Promise<Ended | undefined> {
  const { dir, order, reporterOf, signal } = options;
  const reporter = reporterOf(name);
  try {
    const site = readSite(dir, name, options.environment);
    if (site.isPaused || site.isFollowed) return undefined;
    const environment = siteEnvironment(site, options.environment);
    const config = readSyncConfig(environment);
    return await runOnce({ config, environment, order, reporter, resources, oneAtATime: true, signal });
  } catch (error) {
    const { code, message } = failureOf(error, signal);
    reporter.failed({ code, message });
    return { code, isDelivered: true };
  }
}
