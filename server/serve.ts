import { requireOwnServed } from '../db/site-identity.ts';
import { createLog, type gatheredOutput } from '../shared/log.ts';
import { requireDataDir } from '../shared/directories.ts';
import type { ServerConfig } from './config.ts';
import { explainListening } from './listening-fault.ts';
import { startServer } from './server.ts';

type Serving = {
  // Destination of the log.
  readonly output: ReturnType<typeof gatheredOutput>;
  // Resolves to the signal that ends the server, if any.
  readonly stop: Promise<NodeJS.Signals | undefined>;
};

/** Runs the server until `stop` resolves. */
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
