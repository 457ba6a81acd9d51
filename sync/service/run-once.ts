import type { Environment } from '../../shared/settings.ts';
import type { Reporter } from './report/report.ts';
import type { RunOrder } from '../run/events.ts';
import type { SyncConfig } from '../config.ts';
import { deliveryOf } from './keep-site.ts';
import { endingOf, type OutcomeCode } from '../outcome.ts';
import type { RunResources } from './run-resources.ts';
import { openSession } from './site-session.ts';

type Options = {
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
export async function runOnce({ config, environment, order, reporter, resources, ...more }: Options): Promise<Ended> {
  const { signal, oneAtATime = false } = more;
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
