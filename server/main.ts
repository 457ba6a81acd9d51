import { createLog, gatheredOutput } from '../shared/log.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { ConfigurationError, readSettings } from '../shared/settings.ts';
import { requireDataDir } from '../shared/directories.ts';
import { serverConfig } from './config.ts';
import { explainListening } from './listening-fault.ts';
import { startServer } from './server.ts';

/** Ends the process once a signal asks for it; a second signal ends it at once. */
async function untilSignal(): Promise<NodeJS.Signals> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
  return signal;
}

async function main(): Promise<void> {
  requireOpenFiles();
  const config = serverConfig(readSettings(process.env));
  requireDataDir(config.dataDir);
  const output = gatheredOutput(20);
  process.once('exit', () => output.flush());
  const log = createLog({ name: 'server', level: config.logLevel }, output);
  await using _server = await startServer(config, log).catch((error: unknown) => {
    throw explainListening(error, config);
  });
  const signal = await untilSignal();
  log.info({ signal }, 'server.stopping');
}

try {
  await main();
} catch (error) {
  const known = error instanceof ConfigurationError || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = error instanceof ConfigurationError ? 4 : 1;
}
