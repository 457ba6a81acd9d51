import { syncConfig } from '../../sync/config.ts';
import { createRunResources, openSession } from '../../sync/service/session.ts';
import type { RunEvent, RunOrder } from '../../sync/run/events.ts';
import { readSettings } from '../../shared/settings.ts';

const ORDER: RunOrder = { full: false, force: false, dryRun: false };

type Options = {
  readonly now?: () => Date;
  /** Told every event as it happens; what it does, it does in the middle of the run. */
  readonly onEvent?: (event: RunEvent) => void;
};

/** Runs of sync in this process over a data directory, each in a session of its own, as if by a new process. */
export function sessionOn(dir: string, siteUrl: string) {
  const settings = readSettings({ DATA_DIR: dir, SITE_URL: siteUrl, SYNC_REQUESTS_PER_SECOND: '0' });
  return async (order: Partial<RunOrder> = {}, { now = () => new Date(), onEvent }: Options = {}) => {
    const warnings: string[] = [];
    await using resources = createRunResources();
    const options = {
      config: syncConfig(settings),
      now,
      signal: new AbortController().signal,
      report: (event: RunEvent) => {
        if (event.type === 'warning') warnings.push(event.message);
        onEvent?.(event);
      },
    };
    await using session = await openSession(options, resources);
    const outcome = await session.sync({ ...ORDER, ...order });
    return {
      code: outcome.code,
      message: outcome.code === 'done' ? '' : outcome.message,
      summary: outcome.code === 'done' ? outcome.summary : undefined,
      warnings,
    };
  };
}
export type SyncOn = ReturnType<typeof sessionOn>;
