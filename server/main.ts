import { gatheredOutput } from '../shared/log.ts';
import { ownCommands, refuseArguments } from '../shared/command-line.ts';
import { settledEnvironment } from '../db/site-identity.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { readSettings } from '../shared/settings.ts';
import { serverConfig } from './config.ts';
import { explainEnd } from './listening-fault.ts';
import { serve } from './serve.ts';
import { SERVING_OPTIONS } from './serving-usage.ts';

const USAGE = `npm run serve

Serves the index of DATA_DIR. It reads nothing from the site; to update the
index, run npm run sync -- --watch beside it, or set INDEX_URL.

${SERVING_OPTIONS}
Examples:
  npm run serve
  INDEX_URL=https://cdn.example/index npm run serve

Exit codes: 0 ended by a signal, 1 failed (also: the port is taken),
4 the configuration cannot be used.
`;

// Resolves on a signal; a second signal ends the process at once.
async function untilSignal(): Promise<NodeJS.Signals> {
  return await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
}

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(ownCommands(USAGE, process.env));
    return;
  }
  refuseArguments(given);
  requireOpenFiles();
  refuseMisnamedSettings();
  const environment = settledEnvironment(process.env);
  const config = serverConfig(readSettings(environment), environment);
  const output = gatheredOutput(20);
  process.once('exit', () => output.flush());
  await serve(config, { output, stop: untilSignal() });
}

try {
  await main();
} catch (error) {
  const { words, exitCode } = explainEnd(error);
  process.stderr.write(ownCommands(words, process.env));
  process.exitCode = exitCode;
}
