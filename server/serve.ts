import { requireOwnServed } from '../db/site-identity.ts';
import { createLog, type gatheredOutput } from '../shared/log.ts';
import { requireDataDir } from '../shared/directories.ts';
import type { ServerConfig } from './config.ts';
import { explainListening } from './listening-fault.ts';
import { startServer } from './server.ts';

type Serving = {
  /** Where the log goes. */
  readonly output: ReturnType<typeof gatheredOutput>;
  /** Resolves when the server is to end, with the signal that asks for it, if one does. */
  readonly stop: Promise<NodeJS.Signals | undefined>;
};

/** Serves until it is to stop. */
export async function serve(config: ServerConfig, { output, stop }: Serving): Promise<void> {
  if (config.sites) requireDataDir(config.sites.dir, 'SITES_DIR');
  else {
    requireOwnServed(config.dataDir, config.sourceUrl);
    requireDataDir(config.dataDir);
  }
  const log = createLog({ name: 'server', level: config.logLevel }, output);
  await using _server = await startServer(config, log).catch((error: unknown) => {
    throw explainListening(error, config);
  });
  const signal = await stop;
  log.info({ signal }, 'server.stopping');
}
