/**
 * `npm start`: the server, and the scheduled sync as its child. They share nothing but DATA_DIR; if one ends, so does the
 * other.
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { settledEnvironment } from '../db/site-identity.ts';
import { requireDataDir } from '../shared/directories.ts';
import { refuseArguments } from '../shared/command-line.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { gatheredOutput } from '../shared/log.ts';
import { readSettings, type Environment, type Settings } from '../shared/settings.ts';
import { PATHS } from '../shared/public-paths.ts';
import { serverConfig, type ServerConfig } from './config.ts';
import { explainEnd, serve } from './serve.ts';

/** The part of the index document that is read: calls that the live index answers. */
const IndexDocument = z.object({ operations: z.array(z.object({ example: z.url().optional() })) });

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

const fileOf = (program: string): string => fileURLToPath(new URL(`../${program}/main.ts`, import.meta.url));

/** Has sync judge all that it and the server are told of one site; answers the exit code. */
function check(): number {
  return spawnSync(process.execPath, [fileOf('sync'), '--check'], { stdio: 'inherit' }).status ?? 1;
}

/** The body of an answer with status 200. `fetch` would stay in memory. */
async function read(address: string, signal: AbortSignal): Promise<string | undefined> {
  const request = get(address, { signal, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(answer);
  return answer.statusCode === 200 ? body : undefined;
}

/** Waits until the server has an index, for as long as it lives. Each look is a line in the log: the longer it takes, the fewer. */
async function untilReady(origin: string, signal: AbortSignal): Promise<void> {
  for (let pause = 500; ; pause = Math.min(pause * 1.2, 10_000)) {
    const answer = await read(`${origin}${PATHS.ready}`, signal).catch(() => undefined);
    if (answer !== undefined) return;
    await wait(pause, undefined, { signal });
  }
}

function greet(settings: Settings, config: ServerConfig): void {
  if (config.sites) return say(`Reading the sites of ${config.sites.dir}`, '');
  if (settings.SITE_URL !== undefined) say(`Reading ${settings.SITE_URL}`);
  else {
    say(
      'No SITE_URL is set: this is the embedded demo site, a made-up company.',
      'For your own site: SITE_URL=https://your.site npm start',
    );
  }
  say(`Data in ${config.dataDir}`, '');
}

/** Addresses to try on this machine. */
async function readExamples(origin: string, signal: AbortSignal): Promise<readonly string[]> {
  const { operations } = IndexDocument.parse(JSON.parse((await read(`${origin}${PATHS.api}`, signal)) ?? '{}'));
  return operations.flatMap(({ example }) => {
    const address = example === undefined ? null : URL.parse(example);
    return address ? [`${origin}${address.pathname}${address.search}`] : [];
  });
}

async function printExamples(origin: string, signal: AbortSignal): Promise<void> {
  await untilReady(origin, signal);
  const examples = await readExamples(origin, signal);
  say(
    '',
    `The service answers at ${origin}${PATHS.api} — try:`,
    ...examples.map((example) => `  curl '${example}'`),
    `For people: ${origin}${PATHS.sandbox} (console), ${origin}${PATHS.docs} (reference). For MCP clients: ${origin}${PATHS.mcp}`,
    'Ctrl-C ends it.',
    '',
  );
}

/** The scheduled sync: a process of its own, which ends with this one, however this one ends. */
function startSync(env: Environment) {
  // It waits, most of the time: room for young objects would only lie idle.
  const child = fork(fileOf('sync'), ['--watch'], { env, execArgv: ['--max-semi-space-size=1'], stdio: 'inherit' });
  let isAsked = false;
  return {
    /** Has it end, if it lives. */
    end(): void {
      isAsked = true;
      child.kill('SIGTERM');
    },
    /** Its exit code; of one that a signal ended unasked, 1. */
    ended: once(child, 'exit').then(([code]) => (code as number | null) ?? (isAsked ? 0 : 1)),
  };
}

/** The first signal that asks the process to end; a second one ends it at once. */
async function untilSignal(): Promise<NodeJS.Signals> {
  return await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
}

async function main(): Promise<void> {
  refuseArguments(process.argv.slice(2));
  requireOpenFiles();
  // Of many sites, a faulty one keeps no other from its service: both programs tell its faults, and go on.
  refuseMisnamedSettings();
  if (!process.env['SITES_DIR']) {
    process.exitCode = check();
    if (process.exitCode !== 0) return;
  }
  // In a terminal, only what is amiss.
  const own = settledEnvironment(process.env);
  const environment = process.stdout.isTTY ? { LOG_LEVEL: 'warn', ...own } : own;
  const settings = readSettings(environment);
  const config = serverConfig(settings, environment);
  if (config.sites) requireDataDir(config.sites.dir, 'SITES_DIR');
  else requireDataDir(config.dataDir);
  greet(settings, config);

  const output = gatheredOutput(20);
  process.once('exit', () => output.flush());
  const signal = untilSignal();
  const sync = startSync(own);
  const ended = new AbortController();
  // Of many sites, each answers at a host of its own.
  if (config.port !== 0 && !config.sites) {
    const host = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host;
    printExamples(`http://${host}:${config.port}`, ended.signal).catch(() => undefined);
  }
  try {
    await serve(config, { output, stop: Promise.race([signal, sync.ended.then(() => undefined)]) });
  } finally {
    ended.abort();
    sync.end();
    process.exitCode = await sync.ended;
  }
}

try {
  await main();
} catch (error) {
  const { words, exitCode } = explainEnd(error);
  process.stderr.write(words);
  process.exitCode = exitCode;
}
