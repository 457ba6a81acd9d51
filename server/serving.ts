import { readFileSync } from 'node:fs';
import { settledEnvironment } from '../db/site-identity.ts';
import { ownCommands, refuseArguments } from '../shared/command-line.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { gatheredOutput } from '../shared/log.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { ConfigurationError, type Environment } from '../shared/settings.ts';
import type { ServerConfig } from './config.ts';

// Common part of `--help`.
const OPTIONS = `  --help       this text
  --version    the version

Settings come from the environment and from .env in this folder:
  SITE_URL     address of your WordPress
  DATA_DIR     directory of the data, default ./data
  PORT, HOST   listen address, default 8080 on 127.0.0.1
  PUBLIC_URL   public address
  LOG_LEVEL    debug logs requests on a terminal too
`;

type Main = (environment: Environment, serving: ReturnType<typeof servingOf>) => Promise<void>;

/**
 * Runs a program that serves: prints the file `usage` for `--help`, checks arguments and environment, and sets message and exit
 * code of a fatal error. `{options}` in `usage` are the common options.
 */
export async function runServing(program: NodeJS.Process, usage: URL, main: Main): Promise<void> {
  const given = program.argv.slice(2);
  try {
    if (given.includes('--help') || given.includes('-h')) {
      program.stdout.write(ownCommands(readFileSync(usage, 'utf8').replace('{options}', OPTIONS), program.env));
      return;
    }
    refuseArguments(given);
    requireOpenFiles();
    refuseMisnamedSettings();
    await main(settledEnvironment(program.env), servingOf(program));
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError;
    const isKnown = isConfiguration || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    program.stderr.write(
      ownCommands(`${(isKnown ? (error as Error).message : (error as Error).stack) ?? ''}\n`, program.env),
    );
    program.exitCode = isConfiguration ? 4 : 1;
  }
}

function servingOf(program: NodeJS.Process) {
  return {
    /** Opens the destination of the log. */
    openOutput: () => {
      const output = gatheredOutput(20);
      program.once('exit', () => output.flush());
      return output;
    },
    /** Resolves on a signal; a second signal ends the process at once. */
    untilSignal: () =>
      new Promise<NodeJS.Signals>((resolve) => {
        for (const name of ['SIGTERM', 'SIGINT'] as const) program.once(name, resolve);
      }),
  };
}

/**
 * Converts the error of a listener to a message: a ConfigurationError if this machine cannot use the configured
 * address.
 */
export function explainListening(error: unknown, { host, port }: Pick<ServerConfig, 'host' | 'port'>): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (/^(?:EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/.test(code) || syscall === 'getaddrinfo') {
    const wants = 'wants an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all addresses';
    return new ConfigurationError([`HOST: got ${JSON.stringify(host)}, ${wants} (${code})`]);
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return new ConfigurationError([`PORT: got "${port}", wants a port that this user may listen on (${code})`]);
  }
  if (code === 'EADDRINUSE') {
    // The settings are valid: a service manager may restart the process.
    const message = `PORT: got "${port}", which another program uses: stop it, or set a different PORT (${code})`;
    return Object.assign(new Error(message), { code });
  }
  return error;
}
