import { gatheredOutput } from '../shared/log.ts';
import { refuseArguments } from '../shared/command-line.ts';
import { settledEnvironment } from '../db/site-identity.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { readSettings } from '../shared/settings.ts';
import { serverConfig } from './config.ts';
import { explainEnd, serve } from './serve.ts';

/** Resolves once a signal asks the process to end; a second signal ends it at once. */
async function untilSignal(): Promise<NodeJS.Signals> {
  return await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
}

try {
  refuseArguments(process.argv.slice(2));
  requireOpenFiles();
  refuseMisnamedSettings();
  const environment = settledEnvironment(process.env);
  const config = serverConfig(readSettings(environment), environment);
  const output = gatheredOutput(20);
  process.once('exit', () => output.flush());
  await serve(config, { output, stop: untilSignal() });
} catch (error) {
  const { words, exitCode } = explainEnd(error);
  process.stderr.write(words);
  process.exitCode = exitCode;
}
